/**
 * Funding rates of the hours before the exchange began, computed from the seed on demand: as far back as the candles of
 * days, for every market that has them. The premium of longs wanders from day to day and trembles from hour to hour:
 *
 *     premium = lerp(D(day), D(day + 1)) + H(hour),   D ~ N(0, 0.0002²),   H ~ N(0, 0.00003²)
 *     rate    = trunc(clamp(premium + 0.0001, ±0.0008) / 8)          per hour, 8 decimals (mechanics 3.1)
 *
 * so that most rates lie about 0.00125 % an hour, where a market without a premium has them.
 */
import { rate8, timeMs } from '@vest/protocol'
import type { FundingPast, PastRate } from '@vest/runtime'
import { HISTORY_DAYS } from './history.ts'
import { marketProfile } from './marketProfile.ts'
import { createRandom, deriveState, seedState, type RandomState } from './random.ts'
import { DAY_MS, HOUR_MS } from './tradingClock.ts'

/** Of eight hours, 8 decimals. */
const INTEREST = 10_000
const DAY_DEVIATION = 20_000
const HOUR_DEVIATION = 3_000
const RATE_MAX = 80_000
const HOURS_OF_RATE = 8

const LEVEL = { day: 0, hour: 1 } as const

export interface FundingPastOptions {
  readonly seed: string
  readonly genesisMs: number
}

export function createFundingPast({ seed, genesisMs }: FundingPastOptions): FundingPast {
  const endMs = Math.floor(genesisMs / HOUR_MS) * HOUR_MS
  const firstMs = Math.floor(genesisMs / DAY_MS) * DAY_MS - HISTORY_DAYS['1d'] * DAY_MS
  return {
    endTimeMs: timeMs(endMs),
    rates(symbol, fromMs, toMs) {
      if (marketProfile(symbol) === undefined) return []
      const key = seedState(`${seed}|funding|${genesisMs}|${symbol}`)
      const rates: PastRate[] = []
      const first = Math.ceil(Math.max(fromMs, firstMs) / HOUR_MS)
      const last = Math.floor(Math.min(toMs, endMs - HOUR_MS) / HOUR_MS)
      for (let hour = first; hour <= last; hour += 1)
        rates.push({ hourMs: timeMs(hour * HOUR_MS), rate: rate8(rateOf(key, hour)) })
      return rates
    },
  }
}

function rateOf(key: RandomState, hour: number): number {
  const days = hour / 24
  const day = Math.floor(days)
  const part = days - day
  const wanders = (1 - part) * noise(key, LEVEL.day, day) + part * noise(key, LEVEL.day, day + 1)
  const premium = DAY_DEVIATION * wanders + HOUR_DEVIATION * noise(key, LEVEL.hour, hour)
  const ofEight = Math.min(RATE_MAX, Math.max(-RATE_MAX, premium + INTEREST))
  // Without a zero that has a sign.
  return Math.trunc(ofEight / HOURS_OF_RATE) || 0
}

const noise = (key: RandomState, level: number, index: number): number =>
  createRandom(deriveState(key, level, index)).normal()
