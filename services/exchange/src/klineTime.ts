/** Where the intervals of candles begin and end, in UTC: weeks on Monday, months on their first day. */
import { assert, type KlineInterval } from '@vest/protocol'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

const FIXED_MS: Readonly<Partial<Record<KlineInterval, number>>> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '3d': 3 * DAY_MS,
  '1w': 7 * DAY_MS,
}
/** The epoch was a Thursday; Monday of that week lies three days before. */
const MONDAY_MS = -3 * DAY_MS

/** Start of the interval that contains `atMs`. */
export function intervalStartMs(interval: KlineInterval, atMs: number): number {
  if (interval === '1M') {
    const date = new Date(atMs)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  }
  const origin = interval === '1w' ? MONDAY_MS : 0
  const length = lengthMs(interval)
  return Math.floor((atMs - origin) / length) * length + origin
}

/** Last millisecond of the interval that opens at `openTimeMs`, also while it runs. */
export function closeTimeMs(interval: KlineInterval, openTimeMs: number): number {
  if (interval !== '1M') return openTimeMs + lengthMs(interval) - 1
  const date = new Date(openTimeMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - 1
}

function lengthMs(interval: KlineInterval): number {
  const length = FIXED_MS[interval]
  assert(length !== undefined, `no fixed length: ${interval}`)
  return length
}
