/**
 * How much of a market's life lies in a span of time: minutes in which it is open, share of a year's variance,
 * share of a day's trading. Built on the session calendar, so history has no candle where the market was closed.
 */
import { alwaysOpen, type SessionCalendar } from '@vest/oracle'
import type { Session } from '@vest/protocol'
import type { MarketProfile } from './marketProfile.ts'
import { secondInYears } from './priceWalk.ts'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

export interface TradingSpan {
  /** Whole minutes in which the market is open. */
  readonly openMinutes: number
  readonly years: number
}

export interface TradingClock {
  measure(fromMs: number, toMs: number): TradingSpan
}

interface SessionSpan {
  readonly startMs: number
  readonly endMs: number
  readonly session: Session
}

const YEAR_MS = 31_536_000_000

export function createTradingClock(profile: MarketProfile, calendar: SessionCalendar): TradingClock {
  if (calendar === alwaysOpen)
    return {
      measure: (fromMs, toMs) => ({
        openMinutes: (toMs - fromMs) / MINUTE_MS,
        years: (toMs - fromMs) / YEAR_MS,
      }),
    }

  // Spans are asked for in order, minute by minute: the sessions of the last day asked for are kept.
  let keptDayMs = Number.NaN
  let kept: readonly SessionSpan[] = []
  function sessionsOfDay(dayMs: number): readonly SessionSpan[] {
    if (dayMs !== keptDayMs) {
      kept = sessionSpans(profile, calendar, dayMs, dayMs + DAY_MS)
      keptDayMs = dayMs
    }
    return kept
  }

  return {
    measure(fromMs, toMs) {
      let openMinutes = 0
      let years = 0
      const dayMs = Math.floor(fromMs / DAY_MS) * DAY_MS
      for (const { startMs, endMs, session } of sessionsOfDay(dayMs)) {
        const overlapMs = Math.min(endMs, toMs) - Math.max(startMs, fromMs)
        if (overlapMs <= 0 || session === 'CLOSED') continue
        openMinutes += overlapMs / MINUTE_MS
        years += (overlapMs / 1_000) * secondInYears(profile, session)
      }
      return { openMinutes, years }
    },
  }
}

function sessionSpans(
  profile: MarketProfile,
  calendar: SessionCalendar,
  fromMs: number,
  toMs: number,
): readonly SessionSpan[] {
  const spans: SessionSpan[] = []
  let startMs = fromMs
  let session = calendar.sessionAt(profile, fromMs)
  for (;;) {
    const next = calendar.nextChange(profile, startMs)
    const endMs = next === undefined ? toMs : Math.min(toMs, next.timeMs)
    spans.push({ startMs, endMs, session })
    if (next === undefined || endMs === toMs) return spans
    startMs = endMs
    session = next.session
  }
}

// prettier-ignore
const ACTIVITY_BY_UTC_HOUR: Readonly<Record<MarketProfile['asset'], readonly number[]>> = {
  // Quiet nights, a lively open at half past nine in New York, a second wave before the close.
  stock: [0.5, 0.45, 0.4, 0.4, 0.4, 0.4, 0.45, 0.5, 0.6, 0.65, 0.7, 0.8, 1.0, 1.6, 2.3, 2.0, 1.6, 1.4, 1.4, 1.6, 2.0, 1.2, 0.7, 0.55],
  // Round the clock, with the hours in which Europe and America are both awake ahead.
  crypto: [1.0, 0.95, 0.9, 0.85, 0.8, 0.8, 0.8, 0.9, 1.0, 1.0, 1.0, 1.0, 1.1, 1.3, 1.5, 1.5, 1.4, 1.2, 1.1, 1.0, 1.0, 0.9, 0.9, 1.0],
  // London, then London and New York together.
  forex: [0.7, 0.7, 0.7, 0.6, 0.6, 0.6, 0.8, 1.2, 1.4, 1.3, 1.2, 1.2, 1.5, 1.8, 1.9, 1.7, 1.3, 1.0, 0.8, 0.7, 0.6, 0.5, 0.5, 0.6],
}

/** Trading of an hour of the day against the day's average. */
export const hourActivity = (profile: MarketProfile, timeMs: number): number =>
  ACTIVITY_BY_UTC_HOUR[profile.asset][Math.floor(timeMs / HOUR_MS) % 24]!
