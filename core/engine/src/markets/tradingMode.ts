/**
 * When a market trades. Calendar and operator halt it, a violent move makes it reduce-only, and after every halt it
 * reopens only on three index prices that agree, so that one bad first price cannot liquidate an account.
 */
import { type Session, type TradingMode, timeMs, REFUSAL } from '@vest/protocol'
import type { Answer, ChangeSession, HandHalt, MarketStatusChanged, SetMarketMode } from '../api/index.ts'
import { refreshLadder } from '../pool/index.ts'
import {
  emit,
  type Exchange,
  type HaltCause,
  isHardStale,
  type Market,
  type Mode,
  markTickerChanged,
  scheduleCross,
} from '../state/index.ts'

/** From the session's begin to the first attempt to reopen. */
const REOPEN_DELAY_MS = 10_000
/** After a reopening nothing is liquidated and no trigger fires for so long. */
export const WARM_UP_MS = 10_000
/** An index as old as this halts its market. */
export const STALE_HALT_MS = 120_000

/** Causes of an operator halt, the most important first: of several, the first is published. */
const HAND_HALTS: readonly HandHalt[] = ['OPERATOR', 'MARKET_WIDE', 'REGULATORY', 'CORPORATE_ACTION']

const isHandHalt = (cause: HaltCause | undefined): cause is HandHalt => HAND_HALTS.includes(cause as HandHalt)

export const marketStatus = (market: Market): 'TRADING' | 'HALT' =>
  market.mode === 'HALT' ? 'HALT' : 'TRADING'

/** The stricter of the market's own mode and the operator's. */
export function tradingMode({ mode, operatorMode }: Pick<Market, 'mode' | 'operatorMode'>): TradingMode {
  if (mode === 'HALT' || operatorMode === undefined) return mode
  return mode === 'REDUCE_ONLY' && operatorMode === 'POST_ONLY' ? mode : operatorMode
}

/** Liquidations and triggers wait 10 s after the first mark of a reopened market, and for the operator's release. */
export const isWarmingUp = (exchange: Exchange, market: Market): boolean =>
  market.operatorMode !== undefined || isJustReopened(exchange, market)

const isJustReopened = (exchange: Exchange, { reopenedAtMs }: Market): boolean =>
  reopenedAtMs !== undefined && exchange.timeMs - reopenedAtMs < WARM_UP_MS

/**
 * No position is closed by force here. If the operator allows no takers, the price still counts: an account whose
 * margin this market uses up loses positions in other markets. Otherwise one lot here would protect all.
 */
export const isClosingStopped = (exchange: Exchange, market: Market): boolean =>
  market.mode === 'HALT' || market.operatorMode !== undefined

/**
 * An untrusted price liquidates no account, not even through another market of that account. The age recorded by the
 * timer is checked first, then the age itself: a command may come before the next timer, as after a stop of the
 * process. A market that waits for prices that agree has no trusted price.
 */
export const isUntrusted = (exchange: Exchange, market: Market): boolean =>
  market.mode === 'HALT'
    ? market.haltCause === 'REOPENING'
    : market.freshness === 'HARD' || isJustReopened(exchange, market) || isHardStale(exchange, market)

export function setMode(exchange: Exchange, market: Market, mode: Mode, cause?: HaltCause): void {
  market.haltCause = cause
  if (market.mode === mode) return
  market.mode = mode
  market.modeSinceMs = exchange.timeMs
  emitMode(exchange, market)
}

/** The current status of a market. */
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

function emitMode(exchange: Exchange, market: Market): void {
  emit(exchange, statusOf(market))
  markTickerChanged(exchange, market.id)
  refreshLadder(exchange, market)
}

function awaitReopening(exchange: Exchange, market: Market, openSinceMs: number): void {
  market.openSinceMs = timeMs(openSinceMs)
  market.reopenPrices = []
  setMode(exchange, market, 'HALT', 'REOPENING')
}

export function changeSession(exchange: Exchange, command: ChangeSession): Answer {
  const market = exchange.markets[command.marketId]
  if (market === undefined) return { ok: false, code: REFUSAL.BAD_SYMBOL }
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
    // If a halt is lifted before that, the market still waits for the calendar's opening.
    else market.openSinceMs = timeMs(openSinceMs)
  }
  markTickerChanged(exchange, market.id)
  refreshLadder(exchange, market)
  // The fill band has changed, so the pool's quotes may be within it now.
  scheduleCross(exchange, market.id)
  return { ok: true }
}

export function setMarketMode(exchange: Exchange, command: SetMarketMode): Answer {
  const market = exchange.markets[command.marketId]
  if (market === undefined || market.haltCause === 'DELISTED') return { ok: false, code: REFUSAL.BAD_SYMBOL }
  const { mode, cause = 'OPERATOR' } = command
  if (cause !== 'OPERATOR') {
    if (!isHandHalt(cause) || (mode !== 'HALT' && mode !== 'OPEN'))
      return { ok: false, code: REFUSAL.INVALID_PARAMETER }
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
  emitMode(exchange, market)
}

/** Halts a market, or records one more cause of its halt. */
function haltByHand(exchange: Exchange, market: Market, cause: HandHalt): void {
  const inForce = handHaltsOf(market)
  if (inForce.includes(cause)) return
  inForceAre(exchange, market, [...inForce, cause])
}

/** Removes one cause. With none left the market waits for its session, or for prices that agree. */
function liftHalt(exchange: Exchange, market: Market, cause: HandHalt): void {
  const inForce = handHaltsOf(market)
  if (!inForce.includes(cause)) return
  const left = inForce.filter((other) => other !== cause)
  if (left.length > 0) inForceAre(exchange, market, left)
  else if (market.session === 'CLOSED') setMode(exchange, market, 'HALT', 'SESSION')
  else awaitReopening(exchange, market, earliestOpening(exchange, market))
}

/** Now, or the standard wait after the calendar's opening, if that is still to come. */
const earliestOpening = (exchange: Exchange, { openSinceMs }: Market): number =>
  Math.max(exchange.timeMs, openSinceMs)

const handHaltsOf = (market: Market): readonly HandHalt[] =>
  isHandHalt(market.haltCause) ? [market.haltCause, ...(market.alsoHaltedBy ?? [])] : []

function inForceAre(exchange: Exchange, market: Market, causes: readonly HandHalt[]): void {
  const [first, ...others] = HAND_HALTS.filter((cause) => causes.includes(cause))
  market.alsoHaltedBy = others.length === 0 ? undefined : others
  setMode(exchange, market, 'HALT', first)
}

/** REDUCE_ONLY until the operator changes it; a market in HALT reopens in this mode. */
export function reduceByHand(exchange: Exchange, market: Market): void {
  market.isReducedByHand = true
  if (market.mode !== 'HALT') setMode(exchange, market, 'REDUCE_ONLY')
}

/** Ends a market: nothing reopens it. */
export function haltForEver(exchange: Exchange, market: Market): void {
  market.delistedAtMs = exchange.timeMs
  market.alsoHaltedBy = undefined
  market.operatorMode = undefined
  market.pendingDividend = undefined
  market.volHaltSinceMs = undefined
  setMode(exchange, market, 'HALT', 'DELISTED')
}

/** Halts an open session whose index has been missing for two minutes; prices that agree reopen it. */
export function haltIfAbandoned(exchange: Exchange, market: Market): void {
  if (market.mode !== 'HALT' && exchange.timeMs - market.indexTimeMs > STALE_HALT_MS)
    awaitReopening(exchange, market, exchange.timeMs)
}
