import type { NoticeRow } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { createNewNotices, wasToast } from './newNotices.ts'
import { byDay, noticesOf } from './noticeGroups.ts'
import { readOf } from './useNotices.ts'

const notice = (noticeId: string, change: Partial<NoticeRow> = {}): NoticeRow => ({
  noticeId,
  about: 'FILLS',
  kind: 'ORDER_FILLED',
  time: 1,
  read: false,
  symbol: null,
  values: {},
  ...change,
})
const ids = (notices: readonly NoticeRow[]): readonly string[] => notices.map(({ noticeId }) => noticeId)

describe('what is new to a tab', () => {
  it('is nothing at its first look, then what came, and what has changed since', () => {
    const news = createNewNotices()
    expect(ids(news([notice('a')]))).toEqual([])
    expect(ids(news([notice('b'), notice('a')]))).toEqual(['b'])
    expect(ids(news([notice('b'), notice('a')]))).toEqual([])
    expect(ids(news([notice('b', { time: 2 }), notice('a')]))).toEqual(['b'])
    expect(ids(news([notice('c', { read: true }), notice('b', { time: 2 })]))).toEqual([])
  })
  it('of these a toast has told of orders alone', () =>
    expect([wasToast(notice('a')), wasToast(notice('a', { kind: 'PRICE_REACHED' }))]).toEqual([true, false]))
})

describe('the list', () => {
  it('goes by tabs and by days', () => {
    const nowMs = Date.UTC(2026, 0, 31, 12)
    const hour = 3_600_000
    const list = [1, 30, 60].map((hours, n) =>
      notice(String(n), { time: nowMs - hours * hour, about: n === 1 ? 'TRANSFERS' : 'CAPITAL' }),
    )
    expect(ids(noticesOf(list, 'transfers'))).toEqual(['1'])
    expect(ids(noticesOf(list, 'all'))).toEqual(['0', '1', '2'])
    expect(byDay(list, nowMs).map(({ day }) => day)).toEqual(['today', 'yesterday', nowMs - 60 * hour])
  })
  it('is read where it is pressed, or as a whole', () => {
    const held = { unread: 2, notices: [notice('a'), notice('b')] }
    expect(readOf(held, ['a'])).toMatchObject({ unread: 1, notices: [{ read: true }, { read: false }] })
    expect(readOf(held, undefined).unread).toBe(0)
  })
})
