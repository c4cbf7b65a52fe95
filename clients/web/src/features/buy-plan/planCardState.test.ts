import { CAPITAL_STATUSES, type CapitalStatus } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { planCardState, type PlanFacts } from './planCardState.ts'

const WALLET = '0x7c41'
const facts = (change: Partial<PlanFacts> = {}): PlanFacts => ({
  status: 'login',
  holdings: [],
  isFunded: false,
  openingId: undefined,
  ...change,
})
const holding = (status: CapitalStatus, change: Partial<PlanFacts> = {}): PlanFacts =>
  facts({ holdings: [{ account: WALLET, status, priceId: 'gold' }], ...change })

describe('the button of a plan', () => {
  it('[5.13] [6.7] is for people with e-mail or Google; others are led there', () => {
    expect(planCardState('gold', facts({ status: 'visitor' }))).toEqual({ kind: 'logIn' })
    expect(planCardState('gold', facts({ status: 'wallet' }))).toEqual({ kind: 'addLogin' })
    expect(planCardState('gold', facts())).toEqual({ kind: 'buy' })
  })

  it('[4.19] the active plan shows purchased in evaluation, Switch to Eval in funded mode; others are disabled', () => {
    const active = holding('active')
    expect(planCardState('gold', active)).toEqual({ kind: 'purchased' })
    expect(planCardState('silver', active)).toEqual({ kind: 'unavailable' })
    const funded = holding('active', { isFunded: true })
    expect(planCardState('gold', funded)).toEqual({ kind: 'switchToEval', account: WALLET })
    expect(planCardState('silver', funded)).toEqual({ kind: 'unavailable' })
  })

  it('[4.19] a plan that was paid and not begun opens; what is not paid, or over, keeps nothing from being bought', () => {
    for (const status of CAPITAL_STATUSES) {
      const { kind } = planCardState('gold', holding(status))
      const isPaid = status === 'paid' || status === 'pre_eval'
      const isHeld = status === 'active' || status === 'goal_passed'
      expect(kind, status).toBe(isPaid ? 'open' : isHeld ? 'purchased' : 'buy')
    }
  })

  it('[7.7] while one payment is opened no other can be', () => {
    const opening = facts({ openingId: 'gold' })
    expect(planCardState('gold', opening)).toEqual({ kind: 'opening' })
    expect(planCardState('silver', opening)).toEqual({ kind: 'unavailable' })
  })
})
