import { ticks, usd6 } from '@vest/protocol'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MARKET_PROFILES } from '../prices/marketProfile.ts'
import { createRandom, seedState } from '../prices/random.ts'
import {
  hasStrayed, holderTrade, QUOTE_BANDS, restingOrder, takerOrder, type Holding, type QuoteBand,
} from './botOrders.ts' // prettier-ignore

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
          restingOrder({ ...holding, isBuy, band: QUOTE_BANDS[0]! }, chance),
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

  it('rest on their own side of the index, no nearer than 2 basis points and no further than 4 beyond their band', () => {
    fc.assert(
      fc.property(holdings, fc.boolean(), fc.constantFrom(...QUOTE_BANDS), (holding, isBuy, band) => {
        const order = restingOrder({ ...holding, isBuy, band }, chance)
        if (order === undefined) return
        const { index } = holding.price
        const distance = isBuy ? index - order.limitPrice! : order.limitPrice! - index
        // A bid cannot rest below one tick.
        if (index > 1)
          expect(distance * 10_000).toBeGreaterThanOrEqual(
            index * 2 * (isBuy && order.limitPrice === 1 ? 0 : 1),
          )
        expect(distance).toBeLessThanOrEqual((index * (band.bpsMax + 4)) / 10_000 + 1)
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

  it('come in many sizes, some as people type them: far smaller and far larger than the middle, round and not', () => {
    const profile = MARKET_PROFILES.find(({ symbol }) => symbol === 'BTC-PERP')!
    const price = { symbol: 'BTC-PERP', mark: profile.startPrice, index: profile.startPrice, isTrading: true }
    const holding: Holding = {
      market: profile,
      price,
      position: 0,
      limitUsd6: usd6(10_000_000_000_000),
      isReducing: false,
    }
    const sizes = Array.from(
      { length: 4_000 },
      () => restingOrder({ ...holding, isBuy: true, band: QUOTE_BANDS[1]! }, chance)!.size as number,
    ).sort((a, b) => a - b)
    expect(sizes[3_800]! / sizes[200]!).toBeGreaterThan(20)
    expect(new Set(sizes).size).toBeGreaterThan(150)
    const round = sizes.filter((size) => /^[1-9]0+$/.test(String(size))).length / sizes.length
    expect(round).toBeGreaterThan(0.3)
    expect(round).toBeLessThan(0.6)
  })

  it('of holders lead to between 60 and 100 % of what they may hold, and leave what is near alone', () => {
    fc.assert(
      fc.property(
        holdings,
        fc.nat(86_400_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (holding, atMs, phase) => {
          const { mark } = holding.price
          const change = holderTrade({ ...holding, position: 0 }, { atMs, phase })
          expect(change * mark).toBeLessThanOrEqual(holding.limitUsd6)
          expect((change + 1) * mark).toBeGreaterThan(holding.limitUsd6 * 0.6 - 1)
          expect(Math.abs(holderTrade({ ...holding, position: change }, { atMs, phase }))).toBe(0)
        },
      ),
    )
  })

  it('stray when the index comes near or runs away', () => {
    const bid = { isBuy: true, limitPrice: ticks(1_000_000) }
    const ask = { isBuy: false, limitPrice: ticks(1_000_000) }
    const [near, , far] = QUOTE_BANDS as [QuoteBand, QuoteBand, QuoteBand]
    expect(hasStrayed(bid, ticks(1_000_500), near)).toBe(false)
    expect(hasStrayed(bid, ticks(1_000_050), near)).toBe(true)
    expect(hasStrayed(bid, ticks(1_002_000), near)).toBe(true)
    expect(hasStrayed(bid, ticks(1_002_000), far)).toBe(false)
    expect(hasStrayed(ask, ticks(999_500), near)).toBe(false)
    expect(hasStrayed(ask, ticks(1_000_100), near)).toBe(true)
    expect(hasStrayed(ask, ticks(998_000), near)).toBe(true)
    expect(hasStrayed(ask, ticks(994_000), far)).toBe(true)
  })
})
