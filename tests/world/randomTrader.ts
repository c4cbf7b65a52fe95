/**
 * What random traders do, drawn from a seeded generator: small orders of every kind around the mark, some of
 * them cancelled. How prices move meanwhile is the stack's business, so a seed repeats the wishes, not the fills.
 */
import { lots, mulDivFloor, readDecimal, ticks, usd6, type MarketInfo } from '@vest/protocol'
import { valueOf, valueScale } from '@vest/formulas'
import { isApiError, priceText, sizeText, type OrderIntent } from '@vest/sdk/node'
import type { Prng } from '../simulation/prng.ts'
import type { Bot } from './bot.ts'

export interface RandomTrader {
  readonly bot: Bot
  readonly symbols: readonly string[]
  readonly prng: Prng
}

const ORDER_USD6_MIN = 20_000_000
const ORDER_USD6_MAX = 400_000_000
const IN_FLIGHT = 8
const NO_SUCH_OPEN_ORDER = 3017
const PPM = 1_000_000

export interface Floor {
  readonly markets: ReadonlyMap<string, MarketInfo>
  /** Newest mark by symbol, from the public feed. */
  readonly marks: ReadonlyMap<string, string>
  leave(): void
}

export async function enterFloor({ bot, symbols }: RandomTrader): Promise<Floor> {
  const info = await bot.client.exchangeInfo({ symbols })
  const marks = new Map<string, string>()
  const feed = bot.client.publicFeed()
  await new Promise<void>((resolve, reject) => {
    feed.onError(reject)
    feed.onTickers((rows) => {
      for (const row of rows) marks.set(row.symbol, row.markPrice)
      if (symbols.every((symbol) => marks.has(symbol))) resolve()
    })
    feed.connect()
  })
  return {
    markets: new Map(info.symbols.map((market) => [market.symbol, market])),
    marks,
    leave: () => feed.disconnect(),
  }
}

/** An order near the mark: `awayPpm` > 0 waits behind it, < 0 takes. */
export function orderNear(
  floor: Floor,
  wish: { symbol: string; isBuy: boolean; valueUsd6: number; awayPpm: number },
): { size: string; limitPrice: string } {
  const market = floor.markets.get(wish.symbol)!
  const mark = ticks(readDecimal(floor.marks.get(wish.symbol)!, market.priceDecimals))
  const lotValue = valueOf(mark, lots(1), valueScale(market))
  const size = lots(Math.max(1, mulDivFloor(usd6(wish.valueUsd6), 1, lotValue)))
  const price = mulDivFloor(mark, PPM + (wish.isBuy ? -wish.awayPpm : wish.awayPpm), PPM)
  return { size: sizeText(market, size), limitPrice: priceText(market, ticks(Math.max(1, price))) }
}

function randomOrder(floor: Floor, { symbols, prng }: RandomTrader): OrderIntent {
  const symbol = prng.pick(symbols)
  const isBuy = prng.chance(0.5)
  const valueUsd6 = prng.int(ORDER_USD6_MIN, ORDER_USD6_MAX)
  const kind = prng.next()
  if (kind < 0.4) {
    const { size } = orderNear(floor, { symbol, isBuy, valueUsd6, awayPpm: 0 })
    return { symbol, isBuy, size, orderType: 'MARKET' }
  }
  if (kind < 0.55) {
    const { size } = orderNear(floor, { symbol, isBuy, valueUsd6: ORDER_USD6_MIN, awayPpm: 0 })
    return { symbol, isBuy, size, orderType: 'MARKET', reduceOnly: true }
  }
  const near = orderNear(floor, { symbol, isBuy, valueUsd6, awayPpm: prng.int(-3_000, 3_000) })
  return { symbol, isBuy, ...near, orderType: 'LIMIT', timeInForce: kind < 0.65 ? 'FOK' : 'GTC' }
}

/** Places `count` orders, several under way at once, and cancels some again. Resolves with the ids. */
export async function placeRandomOrders(count: number, trader: RandomTrader): Promise<readonly string[]> {
  const floor = await enterFloor(trader)
  const { bot, prng } = trader
  const ids: string[] = []
  let begun = 0
  const worker = async (): Promise<void> => {
    while (begun < count) {
      begun += 1
      const { id } = await bot.client.placeOrder(randomOrder(floor, trader), { recvWindow: 60_000 })
      ids.push(id)
      if (prng.chance(0.25)) await cancelIfOpen(bot, prng.pick(ids))
    }
  }
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
  } finally {
    floor.leave()
  }
  return ids
}

/** Quotes both sides of every market and renews the quotes, until told to stop. */
export async function quoteUntil(done: AbortSignal, trader: RandomTrader): Promise<void> {
  const floor = await enterFloor(trader)
  const { bot, prng, symbols } = trader
  const resting: string[] = []
  try {
    while (!done.aborted) {
      const isBuy = prng.chance(0.5)
      const symbol = prng.pick(symbols)
      const near = orderNear(floor, {
        symbol,
        isBuy,
        valueUsd6: prng.int(ORDER_USD6_MIN, ORDER_USD6_MAX),
        awayPpm: prng.int(-200, 900),
      })
      resting.push(
        (await bot.client.placeOrder({ symbol, isBuy, ...near, orderType: 'LIMIT' }, { recvWindow: 60_000 }))
          .id,
      )
      if (resting.length > 2 * symbols.length) await cancelIfOpen(bot, resting.shift()!)
    }
  } finally {
    floor.leave()
  }
}

/** Filled, rejected or cancelled before: then there is nothing to cancel, and the exchange says so. */
async function cancelIfOpen(bot: Bot, id: string): Promise<void> {
  try {
    await bot.client.cancelOrder(id, { recvWindow: 60_000 })
  } catch (error) {
    if (!isApiError(error, NO_SUCH_OPEN_ORDER)) throw error
  }
}
