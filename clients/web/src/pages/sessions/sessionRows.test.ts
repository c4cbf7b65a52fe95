import type { ApiKeyRow } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { agoOf, byUse, keyRowOf, timeLeftOf, isOwnMachine } from './sessionRows.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const wire = (change: Partial<ApiKeyRow> = {}): ApiKeyRow => ({
  id: '0xaa',
  kind: 'session',
  label: 'Session',
  scopes: ['read', 'trade'],
  createTime: 1_000,
  expiryTime: 1_000 + 14 * DAY_MS,
  lastUsedTime: null,
  lastUsedFrom: null,
  createdFrom: null,
  browser: null,
  ipAllowList: [],
  signingAddr: `0x${'11'.repeat(20)}`,
  isCurrent: false,
  maxDailyLoss: null,
  lostToday: null,
  ...change,
})

it('networks of the machine itself are told from others', () => {
  expect(['127.0.0.0/24', '0:0:0:0::/64', '203.0.113.0/24', '2001:db8:0:0::/64'].map(isOwnMachine)).toEqual([
    ...[true, true],
    ...[false, false],
  ])
})

describe('rows of the sessions page', () => {
  it('a session has no name of its own, a program has; what is absent is absent', () => {
    expect(keyRowOf(wire())).toMatchObject({ isProgram: false, label: undefined, usedMs: undefined })
    expect(
      keyRowOf(wire({ kind: 'program', label: 'maker-1', scopes: ['read'], expiryTime: null })),
    ).toMatchObject({
      isProgram: true,
      label: 'maker-1',
      canTrade: false,
      endsMs: undefined,
      loss: undefined,
    })
    const bound = { maxDailyLoss: '1250.000000', lostToday: '31.420000' }
    expect(keyRowOf(wire({ kind: 'program', ...bound })).loss).toEqual({
      max: 1_250_000_000,
      today: 31_420_000,
    })
  })

  it('stand with the own session first, then by last use', () => {
    const rows = [
      wire({ id: '0x01', createTime: 9 }),
      wire({ id: '0x02', lastUsedTime: 5 }),
      wire({ id: '0x03', isCurrent: true }),
      wire({ id: '0x04', lastUsedTime: 7 }),
      wire({ id: '0x05', createTime: 10 }),
    ]
    expect(
      rows
        .map(keyRowOf)
        .toSorted(byUse)
        .map(({ id }) => id),
    ).toEqual(['0x03', '0x04', '0x02', '0x05', '0x01'])
  })

  it('time that is left is never rounded up; under two days it is said in hours and marked', () => {
    const row = keyRowOf(wire({ createTime: 0, expiryTime: 14 * DAY_MS }))
    expect(timeLeftOf(row, 7 * DAY_MS - 1)).toEqual({ unit: 'days', count: 7, isSoon: false, share: 50 })
    expect(timeLeftOf(row, 12 * DAY_MS)).toEqual({ unit: 'days', count: 2, isSoon: false, share: 14 })
    expect(timeLeftOf(row, 12 * DAY_MS + 1)).toEqual({ unit: 'hours', count: 47, isSoon: true, share: 14 })
    expect(timeLeftOf(row, 15 * DAY_MS)).toEqual({ unit: 'hours', count: 0, isSoon: true, share: 0 })
    expect(timeLeftOf(keyRowOf(wire({ expiryTime: null })), 0)).toBeUndefined()
  })

  it('the last use is told in the largest unit that fits', () => {
    expect(agoOf(0, 59_999)).toBeUndefined()
    expect(agoOf(0, 60_000)).toEqual({ unit: 'minutes', count: 1 })
    expect(agoOf(0, 47 * HOUR_MS)).toEqual({ unit: 'hours', count: 47 })
    expect(agoOf(0, 49 * HOUR_MS)).toEqual({ unit: 'days', count: 2 })
    // A clock that is ahead of the exchange's.
    expect(agoOf(5, 0)).toBeUndefined()
  })
})
