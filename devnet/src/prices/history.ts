/**
 * Candles from before the exchange began, computed from the seed on demand and never stored: one-minute candles
 * of a week, hours of a quarter, days of two years, each counted in whole UTC days before the day of genesis
 * plus the running one.
 *
 * They agree with each other to the last lot (see candleTree) and end where live prices begin: the last close is
 * the market's starting price at `endTimeMs`, the minute of genesis. The running hour and day are returned up to
 * `endTimeMs`; a reader with live candles of the same open time folds the two together.
 */
import { alwaysOpen, type SessionCalendar } from '@vest/oracle'
import { timeMs } from '@vest/protocol'
import type { BaseInterval, Candle, CandleHistory } from '@vest/runtime'
import { foldCandles, leafCandle, splitBar, type Bar, type Slot } from './candleTree.ts'
import { commonDays, historyDays, type CommonDay, type HistoryDay } from './historyDays.ts'
import { marketProfile, type MarketProfile } from './marketProfile.ts'
import { createRandom, deriveState, seedState, type RandomState } from './random.ts'
import {
  createTradingClock,
  DAY_MS,
  HOUR_MS,
  hourActivity,
  MINUTE_MS,
  type TradingClock,
} from './tradingClock.ts'

export interface CandleHistoryOptions {
  readonly seed: string
  readonly genesisMs: number
  readonly calendar?: SessionCalendar
}

/** Whole UTC days before the day of genesis. */
export const HISTORY_DAYS: Readonly<Record<BaseInterval, number>> = { '1m': 7, '1h': 90, '1d': 730 }
/** Markets whose days are kept: a chart asks for the same one again and again. */
const MARKETS_KEPT = 16

/** Levels of the tree of generators. */
const HOURS_OF_DAY = 1
const MINUTES_OF_HOUR = 2
const LEAF_OF_DAY = 3

interface MarketHistory {
  readonly profile: MarketProfile
  readonly key: RandomState
  readonly clock: TradingClock
  readonly valueScale: number
  readonly days: readonly HistoryDay[]
  /** Hour candles that were folded from minutes, by day: the costly ones, a week of them. */
  readonly foldedHours: Map<number, readonly Candle[]>
}

interface HistoryRange {
  readonly endMs: number
  readonly firstMs: Readonly<Record<BaseInterval, number>>
}

export function createCandleHistory(options: CandleHistoryOptions): CandleHistory {
  const { seed, genesisMs } = options
  const calendar = options.calendar ?? alwaysOpen
  const endMs = Math.floor(genesisMs / MINUTE_MS) * MINUTE_MS
  const runningDayMs = Math.floor(endMs / DAY_MS) * DAY_MS
  const range: HistoryRange = {
    endMs,
    firstMs: {
      '1m': runningDayMs - HISTORY_DAYS['1m'] * DAY_MS,
      '1h': runningDayMs - HISTORY_DAYS['1h'] * DAY_MS,
      '1d': runningDayMs - HISTORY_DAYS['1d'] * DAY_MS,
    },
  }
  const common: readonly CommonDay[] = commonDays(`${seed}|${genesisMs}`, HISTORY_DAYS['1d'] + 1)
  const kept = new Map<string, MarketHistory>()

  function historyOf(profile: MarketProfile): MarketHistory {
    const known = kept.get(profile.symbol)
    kept.delete(profile.symbol)
    const history = known ?? beginHistory(profile)
    kept.set(profile.symbol, history)
    for (const symbol of kept.keys()) {
      if (kept.size <= MARKETS_KEPT) break
      kept.delete(symbol)
    }
    return history
  }

  function beginHistory(profile: MarketProfile): MarketHistory {
    const key = seedState(`${seed}|history|${genesisMs}|${profile.symbol}`)
    const clock = createTradingClock(profile, calendar)
    const days = historyDays({ profile, key, common, clock, firstDayMs: range.firstMs['1d'], endMs })
    const valueScale = 10 ** (6 - profile.priceDecimals - profile.sizeDecimals)
    return { profile, key, clock, valueScale, days, foldedHours: new Map() }
  }

  return {
    endTimeMs: timeMs(endMs),
    candles(symbol, interval, fromMs, toMs) {
      const profile = marketProfile(symbol)
      if (profile === undefined) return []
      const first = Math.max(fromMs, range.firstMs[interval])
      const last = Math.min(toMs, endMs - 1)
      return first > last ? [] : candlesOf(historyOf(profile), range, { interval, first, last })
    },
  }
}

interface Request {
  readonly interval: BaseInterval
  /** Open times in [first, last]. */
  readonly first: number
  readonly last: number
}

function candlesOf(
  history: MarketHistory,
  range: HistoryRange,
  { interval, first, last }: Request,
): Candle[] {
  const candles: Candle[] = []
  const take = (found: readonly Candle[]): void => {
    for (const candle of found)
      if (candle.openTimeMs >= first && candle.openTimeMs <= last) candles.push(candle)
  }
  for (const day of history.days) {
    if (day.startMs > last || day.endMs <= first) continue
    if (interval === '1d') take([dayCandle(history, range, day)])
    else if (interval === '1h') take(hourCandles(history, range, day))
    else
      for (const hour of hoursOf(history, day))
        if (hour.startMs <= last && hour.endMs > first) take(minuteCandles(history, hour))
  }
  return candles
}

// ---------------------------------------------------------------- candles: leaves, and folds of leaves

function dayCandle(history: MarketHistory, range: HistoryRange, day: HistoryDay): Candle {
  if (day.startMs >= range.firstMs['1h']) return foldCandles(hourCandles(history, range, day), day.startMs)
  return leafCandle(
    day,
    history.valueScale,
    createRandom(deriveState(history.key, LEAF_OF_DAY, day.startMs / DAY_MS)),
  )
}

function hourCandles(history: MarketHistory, range: HistoryRange, day: HistoryDay): readonly Candle[] {
  if (day.startMs < range.firstMs['1m']) {
    const random = createRandom(deriveState(history.key, LEAF_OF_DAY, day.startMs / DAY_MS))
    return hoursOf(history, day).map((hour) => leafCandle(hour, history.valueScale, random))
  }
  const known = history.foldedHours.get(day.startMs)
  if (known) return known
  const hours = hoursOf(history, day).map((hour) => foldCandles(minuteCandles(history, hour), hour.startMs))
  history.foldedHours.set(day.startMs, hours)
  return hours
}

function minuteCandles(history: MarketHistory, hour: Bar): readonly Candle[] {
  const random = createRandom(deriveState(history.key, MINUTES_OF_HOUR, hour.startMs / HOUR_MS))
  return splitBar(hour, minuteSlots(history, hour), random).map((minute) =>
    leafCandle(minute, history.valueScale, random),
  )
}

// ---------------------------------------------------------------- bars below a day

function hoursOf(history: MarketHistory, day: HistoryDay): readonly Bar[] {
  const random = createRandom(deriveState(history.key, HOURS_OF_DAY, day.startMs / DAY_MS))
  return splitBar(day, hourSlots(history, day), random)
}

function hourSlots({ profile, clock }: MarketHistory, day: HistoryDay): readonly Slot[] {
  const slots: Slot[] = []
  for (let startMs = day.startMs; startMs < day.endMs; startMs += HOUR_MS) {
    const endMs = Math.min(startMs + HOUR_MS, day.endMs)
    const { openMinutes, years } = clock.measure(startMs, endMs)
    if (openMinutes === 0) continue
    const activity = openMinutes * hourActivity(profile, startMs)
    slots.push({
      startMs,
      endMs,
      variance: (day.variance * years) / day.years,
      activity,
      tradesMin: openMinutes,
    })
  }
  return slots
}

function minuteSlots({ clock }: MarketHistory, hour: Bar): readonly Slot[] {
  const total = clock.measure(hour.startMs, hour.endMs)
  const slots: Slot[] = []
  for (let startMs = hour.startMs; startMs < hour.endMs; startMs += MINUTE_MS) {
    const endMs = startMs + MINUTE_MS
    const { openMinutes, years } = clock.measure(startMs, endMs)
    if (openMinutes === 0) continue
    slots.push({ startMs, endMs, variance: (hour.variance * years) / total.years, activity: 1, tradesMin: 1 })
  }
  return slots
}
