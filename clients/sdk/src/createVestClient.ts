/**
 * The client of the exchange: one method per call, for browsers, bots and tests alike. Reads need nothing;
 * private calls need an API key; writes need a session signer as well. `authorize` sets all three at once.
 */
import { LISTEN_KEY_CLIENT_VALID_MS, WALLET_SENTENCES } from '@vest/protocol'
import { account } from './account.ts'
import { lazyCalls } from './lazyCalls.ts'
import { systemClock, type ClientClock } from './clientClock.ts'
import { confirmation } from './confirmOrder.ts'
import { type ApiError, ValidationError } from './errors.ts'
import { createFeed, type Feed, type FeedOptions, type WebSocketConstructor } from './feed.ts'
import { createHttp, type FetchLike } from './http.ts'
import { marketData } from './marketData.ts'
import { orders } from './orders.ts'
import { pages } from './pages.ts'
import { sentCalls } from './sentCalls.ts'
import type { SessionSigner } from './sessionSigner.ts'
import { requireSigner, type SessionPort } from './signedWrite.ts'
import { system } from './system.ts'

export interface VestClientOptions {
  /** Origin of the exchange, with or without `/v2`; empty in a browser: the page's own. */
  readonly baseUrl: string
  readonly fetch?: FetchLike | undefined
  readonly WebSocket?: WebSocketConstructor | undefined
  readonly clock?: ClientClock | undefined
  readonly signer?: SessionSigner | undefined
  readonly apiKey?: string | undefined
  readonly accountGroup?: number | undefined
  /** Primary address, of either network; withdrawals sign over it. */
  readonly account?: string | undefined
  /** Time limit of one HTTP call; default 15 s. */
  readonly requestTimeoutMs?: number | undefined
  /** Check every answer against its schema; loads the schemas on demand. For tests. */
  readonly validate?: boolean | undefined
  /** Our clock was off; it has been corrected and the refused call is repeated once ([8.57]). */
  readonly onResync?: ((correction: { readonly offsetMs: number }) => void) | undefined
  /** The API key is no longer accepted and has been dropped ([6.1]). */
  readonly onUnauthorized?: ((error: ApiError) => void) | undefined
}

/** Who acts: as `registerSession` returns it, or as it was kept from an earlier visit. */
export interface Session {
  readonly apiKey: string
  readonly accountGroup: number
  readonly account: string
  readonly signer?: SessionSigner | undefined
}

export type VestClient = ReturnType<typeof createVestClient>

export type ClientFeedOptions = Omit<
  FeedOptions,
  'url' | 'listenKey' | 'renewListenKey' | 'WebSocket' | 'clock'
>

export function createVestClient(options: VestClientOptions) {
  const clock = options.clock ?? systemClock
  const validate = options.validate ?? false
  const http = createHttp({
    baseUrl: options.baseUrl,
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    clock,
    requestTimeoutMs: options.requestTimeoutMs ?? 15_000,
    validate,
    onResync: options.onResync,
    onUnauthorized: options.onUnauthorized,
  })
  let signer = options.signer
  let accountAddress = options.account
  if (options.apiKey !== undefined)
    http.credentials = { apiKey: options.apiKey, accountGroup: options.accountGroup ?? 0 }

  const session: SessionPort = {
    http,
    signer: () => requireSigner(signer),
    account: () => {
      if (accountAddress === undefined) throw new ValidationError('account', WALLET_SENTENCES.noAddress)
      return accountAddress
    },
  }
  const orderCalls = orders(session)
  const laterCalls = lazyCalls(session, clock)
  const sent = sentCalls(http)

  const feed = (
    feedOptions: ClientFeedOptions,
    listenKey?: string,
    renewListenKey?: () => Promise<string>,
  ): Feed =>
    createFeed({
      validate,
      ...feedOptions,
      url: `${http.origin.replace(/^http/, 'ws')}/ws-api`,
      accountGroup: http.credentials?.accountGroup ?? 0,
      WebSocket:
        options.WebSocket ??
        (globalThis.WebSocket as unknown as WebSocketConstructor | undefined) ??
        missingWebSocket,
      clock,
      listenKey,
      renewListenKey,
    })

  return {
    ...sent,
    ...system(http),
    ...marketData(http),
    ...account(http),
    ...orderCalls,
    ...laterCalls,
    ...pages(http),
    ...confirmation({ http, ...sent, ...orderCalls, ...laterCalls }),

    /** From now on private calls act for this session. */
    authorize(next: Session): void {
      http.credentials = { apiKey: next.apiKey, accountGroup: next.accountGroup }
      accountAddress = next.account
      signer = next.signer
    },
    /** Forgets key, signer and account. */
    forget(): void {
      http.credentials = undefined
      accountAddress = undefined
      signer = undefined
    },
    isAuthorized: (): boolean => http.credentials !== undefined,
    hasSigner: (): boolean => signer !== undefined,

    /** A feed of public channels; `connect()` opens it. */
    publicFeed: (feedOptions: ClientFeedOptions = {}): Feed => feed(feedOptions),

    /**
     * A feed that also carries `account_private`: creates the listen key, extends it in time, and creates a new
     * one when the exchange no longer knows it ([8.56]). Throws what `createListenKey` throws.
     */
    async privateFeed(feedOptions: ClientFeedOptions = {}): Promise<Feed> {
      const renew = async (): Promise<string> => (await sent.createListenKey()).listenKey
      const inner = feed(feedOptions, await renew(), renew)
      return keepListenKey(inner, clock, async () => void (await sent.extendListenKey()))
    },
  }
}

/** Extends the listen key at half its life while the feed is wanted. A failure shows as close code 4005 later. */
function keepListenKey(feed: Feed, clock: ClientClock, extend: () => Promise<void>): Feed {
  let timer: unknown
  const schedule = (): void => {
    timer = clock.setTimeout(() => {
      if (feed.state() === 'stopped') return
      extend().catch(feed.reportError)
      schedule()
    }, LISTEN_KEY_CLIENT_VALID_MS / 2)
  }
  return {
    ...feed,
    connect: () => {
      clock.clearTimeout(timer)
      schedule()
      feed.connect()
    },
    disconnect: () => {
      clock.clearTimeout(timer)
      feed.disconnect()
    },
  }
}

const missingWebSocket = class {
  constructor() {
    throw new ValidationError('WebSocket', 'This platform has no WebSocket; pass one to createVestClient')
  }
} as unknown as WebSocketConstructor
