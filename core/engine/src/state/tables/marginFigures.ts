/**
 * Figures of the margin status: equity, equity after haircut, initial and maintenance margin. One set holds the last
 * result (`scratch.ts`); each account caches its own. The figures lie in an array of numbers: a field of an object that changes from
 * an integer to a fraction would leave garbage.
 */

const EQUITY = 0
const EQUITY_AFTER_HAIRCUT = 1
const INIT_MARGIN = 2
const MAINT_MARGIN = 3

/** Number of figures that are cached: all but the last. */
export const CACHED_FIGURES = 3

/** Margins and equity of one account, or of one isolated position, in micro-USDC. */
export class MarginFigures {
  /** Longer than necessary for the reason given in `scratch.ts`. */
  readonly numbers = new Float64Array(16)

  /** collateral + Σ unrealised profit of the positions that share it. */
  get equity(): number {
    return this.numbers[EQUITY]!
  }
  /** Equity with off-hours profits counted in part: new orders are checked against it. */
  get equityAfterHaircut(): number {
    return this.numbers[EQUITY_AFTER_HAIRCUT]!
  }
  get initMargin(): number {
    return this.numbers[INIT_MARGIN]!
  }
  /** NaN where it was not asked for: the check of an order does not need it. */
  get maintMargin(): number {
    return this.numbers[MAINT_MARGIN]!
  }

  /** Money without a position. */
  begin(money: number, hasMaint: boolean): void {
    this.numbers[EQUITY] = money
    this.numbers[EQUITY_AFTER_HAIRCUT] = money
    this.numbers[INIT_MARGIN] = 0
    this.numbers[MAINT_MARGIN] = hasMaint ? 0 : NaN
  }

  /** Adds a position, or with -1 takes one out. */
  add(sign: 1 | -1, profit: number, countedProfit: number, initMargin: number): void {
    const { numbers } = this
    numbers[EQUITY] = numbers[EQUITY]! + sign * profit
    numbers[EQUITY_AFTER_HAIRCUT] = numbers[EQUITY_AFTER_HAIRCUT]! + sign * countedProfit
    numbers[INIT_MARGIN] = numbers[INIT_MARGIN]! + sign * initMargin
  }

  addMaintMargin(margin: number): void {
    this.numbers[MAINT_MARGIN] = this.numbers[MAINT_MARGIN]! + margin
  }

  forgetMaintMargin(): void {
    this.numbers[MAINT_MARGIN] = NaN
  }

  clear(): void {
    this.numbers.fill(0)
  }
}
