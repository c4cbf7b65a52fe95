import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { timeMs, usd6, type EquityRow } from '@vest/protocol'
import { curveOf, readEquity, shapeOf, type EquityPoint } from './equityCurve.ts'

const HOUR_MS = 3_600_000
const row = (hour: number, equity: string, netDeposits: string): EquityRow => ({
  time: hour * HOUR_MS,
  equity,
  collateral: equity,
  unrealizedPnl: '0.000000',
  netDeposits,
})

describe('the curve of an account', () => {
  it('money brought in or taken out is no profit and no loss', () => {
    const points = readEquity([
      row(1, '1000.000000', '1000.000000'),
      row(2, '1010.500000', '1000.000000'),
      row(3, '3010.500000', '3000.000000'),
      row(4, '500.250000', '500.000000'),
    ])
    expect(curveOf(points, 'pnl').map(({ value }) => value)).toEqual([0, 10_500_000, 10_500_000, 250_000])
    expect(curveOf(points, 'equity').map(({ value }) => value)).toEqual([
      1_000_000_000, 1_010_500_000, 3_010_500_000, 500_250_000,
    ])
  })

  it('profit counts from the first point that is shown', () => {
    const points = readEquity([row(5, '120.000000', '100.000000'), row(6, '119.000000', '100.000000')])
    expect(curveOf(points, 'pnl').map(({ value }) => value)).toEqual([0, -1_000_000])
  })

  it('stays in its box, from edge to edge, the highest above and the lowest below', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1e12, max: 1e12 }), { minLength: 2, maxLength: 50 }),
        (values) => {
          const curve = values.map((value, hour) => ({ timeMs: timeMs(hour * HOUR_MS), value: usd6(value) }))
          const shape = shapeOf(curve, { width: 300, height: 100 })
          const places = values.map((_, index) => [shape.x(index), shape.y(index)] as const)
          expect(places.every(([x, y]) => x >= 0 && x <= 300 && y >= 0 && y <= 100)).toBe(true)
          expect([places[0]![0], places.at(-1)![0]]).toEqual([0, 300])
          if (shape.low === shape.high) expect(new Set(places.map(([, y]) => y))).toEqual(new Set([50]))
          else {
            expect(shape.y(values.indexOf(shape.high))).toBe(0)
            expect(shape.y(values.indexOf(shape.low))).toBe(100)
          }
          for (const [index, [x]] of places.entries()) expect(shape.nearest(x)).toBe(index)
        },
      ),
    )
  })

  it('draws the line of no profit where there was profit and loss', () => {
    const curve = [-1, 3].map((value, hour) => ({ timeMs: timeMs(hour), value: usd6(value) }))
    expect(shapeOf(curve, { width: 10, height: 100 }).zeroY).toBe(75)
    const gain = [0, 3].map((value, hour) => ({ timeMs: timeMs(hour), value: usd6(value) }))
    expect(shapeOf(gain, { width: 10, height: 100 }).zeroY).toBeUndefined()
  })

  it('of nothing is nothing', () => {
    const none: readonly EquityPoint[] = []
    expect([curveOf(none, 'pnl'), curveOf(none, 'equity')]).toEqual([[], []])
  })
})
