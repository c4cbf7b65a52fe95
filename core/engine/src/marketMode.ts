/**
 * When a market trades. Calendar and operator halt it, a violent move makes it reduce-only, and after every stop it
 * comes back only on three index prices that agree, so that one bad first print cannot liquidate anyone.
 */
import { type Session, type Ticks, timeMs, type TradingMode } from '@vest/protocol'
import type { ChangeSession, HandHalt, IndexPrice, SetMarketMode } from './command.ts'
import type { Answer, MarketStatusChanged } from './event.ts'
import { refreshLadder } from './pool.ts'
import { isHardStale } from './staleness.ts'
import { emit, type Exchange, type HaltCause, type Market, type Mode, noteTickerChanged } from './state.ts'

const REOPEN_PRICES = 3
const REOPEN_AGREEMENT_BPS = 50
const REOPEN_DELAY_MS = 10_000
export const WARM_UP_MS = 10_000
export const STALE_HALT_MS = 120_000
const TRAIL_STEP_MS = 10_000
const TRAIL_LENGTH = 31
const VOL_HALT_MIN_MS = 300_000
const WIDE_HALT_MS = 5_000
const CALM_MS = 60_000
const COOL_DOWN_MS = 60_000
/** First and last part of a regular session of stocks, in which twice the move is ordinary. */
const OPENING_MS = 900_000

/** Words to stop, the weightiest first: of several the first is the one that is told. */
const HAND_HALTS: readonly HandHalt[] = ['OPERATOR', 'MARKET_WIDE', 'REGULATORY', 'CORPORATE_ACTION']
const isHandHalt = (cause: HaltCause | undefined): cause is HandHalt => HAND_HALTS.includes(cause as HandHalt)

export const marketStatus = (market: Market): 'TRADING' | 'HALT' =>
  market.mode === 'HALT' ? 'HALT' : 'TRADING'

/** The market's own mode and the operator's in one: of two the one that lets through less. */
export function tradingMode({ mode, operatorMode }: Pick<Market, 'mode' | 'operatorMode'>): TradingMode {
  if (mode === 'HALT' || operatorMode === undefined) return mode
  return mode === 'REDUCE_ONLY' && operatorMode === 'POST_ONLY' ? mode : operatorMode
}

/** Liquidations and triggers wait 10 s after the first mark of a reopened market, and for the operator's word. */
export const isWarmingUp = (exchange: Exchange, market: Market): boolean =>
  market.operatorMode !== undefined || isJustReopened(exchange, market)

const isJustReopened = (exchange: Exchange, { reopenedAtMs }: Market): boolean =>
  reopenedAtMs !== undefined && exchange.timeMs - reopenedAtMs < WARM_UP_MS

/**
 * Nothing is closed by force here. Where the operator lets nobody take, the price is as good as before: what stands here
 * counts, and whoever owes by it loses what he holds elsewhere. Before feature `thirdReading` one lot here shielded all.
 */
export const isClosingStopped = (exchange: Exchange, market: Market): boolean =>
  market.mode === 'HALT' || (market.operatorMode !== undefined && exchange.features.thirdReading)

/**
 * A price that nobody trusts yet, or any more, liquidates nobody: not even by another market of the account. What the
 * timer has noted of its age is asked first, the age itself after it: a command may come before the next timer, as
 * after a stop of the process. A market that waits for prices that agree has none to trust.
 */
export const isUntrusted = (exchange: Exchange, market: Market): boolean =>
  market.mode === 'HALT'
    ? market.haltCause === 'REOPENING' && exchange.features.secondReading
    : market.freshness === 'HARD' ||
      (exchange.features.thirdReading ? isJustReopened : isWarmingUp)(exchange, market) ||
      (isHardStale(exchange, market) && exchange.features.secondReading)

function setMode(exchange: Exchange, market: Market, mode: Mode, cause?: HaltCause): void {
  market.haltCause = cause
  if (market.mode === mode) return
  market.mode = mode
  market.modeSinceMs = exchange.timeMs
  tellMode(exchange, market)
}

/** How the market stands now. */
export function statusOf(market: Market): MarketStatusChanged {
  const { id: marketId, spec, mode, operatorMode } = market
  return {
    kind: 'MarketStatusChanged',
    marketId,
    symbol: spec.symbol,
    status: marketStatus(market),
    mode,
    ...(operatorMode === undefined ? {} : { operatorMode }),
  }
}

function tellMode(exchange: Exchange, market: Market): void {
  emit(exchange, statusOf(market))
  noteTickerChanged(exchange, market.id)
  refreshLadder(exchange, market)
}

function awaitReopening(exchange: Exchange, market: Market, openSinceMs: number): void {
  market.openSinceMs = timeMs(openSinceMs)
  market.reopenPrices = []
  setMode(exchange, market, 'HALT', 'REOPENING')
}

export function changeSession(exchange: Exchange, command: ChangeSession): Answer {
  const market = exchange.markets[command.marketId]
  if (market === undefined) return { ok: false, code: 1121 }
  const before: Session = market.session
  market.session = command.session
  market.regularSpan =
    command.session === 'REGULAR' && command.endTimeMs !== undefined
      ? { startMs: exchange.timeMs, endMs: command.endTimeMs }
      : undefined
  if (command.session === 'CLOSED') {
    if (!isHandHalt(market.haltCause) && market.haltCause !== 'DELISTED')
      setMode(exchange, market, 'HALT', 'SESSION')
  } else if (before === 'CLOSED') {
    const openSinceMs = exchange.timeMs + REOPEN_DELAY_MS
    if (market.haltCause === 'SESSION') awaitReopening(exchange, market, openSinceMs)
    // A word to stop may be lifted before that: the calendar's opening is waited for nevertheless.
    else if (exchange.features.secondReading) market.openSinceMs = timeMs(openSinceMs)
  }
  noteTickerChanged(exchange, market.id)
  refreshLadder(exchange, market)
  return { ok: true }
}

export function setMarketMode(exchange: Exchange, command: SetMarketMode): Answer {
  const market = exchange.markets[command.marketId]
  if (market === undefined || market.haltCause === 'DELISTED') return { ok: false, code: 1121 }
  const { mode, cause = 'OPERATOR' } = command
  if (cause !== 'OPERATOR') {
    if (!isHandHalt(cause) || (mode !== 'HALT' && mode !== 'OPEN')) return { ok: false, code: 1130 }
    if (mode === 'HALT') haltByHand(exchange, market, cause)
    else liftHalt(exchange, market, cause)
    return { ok: true }
  }
  const isOnTop = mode === 'POST_ONLY' || mode === 'CANCEL_ONLY'
  setOperatorMode(exchange, market, isOnTop ? mode : undefined)
  if (!isOnTop) market.isReducedByHand = mode === 'REDUCE_ONLY' || market.delistAnnouncedAtMs !== undefined
  if (mode === 'HALT') haltByHand(exchange, market, cause)
  else if (market.mode === 'HALT') liftHalt(exchange, market, cause)
  else if (!isOnTop) {
    market.volHaltSinceMs = undefined
    setMode(exchange, market, market.isReducedByHand ? 'REDUCE_ONLY' : mode)
  }
  return { ok: true }
}

function setOperatorMode(exchange: Exchange, market: Market, mode: Market['operatorMode']): void {
  if (market.operatorMode === mode) return
  market.operatorMode = mode
  tellMode(exchange, market)
}

/** Stops a market, or notes one more reason why it stands still. */
function haltByHand(exchange: Exchange, market: Market, cause: HandHalt): void {
  const inForce = handHaltsOf(market)
  if (inForce.includes(cause)) return
  inForceAre(exchange, market, [...inForce, cause])
}

/** Takes one reason away. With none left the market waits for its session, or for prices that agree. */
function liftHalt(exchange: Exchange, market: Market, cause: HandHalt): void {
  const inForce = handHaltsOf(market)
  if (!inForce.includes(cause)) return
  const left = inForce.filter((other) => other !== cause)
  if (left.length > 0) inForceAre(exchange, market, left)
  else if (market.session === 'CLOSED') setMode(exchange, market, 'HALT', 'SESSION')
  else awaitReopening(exchange, market, earliestOpening(exchange, market))
}

/** Now, or as long after the calendar's opening as every market waits, if that is still to come. */
const earliestOpening = (exchange: Exchange, { openSinceMs }: Market): number =>
  exchange.features.secondReading ? Math.max(exchange.timeMs, openSinceMs) : exchange.timeMs

const handHaltsOf = (market: Market): readonly HandHalt[] =>
  isHandHalt(market.haltCause) ? [market.haltCause, ...(market.alsoHaltedBy ?? [])] : []

function inForceAre(exchange: Exchange, market: Market, causes: readonly HandHalt[]): void {
  const [first, ...others] = HAND_HALTS.filter((cause) => causes.includes(cause))
  market.alsoHaltedBy = others.length === 0 ? undefined : others
  setMode(exchange, market, 'HALT', first)
}

/** REDUCE_ONLY until further word; a market in HALT comes back so. */
export function reduceByHand(exchange: Exchange, market: Market): void {
  market.isReducedByHand = true
  if (market.mode !== 'HALT') setMode(exchange, market, 'REDUCE_ONLY')
}

/** The end of a market: nothing starts it again. */
export function haltForEver(exchange: Exchange, market: Market): void {
  market.delistedAtMs = exchange.timeMs
  market.alsoHaltedBy = undefined
  market.operatorMode = undefined
  market.pendingDividend = undefined
  market.volHaltSinceMs = undefined
  setMode(exchange, market, 'HALT', 'DELISTED')
}

/** An open session whose index has been missing for two minutes stops; prices that agree start it again. */
export function haltIfAbandoned(exchange: Exchange, market: Market): void {
  if (market.mode !== 'HALT' && exchange.timeMs - market.indexTimeMs > STALE_HALT_MS)
    awaitReopening(exchange, market, exchange.timeMs)
}

/** Hears an index price in HALT. True = this price reopens the market, and it starts from it. */
export function hearReopenPrice(exchange: Exchange, market: Market, price: IndexPrice): boolean {
  if (market.haltCause !== 'REOPENING' || price.held) return false
  // What is itself out of date is no price that could be accepted.
  const isOld = exchange.timeMs - price.sourceTimeMs > market.hardStaleMs
  if (isOld && exchange.features.secondReading) return false
  if (exchange.features.fourthReading && !isAnother(exchange, market, price)) return false
  market.reopenPrices.push(price.price)
  if (market.reopenPrices.length > REOPEN_PRICES) market.reopenPrices.shift()
  const low = Math.min(...market.reopenPrices)
  const high = Math.max(...market.reopenPrices)
  const isAgreed =
    market.reopenPrices.length === REOPEN_PRICES && (high - low) * 10_000 <= REOPEN_AGREEMENT_BPS * low
  if (!isAgreed || exchange.timeMs < market.openSinceMs) return false
  reopen(exchange, market)
  return true
}

/** Not an evaluation that has been heard already, or one from before it: by itself none confirms anything. */
function isAnother(exchange: Exchange, market: Market, price: IndexPrice): boolean {
  const sourceTimeMs = Math.min(price.sourceTimeMs, exchange.timeMs)
  if (sourceTimeMs <= (market.heardTimeMs ?? market.indexTimeMs)) return false
  market.heardTimeMs = timeMs(sourceTimeMs)
  return true
}

function reopen(exchange: Exchange, market: Market): void {
  market.reopenPrices = []
  market.heardTimeMs = undefined
  market.reopenedAtMs = exchange.timeMs
  market.premiumMilliTicks = 0
  market.volatilityIndex = undefined
  market.trail.length = 0
  market.wideSinceMs = undefined
  const { volHaltSinceMs } = market
  const isReduced = market.isReducedByHand || volHaltSinceMs !== undefined
  setMode(exchange, market, isReduced ? 'REDUCE_ONLY' : 'OPEN')
  // A stop in between has neither ended it nor made it longer.
  if (volHaltSinceMs !== undefined) market.modeSinceMs = volHaltSinceMs
}

/** Once per 10 s: the index, so that five minutes can be looked back on. */
export function extendTrail(exchange: Exchange, market: Market, index: Ticks): void {
  if (market.trail.length > 0 && exchange.timeMs - market.trailTimeMs < TRAIL_STEP_MS) return
  market.trail.push(index)
  if (market.trail.length > TRAIL_LENGTH) market.trail.shift()
  market.trailTimeMs = exchange.timeMs
}

/** Notes how far the sources disagree, and goes reduce-only on a violent move or a lasting disagreement. */
export function judgeVolatility(exchange: Exchange, market: Market, index: Ticks): void {
  const isWide = market.conf * 100 > index
  if (isWide) {
    market.wideSinceMs ??= exchange.timeMs
    market.calmSinceMs = undefined
  } else {
    market.wideSinceMs = undefined
    market.calmSinceMs ??= exchange.timeMs
  }
  if (market.mode !== 'OPEN') return
  const isWideLong = market.wideSinceMs !== undefined && exchange.timeMs - market.wideSinceMs >= WIDE_HALT_MS
  if (!isWideLong && moveOf(market, index) <= volHaltBps(exchange, market) * (market.trail[0] ?? 0)) return
  if (exchange.features.fourthReading) market.volHaltSinceMs = exchange.timeMs
  setMode(exchange, market, 'REDUCE_ONLY')
}

/** |index − index five minutes ago| · 10⁴: bps of the reference; a younger market looks back as far as it can. */
function moveOf({ trail }: Market, index: Ticks): number {
  return Math.abs(index - (trail[0] ?? index)) * 10_000
}

/** The threshold of this moment: doubled for stocks in the first and the last quarter of an hour of a regular session. */
function volHaltBps(exchange: Exchange, market: Market): number {
  const { regularSpan, spec } = market
  const { volHaltBps: bps } = spec.risk
  if (spec.asset !== 'stock' || regularSpan === undefined) return bps
  const isInMiddle =
    exchange.timeMs - regularSpan.startMs >= OPENING_MS && regularSpan.endMs - exchange.timeMs > OPENING_MS
  return isInMiddle ? bps : 2 * bps
}

/** Back to OPEN after five minutes, when the move has halved, the price is fresh and the sources agree for a minute. */
export function endVolatilityHalt(exchange: Exchange, market: Market): void {
  if (market.mode !== 'REDUCE_ONLY' || market.isReducedByHand || market.index === undefined) return
  if (exchange.timeMs - market.modeSinceMs < VOL_HALT_MIN_MS) return
  const { index, trail } = market
  if (trail.length > 0 && 2 * moveOf(market, index) >= volHaltBps(exchange, market) * trail[0]!) return
  if (market.freshness !== 'FRESH' || market.isHeld) return
  if (market.calmSinceMs === undefined || exchange.timeMs - market.calmSinceMs < CALM_MS) return
  market.coolDownUntilMs = timeMs(exchange.timeMs + COOL_DOWN_MS)
  market.volHaltSinceMs = undefined
  setMode(exchange, market, 'OPEN')
}
