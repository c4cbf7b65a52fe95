import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { yieldOfYear } from '@vest/formulas'
import { timeMs, usd6, type PoolHistoryRow } from '@vest/protocol'
import { DAY_MS } from '../../shared/durations.ts'
import {
  dayFlows,
  deepestFall,
  pricePoints,
  priceShape,
  yieldOver,
  yieldSinceStart,
  type PricePoint,
} from './sharePricePast.ts'

const points = (...prices: number[]): PricePoint[] =>
  prices.map((price, at) => ({ timeMs: timeMs(at * DAY_MS), price: usd6(price) }))
const row = (at: number, nav: string, pnl: string, sharePrice = '1.000000'): PoolHistoryRow => ({
  time: at * DAY_MS,
  nav,
  pnl,
  sharePrice,
  totalShares: '1.000000',
})

describe('the past of the price of a share', () => {
  it('ends with the price of now, and begins with the first that there was', () => {
    const rows = [row(1, '0', '0', '0.000000'), row(2, '1', '0', '1.010000'), row(9, '1', '0', '1.500000')]
    expect(pricePoints(rows, { timeMs: timeMs(3 * DAY_MS), price: usd6(1_020_000) })).toEqual([
      { timeMs: 2 * DAY_MS, price: 1_010_000 },
      { timeMs: 3 * DAY_MS, price: 1_020_000 },
    ])
  })

  it('its deepest fall is from the height before it, and over when that is reached again', () => {
    expect(deepestFall(points(100, 110, 99, 105, 112, 108))).toEqual({
      from: 1,
      to: 2,
      percent2: -1_000,
      recoveredMs: 4 * DAY_MS,
    })
    expect(deepestFall(points(100, 90, 95, 80))).toEqual({ from: 0, to: 3, percent2: -2_000 })
    expect(deepestFall(points(100, 100, 101))).toBeUndefined()
  })

  it('no two values lie further apart, later below earlier, than the deepest fall says', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 3_000_000 }), { minLength: 2, maxLength: 30 }),
        (prices) => {
          const all = points(...prices)
          const fall = deepestFall(all)?.percent2 ?? 0
          for (const [at, { price }] of all.entries())
            for (const later of all.slice(at))
              expect(Math.floor(((later.price - price) * 10_000) / price)).toBeGreaterThanOrEqual(fall)
        },
      ),
    )
  })

  it('yields are those of the engine: of the last value that is old enough, absent for a younger pool', () => {
    const all = points(1_000_000, 1_000_000, 1_010_000, 1_020_000)
    expect(yieldOver(all, 2)).toEqual({
      days: 2,
      before: 1_000_000,
      percent2: yieldOfYear(1_020_000, 1_000_000, 2),
    })
    expect(yieldOver(all, 4)).toBeUndefined()
    expect(yieldSinceStart(all)).toEqual({
      days: 3,
      before: 1_000_000,
      percent2: yieldOfYear(1_020_000, 1_000_000, 3),
    })
    expect(yieldSinceStart(points(1))).toBeUndefined()
  })

  it('what of a change of value is no gain was brought or taken', () => {
    expect(dayFlows([row(0, '100', '0'), row(1, '130', '10'), row(2, '125.5', '-2')])).toEqual([
      { timeMs: DAY_MS, net: 20_000_000 },
      { timeMs: 2 * DAY_MS, net: -2_500_000 },
    ])
    expect(dayFlows([])).toEqual([])
  })

  it('stands where it happened, between its lowest and its highest', () => {
    const shape = priceShape(points(100, 200, 150), { width: 200, height: 100 })
    expect(shape.path).toBe('M0.0 100.0L100.0 0.0L200.0 50.0')
    expect([shape.nearest(40), shape.nearest(60), shape.at(DAY_MS / 2)]).toEqual([0, 1, 50])
    expect(priceShape(points(5, 5), { width: 10, height: 10 }).y(usd6(5))).toBe(5)
  })
})
