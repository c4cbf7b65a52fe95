/** The terms of a plan in words, and how an account stands to those that count days. */
import type { TFunction } from 'i18next'
import type { CapitalFacts } from '../../live/index.ts'
import { readPlan, type PlanTerm } from './capitalPlan.ts'

const IN_HOURS: ReadonlySet<PlanTerm> = new Set(['review_hours', 'profit_every_hours'])

export const termText = (t: TFunction, term: PlanTerm, count: number): string =>
  t(IN_HOURS.has(term) ? 'plan.hours' : 'plan.days', { count })

/** Days with a fill that its plan asks of the account; undefined: none. */
export function wantedDays({ plan, isFunded }: Pick<CapitalFacts, 'plan' | 'isFunded'>): number | undefined {
  const terms = plan === undefined ? undefined : readPlan(plan)?.terms
  return isFunded ? terms?.min_funded_days : terms?.min_trading_days
}
