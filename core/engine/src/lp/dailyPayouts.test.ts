import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeMs, usd6 } from '@vest/protocol'
import { forgetOldPayments, recordPayment, paidOfDay } from './dailyPayouts.ts'
import { type PaidOut, PaymentsOfDay } from '../state/collections/lpPool.ts'
import { DAY_MS, HOUR_MS } from '../state/collections/calendar.ts'

describe('payments of a day', () => {
  const steps = fc.array(
    fc.record({
      afterMs: fc.oneof(fc.constantFrom(0, 1, DAY_MS - 1, DAY_MS), fc.nat(9 * HOUR_MS)),
      size: fc.nat(1_000_000),
      isForgotten: fc.boolean(),
    }),
    { maxLength: 60 },
  )

  it('add up to those younger than a day, at any time of query or removal', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const payments = new PaymentsOfDay()
        const all: PaidOut[] = []
        let nowMs = 0
        for (const { afterMs, size, isForgotten } of list) {
          nowMs += afterMs
          const paid = { timeMs: timeMs(nowMs), size: usd6(size) }
          all.push(paid)
          recordPayment(payments, paid)
          if (isForgotten) forgetOldPayments(payments, nowMs)
          const young = all.filter(({ timeMs: at }) => nowMs - at < DAY_MS)
          expect(paidOfDay(payments, nowMs)).toBe(young.reduce((sum, one) => sum + one.size, 0))
          expect(payments.list.slice(-young.length)).toEqual(young)
          if (isForgotten) expect(payments.list).toEqual(young)
        }
      }),
    )
  })

  it('are read twice each, however often the sum is requested', () => {
    const payments = new PaymentsOfDay()
    let looks = 0
    const counted = (atMs: number): PaidOut => ({
      timeMs: timeMs(atMs),
      get size() {
        looks += 1
        return usd6(5)
      },
    })
    for (let atMs = 0; atMs < 1_000; atMs++) {
      recordPayment(payments, counted(atMs))
      expect(paidOfDay(payments, atMs)).toBe(5 * (atMs + 1))
    }
    expect(looks).toBe(1_000)
    for (let atMs = 0; atMs < 1_000; atMs++) expect(paidOfDay(payments, DAY_MS + atMs)).toBe(5 * (999 - atMs))
    expect(looks).toBe(2_000)
  })
})
