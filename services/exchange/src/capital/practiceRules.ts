/**
 * The rules of a practice evaluation that names no plan. A person can practise while the payment provider has nothing to
 * sell, so these rules are the exchange's own: the usual ones of a plan of 10,000 dollars.
 */
import type { CapitalPlan } from '@vest/engine'
import { ratio4, usd6 } from '@vest/protocol'

export type PracticeRules = Pick<
  CapitalPlan,
  'sizeUsd6' | 'goalRatio' | 'maxDailyLossRatio' | 'maxDrawdownRatio' | 'minTradingDays'
>

export const PRACTICE_RULES: PracticeRules = {
  sizeUsd6: usd6(10_000_000_000),
  goalRatio: ratio4(1_000),
  maxDailyLossRatio: ratio4(400),
  maxDrawdownRatio: ratio4(600),
  minTradingDays: 0,
}
