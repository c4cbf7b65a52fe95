/** Margin of one position and of one resting order. Always rounded up: the exchange is never under-secured. */
import { type Lots, mulDivCeil, type Ratio4, RATIO4_ONE, ratio4, type Ticks, type Usd6 } from '@vest/protocol'
import { valueOf } from './valueOf.ts'

/**
 *   maintMarginRatio = min( ⌈initMarginRatio / 2⌉, market's maintMarginRatio )
 *
 * Raising leverage can therefore never raise a position's maintenance margin.
 */
export const maintMarginRatio = (initMarginRatio: Ratio4, marketMaintMarginRatio: Ratio4): Ratio4 =>
  // Half of a safe integer is exact.
  ratio4(Math.min(Math.ceil(initMarginRatio / 2), marketMaintMarginRatio))

/**
 * initMargin = ⌈ value · initMarginRatio / 10⁴ ⌉, value at the mark: never more than the value, so within the safe
 * range.
 */
export const initMargin = (value: Usd6, initMarginRatio: Ratio4): Usd6 =>
  mulDivCeil(value, initMarginRatio, RATIO4_ONE) as Usd6

/** maintMargin = ⌈ value · maintMarginRatio / 10⁴ ⌉, value at the mark. */
export const maintMargin = (value: Usd6, ratio: Ratio4): Usd6 => mulDivCeil(value, ratio, RATIO4_ONE) as Usd6

export interface ReservingOrder {
  readonly limitPrice: Ticks
  readonly remaining: Lots
  readonly initMarginRatio: Ratio4
}

/**
 *   orderMargin = ⌈ value(limitPrice, remaining) · initMarginRatio / 10⁴ ⌉
 *
 * Reserved by every resting order that is not reduce-only, even opposite to a position: simple, conservative,
 * and a client can compute it without the server.
 */
export const orderMargin = (order: ReservingOrder, scale: number): Usd6 =>
  initMargin(valueOf(order.limitPrice, order.remaining, scale), order.initMarginRatio)
