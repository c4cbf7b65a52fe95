/**
 * What stands in the way of a profit withdrawal ([5.10], [6.6]) and how an amount is shared: the trader's part is rounded
 * down, as the exchange pays it. Pure.
 */
import { profitPayout } from '@vest/formulas'
import { usd6, type Ratio4, type Usd6 } from '@vest/protocol'
import { checkTransferAmount, type AmountDraft } from '../../entities/transfer/transferAmount.ts'

export type ProfitProblem =
  /** The status of the account is not known yet. */
  | 'loading'
  | 'openPositions'
  /** The terms of the plan make it wait. */
  | 'tooEarly'
  | 'empty'
  | 'below-minimum'
  | 'insufficient'
  /** The amount says that it did not take what was typed. */
  | 'refused'

export type ProfitForm =
  | { readonly kind: 'blocked'; readonly problem: ProfitProblem; readonly size: Usd6 | undefined }
  | { readonly kind: 'ready'; readonly size: Usd6 }

export interface ProfitFacts {
  /** Undefined until every price is there. */
  readonly available: Usd6 | undefined
  readonly hasPositions: boolean
  readonly isTooEarly?: boolean
  readonly isRefused: boolean
}

/** What of an account its plan makes a profit wait for. */
export interface ProfitTerms {
  readonly profitFromTimeMs?: number
  readonly tradingDays: number
  /** Undefined where the plan asks for none. */
  readonly wantedDays: number | undefined
}

/** Whether the exchange would refuse a profit of now: too early (5009), or too few days with a fill. */
export const mustWait = (
  { profitFromTimeMs, tradingDays, wantedDays }: ProfitTerms,
  nowMs: number,
): boolean =>
  (profitFromTimeMs !== undefined && profitFromTimeMs > nowMs) ||
  (wantedDays !== undefined && tradingDays < wantedDays)

export function checkProfit(
  draft: AmountDraft,
  { available, hasPositions, isTooEarly, isRefused }: ProfitFacts,
): ProfitForm {
  const amount = checkTransferAmount(draft, available)
  const size = amount.kind === 'ready' || amount.kind === 'insufficient' ? amount.size : undefined
  const blocked = (problem: ProfitProblem): ProfitForm => ({ kind: 'blocked', problem, size })
  if (available === undefined) return blocked('loading')
  if (hasPositions) return blocked('openPositions')
  if (isTooEarly === true) return blocked('tooEarly')
  if (isRefused) return blocked('refused')
  return amount.kind === 'ready' ? { kind: 'ready', size: amount.size } : blocked(amount.kind)
}

export interface ProfitShares {
  readonly yours: Usd6
  readonly kept: Usd6
}

export function sharesOf(size: Usd6, splitRatio: Ratio4): ProfitShares {
  const yours = profitPayout(size, splitRatio)
  return { yours, kept: usd6(size - yours) }
}
