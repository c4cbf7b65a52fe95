import { ticks, usd6 } from '@vest/protocol'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MARKET_PROFILES } from '../prices/marketProfile.ts'
import { createRandom, seedState } from '../prices/random.ts'
import { hasStrayed, restingOrder, takerOrder, type Holding } from './botOrders.ts'

/** Any market, a price near its start, any position up to three times the limit. */
const holdings: fc.Arbitrary<Holding> = fc
  .record({
    profile: fc.constantFrom(...MARKET_PROFILES),
    factor: fc.double({ min: 0.2, max: 5, noNaN: true }),
    limitUsd: fc.integer({ min: 20, max: 20_000 }),
    lean: fc.double({ min: -3, max: 3, noNaN: true }),
    isReducing: fc.boolean(),
  })
  .map(({ profile, factor, limitUsd, lean, isReducing }) => {
    const mark = ticks(Math.max(1, Math.round(profile.startPrice * factor)))
    const limitUsd6 = usd6(limitUsd * 1_000_000)
    return {
      market: profile,
      price: { symbol: profile.symbol, mark, index: mark, isTrading: true },
      position: Math.round((lean * limitUsd6) / mark),
      limitUsd6,
      isReducing,
    }
  })
const chance = createRandom(seedState('chance'))

describe('orders of bots', () => {
  it('never take a position further beyond its limit, and only reduce when margin runs short', () => {
    fc.assert(
      fc.property(holdings, fc.boolean(), fc.integer({ min: -1, max: 1 }), (holding, isBuy, momentum) => {
        const { position, limitUsd6, isReducing, price } = holding
        for (const order of [
          takerOrder({ ...holding, momentum }, chance),
          restingOrder({ ...holding, isBuy }, chance),
        ]) {
          if (order === undefined) continue
          const after = position + (order.isBuy ? order.size : -order.size)
          expect(Number.isSafeInteger(order.size) && order.size >= 1).toBe(true)
          expect(order.reduceOnly).toBe(isReducing)
          if (isReducing) {
            expect(Math.abs(after)).toBeLessThan(Math.abs(position))
            expect(Math.sign(after) * Math.sign(position)).toBeGreaterThanOrEqual(0)
          } else
            expect(Math.abs(after) * price.mark).toBeLessThanOrEqual(
              Math.max(limitUsd6, Math.abs(position) * price.mark),
            )
        }
      }),
    )
  })

  it('rest on their own side of the index, no nearer than 2 and no further than 14 basis points', () => {
    fc.assert(
      fc.property(holdings, fc.boolean(), (holding, isBuy) => {
        const order = restingOrder({ ...holding, isBuy }, chance)
        if (order === undefined) return
        const { index } = holding.price
        const distance = isBuy ? index - order.limitPrice! : order.limitPrice! - index
        // A bid cannot rest below one tick.
        if (index > 1)
          expect(distance * 10_000).toBeGreaterThanOrEqual(
            index * 2 * (isBuy && order.limitPrice === 1 ? 0 : 1),
          )
        expect(distance).toBeLessThanOrEqual((index * 14) / 10_000 + 1)
      }),
    )
  })

  it('follow the last move with 55 % while flat, and lean against what they hold', () => {
    const profile = MARKET_PROFILES.find(({ symbol }) => symbol === 'BTC-PERP')!
    const holding: Holding = {
      market: profile,
      price: { symbol: 'BTC-PERP', mark: profile.startPrice, index: profile.startPrice, isTrading: true },
      position: 0,
      limitUsd6: usd6(5_000_000_000),
      isReducing: false,
    }
    const buys = (position: number, momentum: number): number => {
      const orders = Array.from({ length: 20_000 }, () =>
        takerOrder({ ...holding, position, momentum }, chance),
      )
      return (
        orders.filter((order) => order?.isBuy).length / orders.filter((order) => order !== undefined).length
      )
    }
    expect(Math.abs(buys(0, 1) - 0.55)).toBeLessThan(0.015)
    expect(Math.abs(buys(0, -1) - 0.45)).toBeLessThan(0.015)
    expect(buys(270, 0)).toBeLessThan(0.3)
    expect(buys(-270, 0)).toBeGreaterThan(0.7)
  })

  it('take sizes around 800 dollars', () => {
    const profile = MARKET_PROFILES.find(({ symbol }) => symbol === 'EUR-USD-PERP')!
    const values = Array.from({ length: 5_000 }, () => {
      const order = takerOrder(
        {
          market: profile,
          price: {
            symbol: profile.symbol,
            mark: profile.startPrice,
            index: profile.startPrice,
            isTrading: true,
          },
          position: 0,
          limitUsd6: usd6(100_000_000_000),
          isReducing: false,
          momentum: 0,
        },
        chance,
      )!
      return (order.size * profile.startPrice) / 1_000_000
    }).sort((a, b) => a - b)
    expect(values[2_500]!).toBeGreaterThan(750)
    expect(values[2_500]!).toBeLessThan(850)
    expect(values[4_200]! / values[2_500]!).toBeGreaterThan(2)
  })

  it('stray when the index comes near or runs away', () => {
    const bid = { isBuy: true, limitPrice: ticks(1_000_000) }
    const ask = { isBuy: false, limitPrice: ticks(1_000_000) }
    expect(hasStrayed(bid, ticks(1_000_500))).toBe(false)
    expect(hasStrayed(bid, ticks(1_000_050))).toBe(true)
    expect(hasStrayed(bid, ticks(1_002_000))).toBe(true)
    expect(hasStrayed(ask, ticks(999_500))).toBe(false)
    expect(hasStrayed(ask, ticks(1_000_100))).toBe(true)
    expect(hasStrayed(ask, ticks(998_000))).toBe(true)
  })
})
