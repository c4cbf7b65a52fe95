/** Volatility halts: a violent move of the index within its trail makes a market reduce-only until it is calm again. */
import { type Ticks, timeMs } from '@vest/protocol'
import type { Exchange, Market } from '../state/index.ts'
import { setMode } from './tradingMode.ts'

/** The trail holds a price each ten seconds: both ends and all between of five minutes. */
const TRAIL_STEP_MS = 10_000
const TRAIL_LENGTH = 31
/** The shortest halt. */
const VOL_HALT_MIN_MS = 300_000
/** Sources that disagree for so long halt a market; sources that agree for so long let it reopen. */
const WIDE_HALT_MS = 5_000
const CALM_MS = 60_000
/** After a halt the pool quotes wider for so long. */
const COOL_DOWN_MS = 60_000
/** First and last part of a regular session of stocks, in which twice the move is normal. */
const OPENING_MS = 900_000

/** Records the index once per 10 s, for the last five minutes. */
export function extendTrail(exchange: Exchange, market: Market, index: Ticks): void {
  if (market.trail.length > 0 && exchange.timeMs - market.trailTimeMs < TRAIL_STEP_MS) return
  market.trail.push(index)
  if (market.trail.length > TRAIL_LENGTH) market.trail.shift()
  market.trailTimeMs = exchange.timeMs
}

/** Records the disagreement of sources, and sets reduce-only on a violent move or a lasting disagreement. */
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
  market.volHaltSinceMs = exchange.timeMs
  setMode(exchange, market, 'REDUCE_ONLY')
}

/** |index − index five minutes ago| · 10⁴: bps of the reference; a younger market uses its oldest price. */
function moveOf({ trail }: Market, index: Ticks): number {
  return Math.abs(index - (trail[0] ?? index)) * 10_000
}

/** The current threshold: doubled for stocks in the first and the last quarter of an hour of a regular session. */
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
