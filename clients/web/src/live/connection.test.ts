import { describe, expect, it } from 'vitest'
import { NOT_CONNECTED, phaseOf, withHealth } from './connection.ts'

describe('connection', () => {
  it('[4.20] connecting is not losing: nothing was lost before the first connection', () => {
    expect(phaseOf(NOT_CONNECTED)).toBe('connecting')
    expect(withHealth(NOT_CONNECTED, { publicHealth: 'unhealthy' }, 5).lostSinceMs).toBeUndefined()
  })

  it('[2.24] notes since when the public or the private feed is lost, and that all is well again', () => {
    const live = withHealth(NOT_CONNECTED, { publicHealth: 'healthy' }, 10)
    expect([phaseOf(live), live.lostSinceMs]).toEqual(['live', undefined])
    const signedIn = withHealth(live, { privateHealth: 'healthy' }, 20)
    const lost = withHealth(signedIn, { privateHealth: 'unhealthy' }, 30)
    expect([phaseOf(lost), lost.lostSinceMs]).toEqual(['reconnecting', 30])
    const both = withHealth(lost, { publicHealth: 'unhealthy' }, 40)
    expect(both.lostSinceMs).toBe(30)
    const back = withHealth(
      withHealth(both, { publicHealth: 'healthy' }, 50),
      { privateHealth: 'healthy' },
      60,
    )
    expect([phaseOf(back), back.lostSinceMs]).toEqual(['live', undefined])
  })

  it('[8.55] is lost for good when the retries are used up', () => {
    const live = withHealth(NOT_CONNECTED, { publicHealth: 'healthy' }, 10)
    const gone = withHealth(withHealth(live, { publicHealth: 'unhealthy' }, 20), { isExhausted: true }, 30)
    expect(phaseOf(gone)).toBe('lost')
  })
})
