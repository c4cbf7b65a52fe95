/**
 * A market maker: one bid and one ask around the index price, post-only, moved when the index has moved. The
 * dead-man's switch stands behind it: should this program end without a word, the exchange cancels what is left.
 */
import { isApiError, type OrderIntent, type VestClient } from '@vest/sdk/node'
import { pause } from './pause.ts'

export interface MakerOptions {
  readonly vest: VestClient
  readonly symbol: string
  /** Base units of each order. */
  readonly size: string
  /** Half of the distance between bid and ask, in parts of the price; default 0.002. */
  readonly halfSpread?: number
  /** The index has to move by this part of the price before orders follow; default 0.0005. */
  readonly tolerance?: number
  readonly log?: (line: string) => void
  /** Ends it: orders are cancelled, the switch is disarmed. */
  readonly signal: AbortSignal
}

/** Without a renewal within this time the exchange cancels the orders. */
const SWITCH_MS = 15_000
const RENEW_MS = 5_000

interface Quote {
  readonly isBuy: boolean
  id: string
  price: number
}

export async function runMaker(options: MakerOptions): Promise<{ readonly quoted: number }> {
  const { vest, symbol, size, halfSpread = 0.002, tolerance = 0.0005, log = () => {}, signal } = options
  const [market] = (await vest.exchangeInfo({ symbols: [symbol] })).symbols
  if (market === undefined) throw new Error(`there is no market ${symbol}`)
  const quotes = new Map<boolean, Quote>()
  let quoted = 0

  const orderAt = (isBuy: boolean, price: number): OrderIntent => ({
    symbol,
    isBuy,
    size,
    orderType: 'LIMIT',
    timeInForce: 'POST_ONLY',
    limitPrice: price.toFixed(market.priceDecimals),
  })

  /** Puts an order there, in the place of the one before where that still rests. */
  async function quote(isBuy: boolean, price: number): Promise<void> {
    const before = quotes.get(isBuy)
    const order = orderAt(isBuy, price)
    const { id } = await replaceOrPlace(before?.id, order)
    quotes.set(isBuy, { isBuy, id, price })
    quoted += 1
    log(`${isBuy ? 'bid' : 'ask'} ${order.limitPrice}`)
  }
  async function replaceOrPlace(
    id: string | undefined,
    order: OrderIntent,
  ): Promise<{ readonly id: string }> {
    if (id === undefined) return vest.placeOrder(order)
    try {
      return await vest.replaceOrder(id, order)
    } catch (error) {
      // It was filled in the meantime: a new one takes its place.
      if (isApiError(error, 3017)) return vest.placeOrder(order)
      throw error
    }
  }
  async function follow(index: number): Promise<void> {
    for (const isBuy of [true, false]) {
      const price = index * (isBuy ? 1 - halfSpread : 1 + halfSpread)
      const before = quotes.get(isBuy)
      if (before === undefined || Math.abs(price / before.price - 1) > tolerance) await quote(isBuy, price)
    }
  }

  let index: number | undefined
  const feed = vest.publicFeed()
  feed.onTicker(symbol, (ticker) => (index = Number(ticker.indexPrice)))
  const wake = listenToFills(vest, symbol, (isBuy) => quotes.delete(isBuy))
  feed.connect()
  const closeFills = await wake
  try {
    let renewedMs = 0
    while (!signal.aborted) {
      if (Date.now() - renewedMs > RENEW_MS) {
        await vest.setCancelTimer({ timeoutMs: SWITCH_MS })
        renewedMs = Date.now()
      }
      if (index !== undefined) await follow(index)
      await pause(250, signal)
    }
  } finally {
    feed.disconnect()
    closeFills()
    await vest.cancelAllOrders({ symbol })
    await vest.setCancelTimer({ timeoutMs: 0 })
  }
  return { quoted }
}

/** A side whose order is over has to be quoted anew. */
async function listenToFills(
  vest: VestClient,
  symbol: string,
  onOver: (isBuy: boolean) => void,
): Promise<() => void> {
  const feed = await vest.privateFeed()
  feed.onOrder((order) => {
    if (order.symbol === symbol && order.status === 'FILLED' && order.isBuy !== undefined) onOver(order.isBuy)
  })
  feed.connect()
  return () => feed.disconnect()
}
