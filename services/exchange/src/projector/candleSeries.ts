/**
 * The newest candles of one market and base interval, in memory: a ring of numbers, oldest first, of which
 * only the last one still changes. When the ring is full the oldest candle leaves it; it is in the store.
 */
import {
  assert,
  lots,
  ticks,
  timeMs,
  usd6,
  type Lots,
  type Ticks,
  type TimeMs,
  type Usd6,
} from '@vest/protocol'
import type { Candle } from '@vest/runtime'

const FIELDS = 8
const OPEN_TIME = 0
const OPEN = 1
const HIGH = 2
const LOW = 3
const CLOSE = 4
const VOLUME = 5
const QUOTE_VOLUME = 6
const TRADES = 7

export interface CandleSeries {
  readonly length: number
  /** 0 = the oldest. */
  at(index: number): Candle
  openTimeAt(index: number): TimeMs
  last(): Candle | undefined
  lastOpenTime(): TimeMs | undefined
  /** First index whose candle opens at `fromMs` or later; `length` if none does. */
  indexFrom(fromMs: number): number
  /** The fold of the candles from `index` on up to `end` (exclusive), without their objects. */
  rangeOf(index: number, end: number): CandleRange
  push(candle: Candle): void
  /** Older candles, oldest first; as many of the newest of them as there is room for. */
  prepend(candles: readonly Candle[]): void
  /** Forgets the oldest candles that open before. */
  dropBefore(openTimeMs: number): void
  sampleLast(mark: Ticks): void
  tradeLast(size: Lots, value: Usd6): void
  /** Every candle told in another way; none changes its time. */
  retell(change: (candle: Candle) => Candle): void
}

export interface CandleRange {
  readonly high: number
  readonly low: number
  readonly volume: number
  readonly quoteVolume: number
}

export function createCandleSeries(capacity: number): CandleSeries {
  const numbers = new Float64Array(capacity * FIELDS)
  let first = 0
  let length = 0
  const offset = (index: number): number => ((first + index) % capacity) * FIELDS

  const write = (index: number, candle: Candle): void => {
    const place = offset(index)
    numbers[place + OPEN_TIME] = candle.openTimeMs
    numbers[place + OPEN] = candle.open
    numbers[place + HIGH] = candle.high
    numbers[place + LOW] = candle.low
    numbers[place + CLOSE] = candle.close
    numbers[place + VOLUME] = candle.volume
    numbers[place + QUOTE_VOLUME] = candle.quoteVolume
    numbers[place + TRADES] = candle.trades
  }
  const at = (index: number): Candle => {
    const place = offset(index)
    return {
      openTimeMs: numbers[place + OPEN_TIME] as TimeMs,
      open: numbers[place + OPEN] as Ticks,
      high: numbers[place + HIGH] as Ticks,
      low: numbers[place + LOW] as Ticks,
      close: numbers[place + CLOSE] as Ticks,
      volume: numbers[place + VOLUME] as Lots,
      quoteVolume: numbers[place + QUOTE_VOLUME] as Usd6,
      trades: numbers[place + TRADES]!,
    }
  }
  const openTimeAt = (index: number): TimeMs => numbers[offset(index) + OPEN_TIME] as TimeMs

  return {
    get length() {
      return length
    },
    at,
    openTimeAt,
    last: () => (length === 0 ? undefined : at(length - 1)),
    lastOpenTime: () => (length === 0 ? undefined : openTimeAt(length - 1)),
    indexFrom(fromMs) {
      let low = 0
      let high = length
      while (low < high) {
        const middle = (low + high) >> 1
        if (openTimeAt(middle) < fromMs) low = middle + 1
        else high = middle
      }
      return low
    },
    rangeOf(index, end) {
      let [high, low, volume, quoteVolume] = [0, Number.MAX_SAFE_INTEGER, 0, 0]
      for (let each = index; each < end; each += 1) {
        const place = offset(each)
        if (numbers[place + HIGH]! > high) high = numbers[place + HIGH]!
        if (numbers[place + LOW]! < low) low = numbers[place + LOW]!
        volume += numbers[place + VOLUME]!
        quoteVolume += numbers[place + QUOTE_VOLUME]!
      }
      return { high, low, volume, quoteVolume }
    },
    push(candle) {
      assert(
        length === 0 || candle.openTimeMs > openTimeAt(length - 1),
        'candles are pushed in order of time',
      )
      if (length === capacity) first = (first + 1) % capacity
      else length += 1
      write(length - 1, candle)
    },
    prepend(candles) {
      assert(
        length === 0 || candles.every((candle) => candle.openTimeMs < openTimeAt(0)),
        'prepended candles are older',
      )
      for (let index = candles.length - 1; index >= 0 && length < capacity; index -= 1) {
        first = (first + capacity - 1) % capacity
        length += 1
        write(0, candles[index]!)
      }
    },
    dropBefore(openTimeMs) {
      while (length > 0 && numbers[offset(0) + OPEN_TIME]! < openTimeMs) {
        first = (first + 1) % capacity
        length -= 1
      }
    },
    sampleLast(mark) {
      const place = offset(length - 1)
      if (mark > numbers[place + HIGH]!) numbers[place + HIGH] = mark
      if (mark < numbers[place + LOW]!) numbers[place + LOW] = mark
      numbers[place + CLOSE] = mark
    },
    tradeLast(size, value) {
      const place = offset(length - 1)
      numbers[place + VOLUME] = lots(numbers[place + VOLUME]! + size)
      numbers[place + QUOTE_VOLUME] = usd6(numbers[place + QUOTE_VOLUME]! + value)
      numbers[place + TRADES]! += 1
    },
    retell(change) {
      for (let index = 0; index < length; index += 1) write(index, change(at(index)))
    },
  }
}

/** A candle as its first sample makes it. */
export const candleOf = (openTimeMs: number, mark: Ticks): Candle => ({
  openTimeMs: timeMs(openTimeMs),
  open: mark,
  high: mark,
  low: mark,
  close: mark,
  volume: lots(0),
  quoteVolume: usd6(0),
  trades: 0,
})

export const sampled = (candle: Candle, mark: Ticks): Candle => ({
  ...candle,
  high: ticks(Math.max(candle.high, mark)),
  low: ticks(Math.min(candle.low, mark)),
  close: mark,
})
