/**
 * A plan of Vest Capital as screens show it: its levels of equity by the formulas that judge it, its shares as the
 * provider's product names them. A product that cannot be read to the digit is none.
 */
import { maxDailyLossLimit, maxDrawdownLimit, targetEquity } from '@vest/formulas'
import { parseDecimal, ratio4, usd6, type CapitalPlanText, type Ratio4, type Usd6 } from '@vest/protocol'

export interface CapitalPlan {
  readonly name: string
  readonly priceId: string
  readonly feeCents: number
  readonly size: Usd6
  /** Equity at which the evaluation is passed. */
  readonly goal: Usd6
  /** What the first day may cost, and every other. */
  readonly dailyLoss: Usd6
  readonly drawdown: Usd6
  readonly drawdownFloor: Usd6
  readonly leverageMax: number
  readonly goalRatio: Ratio4
  readonly dailyLossRatio: Ratio4
  readonly drawdownRatio: Ratio4
  /** What of a profit is the trader's. */
  readonly splitRatio: Ratio4
  /** What it asks for beyond its figures: those that it names, in this order. */
  readonly terms: Readonly<Partial<Record<PlanTerm, number>>>
}

/** Days with a fill before the pass and before a profit, hours of review, and how long profits wait. */
export const PLAN_TERMS = [
  'min_trading_days',
  'review_hours',
  'min_funded_days',
  'first_profit_days',
  'profit_every_hours',
] as const
export type PlanTerm = (typeof PLAN_TERMS)[number]

const MONEY_DECIMALS = 6
const PERCENT_DECIMALS = 2

export function readPlan({ name, priceId, unitAmount, metadata }: CapitalPlanText): CapitalPlan | undefined {
  const read = (field: string, decimals: number): number | undefined => {
    const parsed = parseDecimal(metadata[field] ?? '', decimals)
    return parsed.ok ? parsed.value : undefined
  }
  const sizeUsd6 = read('account_size', MONEY_DECIMALS)
  const leverageMax = read('max_leverage', 0)
  const [goal, daily, drawdown, split] = [
    'step_1_goal',
    'max_daily_loss',
    'max_drawdown',
    'max_profit_split',
  ].map((field) => read(field, PERCENT_DECIMALS))
  if (
    sizeUsd6 === undefined ||
    leverageMax === undefined ||
    goal === undefined ||
    daily === undefined ||
    drawdown === undefined ||
    split === undefined
  )
    return undefined
  const terms: Partial<Record<PlanTerm, number>> = {}
  for (const term of PLAN_TERMS) {
    if (metadata[term] === undefined) continue
    const count = read(term, 0)
    if (count === undefined) return undefined
    terms[term] = count
  }
  const size = usd6(sizeUsd6)
  const drawdownFloor = maxDrawdownLimit(size, ratio4(drawdown))
  return {
    name,
    priceId,
    feeCents: unitAmount,
    size,
    leverageMax,
    drawdownFloor,
    goal: targetEquity(size, ratio4(goal)),
    dailyLoss: usd6(size - maxDailyLossLimit(size, size, ratio4(daily))),
    drawdown: usd6(size - drawdownFloor),
    goalRatio: ratio4(goal),
    dailyLossRatio: ratio4(daily),
    drawdownRatio: ratio4(drawdown),
    splitRatio: ratio4(split),
    terms,
  }
}
