/**
 * Leverage and margin ratio are two notations of one quantity. The engine keeps the ratio (4 decimals); a leverage is
 * allowed only if the round trip returns it, so the screen never shows a number other than the one that was set.
 */
import { assert, divCeil, LEVERAGE_MAX, type Ratio4, RATIO4_ONE, ratio4 } from '@vest/protocol'

/** ratio = ⌈ 10⁴ / leverage ⌉. Up: with a floor, 3X would be shown as 4X. */
export function ratioOfLeverage(leverage: number): Ratio4 {
  assert(Number.isSafeInteger(leverage) && leverage >= 1, 'leverage is a positive integer')
  return ratio4(divCeil(RATIO4_ONE, leverage))
}

/** Shown leverage of a ratio: ⌈ ⌈10⁶ / ratio⌉ / 100 ⌉. */
export function leverageOfRatio(ratio: Ratio4): number {
  assert(ratio > 0, 'a margin ratio is positive')
  return divCeil(divCeil(1_000_000, ratio), 100)
}

/** Whether a market with this initial margin ratio allows the leverage (otherwise 1130). */
export function isLeverageAllowed(leverage: number, marketInitMarginRatio: Ratio4): boolean {
  if (!Number.isSafeInteger(leverage) || leverage < 1 || leverage > LEVERAGE_MAX) return false
  const ratio = ratioOfLeverage(leverage)
  return ratio >= marketInitMarginRatio && leverageOfRatio(ratio) === leverage
}

/** The largest allowed leverage of a market. */
export function maxLeverage(marketInitMarginRatio: Ratio4): number {
  let leverage = Math.min(LEVERAGE_MAX, leverageOfRatio(marketInitMarginRatio))
  while (leverage > 1 && !isLeverageAllowed(leverage, marketInitMarginRatio)) leverage -= 1
  return leverage
}
