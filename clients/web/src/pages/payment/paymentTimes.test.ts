import { describe, expect, it } from 'vitest'
import type { TFunction } from 'i18next'
import { timeMs } from '@vest/protocol'
import { isLateAt, momentText, nextMinuteMs, readPaymentTimes, waitText } from './paymentTimes.ts'

const FINISHED = timeMs(Date.UTC(2025, 10, 10, 14, 5, 2))
const MINUTE_MS = 60_000
const t = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as TFunction

describe('the times of a payment', () => {
  it('are those that the exchange tells; what it does not know is absent', () => {
    const told = { address: '0xab', began_time: 1, finished_time: FINISHED, paid_time: FINISHED + 2_000 }
    expect(readPaymentTimes(told)).toEqual({ finishedTimeMs: FINISHED, paidTimeMs: FINISHED + 2_000 })
    expect(readPaymentTimes({ ...told, finished_time: null, paid_time: null })).toEqual({})
  })

  it('are times of the day, with their date once that is not plain any more', () => {
    expect(momentText(undefined, FINISHED)).toBeUndefined()
    expect(momentText(FINISHED, FINISHED + MINUTE_MS)).toMatch(/^\d\d:05:02$/)
    expect(momentText(FINISHED, FINISHED + 720 * MINUTE_MS)).toContain('11/')
  })

  it('say how long it has waited, minute by minute, and that it is late after one', () => {
    const at = (minutes: number) => waitText(t, FINISHED, FINISHED + minutes * MINUTE_MS)
    expect([0, 0.9, 1, 12.5, 60, 61].map(at)).toEqual([
      ...['payment.waiting', 'payment.waiting', 'payment.minutes 1', 'payment.minutes 12'],
      ...['payment.hours 1 0', 'payment.hours 1 1'],
    ])
    expect(waitText(t, undefined, FINISHED)).toBe('payment.waiting')
    expect([0.9, 1].map((minutes) => isLateAt(FINISHED, FINISHED + minutes * MINUTE_MS))).toEqual([
      ...[false, true],
    ])
    expect(nextMinuteMs(FINISHED, FINISHED + 90_000)).toBe(FINISHED + 2 * MINUTE_MS)
  })
})
