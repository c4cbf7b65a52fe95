/**
 * Figures of the margin status: equity, counted equity, initial and maintenance margin. One set is the answer to the
 * last question; each account keeps its own.
 */

/** collateral + Σ unrealised profit of the positions that share it. */
export const EQUITY = 0

/** The same with off-hours profits counted in part: what new orders are measured against. */
export const COUNTED_EQUITY = 1

export const INIT_MARGIN = 2

/** NaN where nobody asks for it: an order is judged without. */
export const MAINT_MARGIN = 3

/** Numbers that are remembered: all but the last. */
export const KEPT_NUMBERS = 3

/** The answer to the last question; longer than it need be for the reason that `fillPlan.ts` gives. */
export const STANDING = new Float64Array(16)

export function begin(standing: Float64Array, money: number, hasMaint: boolean): void {
  standing[EQUITY] = money
  standing[COUNTED_EQUITY] = money
  standing[INIT_MARGIN] = 0
  standing[MAINT_MARGIN] = hasMaint ? 0 : NaN
}
