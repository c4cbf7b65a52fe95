/** The bots' exchange, through the public client: one shared price feed, one client per bot. */
import { setMaxListeners } from 'node:events'
import { parseDecimal, readDecimal, ticks, usd6, type Address, type OrderRow, REFUSAL } from '@vest/protocol'
import {
  ApiError, createLocalPrimary, createLocalSigner, createVestClient, FormatError, nodeWebSocketWith, priceText, sizeText,
  TimeoutError, TransportError, UnknownOutcomeError, type VestClient,
} from '@vest/sdk/node' // prettier-ignore
import type { BotKeys } from './botKeys.ts'
import {
  FlowUnauthorized, FlowUnavailable, type FlowAccount, type FlowAnswer, type FlowExchange, type FlowMarket,
  type FlowPrice,
} from './flowExchange.ts' // prettier-ignore

export interface SdkFlowOptions {
  /** Origin of the exchange, for example `http://localhost:8080`. */
  readonly baseUrl: string
  /** Beside those of the client, on every request and socket. */
  readonly headers?: Readonly<Record<string, string>>
  /** What the price feed has to say of its own health; it reconnects by itself. */
  readonly onTrouble: (error: unknown) => void
}

const REQUEST_TIMEOUT_MS = 10_000
/** Codes that say the key is not known any more: register again. */
const UNAUTHORIZED = REFUSAL.UNAUTHORIZED
const OVERLOADED = REFUSAL.TOO_MANY_REQUESTS

export function createSdkFlowExchange({ baseUrl, headers = {}, onTrouble }: SdkFlowOptions): FlowExchange {
  const ended = new AbortController()
  // A listener for each call under way: many on a busy machine, and none is forgotten.
  setMaxListeners(0, ended.signal)
  // A stop does not wait for a slow answer. The listener goes with the call: `ended` lives as long as the flow.
  async function fetchUntilEnd(url: string, init: RequestInit): Promise<Response> {
    const call = new AbortController()
    const end = (): void => call.abort(ended.signal.reason)
    ended.signal.addEventListener('abort', end)
    init.signal?.addEventListener('abort', () => call.abort(init.signal?.reason), { once: true })
    try {
      if (ended.signal.aborted) end()
      return await fetch(url, { ...init, headers: { ...init.headers, ...headers }, signal: call.signal })
    } finally {
      ended.signal.removeEventListener('abort', end)
    }
  }
  const newClient = (): VestClient =>
    createVestClient({
      baseUrl,
      fetch: fetchUntilEnd,
      WebSocket: nodeWebSocketWith(headers),
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
    })
  const shared = newClient()
  const decimals = new Map<string, FlowMarket>()

  return {
    async markets() {
      const { symbols } = await reading(() => shared.exchangeInfo())
      for (const { symbol, priceDecimals, sizeDecimals } of symbols)
        decimals.set(symbol, { symbol, priceDecimals, sizeDecimals })
      return [...decimals.values()]
    },

    watchPrices(onPrices) {
      const feed = shared.publicFeed()
      feed.onError(onTrouble)
      feed.onTickers((rows) =>
        onPrices(
          rows.flatMap((row): FlowPrice[] => {
            const market = decimals.get(row.symbol)
            if (market === undefined) return []
            const mark = parseDecimal(row.markPrice, market.priceDecimals)
            const index = parseDecimal(row.indexPrice, market.priceDecimals)
            if (!mark.ok || !index.ok || mark.value === 0 || index.value === 0) return []
            const isTrading = row.status === 'TRADING'
            return [{ symbol: row.symbol, mark: ticks(mark.value), index: ticks(index.value), isTrading }]
          }),
        ),
      )
      feed.connect()
      return () => feed.disconnect()
    },

    async open(keys) {
      const client = newClient()
      const session = await reading(() =>
        client.registerSession({
          primary: createLocalPrimary(keys.primaryKey),
          signer: createLocalSigner(keys.sessionKey),
        }),
      )
      client.authorize(session)
      return flowAccount({ keys, client, decimals })
    },

    close: () => ended.abort(),
  }
}

function flowAccount(parts: {
  readonly keys: BotKeys
  readonly client: VestClient
  readonly decimals: ReadonlyMap<string, FlowMarket>
}): FlowAccount {
  const { keys, client, decimals } = parts
  const marketOf = (symbol: string): FlowMarket => {
    const market = decimals.get(symbol)
    if (market === undefined) throw new RangeError(`no such market: ${symbol}`)
    return market
  }

  return {
    address: keys.address as Address,

    async state() {
      const account = await reading(() => client.account()).catch(absentBeforeFirstCredit)
      if (account === undefined) return undefined
      const equityUsd6 = usd6(readDecimal(account.totalAccountValue, 6))
      const orderMargin = readDecimal(account.openOrderMargin, 6)
      const positions = new Map<string, number>()
      let boundUsd6 = orderMargin
      for (const position of account.positions) {
        const size = readDecimal(position.size, marketOf(position.symbol).sizeDecimals)
        positions.set(position.symbol, position.isLong ? size : -size)
        boundUsd6 += readDecimal(position.initMargin, 6)
      }
      return { equityUsd6, boundUsd6: usd6(boundUsd6), positions }
    },

    async restingOrders() {
      const rows: OrderRow[] = []
      for (const status of ['NEW', 'PARTIALLY_FILLED'] as const)
        rows.push(...(await reading(() => client.orders({ status, orderType: 'LIMIT', limit: 200 }))))
      return rows.map(({ id, symbol, isBuy, limitPrice }) => ({
        id,
        symbol,
        isBuy,
        limitPrice: ticks(readDecimal(limitPrice, marketOf(symbol).priceDecimals)),
      }))
    },

    async rejectionsSince(sinceMs) {
      const rows = await reading(() => client.orders({ status: 'REJECTED', startTime: sinceMs, limit: 100 }))
      return rows.flatMap(({ symbol, code }) => (code === null ? [] : [{ symbol, code }]))
    },

    place({ symbol, isBuy, size, limitPrice, reduceOnly }) {
      const market = marketOf(symbol)
      const texts = { symbol, isBuy, size: sizeText(market, size), reduceOnly }
      return writing(() =>
        client.placeOrder(
          limitPrice === undefined
            ? { ...texts, orderType: 'MARKET' }
            : { ...texts, orderType: 'LIMIT', limitPrice: priceText(market, limitPrice), timeInForce: 'GTC' },
        ),
      )
    },

    cancel: (id) => writing(() => client.cancelOrder(id)),
  }
}

/** Nothing was learned: the exchange is away, overloaded, or answered with what is not its protocol. */
function isUnavailable(error: unknown): boolean {
  return (
    error instanceof TransportError ||
    error instanceof TimeoutError ||
    error instanceof UnknownOutcomeError ||
    error instanceof FormatError ||
    (error instanceof ApiError &&
      (error.code === OVERLOADED || error.code === 0 || error.httpStatus >= 500)) ||
    (error instanceof Error && error.name === 'AbortError')
  )
}

async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isUnavailable(error)) throw new FlowUnavailable('the exchange does not answer', { cause: error })
    if (error instanceof ApiError && (error.code === UNAUTHORIZED || error.httpStatus === 401))
      throw new FlowUnauthorized('the exchange does not accept the key', { cause: error })
    throw error
  }
}

const NO_CREDIT_YET = REFUSAL.ACCOUNT_NOT_FOUND
function absentBeforeFirstCredit(error: unknown): undefined {
  if (error instanceof ApiError && error.code === NO_CREDIT_YET) return undefined
  throw error
}

async function writing(write: () => Promise<{ readonly id: string }>): Promise<FlowAnswer> {
  try {
    const { id } = await write()
    return { kind: 'accepted', id }
  } catch (error) {
    if (error instanceof ApiError && error.code === OVERLOADED)
      return error.retryAfterMs === undefined
        ? { kind: 'busy' }
        : { kind: 'busy', retryAfterMs: error.retryAfterMs }
    if (isUnavailable(error)) return { kind: 'unreachable' }
    if (error instanceof ApiError) return { kind: 'refused', code: error.code }
    throw error
  }
}
