/**
 * The limits of an evaluation or funded account, as levels of equity, and the verdict for an equity. Every share is
 * rounded for the exchange: a goal up, an allowed loss down. A loss limit is reached at equality.
 */
import { assert, mulDivCeil, mulDivFloor, RATIO4_ONE, type Ratio4, type Usd6, usd6 } from '@vest/protocol'

/** target = A + ⌈ A · goal / 10⁴ ⌉ */
export const targetEquity = (size: Usd6, goalRatio: Ratio4): Usd6 =>
  usd6(size + mulDivCeil(size, goalRatio, RATIO4_ONE))

/** A − ⌊ A · drawdown / 10⁴ ⌋: it never trails. */
export const maxDrawdownLimit = (size: Usd6, maxDrawdownRatio: Ratio4): Usd6 =>
  usd6(size - mulDivFloor(size, maxDrawdownRatio, RATIO4_ONE))

/** balance at the start of the day − ⌊ A · dailyLoss / 10⁴ ⌋: a share of the size, whatever the balance. */
export const maxDailyLossLimit = (dayBalance: Usd6, size: Usd6, maxDailyLossRatio: Ratio4): Usd6 =>
  usd6(dayBalance - mulDivFloor(size, maxDailyLossRatio, RATIO4_ONE))

export type CapitalVerdict = 'GOAL' | 'MAX_DRAWDOWN' | 'MAX_DAILY_LOSS'

/**
 * Of several, the most severe: the total loss before that of a day, a loss before the goal. `undefined`: none is
 * reached.
 */
export function capitalVerdict(
  equity: Usd6,
  limits: {
    /** Absent: there is no goal, as for a funded account. */
    readonly targetEquity?: Usd6
    readonly maxDrawdownLimit: Usd6
    readonly maxDailyLossLimit: Usd6
  },
): CapitalVerdict | undefined {
  if (equity <= limits.maxDrawdownLimit) return 'MAX_DRAWDOWN'
  if (equity <= limits.maxDailyLossLimit) return 'MAX_DAILY_LOSS'
  if (limits.targetEquity !== undefined && equity >= limits.targetEquity) return 'GOAL'
  return undefined
}

/**
 * How much of an allowed loss is used, in basis points from 0 to 10⁴, rounded down:
 * used = ⌊ (start − equity) · 10⁴ / (start − floor) ⌋. All of it where nothing may be lost.
 */
export function lossUsedBps(start: Usd6, floor: Usd6, equity: Usd6): number {
  const allowed = start - floor
  if (allowed <= 0) return RATIO4_ONE
  return Math.min(RATIO4_ONE, mulDivFloor(Math.max(0, start - equity), RATIO4_ONE, allowed))
}

/** A goal counts once a second evaluation, at least this much later, finds it too: a single print does not pass. */
export const PASS_AFTER_MS = 1_000

/** The limit that a verdict names, micro-dollars; `target` is absent only without a goal, where no verdict is GOAL. */
export function verdictLevel(
  verdict: CapitalVerdict,
  limits: {
    readonly target: number | null
    readonly maxDrawdown: number
    readonly maxDailyLoss: number
  },
): Usd6 {
  if (verdict === 'MAX_DRAWDOWN') return usd6(limits.maxDrawdown)
  if (verdict === 'MAX_DAILY_LOSS') return usd6(limits.maxDailyLoss)
  assert(limits.target !== null, 'an account without a goal reaches none')
  return usd6(limits.target)
}

/** available = max(0, equity − A − value of the positions at mark): an open position is no profit yet ([5.10]). */
export const availableProfit = (equity: Usd6, size: Usd6, positionValue: Usd6): Usd6 =>
  usd6(Math.max(0, equity - size - positionValue))

/** payout = ⌊ size · split / 10⁴ ⌋; the rest stays with the house. */
export const profitPayout = (size: Usd6, profitSplitRatio: Ratio4): Usd6 =>
  usd6(mulDivFloor(size, profitSplitRatio, RATIO4_ONE))
