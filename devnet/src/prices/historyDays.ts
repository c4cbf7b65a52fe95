/**
 * Two years of days of one market, computed from the seed alone, that end exactly at the market's starting price:
 * a mean-reverting walk forward, then shifted so that its last value is the known one. Days share factor draws and
 * a volatility of the day across markets, so their charts rise and fall together.
 */
import { assert } from '@vest/protocol'
import { toTicks, type Bar } from './candleTree.ts'
import {
  combineDraws,
  TAKER_VALUE_LOG_STDEV,
  TAKER_VALUE_MEDIAN_USD,
  type MarketProfile,
} from './marketProfile.ts'
import { createRandom, deriveState, seedState, type Random, type RandomState } from './random.ts'
import { DAY_MS, type TradingClock } from './tradingClock.ts'

/** What the days have in common over all markets. */
export interface CommonDay {
  readonly equity: number
  readonly crypto: number
  readonly dollar: number
  /** Volatility of the day against the market's average. */
  readonly volatility: number
}

export interface HistoryDay extends Bar {
  readonly years: number
}

/** Stronger than the live walk's: two years stay within a small multiple of the starting price. */
const REVERSION_PER_YEAR = 2
const VOLATILITY_MEMORY = 0.95
const VOLATILITY_SHOCK = 0.1
const JUMPS_PER_YEAR = 6
const JUMP_DAILY_STDEVS = 2.5
const VOLUME_NOISE = 0.3
const MEAN_TAKER_USD = TAKER_VALUE_MEDIAN_USD * Math.exp(TAKER_VALUE_LOG_STDEV ** 2 / 2)
const USD6_ONE = 1_000_000

export function commonDays(seed: string, count: number): readonly CommonDay[] {
  const random = createRandom(seedState(`${seed}|history|common`))
  const days: CommonDay[] = []
  let logVolatility = 0
  for (let day = 0; day < count; day += 1) {
    logVolatility = VOLATILITY_MEMORY * logVolatility + VOLATILITY_SHOCK * random.normal()
    days.push({
      equity: random.normal(),
      crypto: random.normal(),
      dollar: random.normal(),
      volatility: Math.min(1.8, Math.max(0.6, Math.exp(logVolatility))),
    })
  }
  return days
}

/** The days on which the market was open at all, oldest first; the last one ends at `endMs`. */
export function historyDays(input: {
  readonly profile: MarketProfile
  readonly key: RandomState
  readonly common: readonly CommonDay[]
  readonly clock: TradingClock
  readonly firstDayMs: number
  readonly endMs: number
}): readonly HistoryDay[] {
  const { profile, key, common, clock, firstDayMs, endMs } = input
  const random = createRandom(deriveState(key, 0, 0))
  const days: HistoryDay[] = []
  const levels: number[] = [profile.volatility * 0.3 * random.normal()]
  let level = levels[0]!
  for (const [day, shared] of common.entries()) {
    const startMs = firstDayMs + day * DAY_MS
    if (startMs >= endMs) break
    const dayEndMs = Math.min(endMs, startMs + DAY_MS)
    const own = random.normal()
    const jump = random.uniform() < JUMPS_PER_YEAR / 365 ? JUMP_DAILY_STDEVS * random.normal() : 0
    const { openMinutes, years } = clock.measure(startMs, dayEndMs)
    if (openMinutes === 0) continue
    const stdev = profile.volatility * shared.volatility * Math.sqrt(years)
    level += stdev * (combineDraws(profile.loadings, shared, own) + jump) - REVERSION_PER_YEAR * years * level
    levels.push(level)
    const variance = stdev * stdev
    const { trades, value } = trading(profile, openMinutes, random)
    // Volume is in dollars until the day's price is known.
    days.push({ startMs, endMs: dayEndMs, open: 0, close: 0, volume: value, trades, variance, years })
  }
  assert(days.length > 0, `${profile.symbol} was never open before ${endMs}`)
  const closes = levels.map((value) => toTicks(profile.startPrice * Math.exp(value - level)))
  closes[closes.length - 1] = profile.startPrice
  const valueScale = 10 ** (6 - profile.priceDecimals - profile.sizeDecimals)
  return days.map((day, i) => ({
    startMs: day.startMs,
    endMs: day.endMs,
    open: closes[i]!,
    close: closes[i + 1]!,
    volume: Math.max(day.trades, Math.round((day.volume * USD6_ONE) / (closes[i + 1]! * valueScale))),
    trades: day.trades,
    variance: day.variance,
    years: day.years,
  }))
}

/** As many trades as the flow of today would make in that time, at least one a minute. */
function trading(profile: MarketProfile, openMinutes: number, random: Random) {
  const expected = profile.takersPerSecond * openMinutes * 60 * Math.exp(VOLUME_NOISE * random.normal())
  return { trades: Math.max(openMinutes, Math.round(expected)), value: expected * MEAN_TAKER_USD }
}
