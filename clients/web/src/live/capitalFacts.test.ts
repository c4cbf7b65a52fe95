import { CAPITAL_STATUSES, type AccountEvent } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { capitalEntryOf, usd } from '../testing/fixtures.ts'
import { EMPTY_ACCOUNT, foldAccountEvent, type AccountState } from './account.ts'
import { capitalResultOf, foldCapital, readCapital } from './capitalFacts.ts'

const ADDRESS = '0xab00000000000000000000000000000000000001'

const told = (change: Partial<AccountEvent> = {}): AccountEvent => ({
  address: ADDRESS,
  capital_status: 'goal_passed',
  is_frozen: true,
  reason: null,
  target_equity: '11000.000000',
  max_daily_loss_limit: '10200.000000',
  max_drawdown_limit: '9400.000000',
  prior_day_balance: '10600.000000',
  time: 1,
  ...change,
})

describe('what is known of a capital account', () => {
  it('[3.1] [3.14] reads goal, floors, balance of the day, and the plan; what is not there is absent', () => {
    expect(readCapital(capitalEntryOf())).toMatchObject({
      status: 'active',
      size: usd(10_000),
      goal: usd(11_000),
      dailyFloor: usd(10_140.8),
      drawdownFloor: usd(9_400),
      dayBalance: usd(10_540.8),
      plan: { name: 'Gold' },
    })
    const funded = readCapital(capitalEntryOf({ target_equity: null, active_capital_plan: null }))
    expect('goal' in funded || 'plan' in funded || 'reason' in funded).toBe(false)
  })

  it('[4.10] [7.30] an event brings its limits along, also where its status may not be followed', () => {
    const held = readCapital(capitalEntryOf())
    expect(foldCapital(held, told())).toMatchObject({
      status: 'goal_passed',
      isFrozen: true,
      dailyFloor: usd(10_200),
      dayBalance: usd(10_600),
    })
    const funded = foldCapital({ ...held, status: 'funded_active' }, told({ target_equity: null }))
    expect([funded.status, funded.goal, funded.dailyFloor]).toEqual(['funded_active', undefined, usd(10_200)])
  })

  it('[7.30] an event of another account of the owner leaves this one alone', () => {
    const account = { address: ADDRESS, capital: readCapital(capitalEntryOf()), capitalStatus: 'active' }
    const state = { ...EMPTY_ACCOUNT, account: account as unknown as AccountState['account'] }
    expect(foldAccountEvent(state, told({ address: '0xother' }))).toBe(state)
    expect(foldAccountEvent(state, told()).account?.capitalStatus).toBe('goal_passed')
  })

  it('[2.39] a result is a pass, a failure or a liquidation, each failure by its limit', () => {
    const results = CAPITAL_STATUSES.flatMap((status) => capitalResultOf(status) ?? [])
    expect(results).toEqual(['passed', 'maxDrawdown', 'maxDailyLoss', 'fundedDrawdown', 'fundedDailyLoss'])
  })
})
