import { describe, expect, it } from 'vitest'
import { at, COIN, positionOf, sized, usd } from '../../testing/fixtures.ts'
import { orderLimits } from './orderLimits.ts'
import { contextOf, draftOf, typed } from './testing/ticketContext.ts'

const FLOORS = { dailyFloor: usd(9_900), drawdownFloor: usd(9_400) }
const stopAt = (price: string) => [
  { kind: 'exits', isOn: true } as const,
  { kind: 'exit', of: 'stopLoss', exit: { priceText: price } } as const,
]
const limitsOf = (size: string, stop: string, world = {}) => {
  const context = contextOf({ collateral: 10_000, ratio: 2_000, ...world })
  const draft = draftOf(typed(size), ...(stop === '' ? [] : stopAt(stop)))
  return orderLimits(draft, context, sized(COIN, Number(size)), FLOORS)!
}

describe('limits beside an order', () => {
  it('both floors, the room now, and what the stop leaves of it', () => {
    const limits = limitsOf('10', '295')
    expect([limits.equity, limits.floors.daily.roomNow, limits.floors.drawdown.roomNow]).toEqual([
      ...[usd(10_000), usd(100), usd(600)],
    ])
    // Bought at 300.10 for a fee of 0.3001, sold at 295 for one of 0.295: −51 − 0.5951.
    expect(limits.equityAtStop).toBe(usd(9_948.4049))
    expect(limits.floors.daily.roomAtStop).toBe(usd(48.4049))
    expect(limits.breach).toBeUndefined()
  })

  it('an order whose own stop would reach a floor names the weightier one', () => {
    expect(limitsOf('20', '295').breach).toBe('daily')
    expect(limitsOf('100', '294').breach).toBe('drawdown')
    expect(limitsOf('100', '').breach).toBeUndefined()
  })

  it('the largest size is the last one that survives its own stop', () => {
    const { largestSize } = limitsOf('1', '295')
    const lot = 1 / 10 ** COIN.sizeDecimals
    const largest = largestSize! * lot
    expect(limitsOf(largest.toFixed(COIN.sizeDecimals), '295').breach).toBeUndefined()
    expect(limitsOf((largest + lot).toFixed(COIN.sizeDecimals), '295').breach).toBe('daily')
  })

  it('says at which price the account ends, and what liquidation would have left', () => {
    const limits = limitsOf('20', '')
    // 2.0 paid beside the mark and a fee of 0.6002: 97.3998 of room at 20 a dollar.
    expect(limits.endsAt).toBe(at(COIN, 295.13))
    expect(limits.equityAtLiquidation).toBeUndefined()
    const large = limitsOf('160', '')
    expect(large.equityAtLiquidation!).toBeLessThan(usd(9_400))
  })

  it('an order that only reduces has no stop of its own', () => {
    const position = positionOf(COIN, 'short', 20, 300)
    expect(limitsOf('10', '290', { position })).toMatchObject({ equityAtStop: undefined, breach: undefined })
  })
})
