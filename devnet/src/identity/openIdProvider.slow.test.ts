import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { describeOidcProvider } from '../../../adapters/identity/src/testing/describeOidcProvider.ts'
import { createOpenIdProvider, OPEN_ID_CLIENT, type OpenIdProvider } from './openIdProvider.ts'

describeOidcProvider('devnet', async () => {
  const behind: { provider?: OpenIdProvider } = {}
  const server = createServer((request, response) => {
    behind
      .provider!.handle(request, response)
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const issuer = `${origin}/devnet/google`
  const redirectUri = `${origin}/oauth/redirect`
  behind.provider = createOpenIdProvider({ issuer, redirectUri })
  return {
    options: { issuer, clientId: OPEN_ID_CLIENT, redirectUri },
    async signIn(url, { email, isVerified, hd }) {
      const jar = new Map<string, string>()
      /** A browser without pictures: cookies, redirects, and the one form. */
      const open = async (at: string, init: RequestInit = {}): Promise<Response> => {
        const response = await fetch(at, {
          ...init,
          redirect: 'manual',
          headers: {
            ...init.headers,
            cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          },
        })
        for (const cookie of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
          if (value === '') jar.delete(name!)
          else jar.set(name!, value!)
        }
        return response
      }
      let at = url
      for (let hops = 0; hops < 12; hops += 1) {
        if (at.startsWith(redirectUri)) return new URL(at)
        const response = await open(at)
        if (response.status === 200) {
          const fields = new URLSearchParams({
            email,
            ...(isVerified ? { verified: 'on' } : {}),
            ...(hd ? { hd } : {}),
          })
          const sent = await open(at, { method: 'POST', body: fields })
          at = new URL(sent.headers.get('location')!, at).href
        } else {
          const location = response.headers.get('location')
          if (location === null) throw new Error(`${response.status}: ${await response.text()}`)
          at = new URL(location, at).href
        }
      }
      throw new Error('the provider never came back')
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
})
