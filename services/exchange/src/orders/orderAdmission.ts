/**
 * The gateway's rows of the order checks (mechanics 1.8, rows 1-10), in their order: the first that fails is the
 * answer, nothing is sequenced and no nonce is used. The engine makes every check again on the truth; here they
 * only keep what cannot succeed away from it. Text becomes integers here, once.
 */
import type { MarketView } from '@vest/engine'
import {
  assert,
  CLIENT_ID_PATTERN,
  isDecimalText,
  lots,
  ORDER_VALUE_MAX_USD6,
  parseDecimal,
  ratio4,
  REQUEST_ORDER_TYPES,
  ticks,
  TIMES_IN_FORCE,
  USD6_DECIMALS,
  type Id,
  type Lots,
  type OrderRequest,
  type Ratio4,
  type RequestOrderType,
  type SignedOrder,
  type Ticks,
  type TimeInForce,
  type TimeMs,
  REFUSAL,
} from '@vest/protocol'
import type { Caller } from '../caller.ts'
import type { Edge, WritePorts } from '../edge.ts'
import { isRefusal, malformed, refuse, type Refusal } from '../refusal.ts'
import { isDuplicate, nonceOf, recvWindowOf, refuseLate, refuseTwin, signedTimeOf } from './signedWrite.ts'

export interface AdmittedOrder {
  readonly signed: SignedOrder
  readonly signature: string
  readonly recvWindowMs: number
  readonly orderTimeMs: TimeMs
  readonly size: Lots
  readonly limitPrice: Ticks | undefined
  readonly timeInForce: TimeInForce
  readonly initMarginRatio: Ratio4 | undefined
  readonly clientId: string | undefined
  readonly legs: readonly AdmittedLeg[]
}

/** A leg that rides on the order, with a signature of its own over the exact text of its price. */
export interface AdmittedLeg {
  readonly kind: 'takeProfit' | 'stopLoss'
  readonly price: Ticks
  readonly priceText: string
  readonly signature: string
}

/** Every id that was ever issued has this form. */
export const ORDER_ID = /^0x[0-9a-f]{64}$/

/** What the scale of an order's texts gives; the texts themselves stay as signed. */
interface Quantities {
  readonly size: Lots
  readonly limitPrice: Ticks | undefined
  readonly tpPrice: Ticks | undefined
  readonly slPrice: Ticks | undefined
  readonly initMarginRatio: Ratio4 | undefined
}

/** `replaced`: the order that makes room for this one, its name included. */
export async function admitOrder(
  edge: WritePorts,
  caller: Caller,
  body: OrderRequest,
  replaced?: Id,
): Promise<AdmittedOrder | Refusal> {
  const { order } = body
  const time = checkShape(body)
  if (isRefusal(time)) return time
  const recvWindowMs = recvWindowOf(body.recvWindow)
  if (isRefusal(recvWindowMs)) return recvWindowMs
  const nonce = nonceOf(order.nonce)
  if (isRefusal(nonce)) return nonce

  const exists = edge.view.accountExists(caller.account)
  if (exists !== true && !(await exists)) return refuse(REFUSAL.ACCOUNT_NOT_FOUND) // row 1
  const market = edge.view.market(order.symbol)
  if (market === undefined) return refuse(REFUSAL.BAD_SYMBOL) // row 2
  const orderType = requestType(order.orderType)
  if (orderType === undefined) return refuse(REFUSAL.INVALID_ORDER_TYPE) // row 3
  const quantities = readQuantities(order, orderType, market) // row 4
  if (isRefusal(quantities)) return quantities
  const timeInForce = timeInForceOf(order, orderType) // row 5
  if (timeInForce === undefined) return refuse(REFUSAL.INVALID_TIME_IN_FORCE)
  const legs = readLegs(order, orderType, quantities) // row 6
  if (isRefusal(legs)) return legs
  const signed: SignedOrder = {
    kind: 'order',
    time,
    nonce,
    orderType,
    symbol: order.symbol,
    isBuy: order.isBuy,
    size: order.size,
    // Where a MARKET order names no price, its signature covers "0".
    limitPrice: order.limitPrice ?? '0',
    reduceOnly: order.reduceOnly,
  }
  const { signature } = body
  const text = { action: signed, signature }
  const isKnown = isDuplicate(edge, caller, text, nonce)
  if (isKnown !== false && (await isKnown)) return refuse(REFUSAL.DUPLICATE) // row 7
  const clientId = order.clientId ?? undefined
  // Part of row 4, but after row 7: who sends an order again shall hear that it is there, whichever key signed it.
  if (clientId !== undefined && (await isClientIdTaken(edge, caller, clientId, replaced)))
    return (
      (await refuseTwin(edge, caller, text, nonce, REFUSAL.DUPLICATE)) ??
      refuse(REFUSAL.INVALID_PARAMETER, 'order.clientId names an open order')
    )
  const late = refuseLate(edge, caller, text, { nonce, time, recvWindowMs }, REFUSAL.DUPLICATE) // row 8
  if (late) return await late
  if (edge.view.market(order.symbol)?.status === 'HALT') return refuse(REFUSAL.MARKET_CLOSED) // row 9
  const { size, limitPrice, initMarginRatio } = quantities
  return {
    signed,
    signature,
    recvWindowMs,
    orderTimeMs: time,
    size,
    limitPrice,
    timeInForce,
    initMarginRatio,
    clientId,
    legs,
  }
}

/** The part of the schema that patterns decide: 422 before anything else is looked at. */
function checkShape({ order }: OrderRequest): TimeMs | Refusal {
  const fault = checkDecimals(order, ['size', 'limitPrice', 'initMarginRatio', 'tpPrice', 'slPrice'])
  if (fault) return fault
  if (typeof order.clientId === 'string' && !CLIENT_ID_PATTERN.test(order.clientId))
    return malformed('Malformed: order.clientId')
  return signedTimeOf(order.time, 'order.time')
}

/** 422 for the first of these fields that is there and no decimal text. */
export function checkDecimals<Field extends string>(
  order: Readonly<Partial<Record<Field, string | null | undefined>>>,
  fields: readonly Field[],
): Refusal | undefined {
  for (const field of fields) {
    const text = order[field]
    if (text !== undefined && text !== null && !isDecimalText(text))
      return malformed(`Malformed: order.${field}`)
  }
  return undefined
}

/** Whether an open order of the caller has this name. One that ends at the same time gives it back too late. */
async function isClientIdTaken(
  edge: Pick<Edge, 'engine'>,
  caller: Caller,
  clientId: string,
  replaced: Id | undefined,
): Promise<boolean> {
  const open = await edge.engine.query('clientOrder', { account: caller.account, clientId })
  return open !== undefined && open.id !== replaced
}

const requestType = (text: string): RequestOrderType | undefined =>
  REQUEST_ORDER_TYPES.find((type) => type === text)

/** GTC, FOK, IOC or POST_ONLY on a LIMIT order; on other types it is not looked at. */
function timeInForceOf(order: OrderRequest['order'], orderType: RequestOrderType): TimeInForce | undefined {
  const text = orderType === 'LIMIT' ? (order.timeInForce ?? 'GTC') : 'GTC'
  return TIMES_IN_FORCE.find((each) => each === text)
}

/** Row 4: decimals (1111); size of at least one lot, prices above zero, value within the cap (1130). */
function readQuantities(
  order: OrderRequest['order'],
  orderType: RequestOrderType,
  market: MarketView,
): Quantities | Refusal {
  const { priceDecimals, sizeDecimals } = market.spec
  const size = scaled(order.size, sizeDecimals, 'size')
  if (isRefusal(size)) return size
  const limitPrice = scaled(order.limitPrice, priceDecimals, 'limitPrice')
  if (isRefusal(limitPrice)) return limitPrice
  const tpPrice = scaled(order.tpPrice, priceDecimals, 'tpPrice')
  if (isRefusal(tpPrice)) return tpPrice
  const slPrice = scaled(order.slPrice, priceDecimals, 'slPrice')
  if (isRefusal(slPrice)) return slPrice
  const initMarginRatio = scaled(order.initMarginRatio, 4, 'initMarginRatio')
  if (isRefusal(initMarginRatio)) return initMarginRatio

  assert(size !== undefined, 'size is required by the schema')
  if (size === 0) return refuse(REFUSAL.INVALID_PARAMETER, 'order.size must be at least one lot')
  const isTrigger = orderType === 'STOP_LOSS' || orderType === 'TAKE_PROFIT'
  if (isTrigger && !order.reduceOnly)
    return refuse(REFUSAL.INVALID_PARAMETER, `order.reduceOnly must be true on ${orderType}`)
  if (orderType !== 'MARKET') {
    if (limitPrice === undefined) return malformed('Field required: order.limitPrice')
    if (limitPrice === 0) return refuse(REFUSAL.INVALID_PARAMETER, 'order.limitPrice must be above zero')
  }
  if (tpPrice === 0 || slPrice === 0)
    return refuse(REFUSAL.INVALID_PARAMETER, 'order.tpPrice and order.slPrice must be above zero')
  const price = limitPrice || market.ticker?.mark
  if (price !== undefined && exceedsValueCap(price, size, market))
    return refuse(REFUSAL.INVALID_PARAMETER, 'order value is too large')
  return {
    size: lots(size),
    limitPrice: limitPrice === undefined || limitPrice === 0 ? undefined : ticks(limitPrice),
    tpPrice: tpPrice === undefined ? undefined : ticks(tpPrice),
    slPrice: slPrice === undefined ? undefined : ticks(slPrice),
    initMarginRatio: initMarginRatio === undefined ? undefined : ratio4(initMarginRatio),
  }
}

export function scaled(
  text: string | null | undefined,
  decimals: number,
  field: string,
): number | undefined | Refusal {
  if (text === null || text === undefined) return undefined
  const parsed = parseDecimal(text, decimals)
  if (parsed.ok) return parsed.value
  return parsed.failure === 'decimals'
    ? refuse(REFUSAL.BAD_DECIMALS)
    : refuse(REFUSAL.INVALID_PARAMETER, `order.${field} is too large`)
}

/** value = price * size * 10^(6 - priceDecimals - sizeDecimals) micro-USDC, exact; at most 10^15. */
export function exceedsValueCap(price: number, size: number, market: MarketView): boolean {
  const { priceDecimals, sizeDecimals } = market.spec
  const decimals = USD6_DECIMALS - priceDecimals - sizeDecimals
  // Nearly every order is so small that its value is exact without big integers.
  const value = price * size * 10 ** decimals
  if (decimals >= 0 && Number.isSafeInteger(value)) return value > ORDER_VALUE_MAX_USD6
  const scale = 10n ** BigInt(decimals)
  return BigInt(price) * BigInt(size) * scale > BigInt(ORDER_VALUE_MAX_USD6)
}

/**
 * Row 6: attached prices belong on LIMIT (1130), on their sides of the limit price (1145), each with a signature of
 * its own (1022).
 */
function readLegs(
  order: OrderRequest['order'],
  orderType: RequestOrderType,
  { limitPrice, tpPrice, slPrice }: Quantities,
): readonly AdmittedLeg[] | Refusal {
  if (tpPrice === undefined && slPrice === undefined) return []
  if (orderType !== 'LIMIT')
    return refuse(REFUSAL.INVALID_PARAMETER, 'order.tpPrice and order.slPrice belong on LIMIT orders')
  assert(limitPrice !== undefined, 'a LIMIT order has a limit price')
  const above = order.isBuy ? tpPrice : slPrice
  const below = order.isBuy ? slPrice : tpPrice
  if ((above !== undefined && above <= limitPrice) || (below !== undefined && below >= limitPrice))
    return refuse(REFUSAL.INVALID_TP_SL_PRICE)
  const legs: AdmittedLeg[] = []
  const given = [
    { kind: 'takeProfit', price: tpPrice, priceText: order.tpPrice, signature: order.tpSignature },
    { kind: 'stopLoss', price: slPrice, priceText: order.slPrice, signature: order.slSignature },
  ] as const
  for (const { kind, price, priceText, signature } of given) {
    if (price === undefined || !priceText) continue
    if (!signature) return refuse(REFUSAL.INVALID_SIGNATURE)
    legs.push({ kind, price, priceText, signature })
  }
  return legs
}
