/**
 * A price feed for a machine without one: the seeded walk behind the `PriceFeed` port, as three synthetic
 * sources per market with errors, delays, dropouts and bad ticks, and hooks for scenarios.
 *
 * The path is continuous over restarts: the walk is saved every few seconds and at the end, and taken up at the
 * same draw. After a kill the saved prices may be older than what the exchange has seen; then the exchange is
 * right (`lastPrices`) and the walk goes on from there. Time that passes while nothing runs does not move a
 * price: no account is liquidated by a switched-off laptop.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { alwaysOpen, type SessionCalendar } from '@vest/oracle'
import { ticks, timeMs, type Ticks } from '@vest/protocol'
import type { Clock, PriceFeed, PriceFeedMarket, SourceQuote } from '@vest/runtime'
import { MARKET_PROFILES, marketProfile, type MarketProfile } from './marketProfile.ts'
import { createPriceWalk, REGIMES, type Regime, type SourceReading, type WalkState } from './priceWalk.ts'

export interface PriceSimulatorOptions {
  readonly seed: string
  /** When the exchange's history ends and its life begins; part of the path's identity. */
  readonly genesisMs: number
  readonly clock: Clock
  readonly calendar?: SessionCalendar
  /** Where the walk is saved; without it every start begins anew, from `lastPrices` if there are any. */
  readonly statePath?: string
  /** The exchange's last index prices by symbol, in ticks. */
  readonly lastPrices?: ReadonlyMap<string, Ticks>
  readonly stepMs?: number
  /** A save on the way did not work, for example on a full disk. Prices go on; the last save stands. */
  readonly onSaveFailure?: (error: Error) => void
}

/** The symbol names no market of the simulator. */
export type HookResult = 'done' | 'unknown-market'

export interface PriceSimulator extends PriceFeed {
  /** One second passes at once; what `start` does by timer. */
  step(): readonly SourceQuote[]
  /** The true price now, rounded to ticks. */
  price(symbol: string): Ticks | undefined
  setPrice(symbol: string, price: Ticks): HookResult
  /** Moves the price by so many percent, e.g. -5. */
  jump(symbol: string, percent: number): HookResult
  /** The market's sources fall silent: its index grows stale. */
  freeze(symbol: string): HookResult
  unfreeze(symbol: string): HookResult
  regime(regime: Regime): void
  save(): void
}

const STEP_MS = 1_000
const SAVE_EVERY_STEPS = 5
const CONF_BPS = 5
const SOURCE_NAMES = ['sim-a', 'sim-b', 'sim-c'] as const
/** A saved price nearer than this to the exchange's is the same price seen through the sources' noise. */
const SAME_PRICE_FACTOR = 0.001

export function createPriceSimulator(options: PriceSimulatorOptions): PriceSimulator {
  const { clock, seed, genesisMs, statePath, lastPrices } = options
  const calendar = options.calendar ?? alwaysOpen
  const identity: WalkIdentity = { version: 1, seed, genesisMs }
  const saved = statePath === undefined ? undefined : loadWalk(statePath, identity)
  const walk = createPriceWalk({
    seed,
    genesisMs,
    profiles: MARKET_PROFILES,
    isAlwaysOpen: calendar === alwaysOpen,
    ...(saved && { state: saved }),
  })
  resumeFrom(lastPrices ?? new Map())
  const frozen = new Set<string>()
  let listed: readonly MarketProfile[] = MARKET_PROFILES
  let push: ((quotes: readonly SourceQuote[]) => void) | undefined

  function resumeFrom(prices: ReadonlyMap<string, Ticks>): void {
    for (const [symbol, last] of prices) {
      const profile = marketProfile(symbol)
      if (profile === undefined) continue
      const lastPrice = last / 10 ** profile.priceDecimals
      const walked = walk.price(symbol)
      const isSame =
        saved !== undefined && walked !== undefined && Math.abs(walked / lastPrice - 1) < SAME_PRICE_FACTOR
      if (!isSame) walk.setPrice(symbol, lastPrice)
    }
  }

  function step(): readonly SourceQuote[] {
    const nowMs = clock.nowMs()
    walk.step((profile) => calendar.sessionAt(profile, nowMs))
    return listed.flatMap((profile) => quotesOf(profile, nowMs))
  }

  // Silent sources draw like speaking ones: freezing a market does not change the path of any other.
  function quotesOf(profile: MarketProfile, nowMs: number): readonly SourceQuote[] {
    const readings = walk.read(profile)
    return frozen.has(profile.symbol) ? [] : readings.map((reading) => toQuote(profile, reading, nowMs))
  }

  function save(): void {
    if (statePath !== undefined) saveWalk(statePath, identity, walk.state())
  }

  /** On the way: the next one comes in seconds, so a failure is told and nothing ends. */
  function saveOrTell(): void {
    try {
      save()
    } catch (error) {
      if (!options.onSaveFailure) throw error
      options.onSaveFailure(error as Error)
    }
  }

  function moved(profile: MarketProfile, wanted: number): HookResult {
    const price = Math.max(wanted, 10 ** -profile.priceDecimals)
    walk.setPrice(profile.symbol, price)
    saveOrTell()
    // Told at once by all sources: a scenario need not wait for the next second.
    if (!frozen.has(profile.symbol)) {
      const nowMs = clock.nowMs()
      const reading = { symbol: profile.symbol, price, delayMs: 0 }
      push?.(SOURCE_NAMES.map((_, source) => toQuote(profile, { ...reading, source }, nowMs)))
    }
    return 'done'
  }

  return {
    start(markets: readonly PriceFeedMarket[], onQuotes) {
      listed = markets.map(({ symbol, priceDecimals }) => {
        const profile = marketProfile(symbol)
        if (profile === undefined || profile.priceDecimals !== priceDecimals)
          throw new RangeError(`the simulator has no market ${symbol} with ${priceDecimals} price decimals`)
        return profile
      })
      push = onQuotes
      onQuotes(step())
      let steps = 0
      const timer = setInterval(() => {
        onQuotes(step())
        steps += 1
        if (steps % SAVE_EVERY_STEPS === 0) saveOrTell()
      }, options.stepMs ?? STEP_MS)
      return () => {
        clearInterval(timer)
        push = undefined
        save()
      }
    },
    step,
    price(symbol) {
      const profile = marketProfile(symbol)
      const price = walk.price(symbol)
      return profile && price !== undefined ? roundToTicks(profile, price) : undefined
    },
    setPrice(symbol, price) {
      const profile = marketProfile(symbol)
      return profile ? moved(profile, price / 10 ** profile.priceDecimals) : 'unknown-market'
    },
    jump(symbol, percent) {
      const profile = marketProfile(symbol)
      return profile ? moved(profile, walk.price(symbol)! * (1 + percent / 100)) : 'unknown-market'
    },
    freeze(symbol) {
      if (!marketProfile(symbol)) return 'unknown-market'
      frozen.add(symbol)
      return 'done'
    },
    unfreeze(symbol) {
      if (!marketProfile(symbol)) return 'unknown-market'
      frozen.delete(symbol)
      return 'done'
    },
    regime: (regime) => walk.setRegime(regime),
    save,
  }
}

function toQuote(profile: MarketProfile, reading: SourceReading, nowMs: number): SourceQuote {
  return {
    symbol: profile.symbol,
    sourceId: SOURCE_NAMES[reading.source]!,
    price: roundToTicks(profile, reading.price),
    confBps: CONF_BPS,
    timeMs: timeMs(nowMs - reading.delayMs),
    weight: 1,
  }
}

/** Half up; a price never falls below one tick. */
const roundToTicks = (profile: MarketProfile, price: number): Ticks =>
  ticks(Math.max(1, Math.floor(price * 10 ** profile.priceDecimals + 0.5)))

// ---------------------------------------------------------------- the saved walk

interface WalkIdentity {
  readonly version: 1
  readonly seed: string
  readonly genesisMs: number
}

/** Whole or not at all: a reader sees the old file or the new one. */
function saveWalk(path: string, identity: WalkIdentity, state: WalkState): void {
  const draft = `${path}.new`
  writeFileSync(draft, JSON.stringify({ ...identity, state }), { mode: 0o600 })
  renameSync(draft, path)
}

/**
 * Absent when there is none, when it belongs to another path, or when it is damaged: it is a convenience, the
 * exchange's own prices are the truth to resume from.
 */
function loadWalk(path: string, identity: WalkIdentity): WalkState | undefined {
  const text = readIfPresent(path)
  if (text === undefined) return undefined
  let file: Partial<WalkIdentity> & { readonly state?: WalkState }
  try {
    file = JSON.parse(text) as typeof file
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  const isSamePath =
    file.version === identity.version && file.seed === identity.seed && file.genesisMs === identity.genesisMs
  return isSamePath && isWalkState(file.state) ? file.state : undefined
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const isRandomState = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 4 && value.every(Number.isInteger)

function isWalkState(state: WalkState | undefined): state is WalkState {
  return (
    state !== undefined &&
    Number.isSafeInteger(state.step) &&
    REGIMES.includes(state.regime) &&
    isRandomState(state.regimeRandom) &&
    [state.factors?.equity, state.factors?.crypto, state.factors?.dollar].every(isRandomState) &&
    Object.values(state.markets ?? {}).every(
      (market) =>
        Number.isFinite(market.price) &&
        market.price > 0 &&
        isRandomState(market.random) &&
        market.sourceErrorsBps.length === SOURCE_NAMES.length &&
        market.sourceErrorsBps.every(Number.isFinite),
    )
  )
}
