/**
 * The anti-abuse signals of mechanics 9.8: what in an account's trades, and in those of the other accounts of its cluster,
 * speaks for a look before a claim is opened or a profit paid. None is a verdict. Pure: the result goes into the journal
 * with the command, so that a replay sees what was seen then.
 */
import type { CapitalSignal } from '@vest/engine'
import type { Candle, StoredFill } from '@vest/runtime'

export type SignalFill = Pick<StoredFill, 'timeMs' | 'symbol' | 'isBuy' | 'size' | 'pnl'>

export interface AbuseSources {
  /** Of the account, oldest first. */
  readonly fills: readonly SignalFill[]
  /** Of each other account of its cluster, oldest first. */
  readonly others: readonly (readonly SignalFill[])[]
  /** Candles of a minute by symbol, oldest first; a minute without any trusted price is absent. */
  readonly minutes: ReadonlyMap<string, readonly Pick<Candle, 'openTimeMs' | 'open' | 'close'>[]>
}

const OPPOSITE_WITHIN_MS = 600_000
const BRIEF_MS = 10_000
const BRIEF_PERCENT = 30
const GAP_PERCENT = 50
/** A jump of the price between or within minutes that counts as a gap, 10⁻⁴. */
const GAP_RATIO = 50
const MINUTE_MS = 60_000

export function abuseSignals({ fills, others, minutes }: AbuseSources): readonly CapitalSignal[] {
  const { openings, closings } = tradesOf(fills)
  const signals: CapitalSignal[] = []
  if (others.some((other) => isOpposed(openings, tradesOf(other).openings)))
    signals.push('OPPOSITE_POSITIONS')
  const profit = closings.reduce((sum, { pnl }) => sum + pnl, 0)
  if (profit <= 0) return signals
  const brief = closings.reduce((sum, { briefPnl }) => sum + briefPnl, 0)
  if (brief * 100 > profit * BRIEF_PERCENT) signals.push('BRIEF_TRADES')
  const gaps = new Map([...minutes].map(([symbol, candles]) => [symbol, gapMinutes(candles)]))
  const gained = closings.reduce((sum, { symbol, timeMs, pnl }) => {
    const minute = Math.floor(timeMs / MINUTE_MS)
    const near = gaps.get(symbol)
    return near?.has(minute) === true || near?.has(minute - 1) === true ? sum + pnl : sum
  }, 0)
  if (gained * 100 > profit * GAP_PERCENT) signals.push('PRICE_GAPS')
  return signals
}

interface Opening {
  readonly symbol: string
  readonly isLong: boolean
  readonly timeMs: number
}
interface Closing {
  readonly symbol: string
  readonly timeMs: number
  readonly pnl: number
  /** The part of it that comes from lots held for less than 10 s. */
  readonly briefPnl: number
}
interface Held {
  isLong: boolean
  /** The newest lots last: they are closed first, so that a standing position hides no brief one. */
  readonly lots: { readonly timeMs: number; size: number }[]
}

function tradesOf(fills: readonly SignalFill[]): {
  readonly openings: readonly Opening[]
  readonly closings: readonly Closing[]
} {
  const held = new Map<string, Held>()
  const openings: Opening[] = []
  const closings: Closing[] = []
  for (const { symbol, isBuy, timeMs, size, pnl } of fills) {
    const position = held.get(symbol) ?? { isLong: isBuy, lots: [] }
    held.set(symbol, position)
    let left: number = size
    if (position.isLong !== isBuy && position.lots.length > 0) {
      const { closed, brief } = closeNewest(position, left, timeMs)
      left -= closed
      closings.push({ symbol, timeMs, pnl, briefPnl: closed === 0 ? 0 : (pnl * brief) / closed })
    }
    if (left === 0) continue
    position.isLong = isBuy
    position.lots.push({ timeMs, size: left })
    openings.push({ symbol, isLong: isBuy, timeMs })
  }
  return { openings, closings }
}

function closeNewest({ lots }: Held, size: number, timeMs: number): { closed: number; brief: number } {
  let [closed, brief] = [0, 0]
  for (let lot = lots.at(-1); lot !== undefined && closed < size; lot = lots.at(-1)) {
    const taken = Math.min(lot.size, size - closed)
    closed += taken
    if (timeMs - lot.timeMs < BRIEF_MS) brief += taken
    lot.size -= taken
    if (lot.size === 0) lots.pop()
  }
  return { closed, brief }
}

function isOpposed(own: readonly Opening[], others: readonly Opening[]): boolean {
  return own.some((one) =>
    others.some(
      ({ symbol, isLong, timeMs }) =>
        symbol === one.symbol && isLong !== one.isLong && Math.abs(timeMs - one.timeMs) <= OPPOSITE_WITHIN_MS,
    ),
  )
}

/** Minutes in which the price jumped, or with which a market came back from a halt. */
function gapMinutes(candles: AbuseSources['minutes'] extends ReadonlyMap<string, infer Row> ? Row : never) {
  const gaps = new Set<number>()
  const isSafe = (from: number, to: number): boolean => Math.abs(to - from) * 10_000 >= from * GAP_RATIO
  for (const [at, { openTimeMs, open, close }] of candles.entries()) {
    const before = candles[at - 1]
    const isBack = before !== undefined && openTimeMs - before.openTimeMs > MINUTE_MS
    if (isBack || isSafe(open, close) || (before !== undefined && isSafe(before.close, open)))
      gaps.add(Math.floor(openTimeMs / MINUTE_MS))
  }
  return gaps
}
