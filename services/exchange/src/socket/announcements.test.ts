import type { OrderRecord } from '@vest/engine'
import { timeMs } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { createAnnouncements } from './announcements.ts'

const order = (id: number, postMs: number, status: OrderRecord['status']) =>
  ({ id: `0x${id}`, postTimeMs: timeMs(postMs), status }) as OrderRecord
const at = (ms: number) => ({ timeMs: timeMs(ms) })

describe('an order is unheard of', () => {
  it('where its first state is another than NEW, and only then', () => {
    const announcements = createAnnouncements()
    expect(announcements.isUnheardOf(order(1, 5, 'FILLED'), at(5))).toBe(true)
    expect(announcements.isUnheardOf(order(2, 5, 'NEW'), at(5))).toBe(false)
    expect(announcements.isUnheardOf(order(3, 5, 'REJECTED'), at(5))).toBe(false)
    expect(announcements.isUnheardOf(order(4, 5, 'CANCELLED'), at(5))).toBe(true)
  })

  it('not a second time, also in the millisecond in which it came', () => {
    const announcements = createAnnouncements()
    expect(announcements.isUnheardOf(order(1, 5, 'PARTIALLY_FILLED'), at(5))).toBe(true)
    expect(announcements.isUnheardOf(order(1, 5, 'FILLED'), at(5))).toBe(false)
    expect(announcements.isUnheardOf(order(2, 5, 'NEW'), at(5))).toBe(false)
    expect(announcements.isUnheardOf(order(2, 5, 'FILLED'), at(5))).toBe(false)
    // Later states, of whatever order, bear a later time.
    expect(announcements.isUnheardOf(order(1, 5, 'FILLED'), at(6))).toBe(false)
    expect(announcements.isUnheardOf(order(9, 5, 'FILLED'), at(6))).toBe(false)
  })
})
