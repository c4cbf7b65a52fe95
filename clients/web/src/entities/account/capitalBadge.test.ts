import { CAPITAL_STATUSES, type CapitalStatus } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { CAPITAL_BADGE_TONE, capitalBadgeOf, capitalBannerOf, hiddenPositionsOf } from './capitalBadge.ts'

const table = <Word>(of: (status: CapitalStatus) => Word | undefined) =>
  Object.fromEntries(CAPITAL_STATUSES.map((status) => [status, of(status)]))

describe('what the status of a capital account means', () => {
  it('[2.22] the badge says Funded, Eval, Passed or Failed, each in a colour of its own; no other status has one', () => {
    expect(table(capitalBadgeOf)).toEqual({
      not_eligible: undefined,
      unknown: undefined,
      created: undefined,
      paid: undefined,
      pre_eval: undefined,
      active: 'eval',
      goal_passed: 'passed',
      goal_failed_max_drawdown: 'failed',
      goal_failed_max_daily_loss: 'failed',
      goal_failed_hidden: 'failed',
      pre_funded: undefined,
      funded_active: 'funded',
      funded_claimed: 'funded',
      funded_failed_max_drawdown: 'failed',
      funded_failed_max_daily_loss: 'failed',
      claimed: undefined,
    })
    expect(CAPITAL_BADGE_TONE).toEqual({ funded: 'info', eval: 'chalk', passed: 'ok', failed: 'err' })
  })

  it('[4.13] the banner of every status: passed, failed, liquidated, evaluation, none for funded, else the code', () => {
    expect(table((status) => capitalBannerOf(status))).toEqual({
      not_eligible: undefined,
      unknown: 'unknown',
      created: 'unknown',
      paid: 'unknown',
      pre_eval: 'unknown',
      active: 'evaluation',
      goal_passed: 'passed',
      goal_failed_max_drawdown: 'evaluationFailed',
      goal_failed_max_daily_loss: 'evaluationFailed',
      goal_failed_hidden: 'evaluationFailed',
      pre_funded: 'unknown',
      funded_active: undefined,
      funded_claimed: undefined,
      funded_failed_max_drawdown: 'fundedLiquidated',
      funded_failed_max_daily_loss: 'fundedLiquidated',
      claimed: 'closed',
    })
  })

  it('[4.13] while a payment is disputed the banner of an open account says that it is frozen', () => {
    const frozen = Object.entries(table((status) => capitalBannerOf(status, true)))
    expect(frozen.filter(([, kind]) => kind === 'frozen').map(([status]) => status)).toEqual([
      'active',
      'funded_active',
    ])
  })

  it('a claim or payout that is looked at has a banner of its own, a disputed payment comes before it', () => {
    expect(capitalBannerOf('goal_passed', true, true)).toBe('inReview')
    expect(capitalBannerOf('funded_active', false, true)).toBe('inReview')
    expect(capitalBannerOf('funded_active', true, true)).toBe('frozen')
  })

  it('[2.30] an evaluation that is not active hides its positions and says why; others show them', () => {
    const hidden = Object.entries(table(hiddenPositionsOf)).filter(([, reason]) => reason !== undefined)
    expect(Object.fromEntries(hidden)).toEqual({
      created: 'unknown',
      paid: 'unknown',
      pre_eval: 'unknown',
      goal_passed: 'passed',
      goal_failed_max_drawdown: 'maxDrawdown',
      goal_failed_max_daily_loss: 'maxDailyLoss',
      goal_failed_hidden: 'unknown',
      pre_funded: 'unknown',
      funded_claimed: 'passed',
      claimed: 'closed',
    })
    expect(hiddenPositionsOf(undefined)).toBeUndefined()
  })
})
