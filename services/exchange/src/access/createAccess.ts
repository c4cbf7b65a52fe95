/**
 * Who speaks to the edge, as far as a connection and its headers tell: from which address (behind a proxy that is
 * trusted, the one it names), under a name of ours, and whether it is a program of this very installation, which is not
 * limited because it carries the token that the start made. Nothing is given for coming from this machine: behind a
 * proxy every client does.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { allows } from '../rest/ipAllowList.ts'
import { createKnownHosts, type KnownHosts } from './knownHosts.ts'

/** Carries the token of the installation's own programs. */
export const PROGRAM_HEADER = 'x-vest-program'

export interface AccessOptions {
  /** Where the server listens. */
  readonly host: string
  /** Names beside those of the loopback. */
  readonly hostNames?: readonly string[] | undefined
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies?: readonly string[] | undefined
  readonly programToken?: string | undefined
}

export interface Access extends KnownHosts {
  /** Whose tokens a request takes. */
  addressOf(request: Pick<IncomingMessage, 'headers' | 'socket'>): string
  /** Not limited. */
  isExempt(headers: Readonly<Record<string, string | readonly string[] | undefined>>): boolean
}

export function createAccess(options: AccessOptions): Access {
  const { trustedProxies = [], programToken } = options
  const expected = programToken === undefined ? undefined : digest(programToken)
  const isProxy = (address: string): boolean => trustedProxies.length > 0 && allows(trustedProxies, address)
  return {
    ...createKnownHosts(options.host, options.hostNames),
    addressOf: ({ headers, socket }) =>
      clientAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], isProxy),
    isExempt(headers) {
      const token = headers[PROGRAM_HEADER]
      if (expected === undefined || typeof token !== 'string') return false
      return timingSafeEqual(expected, digest(token))
    },
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * The last address that no trusted proxy has: each of them adds the one it was asked by at the end, and what stands before
 * was written by a client that is not trusted.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | readonly string[] | undefined,
  isProxy: (address: string) => boolean,
): string {
  if (forwardedFor === undefined || !isProxy(peer)) return peer
  const named = (typeof forwardedFor === 'string' ? forwardedFor : forwardedFor.join(','))
    .split(',')
    .map((address) => address.trim())
  let client = peer
  while (isProxy(client)) {
    const before = named.pop()
    if (before === undefined || before === '') break
    client = before
  }
  return client
}
