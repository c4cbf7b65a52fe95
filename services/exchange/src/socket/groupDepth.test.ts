import type { DepthView } from '@vest/engine'
import { lots, ticks } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupDepth } from './groupDepth.ts'

const rows = (levels: readonly (readonly [number, number])[]): DepthView['bids'] =>
  levels.map(([price, size]) => [ticks(price), lots(size)])

describe('the book by a step of price', () => {
  it('rounds bids down and asks up, and adds what meets', () => {
    const depth = {
      symbol: 'BTC-PERP',
      bids: rows([[109, 1], [101, 2], [100, 4], [99, 8]]),
      asks: rows([[110, 1], [111, 2], [120, 4], [121, 8]]),
    } // prettier-ignore
    expect(groupDepth(depth, 10, 100)).toEqual({
      symbol: 'BTC-PERP',
      bids: [[100, 7], [90, 8]],
      asks: [[110, 1], [120, 6], [130, 8]],
    }) // prettier-ignore
  })

  it('leaves out the last group of a side that was not read to its end', () => {
    const depth = { symbol: 'BTC-PERP', bids: rows([[109, 1], [99, 2]]), asks: rows([[110, 1]]) } // prettier-ignore
    expect(groupDepth(depth, 10, 2)).toMatchObject({ bids: [[100, 1]], asks: [[110, 1]] })
  })

  it('holds what the book holds, and never promises a better price', () => {
    const side = fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { size: 'max', maxLength: 200 })
    fc.assert(
      fc.property(side, side, fc.constantFrom(1, 2, 5, 10, 50, 1_000), (bids, asks, step) => {
        const sized = (prices: readonly number[], sign: number) =>
          rows(prices.toSorted((a, b) => sign * (a - b)).map((price) => [price, price % 7 || 1]))
        const depth = { symbol: 'S', bids: sized(bids, -1), asks: sized(asks, 1) }
        const grouped = groupDepth(depth, step, 1_000)
        const total = (levels: DepthView['bids']) => levels.reduce((sum, [, size]) => sum + size, 0)
        expect([total(grouped.bids), total(grouped.asks)]).toEqual([total(depth.bids), total(depth.asks)])
        for (const [name, isFine] of [
          ['bids', (group: number, best: number) => group <= best && group > best - step],
          ['asks', (group: number, best: number) => group >= best && group < best + step],
        ] as const) {
          const prices = grouped[name].map(([price]) => price)
          expect(prices.every((price) => price % step === 0)).toBe(true)
          expect(new Set(prices).size).toBe(prices.length)
          if (prices.length > 0) expect(isFine(prices[0]!, depth[name][0]![0])).toBe(true)
        }
      }),
    )
  })
})
