/** What an operator is told of a refund: done, not possible, or not now, each with what to do. */
import type { PurchaseView } from '@vest/engine'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createCapitalOperator } from './capitalOperator.ts'

const ID = `0x${'1'.repeat(64)}`
const ASKED = { id: ID, by: 'ann', why: 'asked for within a day' }

function operatorOf(before: Partial<PurchaseView>, after: Partial<PurchaseView>) {
  let isRefunded = false
  const purchase = (change: Partial<PurchaseView>) => ({ id: ID, plan: {}, ...change }) as PurchaseView
  return createCapitalOperator({
    engine: {
      query: async () => purchase(isRefunded ? after : before),
    } as unknown as Parameters<typeof createCapitalOperator>[0]['engine'],
    logger: pino({ level: 'silent' }),
    cluster: { onSameDevices: async () => [] },
    refund: async () => void (isRefunded = true),
  })
}

describe('an operator who gives the price of a plan back', () => {
  it('is told how the purchase stands then', async () => {
    const { status, body } = await operatorOf({ status: 'active' }, { status: 'claimed' }).refund(ASKED)
    expect([status, body]).toEqual([200, expect.objectContaining({ status: 'claimed' })])
  })

  it('is told that a disputed payment gives nothing back yet, and that what is judged gives nothing back', async () => {
    const disputed = { status: 'active', dispute: 'OPEN' } as const
    expect(await operatorOf(disputed, disputed).refund(ASKED)).toEqual({
      status: 409,
      body: { error: 'The payment is disputed: its provider gives nothing back before that is over' },
    })
    const passed = { status: 'goal_passed' } as const
    expect((await operatorOf(passed, passed).refund(ASKED)).status).toBe(409)
  })
})
