/** Reopening after a halt: three index prices that agree, so that one bad first price cannot liquidate an account. */
import { timeMs } from '@vest/protocol'
import type { IndexPrice } from '../api/index.ts'
import type { Exchange, Market } from '../state/index.ts'
import { setMode } from './tradingMode.ts'

const REOPEN_PRICES = 3
const REOPEN_AGREEMENT_BPS = 50

/** Accepts an index price in HALT. True = this price reopens the market, and is its first price. */
export function noteReopenPrice(exchange: Exchange, market: Market, price: IndexPrice): boolean {
  if (market.haltCause !== 'REOPENING' || price.held) return false
  // A stale price cannot be accepted.
  const isOld = exchange.timeMs - price.sourceTimeMs > market.hardStaleMs
  if (isOld) return false
  if (!isAnother(exchange, market, price)) return false
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

/** Not an evaluation that was accepted already, or an earlier one: such a price confirms nothing. */
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
  // A halt in between has neither ended it nor extended it.
  if (volHaltSinceMs !== undefined) market.modeSinceMs = volHaltSinceMs
}
