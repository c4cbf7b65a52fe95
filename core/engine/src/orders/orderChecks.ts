/**
 * What can be said of an order without looking at what it would meet: form, window, state of market and account,
 * price and cap. In the published order, one check per line; the first failure wins.
 */
import { isLimitPriceAllowed } from '@vest/formulas'
import { type ErrorCode, ORDER_VALUE_MAX_USD6, type Ticks, REFUSAL } from '@vest/protocol'
import type { PlaceOrder } from '../api/index.ts'
import { reduceOnlyRefusal } from '../book/index.ts'
import { guardrailRefusalFor } from '../guardrails/index.ts'
import { isInWindow } from '../keys/index.ts'
import { fitsOpenInterest, increaseOf, marginRatioSetting } from '../margin/index.ts'
import {
  type CommandRows,
  type Exchange,
  FOK,
  GTC,
  IOC,
  isBuyIn,
  isHardStale,
  isTriggerType,
  LIMIT,
  LIQUIDATION,
  type Market,
  MARKET,
  POST_ONLY,
  timeInForceIn,
  typeIn,
  UNKNOWN_TERM,
} from '../state/index.ts'
import { isCrossing } from './marketable.ts'
import { areExtrasAllowed, areLegsOnTheirSide } from './legChecks.ts'

/** Rows 1 to 17: what can be said without looking at the other side of the book; 0 = nothing against it. */
export function staticRefusal(
  exchange: Exchange,
  accountId: number,
  market: Market,
  rows: CommandRows,
  at: number,
  command: PlaceOrder | undefined,
): ErrorCode | 0 {
  const accounts = exchange.accountRows
  const terms = rows.terms(at)
  const type = typeIn(terms)
  const timeInForce = timeInForceIn(terms)
  const isBuy = isBuyIn(terms)
  const reduceOnly = rows.isReduceOnly(at)
  const size = rows.size(at)
  const price = rows.price(at)
  const ratio = rows.ratio(at)
  const { mark } = market
  if (!accounts.exists(accountId)) return REFUSAL.ORDER_ACCOUNT_NOT_FOUND
  if (type >= LIQUIDATION) return REFUSAL.INVALID_ORDER_TYPE
  if (!isSizeAllowed(market, size, price, type)) return REFUSAL.INVALID_PARAMETER
  if (isTriggerType(type) && !reduceOnly) return REFUSAL.INVALID_PARAMETER
  if (command !== undefined && !areExtrasAllowed(exchange, accountId, market, command))
    return REFUSAL.INVALID_PARAMETER
  if (timeInForce === UNKNOWN_TERM && type === LIMIT) return REFUSAL.INVALID_TIME_IN_FORCE
  if (command !== undefined && !areLegsOnTheirSide(command)) return REFUSAL.TP_SL_PRICE_REJECTED
  if (!exchange.work.isDelayOver && !isInWindow(exchange, rows.signedMs(at), rows.windowMs(at)))
    return REFUSAL.ORDER_STALE
  if (market.mode === 'HALT') return REFUSAL.MARKET_CLOSED_REJECTED
  if (accounts.isFrozen(accountId)) return REFUSAL.ACTION_NOT_AVAILABLE
  if (reduceOnly) {
    const code = reduceOnlyRefusal(exchange, accountId, market, type, isBuy, size)
    if (code !== 0) return code
  } else if (market.mode === 'REDUCE_ONLY') return REFUSAL.HALTED_REDUCE_ONLY
  if (market.operatorMode !== undefined && isRefusedByHand(exchange, market, terms, price))
    return REFUSAL.HALTED_REDUCE_ONLY
  if (!reduceOnly) {
    if (exchange.solvency === 'INSOLVENT' && increaseOf(exchange, accountId, market.id, isBuy, size) > 0)
      return REFUSAL.INCREASE_DURING_INSOLVENCY
    if (!Number.isNaN(ratio) && ratio !== marginRatioSetting(exchange, accountId, market))
      return REFUSAL.ORDER_CHANGES_LEVERAGE
  }
  if (type === LIMIT && mark !== undefined && !isLimitPriceAllowed({ price: price as Ticks, mark, isBuy }))
    return REFUSAL.INVALID_LIMIT_PRICE
  if (mark === undefined) return REFUSAL.PRICE_STALE
  if (
    (isHardStale(exchange, market) || isCrossUnfinished(market)) &&
    needsFreshPrice(exchange, market, type, timeInForce, isBuy, price)
  )
    return REFUSAL.PRICE_STALE
  if (!reduceOnly && !fitsCap(exchange, accountId, market, isBuy, size)) return REFUSAL.OI_CAP_EXCEEDED
  if (market.sim !== undefined && mayRest(type, timeInForce) && isBeyondRoom(market, size))
    return REFUSAL.CAPACITY_EXCEEDED
  if (!reduceOnly && accounts.isGuarded(accountId))
    return guardrailRefusalFor(exchange, accountId, market, isBuy, size)
  return 0
}

/** The ladder has reached more orders than one command may fill: no order takes before they are gone. */
const isCrossUnfinished = ({ isCrossPending, sim }: Market): boolean => isCrossPending && sim === undefined

const mayRest = (type: number, timeInForce: number): boolean =>
  type === LIMIT && (timeInForce === GTC || timeInForce === POST_ONLY)

/** What an order of SIM may not take at once must not rest and take it later. */
const isBeyondRoom = ({ sim }: Market, size: number): boolean => size > sim!.room

export function isSizeAllowed(market: Market, size: number, price: number, type: number): boolean {
  if (!Number.isSafeInteger(size) || size < 1) return false
  if (Number.isNaN(price)) return type === MARKET && isValueAllowed(size, market.mark ?? 0, market)
  if (!Number.isSafeInteger(price) || price < 1) return false
  const { mark } = market
  return isValueAllowed(size, price, market) && (mark === undefined || isValueAllowed(size, mark, market))
}

const isValueAllowed = (size: number, price: number, market: Market): boolean =>
  size * price * market.scale <= ORDER_VALUE_MAX_USD6

/** MARKET, FOK, IOC and a GTC order that crosses need the present price; one that rests, or never takes, does not. */
export function needsFreshPrice(
  exchange: Exchange,
  market: Market,
  type: number,
  timeInForce: number,
  isBuy: boolean,
  price: number,
): boolean {
  if (isTriggerType(type)) return false
  if (type === LIMIT && timeInForce === POST_ONLY) return false
  if (type === MARKET || timeInForce === FOK || timeInForce === IOC) return true
  return isCrossing(exchange, market, isBuy, price)
}

/** CANCEL_ONLY takes no order, POST_ONLY none that would take. */
function isRefusedByHand(exchange: Exchange, market: Market, terms: number, price: number): boolean {
  if (market.operatorMode === 'CANCEL_ONLY') return true
  const type = typeIn(terms)
  const timeInForce = timeInForceIn(terms)
  if (type === LIMIT && timeInForce === POST_ONLY) return false
  return needsFreshPrice(exchange, market, type, timeInForce, isBuyIn(terms), price)
}

function fitsCap(
  exchange: Exchange,
  accountId: number,
  market: Market,
  isBuy: boolean,
  size: number,
): boolean {
  const sideOi = isBuy ? market.longOi : market.shortOi
  // Nearly always even the whole of it fits, whatever it may close.
  if (fitsOpenInterest(exchange, market, sideOi + size)) return true
  const grows = increaseOf(exchange, accountId, market.id, isBuy, size)
  return grows === 0 || fitsOpenInterest(exchange, market, sideOi + grows)
}
