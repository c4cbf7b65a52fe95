/**
 * Under which names this server answers. A page whose own name is made to point at this machine (DNS rebinding) is of
 * the same origin as whatever listens here; only the name in `Host` tells. On the loopback the names are therefore
 * known: `localhost` and what ends in it, the loopback's numbers, and those that were configured. On a network the
 * configured ones, or any where none are.
 */
const PORT = /:\d{1,5}$/
const LOOPBACK_NUMBER = /^(127\.0\.0\.1|\[::1\])$/
const LOCALHOST = /^([a-z0-9-]+\.)*localhost$/
const LOOPBACK_ADDRESS = /^(localhost|127(\.\d{1,3}){3}|::1)$/

export interface KnownHosts {
  /** `host` as the header says it. */
  isKnown(host: string | undefined): boolean
}

export function createKnownHosts(listensAt: string, configured: readonly string[] = []): KnownHosts {
  if (configured.length === 0 && !LOOPBACK_ADDRESS.test(listensAt)) return { isKnown: () => true }
  const itself = listensAt.includes(':') ? `[${listensAt}]` : listensAt
  const names = new Set([itself, ...configured].map((name) => name.toLowerCase()))
  return {
    isKnown(host) {
      const name = nameOf(host)
      return LOCALHOST.test(name) || LOOPBACK_NUMBER.test(name) || names.has(name)
    },
  }
}

/** Without the port, in small letters. */
const nameOf = (host = ''): string => host.replace(PORT, '').toLowerCase()

/**
 * Where a page that was asked for by a number of the loopback stands by name: what a browser keeps (keys, settings) and
 * a wallet's word (passkeys) hang on the name. undefined where it is right already.
 */
export function namedPage(host: string | undefined, url: string): string | undefined {
  if (!LOOPBACK_NUMBER.test(nameOf(host))) return undefined
  const port = PORT.exec(host!)?.[0] ?? ''
  // Never `//elsewhere`: the rest is a path of ours.
  return `http://localhost${port}/${url.replace(/^\/+/, '')}`
}
