import { KLINE_INTERVALS } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeTimeMs, intervalStartMs } from './klineTime.ts'

const at = (text: string): number => Date.parse(`${text}Z`)

describe('kline time', () => {
  it.each([
    ['1m', '2026-11-21T04:22:59.999', '2026-11-21T04:22:00', '2026-11-21T04:22:59.999'],
    ['12h', '2026-11-21T12:00:00', '2026-11-21T12:00:00', '2026-11-21T23:59:59.999'],
    ['1w', '2026-11-22T23:59:59.999', '2026-11-16T00:00:00', '2026-11-22T23:59:59.999'],
    ['1w', '2026-11-23T00:00:00', '2026-11-23T00:00:00', '2026-11-29T23:59:59.999'],
    ['1M', '2028-02-29T12:00:00', '2028-02-01T00:00:00', '2028-02-29T23:59:59.999'],
  ] as const)('%s around %s', (interval, moment, start, close) => {
    expect(intervalStartMs(interval, at(moment))).toBe(at(start))
    expect(closeTimeMs(interval, at(start))).toBe(at(close))
  })

  it('covers time without gap or overlap', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...KLINE_INTERVALS),
        fc.integer({ min: 0, max: 4_102_444_800_000 }),
        (interval, ms) => {
          const start = intervalStartMs(interval, ms)
          const close = closeTimeMs(interval, start)
          expect(start).toBeLessThanOrEqual(ms)
          expect(close).toBeGreaterThanOrEqual(ms)
          expect(intervalStartMs(interval, start)).toBe(start)
          expect(intervalStartMs(interval, close)).toBe(start)
          expect(intervalStartMs(interval, close + 1)).toBe(close + 1)
        },
      ),
    )
  })
})
