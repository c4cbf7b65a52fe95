/**
 * An order as the caller means it, checked for what can be known without the exchange ([5.3]), and its texts.
 * Sizes and prices are decimal texts with at most the market's decimals: the signature covers the exact text.
 */
import { CANCEL_TIMER_MAX_MS, CANCEL_TIMER_MIN_MS, CLIENT_ID_PATTERN, formatDecimal } from '@vest/protocol'
import type { Lots, RequestOrderType, Ticks, TimeInForce } from '@vest/protocol'
import { ValidationError } from './errors.ts'

export interface OrderIntent {
  readonly symbol: string
  readonly isBuy: boolean
  /** Base units, see {@link sizeText}. */
  readonly size: string
  readonly orderType: RequestOrderType
  /**
   * LIMIT: the limit; MARKET: the worst acceptable price, absent for the exchange's default slippage;
   * STOP_LOSS and TAKE_PROFIT: the trigger price. See {@link priceText}.
   */
  readonly limitPrice?: string | undefined
  /** Default false; must be true on STOP_LOSS and TAKE_PROFIT. */
  readonly reduceOnly?: boolean | undefined
  /** LIMIT only; default GTC. */
  readonly timeInForce?: TimeInForce | undefined
  readonly initMarginRatio?: string | undefined
  /** LIMIT only: an attached leg that closes the position in profit. */
  readonly tpPrice?: string | undefined
  /** LIMIT only: an attached leg that closes the position in loss. */
  readonly slPrice?: string | undefined
  /** The trader's own name of the order: 1 to 36 of A-Z, a-z, 0-9, _ and -, unique among what the account has open. */
  readonly clientId?: string | undefined
}

/** Another size or price for an order that rests; what shall stay is said again. */
export interface Amendment {
  readonly id: string
  /** All of it, what has filled included. */
  readonly size: string
  readonly limitPrice: string
}

export interface MarketDecimals {
  readonly sizeDecimals: number
  readonly priceDecimals: number
}

/** Lots as the decimal text of a market. */
export const sizeText = (market: MarketDecimals, size: Lots): string =>
  formatDecimal(size, market.sizeDecimals)
/** Ticks as the decimal text of a market. */
export const priceText = (market: MarketDecimals, price: Ticks): string =>
  formatDecimal(price, market.priceDecimals)

const DECIMAL = /^(0|[1-9]\d*)(\.\d+)?$/
const HEX = /^0x[0-9a-f]+$/i

/** What the schema of an order says of a field ([5.3]). */
export const FIELD_FAULTS = {
  mustBePositive: 'Must be a positive number',
  mustNotBeZero: 'Must not be zero or all zeros',
  mustBeHex: 'Signature must be hexadecimal string',
} as const
export type FieldFault = keyof typeof FIELD_FAULTS

/** Of sizes and prices. */
export const numberFault = (text: string): FieldFault | undefined => {
  if (!DECIMAL.test(text)) return 'mustBePositive'
  return /[1-9]/.test(text) ? undefined : 'mustNotBeZero'
}
/** Of what signs an order or one of its legs. The exchange takes it without 0x as well. */
export const signatureFault = (text: string): FieldFault | undefined =>
  HEX.test(text) ? undefined : 'mustBeHex'

/** Throws ValidationError where the exchange could only refuse. */
export function checkOrderIntent(order: OrderIntent): void {
  positive('size', order.size)
  if (order.limitPrice !== undefined) positive('limitPrice', order.limitPrice)
  else if (order.orderType !== 'MARKET') throw new ValidationError('limitPrice', 'Field required')
  for (const field of ['tpPrice', 'slPrice'] as const) {
    const price = order[field]
    if (price === undefined) continue
    positive(field, price)
    if (order.orderType !== 'LIMIT')
      throw new ValidationError(field, 'Only a limit order carries TP and SL prices')
  }
  const isTrigger = order.orderType === 'STOP_LOSS' || order.orderType === 'TAKE_PROFIT'
  if (isTrigger && order.reduceOnly !== true)
    throw new ValidationError('reduceOnly', `${order.orderType} orders only reduce`)
  if (order.clientId !== undefined && !CLIENT_ID_PATTERN.test(order.clientId))
    throw new ValidationError('clientId', 'Must be 1 to 36 letters, digits, _ or -')
}

/** Throws ValidationError where the exchange could only refuse. */
export function checkAmendment({ size, limitPrice }: Amendment): void {
  positive('size', size)
  positive('limitPrice', limitPrice)
}

/** Throws ValidationError where the exchange could only refuse: 0, or 5 seconds to a day. */
export function checkCancelTimeout(timeoutMs: number): void {
  const isAllowed =
    Number.isSafeInteger(timeoutMs) && timeoutMs >= CANCEL_TIMER_MIN_MS && timeoutMs <= CANCEL_TIMER_MAX_MS
  if (timeoutMs !== 0 && !isAllowed)
    throw new ValidationError('timeoutMs', 'Must be 0, or 5 seconds to a day')
}

const positive = (field: string, text: string): void => refuse(field, numberFault(text))

/** Throws ValidationError where a signer gave something else; an absent leg has none. */
export function checkSignature(field: string, signature: string | undefined): void {
  if (signature !== undefined) refuse(field, signatureFault(signature))
}

function refuse(field: string, fault: FieldFault | undefined): void {
  if (fault !== undefined) throw new ValidationError(field, FIELD_FAULTS[fault])
}
