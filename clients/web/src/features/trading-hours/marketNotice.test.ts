import { describe, expect, it } from 'vitest'
import { timeMs } from '@vest/protocol'
import type { Ticker } from '../../live/index.ts'
import { COIN, tickerOf } from '../../testing/fixtures.ts'
import { CLOSES_SOON_MS, marketNoticeOf } from './marketNotice.ts'

const NOW_MS = 1_000_000_000
const said = (change: Partial<Ticker>) => marketNoticeOf(tickerOf(COIN, 300, change), NOW_MS)
const closesIn = (ms: number) => ({ session: 'CLOSED', timeMs: timeMs(NOW_MS + ms) }) as const

describe('what is said of a market before an order', () => {
  it('nothing in a regular session, nor where the exchange tells no session', () => {
    expect(said({})).toBeUndefined()
    expect(said({ session: undefined, mode: undefined })).toBeUndefined()
    expect(marketNoticeOf(undefined, NOW_MS)).toBeUndefined()
  })

  it('a stop by the calendar is told from one without a plan', () => {
    expect(said({ status: 'HALT', mode: 'HALT', session: 'CLOSED' })).toBe('closed')
    expect(said({ status: 'HALT', mode: 'HALT' })).toBe('halted')
    expect(said({ status: 'HALT', session: undefined, mode: undefined })).toBe('halted')
  })

  it('modes come before hours', () => {
    expect(said({ mode: 'CANCEL_ONLY', session: 'OVERNIGHT' })).toBe('cancelOnly')
    expect(said({ mode: 'REDUCE_ONLY', session: 'OVERNIGHT' })).toBe('reduceOnly')
    expect(said({ mode: 'POST_ONLY', nextSession: closesIn(1) })).toBe('postOnly')
  })

  it('warns in the last half hour before a close, and says that a session is thin', () => {
    expect(said({ nextSession: closesIn(CLOSES_SOON_MS) })).toBe('closesSoon')
    expect(said({ nextSession: closesIn(CLOSES_SOON_MS + 1) })).toBeUndefined()
    expect(said({ session: 'EXTENDED', nextSession: closesIn(CLOSES_SOON_MS + 1) })).toBe('offHours')
    expect(
      said({ session: 'OVERNIGHT', nextSession: { session: 'EXTENDED', timeMs: timeMs(NOW_MS + 1) } }),
    ).toBe('offHours')
  })
})
