/**
 * How a client goes on from what it is told of an account of Vest Capital ([4.10] to [4.12]). News may come late, twice
 * and out of order: what has begun is not undone by them. What is read from the exchange replaces whatever was held.
 */
import type { CapitalStatus } from '@vest/protocol'

/** None of them changes by news. */
const LASTING: ReadonlySet<CapitalStatus> = new Set(['pre_eval', 'goal_failed_hidden'])

const isFundedFailure = (status: CapitalStatus): boolean => status.startsWith('funded_failed_')

/** What an ACCOUNT event makes of the status that is held ([4.10]). */
export function nextCapitalStatus(held: CapitalStatus | undefined, told: CapitalStatus): CapitalStatus {
  if (held === undefined) return told
  if (LASTING.has(held)) return held
  if (held === 'pre_funded') return told === 'funded_active' ? told : held
  if (held === 'funded_active') return isFundedFailure(told) ? told : held
  return told
}

/** Whether the result of the account that is signed in is shown once it has come ([4.10]). */
export const opensCapitalResult = (status: CapitalStatus): boolean =>
  status === 'goal_passed' ||
  status === 'goal_failed_max_drawdown' ||
  status === 'goal_failed_max_daily_loss' ||
  isFundedFailure(status)

/** Neither funded nor without a plan ([4.11]). */
export const isEvaluation = (status: CapitalStatus): boolean =>
  status !== 'funded_active' && !isFundedFailure(status) && status !== 'not_eligible' && status !== 'unknown'

/** An evaluation or a funded account ([4.11]). */
export const isCapitalAccount = (status: CapitalStatus): boolean =>
  isEvaluation(status) || status === 'funded_active' || isFundedFailure(status)

/** There is nothing to do in these: not begun, converted, or over. */
const OUT_OF_SIGHT: ReadonlySet<CapitalStatus> = new Set([
  ...(['created', 'paid', 'pre_eval', 'pre_funded', 'funded_claimed'] as const),
  ...(['goal_failed_hidden', 'claimed'] as const),
])

/** Not shown where an account is chosen ([4.12]). */
export const isHiddenAccount = (
  status: CapitalStatus,
  { isPrimary, isEmailUser }: { readonly isPrimary: boolean; readonly isEmailUser: boolean },
): boolean => !isPrimary && (OUT_OF_SIGHT.has(status) || (isEmailUser && status === 'not_eligible'))
