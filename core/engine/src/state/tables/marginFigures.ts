/**
 * Figures of the margin status: equity, equity after haircut, initial and maintenance margin. One set holds
 * the last result; each account caches its own.
 */

/** collateral + Σ unrealised profit of the positions that share it. */
export const EQUITY = 0

/** Equity with off-hours profits counted in part: new orders are checked against it. */
export const COUNTED_EQUITY = 1

export const INIT_MARGIN = 2

/** NaN where it was not asked for: the check of an order does not need it. */
export const MAINT_MARGIN = 3

/** Number of figures that are cached: all but the last. */
export const KEPT_NUMBERS = 3

/** The last result. Longer than necessary for the reason given in `fillPlan.ts`. */
export const STANDING = new Float64Array(16)

export function begin(standing: Float64Array, money: number, hasMaint: boolean): void {
  standing[EQUITY] = money
  standing[COUNTED_EQUITY] = money
  standing[INIT_MARGIN] = 0
  standing[MAINT_MARGIN] = hasMaint ? 0 : NaN
}
