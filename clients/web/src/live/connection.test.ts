import { describe, expect, it } from 'vitest'
import { NOT_CONNECTED, OPENING_MAX_MS, phaseOf, withHealth } from './connection.ts'

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

  it('[2.24] a private feed that opens is not lost, unless it takes ten seconds', () => {
    const live = withHealth(NOT_CONNECTED, { publicHealth: 'healthy' }, 10)
    const opening = withHealth(live, { privateHealth: 'unhealthy' }, 20)
    expect([phaseOf(opening), opening.lostSinceMs]).toEqual(['connecting', 20 + OPENING_MAX_MS])
    const alone = withHealth(opening, { publicHealth: 'unhealthy' }, 30)
    expect(alone.lostSinceMs).toBe(30)
    const open = withHealth(opening, { privateHealth: 'healthy' }, 40)
    expect([phaseOf(open), open.lostSinceMs]).toEqual(['live', undefined])
    const other = withHealth(
      withHealth(open, { privateHealth: undefined }, 50),
      { privateHealth: 'unhealthy' },
      60,
    )
    expect(other.lostSinceMs).toBe(60 + OPENING_MAX_MS)
  })

  it('[8.55] is lost for good when the retries are used up', () => {
    const live = withHealth(NOT_CONNECTED, { publicHealth: 'healthy' }, 10)
    const gone = withHealth(withHealth(live, { publicHealth: 'unhealthy' }, 20), { isExhausted: true }, 30)
    expect(phaseOf(gone)).toBe('lost')
  })
})
