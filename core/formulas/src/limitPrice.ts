/** Prices of orders: the default protection of a market order and the band of a limit order. */
import { divFloor, mulDivCeil, mulDivFloor, type Ticks, ticks } from '@vest/protocol'

/**
 *   buy  ⌊mark · (10⁴ + slippage) / 10⁴⌋      sell ⌈mark · (10⁴ − slippage) / 10⁴⌉
 *
 * Worst acceptable price of a market order, rounded toward the mark: never wider than requested.
 */
export const defaultLimitPrice = (input: { mark: Ticks; isBuy: boolean; slippageBps: number }): Ticks =>
  ticks(
    input.isBuy
      ? mulDivFloor(input.mark, 10_000 + input.slippageBps, 10_000)
      : mulDivCeil(input.mark, 10_000 - input.slippageBps, 10_000),
  )

/**
 * Whether a limit price is plausible (otherwise 3011). Refused: price >= 10 · mark, 10 · price <= mark, and for a sell
 * 2 · price <= mark.
 */
export const isLimitPriceAllowed = (input: { price: Ticks; mark: Ticks; isBuy: boolean }): boolean =>
  input.price < 10 * input.mark &&
  10 * input.price > input.mark &&
  (input.isBuy || 2 * input.price > input.mark)

/** The lowest and highest allowed limit price: {@link isLimitPriceAllowed} as a band. */
export const limitPriceBand = (input: {
  mark: Ticks
  isBuy: boolean
}): { readonly min: Ticks; readonly max: Ticks } => ({
  min: ticks(divFloor(input.mark, input.isBuy ? 10 : 2) + 1),
  max: ticks(10 * input.mark - 1),
})
