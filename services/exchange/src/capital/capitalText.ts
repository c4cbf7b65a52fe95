/** Accounts of the capital programme in the forms of the wire. */
import type { CapitalAccountView, CapitalPlan, CapitalView } from '@vest/engine'
import {
  formatDecimalShort,
  formatUsd6,
  LEVERAGE_MAX_CAPITAL,
  USD6_DECIMALS,
  type AccountEvent,
  type CapitalEntry,
  type CapitalPlanText,
} from '@vest/protocol'

const HOUR_MS = 3_600_000

/** A share of 10⁻⁴ in percent, as the provider's metadata has it. */
const percent = (ratio: number): string => formatDecimalShort(ratio, 2)

export const planText = (plan: CapitalPlan): CapitalPlanText => ({
  name: plan.name,
  priceId: plan.priceId,
  unitAmount: plan.priceCents,
  metadata: {
    account_size: formatDecimalShort(plan.sizeUsd6, USD6_DECIMALS),
    step_1_goal: percent(plan.goalRatio),
    max_daily_loss: percent(plan.maxDailyLossRatio),
    max_drawdown: percent(plan.maxDrawdownRatio),
    max_leverage: String(LEVERAGE_MAX_CAPITAL),
    max_profit_split: percent(plan.profitSplitRatio),
    ...termsText(plan),
  },
})

/** What the plan asks for beyond its figures; a term that asks for nothing is not named. */
function termsText(plan: CapitalPlan): Readonly<Record<string, string>> {
  const terms = {
    min_trading_days: plan.minTradingDays,
    min_funded_days: plan.minFundedDays,
    review_hours: plan.reviewMs / HOUR_MS,
    first_profit_days: plan.firstProfitAfterMs / (24 * HOUR_MS),
    profit_every_hours: plan.profitEveryMs / HOUR_MS,
  }
  return Object.fromEntries(
    Object.entries(terms).flatMap(([name, count]) => (count === 0 ? [] : [[name, String(count)]])),
  )
}

/** An evaluation that was opened without a purchase. */
export const isPractice = ({ purchaseId, isFunded }: CapitalAccountView): boolean =>
  purchaseId === undefined && !isFunded

export function capitalEntryText(view: CapitalAccountView, withNetworkType: boolean): CapitalEntry {
  const { capital, plan, availableProfit, claimableTimeMs } = view
  return {
    capital_status: capital.status,
    is_funded: view.isFunded,
    is_practice: isPractice(view),
    is_frozen: capital.isFrozen,
    reason: capital.reason ?? null,
    initial_capital: formatUsd6(capital.sizeUsd6),
    equity: formatUsd6(view.equity),
    ...limitsText(capital),
    next_reset_time: capital.nextResetTimeMs,
    trading_days: capital.tradingDays,
    failed_time: isFailure(capital) ? (capital.endedTimeMs ?? null) : null,
    claimable_time: claimableTimeMs ?? null,
    available_profit: availableProfit === undefined ? null : formatUsd6(availableProfit),
    profit_time: view.profitFromTimeMs ?? null,
    ...(withNetworkType ? { network_type: view.networkType } : {}),
    primary_address: view.ownerId,
    updated_time: view.timeMs,
    active_capital_plan: plan === undefined ? null : planText(plan),
  }
}

const isFailure = ({ status }: CapitalView): boolean => status.includes('_failed_')

const limitsText = (capital: CapitalView) => ({
  target_equity: capital.targetEquity === undefined ? null : formatUsd6(capital.targetEquity),
  max_daily_loss_limit: formatUsd6(capital.maxDailyLossLimit),
  max_drawdown_limit: formatUsd6(capital.maxDrawdownLimit),
  prior_day_balance: formatUsd6(capital.priorDayBalance),
})

export const accountEventText = (account: string, capital: CapitalView, timeMs: number): AccountEvent => ({
  address: account,
  capital_status: capital.status,
  is_frozen: capital.isFrozen,
  reason: capital.reason ?? null,
  ...limitsText(capital),
  time: timeMs,
})
