/** The magnet: a point that is set goes to the open, high, low or close of its candle, whichever is nearest. */
import type { Candle } from '../candles.ts'

export function magnetPrice(price: number, candle: Candle | undefined): number {
  if (candle === undefined) return price
  const away = (one: number): number => Math.abs(one - price)
  return [candle.open, candle.high, candle.low, candle.close].reduce((nearest, one) =>
    away(one) < away(nearest) ? one : nearest,
  )
}
