/**
 * Posts in the name of the owner of an account. Leave is given at the network (OAuth 2 with PKCE), bound to the account
 * that asked for it, kept sealed, and taken back there when the owner unlinks. Nothing is posted but what the owner sends,
 * and nothing twice: a post whose end is not known is not sent again.
 */
import { REFUSAL, type Address } from '@vest/protocol'
import { OutsideUnavailableError, type SocialPosts } from '@vest/runtime'
import type { Link, LinkStore } from './linkFiles.ts'
import {
  createNetworkClient,
  newState,
  newVerifier,
  NetworkRefusedError,
  NetworkUnreachableError,
  type Image,
  type NetworkOptions,
  type Tokens,
} from './networkClient.ts'

export interface SocialPostsOptions {
  readonly network: NetworkOptions
  readonly links: LinkStore
  readonly nowMs: () => number
}

/** Leave that is asked for has to be given within it. */
const LINK_MS = 600_000
/** Of links under way; beyond it the oldest is forgotten. */
const PENDING_MAX = 10_000
const EXPIRY_MARGIN_MS = 60_000
const IMAGE_BYTES_MAX = 4_194_304
const UNAUTHORIZED = 401
const BAD_REQUEST = 400

export function createSocialPosts({ network, links, nowMs }: SocialPostsOptions): SocialPosts {
  const client = createNetworkClient(network)
  const pending = new Map<
    Address,
    { readonly state: string; readonly verifier: string; readonly expiresMs: number }
  >()
  /** Of one account one thing at a time: a refresh token is good once. */
  const queues = new Map<Address, Promise<unknown>>()
  const inOrder = <T>(account: Address, work: () => Promise<T>): Promise<T> => {
    const before = queues.get(account) ?? Promise.resolve()
    const mine = before.then(work, work)
    const settled = mine.then(
      () => undefined,
      () => undefined,
    )
    queues.set(account, settled)
    void settled.then(() => {
      if (queues.get(account) === settled) queues.delete(account)
    })
    return mine
  }
  const linkOf = (username: string, tokens: Tokens): Link => ({
    username,
    accessToken: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    expiresMs: nowMs() + tokens.expiresInS * 1_000,
  })

  /** A link whose access token is good for a while; undefined = the leave is over. */
  async function freshLink(account: Address): Promise<Link | undefined> {
    const link = links.get(account)
    if (link === undefined || link.expiresMs - EXPIRY_MARGIN_MS > nowMs()) return link
    try {
      const next = linkOf(link.username, await client.refresh(link.refreshToken))
      await links.put(account, next)
      return next
    } catch (error) {
      if (!isLeaveOver(error)) throw error
      await links.remove(account)
      return undefined
    }
  }

  return {
    username: (account) => links.get(account)?.username,

    beginLink: async (account) => {
      const [state, verifier, expiresMs] = [newState(), newVerifier(), nowMs() + LINK_MS]
      pending.delete(account)
      pending.set(account, { state, verifier, expiresMs })
      const [oldest] = pending.keys()
      if (pending.size > PENDING_MAX && oldest !== undefined) pending.delete(oldest)
      return { url: client.authorizeUrl(state, verifier), expires_time: expiresMs }
    },

    completeLink: (account, { code, state }) =>
      inOrder(account, async () => {
        const asked = pending.get(account)
        if (asked === undefined || asked.state !== state || asked.expiresMs <= nowMs())
          return {
            refused: REFUSAL.INVALID_PARAMETER,
            message: 'This leave was not asked for here, or is too old',
          }
        pending.delete(account)
        return reaching(async () => {
          try {
            const tokens = await client.redeem(code, asked.verifier)
            const username = await client.username(tokens.accessToken)
            await links.put(account, linkOf(username, tokens))
            return { username }
          } catch (error) {
            if (!(error instanceof NetworkRefusedError)) throw error
            return { refused: REFUSAL.INVALID_PARAMETER, message: 'The network did not confirm the leave' }
          }
        })
      }),

    unlink: (account) =>
      inOrder(account, async () => {
        const link = links.get(account)
        await links.remove(account)
        // Here it is over in any case; there too if the network can be told.
        if (link !== undefined)
          await client.revoke(link.refreshToken).catch((error: unknown) => {
            if (!(error instanceof NetworkRefusedError || error instanceof NetworkUnreachableError))
              throw error
          })
        return { username: null }
      }),

    send: (account, { text, image }) =>
      inOrder(account, async () => {
        const picture = imageOf(image)
        if (picture === undefined)
          return {
            refused: REFUSAL.INVALID_PARAMETER,
            message: 'image must be a PNG or JPEG of at most 4 MiB',
          }
        return reaching(async () => {
          const link = await freshLink(account)
          if (link === undefined) return NOT_LINKED
          try {
            const id = await client.post(link.accessToken, { text, image: picture })
            return { id, url: client.postUrl(link.username, id) }
          } catch (error) {
            if (!(error instanceof NetworkRefusedError)) throw error
            if (error.httpStatus !== UNAUTHORIZED)
              return { refused: REFUSAL.INVALID_PARAMETER, message: 'The network refused this post' }
            await links.remove(account)
            return NOT_LINKED
          }
        })
      }),
  }
}

const NOT_LINKED = { refused: REFUSAL.INVALID_PARAMETER, message: 'No linked account lets us post' } as const

/** The owner took it back there, or the network did. */
const isLeaveOver = (error: unknown): boolean =>
  error instanceof NetworkRefusedError &&
  (error.httpStatus === UNAUTHORIZED || error.httpStatus === BAD_REQUEST)

async function reaching<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NetworkUnreachableError)
      throw new OutsideUnavailableError('The network takes no posts now', { cause: error })
    throw error
  }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

/** By its first bytes, not by what it says to be. */
function imageOf(text: string): Image | undefined {
  const base64 = text.replace(/^data:image\/(?:png|jpeg);base64,/, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return undefined
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length > IMAGE_BYTES_MAX) return undefined
  if (bytes.subarray(0, PNG.length).equals(PNG)) return { base64, type: 'image/png' }
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return { base64, type: 'image/jpeg' }
  return undefined
}
