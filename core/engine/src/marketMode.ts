/**
 * When a market trades. Calendar and operator halt it, a violent move makes it reduce-only, and after every stop it
 * comes back only on three index prices that agree, so that one bad first print cannot liquidate anyone.
 */
import { type Session, type Ticks, timeMs } from '@vest/protocol'
import type { ChangeSession, IndexPrice, SetMarketMode } from './command.ts'
import type { Answer } from './event.ts'
import { refreshLadder } from './pool.ts'
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

export const marketStatus = (market: Market): 'TRADING' | 'HALT' =>
  market.mode === 'HALT' ? 'HALT' : 'TRADING'

/** Liquidations and triggers wait 10 s after the first mark of a reopened market. */
export const isWarmingUp = (exchange: Exchange, market: Market): boolean =>
  market.reopenedAtMs !== undefined && exchange.timeMs - market.reopenedAtMs < WARM_UP_MS

/** A price that nobody trusts yet, or any more, liquidates nobody: not even by another market of the account. */
export const isUntrusted = (exchange: Exchange, market: Market): boolean =>
  market.mode !== 'HALT' && (market.freshness === 'HARD' || isWarmingUp(exchange, market))

function setMode(exchange: Exchange, market: Market, mode: Mode, cause?: HaltCause): void {
  market.haltCause = cause
  if (market.mode === mode) return
  market.mode = mode
  market.modeSinceMs = exchange.timeMs
  emit(exchange, {
    kind: 'MarketStatusChanged',
    marketId: market.id,
    symbol: market.spec.symbol,
    status: marketStatus(market),
    mode,
  })
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
  if (command.session === 'CLOSED') {
    if (market.haltCause !== 'OPERATOR') setMode(exchange, market, 'HALT', 'SESSION')
  } else if (before === 'CLOSED' && market.haltCause === 'SESSION') {
    awaitReopening(exchange, market, exchange.timeMs + REOPEN_DELAY_MS)
  }
  refreshLadder(exchange, market)
  return { ok: true }
}

export function setMarketMode(exchange: Exchange, command: SetMarketMode): Answer {
  const market = exchange.markets[command.marketId]
  if (market === undefined) return { ok: false, code: 1121 }
  market.isReducedByHand = command.mode === 'REDUCE_ONLY'
  if (command.mode === 'HALT') setMode(exchange, market, 'HALT', 'OPERATOR')
  else if (market.mode !== 'HALT') setMode(exchange, market, command.mode)
  else if (market.session === 'CLOSED') setMode(exchange, market, 'HALT', 'SESSION')
  else if (market.haltCause !== 'REOPENING') awaitReopening(exchange, market, exchange.timeMs)
  return { ok: true }
}

/** An open session whose index has been missing for two minutes stops; prices that agree start it again. */
export function haltIfAbandoned(exchange: Exchange, market: Market): void {
  if (market.mode !== 'HALT' && exchange.timeMs - market.indexTimeMs > STALE_HALT_MS)
    awaitReopening(exchange, market, exchange.timeMs)
}

/** Hears an index price in HALT. True = this price reopens the market, and it starts from it. */
export function hearReopenPrice(exchange: Exchange, market: Market, price: IndexPrice): boolean {
  if (market.haltCause !== 'REOPENING' || price.held) return false
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

function reopen(exchange: Exchange, market: Market): void {
  market.reopenPrices = []
  market.reopenedAtMs = exchange.timeMs
  market.premiumMilliTicks = 0
  market.volatilityIndex = undefined
  market.trail.length = 0
  market.wideSinceMs = undefined
  setMode(exchange, market, market.isReducedByHand ? 'REDUCE_ONLY' : 'OPEN')
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
  if (isWideLong || hasMoved(market, index, market.spec.risk.volHaltBps))
    setMode(exchange, market, 'REDUCE_ONLY')
}

/** |index / index five minutes ago − 1| · times > bps, exactly; a younger market looks back as far as it can. */
function hasMoved(market: Market, index: Ticks, bps: number, times = 1): boolean {
  const reference = market.trail[0]
  return reference !== undefined && Math.abs(index - reference) * 10_000 * times > bps * reference
}

/** Back to OPEN after five minutes, when the move has halved, the price is fresh and the sources agree for a minute. */
export function endVolatilityHalt(exchange: Exchange, market: Market): void {
  if (market.mode !== 'REDUCE_ONLY' || market.isReducedByHand || market.index === undefined) return
  if (exchange.timeMs - market.modeSinceMs < VOL_HALT_MIN_MS) return
  if (hasMoved(market, market.index, market.spec.risk.volHaltBps, 2)) return
  if (market.freshness !== 'FRESH' || market.isHeld) return
  if (market.calmSinceMs === undefined || exchange.timeMs - market.calmSinceMs < CALM_MS) return
  market.coolDownUntilMs = timeMs(exchange.timeMs + COOL_DOWN_MS)
  setMode(exchange, market, 'OPEN')
}
