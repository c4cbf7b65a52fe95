/** The last price of each market, and where it comes from: an exponential average of its mark over half a minute. */
import type { FlowPrice } from './flowExchange.ts'

const PRICE_AGE_MS_MAX = 15_000
const MOMENTUM_MS = 30_000

export interface PriceBoard {
  take(prices: readonly FlowPrice[]): void
  /** Absent while the market is halted, and where its price is too old to trade on. */
  tradable(symbol: string): FlowPrice | undefined
  /** How far the mark is above its average; below zero it has fallen. */
  momentum(symbol: string): number
}

interface SeenPrice extends FlowPrice {
  readonly seenMs: number
  readonly averageMark: number
}

export function createPriceBoard(nowMs: () => number): PriceBoard {
  const prices = new Map<string, SeenPrice>()
  return {
    take(news) {
      const seenMs = nowMs()
      for (const price of news) {
        const before = prices.get(price.symbol)
        const elapsedMs = before === undefined ? Infinity : seenMs - before.seenMs
        const average = before?.averageMark ?? 0
        const averageMark = average + (price.mark - average) * (1 - Math.exp(-elapsedMs / MOMENTUM_MS))
        prices.set(price.symbol, { ...price, seenMs, averageMark })
      }
    },
    tradable(symbol) {
      const price = prices.get(symbol)
      const isFresh = price !== undefined && nowMs() - price.seenMs <= PRICE_AGE_MS_MAX
      return isFresh && price.isTrading ? price : undefined
    },
    momentum(symbol) {
      const price = prices.get(symbol)
      return price === undefined ? 0 : price.mark - price.averageMark
    },
  }
}
