/**
 * The random walk behind the simulated prices, one second per step:
 *
 *   r = -σ²τ/2 + σ√τ·Z + J - κ·ln(S/S0)·τ      Z = Σ β_f·Z_f + √(1 - Σβ_f²)·Z_own
 *
 * σ: annual volatility times the regime's factor; τ: the second as a share of a year; J: Poisson jumps; κ pulls
 * months-long runs back to plausible levels. Doubles are fine here: what leaves is rounded to ticks and recorded
 * by the journal. The whole state is data, so a path that is saved and restored continues at the same draw.
 */
import type { Session } from '@vest/protocol'
import { combineDraws, type MarketProfile } from './marketProfile.ts'
import { createRandom, seedState, type Random, type RandomState } from './random.ts'

export const REGIMES = ['calm', 'normal', 'stressed'] as const
export type Regime = (typeof REGIMES)[number]

const REGIME_VOLATILITY: Readonly<Record<Regime, number>> = { calm: 0.7, normal: 1, stressed: 1.8 }
/** Mean stay in each regime, in steps of one second. */
const REGIME_STAY_S: Readonly<Record<Regime, number>> = {
  calm: 6 * 3_600,
  normal: 24 * 3_600,
  stressed: 2 * 3_600,
}
/** Out of `normal` the walk turns calm more often than stressed. */
const CALM_SHARE = 0.7

const REVERSION_PER_YEAR = 0.4
const JUMPS_PER_YEAR = 6
const JUMP_DAILY_STDEVS = 4
const TRADING_DAYS = 252
const EARNINGS_PER_YEAR = 4
const EARNINGS_STDEV = 0.06
/** One step moves a price by less than a factor e: a guard for the ticks, never reached by the figures above. */
const STEP_LOG_MAX = 1

const YEAR_S = 31_536_000
const FOREX_YEAR_S = 52 * 5 * 86_400
/** Share of a day's variance by session; the rest is the gap with which the regular session opens. */
const REGULAR_SHARE = 0.75
const EXTENDED_SHARE = 0.12
const OVERNIGHT_SHARE = 0.03
const GAP_SHARE = 0.1
const REGULAR_S = 6.5 * 3_600
const EXTENDED_S = 9.5 * 3_600
const OVERNIGHT_S = 8 * 3_600
const INDEX_EXTENDED_S = 16.5 * 3_600

/** Sources of one market: their errors are AR(1) around the true price, stationary at these widths. */
const SOURCE_STDEV_BPS: readonly number[] = [0.5, 1, 2]
const SOURCE_MEMORY = 0.97
const DROPOUT_PROBABILITY = 0.001
const BAD_TICK_PROBABILITY = 0.0001
const BAD_TICK_FACTOR = 0.1
const DELAY_MS_MIN = 50
const DELAY_MS_MAX = 800

export interface WalkState {
  readonly step: number
  readonly regime: Regime
  readonly factors: {
    readonly equity: RandomState
    readonly crypto: RandomState
    readonly dollar: RandomState
  }
  readonly regimeRandom: RandomState
  readonly markets: Readonly<Record<string, MarketWalkState>>
}
export interface MarketWalkState {
  /** The true price in units of the quote currency (not ticks). */
  readonly price: number
  readonly random: RandomState
  readonly sourceErrorsBps: readonly number[]
  readonly session: Session
}

/** What one source says of a market in one step; `delayMs` is how long ago it saw it. */
export interface SourceReading {
  readonly symbol: string
  readonly source: number
  readonly price: number
  readonly delayMs: number
}

export interface PriceWalk {
  /** One second passes. `sessionOf` says in which session each market is. */
  step(sessionOf: (profile: MarketProfile) => Session): void
  /** What the sources say now; draws their delays and faults, so once per step. */
  read(profile: MarketProfile): readonly SourceReading[]
  price(symbol: string): number | undefined
  setPrice(symbol: string, price: number): void
  setRegime(regime: Regime): void
  regime(): Regime
  state(): WalkState
}

export interface PriceWalkOptions {
  readonly seed: string
  readonly genesisMs: number
  readonly profiles: readonly MarketProfile[]
  /** Every second counts like one of crypto, at every hour: the schedule of an always-open exchange. */
  readonly isAlwaysOpen: boolean
  readonly state?: WalkState
}

interface MarketWalk {
  readonly profile: MarketProfile
  readonly startPrice: number
  readonly random: Random
  readonly sourceErrorsBps: number[]
  price: number
  session: Session
}

export function createPriceWalk(options: PriceWalkOptions): PriceWalk {
  const { seed, genesisMs, profiles, isAlwaysOpen, state } = options
  const randomOf = (name: string, saved?: RandomState): Random =>
    createRandom(saved ?? seedState(`${seed}|walk|${genesisMs}|${name}`))
  const factors = {
    equity: randomOf('factor:equity', state?.factors.equity),
    crypto: randomOf('factor:crypto', state?.factors.crypto),
    dollar: randomOf('factor:dollar', state?.factors.dollar),
  }
  const regimeRandom = randomOf('regime', state?.regimeRandom)
  const markets = new Map(
    profiles.map((profile): [string, MarketWalk] => {
      const saved = state?.markets[profile.symbol]
      const startPrice = profile.startPrice / 10 ** profile.priceDecimals
      return [
        profile.symbol,
        {
          profile,
          startPrice,
          random: randomOf(`market:${profile.symbol}`, saved?.random),
          sourceErrorsBps: [...(saved?.sourceErrorsBps ?? SOURCE_STDEV_BPS.map(() => 0))],
          price: saved?.price ?? startPrice,
          session: saved?.session ?? 'REGULAR',
        },
      ]
    }),
  )
  let steps = state?.step ?? 0
  let regime: Regime = state?.regime ?? 'normal'

  const marketOf = (symbol: string): MarketWalk => {
    const market = markets.get(symbol)
    if (market === undefined) throw new RangeError(`no such market: ${symbol}`)
    return market
  }

  return {
    step(sessionOf) {
      steps += 1
      regime = nextRegime(regime, regimeRandom)
      const draws = {
        equity: factors.equity.normal(),
        crypto: factors.crypto.normal(),
        dollar: factors.dollar.normal(),
      }
      for (const market of markets.values()) {
        const session = sessionOf(market.profile)
        const own = market.random.normal()
        const draw = combineDraws(market.profile.loadings, draws, own)
        const years = isAlwaysOpen ? 1 / YEAR_S : secondInYears(market.profile, session)
        const gap = isAlwaysOpen ? 0 : openingGap(market, session)
        const move = years === 0 ? 0 : logReturn(market, { draw, years, regime }) + gap
        market.price *= Math.exp(Math.max(-STEP_LOG_MAX, Math.min(STEP_LOG_MAX, move)))
        market.session = session
      }
    },
    read(profile) {
      return readSources(marketOf(profile.symbol))
    },
    price: (symbol) => markets.get(symbol)?.price,
    setPrice(symbol, price) {
      marketOf(symbol).price = price
    },
    regime: () => regime,
    setRegime(next) {
      regime = next
    },
    state: () => ({
      step: steps,
      regime,
      factors: {
        equity: factors.equity.state(),
        crypto: factors.crypto.state(),
        dollar: factors.dollar.state(),
      },
      regimeRandom: regimeRandom.state(),
      markets: Object.fromEntries(
        [...markets].map(([symbol, { price, random, sourceErrorsBps, session }]) => [
          symbol,
          { price, random: random.state(), sourceErrorsBps: [...sourceErrorsBps], session },
        ]),
      ),
    }),
  }
}

function nextRegime(regime: Regime, random: Random): Regime {
  if (random.uniform() >= 1 / REGIME_STAY_S[regime]) return regime
  if (regime !== 'normal') return 'normal'
  return random.uniform() < CALM_SHARE ? 'calm' : 'stressed'
}

/** One step's log return; `years` is the step as a share of a year, `draw` the combined normal draw. */
export function logReturn(
  market: Pick<MarketWalk, 'profile' | 'price' | 'startPrice' | 'random'>,
  second: { readonly draw: number; readonly years: number; readonly regime: Regime },
): number {
  const { years } = second
  const sigma = market.profile.volatility * REGIME_VOLATILITY[second.regime]
  const isJump = market.random.uniform() < JUMPS_PER_YEAR * years
  const jump = isJump ? (market.random.normal() * JUMP_DAILY_STDEVS * sigma) / Math.sqrt(TRADING_DAYS) : 0
  const reversion = REVERSION_PER_YEAR * Math.log(market.price / market.startPrice) * years
  return -0.5 * sigma * sigma * years + sigma * Math.sqrt(years) * second.draw + jump - reversion
}

/** One second of a session as a share of the year's variance; 0 while closed. */
export function secondInYears(profile: MarketProfile, session: Session): number {
  if (session === 'CLOSED') return 0
  if (profile.asset === 'crypto') return 1 / YEAR_S
  if (profile.asset === 'forex') return 1 / FOREX_YEAR_S
  if (session === 'REGULAR') return REGULAR_SHARE / (REGULAR_S * TRADING_DAYS)
  if (profile.category === 'index')
    return (EXTENDED_SHARE + OVERNIGHT_SHARE) / (INDEX_EXTENDED_S * TRADING_DAYS)
  return session === 'EXTENDED'
    ? EXTENDED_SHARE / (EXTENDED_S * TRADING_DAYS)
    : OVERNIGHT_SHARE / (OVERNIGHT_S * TRADING_DAYS)
}

/** The regular session opens with a gap; quarterly figures come out at the morning's first extended second. */
function openingGap(market: MarketWalk, session: Session): number {
  const { profile, random, session: before } = market
  if (profile.asset !== 'stock') return 0
  if (session === 'REGULAR' && before === 'EXTENDED')
    return random.normal() * profile.volatility * Math.sqrt(GAP_SHARE / TRADING_DAYS)
  const isCompany = profile.category !== 'etf' && profile.category !== 'index'
  if (isCompany && session === 'EXTENDED' && before === 'OVERNIGHT')
    return random.uniform() < EARNINGS_PER_YEAR / TRADING_DAYS ? random.normal() * EARNINGS_STDEV : 0
  return 0
}

function readSources(market: MarketWalk): readonly SourceReading[] {
  const { random, sourceErrorsBps, profile } = market
  const readings: SourceReading[] = []
  for (const [source, stdevBps] of SOURCE_STDEV_BPS.entries()) {
    const shock = stdevBps * Math.sqrt(1 - SOURCE_MEMORY * SOURCE_MEMORY) * random.normal()
    const errorBps = SOURCE_MEMORY * sourceErrorsBps[source]! + shock
    sourceErrorsBps[source] = errorBps
    const delayMs = Math.round(DELAY_MS_MIN + (DELAY_MS_MAX - DELAY_MS_MIN) * random.uniform())
    const fault = random.uniform()
    if (fault < DROPOUT_PROBABILITY) continue
    const isBad = fault < DROPOUT_PROBABILITY + BAD_TICK_PROBABILITY
    const badFactor = isBad ? 1 + (random.uniform() < 0.5 ? -BAD_TICK_FACTOR : BAD_TICK_FACTOR) : 1
    readings.push({
      symbol: profile.symbol,
      source,
      price: market.price * (1 + errorBps / 10_000) * badFactor,
      delayMs,
    })
  }
  return readings
}
