/**
 * One bar of trading into the smaller bars that it is made of: the first child opens where the parent opens, the
 * last closes where it closes, volumes and trade counts add up. Opens and closes come down the tree by Brownian
 * bridges; highs, lows and quote volumes are drawn at the leaves alone and come up again as folds. So a chart of
 * hours and a chart of minutes tell the same story exactly, and neither is stored.
 */
import { assert, lots, ticks, timeMs, usd6 } from '@vest/protocol'
import type { Candle } from '@vest/runtime'
import type { Random } from './random.ts'

/** Prices in ticks, volume in lots. */
export interface Bar {
  readonly startMs: number
  /** Exclusive. */
  readonly endMs: number
  readonly open: number
  readonly close: number
  readonly volume: number
  readonly trades: number
  /** Variance of the log price over the bar. */
  readonly variance: number
}

/** A child before it has prices: when it is, how much may happen in it. */
export interface Slot {
  readonly startMs: number
  readonly endMs: number
  readonly variance: number
  /** Share of the parent's trading, relative to the other slots. */
  readonly activity: number
  /** Fewest trades the slot has: one per smallest candle in it. */
  readonly tradesMin: number
}

export function splitBar(parent: Bar, slots: readonly Slot[], random: Random): readonly Bar[] {
  const ends = bridge(parent, slots, random)
  const trades = splitCount({ total: parent.trades, slots, isMinimumKept: true }, random)
  // Every trade is at least one lot; the rest is spread with a noise of its own.
  const spread = splitCount({ total: parent.volume - parent.trades, slots, isMinimumKept: false }, random)
  return slots.map((slot, i) => ({
    startMs: slot.startMs,
    endMs: slot.endMs,
    open: ends[i]!,
    close: ends[i + 1]!,
    volume: trades[i]! + spread[i]!,
    trades: trades[i]!,
    variance: slot.variance,
  }))
}

/** Open of the first slot and close of each, in ticks: a random walk bent so that it ends at the parent's close. */
function bridge(parent: Bar, slots: readonly Slot[], random: Random): Float64Array {
  const ends = new Float64Array(slots.length + 1)
  let walk = 0
  let variance = 0
  for (let i = 0; i < slots.length; i += 1) {
    variance += slots[i]!.variance
    walk += Math.sqrt(slots[i]!.variance) * random.normal()
    ends[i + 1] = walk
  }
  const missing = Math.log(parent.close / parent.open) - walk
  let passed = 0
  ends[0] = parent.open
  for (let i = 1; i < slots.length; i += 1) {
    passed += slots[i - 1]!.variance
    ends[i] = toTicks(parent.open * Math.exp(ends[i]! + (missing * passed) / variance))
  }
  ends[slots.length] = parent.close
  return ends
}

/** Half up; a price never falls below one tick. */
export const toTicks = (price: number): number => Math.max(1, Math.floor(price + 0.5))

/** Noise of a slot's share of trading: log-normal with this width. */
const ACTIVITY_NOISE = 0.45

/** A whole number into whole parts that add up to it. */
function splitCount(
  count: { readonly total: number; readonly slots: readonly Slot[]; readonly isMinimumKept: boolean },
  random: Random,
): readonly number[] {
  const { slots } = count
  const weights = new Float64Array(slots.length)
  let weightTotal = 0
  let free = count.total
  for (let i = 0; i < slots.length; i += 1) {
    weights[i] = slots[i]!.activity * Math.exp(ACTIVITY_NOISE * random.normal())
    weightTotal += weights[i]!
    if (count.isMinimumKept) free -= slots[i]!.tradesMin
  }
  assert(free >= 0, 'fewer trades than candles')
  let weightPassed = 0
  let given = 0
  return slots.map((slot, i) => {
    weightPassed += weights[i]!
    const isLast = i === slots.length - 1
    const until = isLast ? free : Math.min(free, Math.floor((free * weightPassed) / weightTotal))
    const part = until - given + (count.isMinimumKept ? slot.tradesMin : 0)
    given = until
    return part
  })
}

/**
 * A candle that has no smaller ones: its extremes are those of a Brownian bridge between open and close. Its quote
 * volume is volume · average price · K (`valueScale`), exact because the average is a whole tick between low and
 * high.
 */
export function leafCandle(bar: Bar, valueScale: number, random: Random): Candle {
  const { open, close, variance, volume } = bar
  const change = Math.log(close / open)
  const high = Math.max(
    open,
    close,
    toTicks(open * Math.exp(bridgeMaximum(change, variance, random.uniform()))),
  )
  const low = Math.min(
    open,
    close,
    toTicks(open * Math.exp(-bridgeMaximum(-change, variance, random.uniform()))),
  )
  const average = Math.round(0.25 * (open + close) + 0.5 * (low + (high - low) * random.uniform()))
  return {
    openTimeMs: timeMs(bar.startMs),
    open: ticks(open),
    high: ticks(high),
    low: ticks(low),
    close: ticks(close),
    volume: lots(volume),
    quoteVolume: usd6(volume * Math.min(high, Math.max(low, average)) * valueScale),
    trades: bar.trades,
  }
}

/**
 * The maximum of a Brownian bridge from 0 to `change` with variance s²: P(M > m) = exp(-2m(m - change)/s²), so
 * M = (change + √(change² - 2s²·ln U)) / 2, which is never below 0 nor below `change`.
 */
function bridgeMaximum(change: number, variance: number, uniform: number): number {
  return (change + Math.sqrt(change * change - 2 * variance * Math.log(uniform))) / 2
}

/** The candle that smaller ones make together. */
export function foldCandles(children: readonly Candle[], openTimeMs: number): Candle {
  const first = children[0]
  const last = children.at(-1)
  assert(first !== undefined && last !== undefined, 'a candle has at least one child')
  let { high, low } = first
  let volume = 0
  let quoteVolume = 0
  let trades = 0
  for (const child of children) {
    if (child.high > high) high = child.high
    if (child.low < low) low = child.low
    volume += child.volume
    quoteVolume += child.quoteVolume
    trades += child.trades
  }
  return {
    openTimeMs: timeMs(openTimeMs),
    open: first.open,
    high,
    low,
    close: last.close,
    volume: lots(volume),
    quoteVolume: usd6(quoteVolume),
    trades,
  }
}
