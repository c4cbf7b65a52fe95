/**
 * What the status of a Vest Capital account means to its owner: the badge of the account, the banner above the page,
 * and whether its positions are shown. Pure; the words stand in the translations.
 */
import type { CapitalStatus } from '@vest/protocol'
import { isEvaluation } from '@vest/sdk'
import type { Tone } from '../../ui/index.ts'

export type CapitalBadgeKind = 'funded' | 'eval' | 'passed' | 'failed'

export const CAPITAL_BADGE_TONE: Readonly<Record<CapitalBadgeKind, Tone>> = {
  funded: 'info',
  eval: 'chalk',
  passed: 'ok',
  failed: 'err',
}

/** The badge of the account selector ([2.22]); undefined where the account is no more than planned. */
export function capitalBadgeOf(status: CapitalStatus): CapitalBadgeKind | undefined {
  switch (status) {
    case 'active':
      return 'eval'
    case 'goal_passed':
      return 'passed'
    case 'funded_active':
    case 'funded_claimed':
      return 'funded'
    case 'goal_failed_max_drawdown':
    case 'goal_failed_max_daily_loss':
    case 'goal_failed_hidden':
    case 'funded_failed_max_drawdown':
    case 'funded_failed_max_daily_loss':
      return 'failed'
    default:
      return undefined
  }
}

export type CapitalBannerKind =
  | 'evaluation'
  | 'passed'
  | 'evaluationFailed'
  | 'fundedLiquidated'
  /** A payment is disputed: nothing is ordered or paid out. */
  | 'frozen'
  /** A claim or payout is looked at by a person. */
  | 'inReview'
  /** Refunded, lost in a dispute, or closed by hand. */
  | 'closed'
  /** Told with the status itself, for support. */
  | 'unknown'

/** The banner of a status ([4.13]); undefined for funded accounts, and for accounts that have nothing to do with plans. */
export function capitalBannerOf(
  status: CapitalStatus,
  isFrozen = false,
  isInReview = false,
): CapitalBannerKind | undefined {
  if (isFrozen && (status === 'active' || status === 'funded_active')) return 'frozen'
  if (isInReview) return 'inReview'
  switch (status) {
    case 'claimed':
      return 'closed'
    case 'funded_active':
    case 'funded_claimed':
    case 'not_eligible':
      return undefined
    case 'active':
      return 'evaluation'
    case 'goal_passed':
      return 'passed'
    case 'goal_failed_max_drawdown':
    case 'goal_failed_max_daily_loss':
    case 'goal_failed_hidden':
      return 'evaluationFailed'
    case 'funded_failed_max_drawdown':
    case 'funded_failed_max_daily_loss':
      return 'fundedLiquidated'
    default:
      return 'unknown'
  }
}

export type HiddenPositions = 'maxDailyLoss' | 'maxDrawdown' | 'passed' | 'closed' | 'unknown'

/**
 * Why an evaluation account that is not active shows no positions ([2.30]): the limit that it broke, or its status
 * where there is no better word. Undefined = positions are shown.
 */
export function hiddenPositionsOf(status: CapitalStatus | undefined): HiddenPositions | undefined {
  switch (status) {
    case 'goal_failed_max_daily_loss':
      return 'maxDailyLoss'
    case 'goal_failed_max_drawdown':
      return 'maxDrawdown'
    case 'goal_passed':
    case 'funded_claimed':
      return 'passed'
    case 'claimed':
      return 'closed'
    case undefined:
    case 'active':
      return undefined
    default:
      return isEvaluation(status) ? 'unknown' : undefined
  }
}
