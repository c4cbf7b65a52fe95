/** A product of the payment provider as a plan: its metadata is read to the digit, and what is not whole is no plan. */
import type { CapitalPlan } from '@vest/engine'
import {
  CAPITAL_RULEBOOK,
  LEVERAGE_MAX_CAPITAL,
  parseDecimal,
  ratio4,
  usd6,
  USD6_DECIMALS,
} from '@vest/protocol'
import type { PaymentProduct } from '@vest/runtime'

/** Percent with two decimals is a share of 10⁻⁴. */
const PERCENT_DECIMALS = 2
const DAY_MS = 86_400_000

/** undefined: not every figure is there and sound. */
export function planOf({
  name,
  priceId,
  priceCents,
  currency,
  metadata,
}: PaymentProduct): CapitalPlan | undefined {
  const read = (field: string, decimals: number): number | undefined => {
    const text = metadata[field]
    const parsed = text === undefined ? undefined : parseDecimal(text, decimals)
    return parsed?.ok === true ? parsed.value : undefined
  }
  const size = read('account_size', USD6_DECIMALS)
  const shares = ['step_1_goal', 'max_daily_loss', 'max_drawdown', 'max_profit_split'].map((field) =>
    read(field, PERCENT_DECIMALS),
  )
  const [goal, daily, drawdown, split] = shares
  // What a term does not name it does not ask for.
  const counts = [
    'min_trading_days',
    'min_funded_days',
    'review_hours',
    'first_profit_days',
    'profit_every_hours',
  ].map((field) => (metadata[field] === undefined ? 0 : read(field, 0)))
  const [minTradingDays, minFundedDays, reviewHours, firstDays, everyHours] = counts
  if (size === undefined || shares.includes(undefined) || counts.includes(undefined)) return undefined
  if (shares.some((share) => share! <= 0 || share! > 10_000) || counts.some((count) => count! < 0))
    return undefined
  if (size <= 0 || read('max_leverage', 0) !== LEVERAGE_MAX_CAPITAL) return undefined
  return {
    name,
    priceId,
    priceCents,
    currency,
    sizeUsd6: usd6(size),
    goalRatio: ratio4(goal!),
    maxDailyLossRatio: ratio4(daily!),
    maxDrawdownRatio: ratio4(drawdown!),
    profitSplitRatio: ratio4(split!),
    minTradingDays: minTradingDays!,
    minFundedDays: minFundedDays!,
    reviewMs: (reviewHours! * DAY_MS) / 24,
    firstProfitAfterMs: firstDays! * DAY_MS,
    profitEveryMs: (everyHours! * DAY_MS) / 24,
    rulebook: CAPITAL_RULEBOOK,
  }
}
