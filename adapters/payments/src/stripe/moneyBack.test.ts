import type { Stripe } from 'stripe'
import { describe, expect, it } from 'vitest'
import { disputeOf, refundOf } from './moneyBack.ts'

const charge = { id: 'ch_1', amount: 6_000, amount_refunded: 6_000, disputed: true } as Stripe.Charge

describe('what a charge gave back', () => {
  const refund = (amount: number, status: string, metadata: object = {}) => ({ amount, status, metadata })
  it.each([
    ['nothing', [refund(6_000, 'failed'), refund(6_000, 'canceled')], { refund: 'NONE' }],
    ['a part', [refund(5_999, 'succeeded'), refund(1, 'failed')], { refund: 'PARTIAL' }],
    ['all of it, in parts', [refund(5_999, 'succeeded'), refund(1, 'pending')], { refund: 'FULL' }],
    ['all of it without a whole note', [refund(6_000, 'succeeded', { by: 'ann' })], { refund: 'FULL' }],
    [
      'all of it with a note',
      [refund(1, 'succeeded'), refund(5_999, 'succeeded', { by: 'ann', why: 'asked' })],
      { refund: 'FULL', refundNote: { by: 'ann', why: 'asked' } },
    ],
  ])('is %s', async (_, data, told) => {
    const refunds = { list: async () => ({ data }) } as unknown as Stripe['refunds']
    expect(await refundOf({ refunds }, charge)).toEqual(told)
  })
})

describe('a dispute of a charge', () => {
  it.each([
    [['won', 'needs_response', 'lost'], 'LOST'],
    [['won', 'under_review'], 'OPEN'],
    [['warning_closed', 'won'], 'WON'],
    [['warning_needs_response', 'prevented'], 'NONE'],
    [[], 'NONE'],
  ])('of %j counts as %s', async (statuses, stage) => {
    const data = statuses.map((status) => ({ status }))
    const disputes = { list: async () => ({ data }) } as unknown as Stripe['disputes']
    expect(await disputeOf({ disputes }, charge)).toBe(stage)
  })
})
