/** What a client makes of news about accounts of Vest Capital. */
import { CAPITAL_STATUSES, type CapitalStatus } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import {
  isCapitalAccount,
  isEvaluation,
  isHiddenAccount,
  nextCapitalStatus,
  opensCapitalResult,
} from './capitalRules.ts'

const movesTo = (held: CapitalStatus): readonly CapitalStatus[] =>
  CAPITAL_STATUSES.filter((told) => told !== held && nextCapitalStatus(held, told) === told)
const which = (holds: (status: CapitalStatus) => boolean) => CAPITAL_STATUSES.filter(holds)

describe('news of an account', () => {
  it('[4.10] leave alone what waits for its opening, and change a funded account into a failed one alone', () => {
    expect(movesTo('pre_eval')).toEqual([])
    expect(movesTo('goal_failed_hidden')).toEqual([])
    expect(movesTo('pre_funded')).toEqual(['funded_active'])
    expect(movesTo('funded_active')).toEqual(['funded_failed_max_drawdown', 'funded_failed_max_daily_loss'])
    const others = which((status) => movesTo(status).length === CAPITAL_STATUSES.length - 1)
    expect(others).toEqual([
      ...['not_eligible', 'unknown', 'created', 'paid', 'active', 'goal_passed', 'goal_failed_max_drawdown'],
      ...['goal_failed_max_daily_loss', 'funded_claimed', 'funded_failed_max_drawdown'],
      ...['funded_failed_max_daily_loss', 'claimed'],
    ])
    for (const told of CAPITAL_STATUSES) expect(nextCapitalStatus(undefined, told)).toBe(told)
  })

  it('[4.10] open the result of a pass and of a failure that was not dismissed', () => {
    expect(which(opensCapitalResult)).toEqual([
      ...['goal_passed', 'goal_failed_max_drawdown', 'goal_failed_max_daily_loss'],
      ...['funded_failed_max_drawdown', 'funded_failed_max_daily_loss'],
    ])
  })
})

describe('an account by its status', () => {
  it('[4.11] is an evaluation unless it is funded, was funded, or has no plan', () => {
    const not = which((status) => !isEvaluation(status))
    expect(not).toEqual([
      ...['not_eligible', 'unknown', 'funded_active'],
      ...['funded_failed_max_drawdown', 'funded_failed_max_daily_loss'],
    ])
    expect(which((status) => !isCapitalAccount(status))).toEqual(['not_eligible', 'unknown'])
  })

  it('[4.12] is out of sight while there is nothing to do in it, and the primary account never', () => {
    const hidden = (isEmailUser: boolean, isPrimary = false) =>
      which((status) => isHiddenAccount(status, { isPrimary, isEmailUser }))
    expect(hidden(false)).toEqual([
      ...['created', 'paid', 'pre_eval', 'goal_failed_hidden', 'pre_funded', 'funded_claimed', 'claimed'],
    ])
    expect(hidden(true)).toEqual(['not_eligible', ...hidden(false)])
    expect(hidden(true, true)).toEqual([])
  })
})
