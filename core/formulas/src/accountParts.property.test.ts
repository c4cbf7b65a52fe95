import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { funding12, lots, rate8, ratio4, ticks, type Usd6, usd6 } from '@vest/protocol'
import {
  type AccountFacts,
  accountParts,
  accountSummary,
  fundingDelta,
  fundingOwed,
  fundingSince,
  liquidationPrice,
  liquidationSteps,
  nextFunding,
  orderMargin,
  pnlParts,
  roeMargin,
  roePercent2,
  type SummaryPosition,
  unrealizedPnl,
  valueScale,
} from './index.ts'

const money = (bound: number): fc.Arbitrary<Usd6> => fc.integer({ min: -bound, max: bound }).map(usd6)
const decimals = fc.constantFrom(
  { priceDecimals: 2, sizeDecimals: 4 },
  { priceDecimals: 1, sizeDecimals: 5 },
  { priceDecimals: 5, sizeDecimals: 1 },
)
const ratio = fc.integer({ min: 20, max: 10_000 }).map(ratio4)
const accumulator = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map(funding12)
const price = fc.integer({ min: 1, max: 20_000_000 }).map(ticks)
const size = fc.integer({ min: 1, max: 5_000_000 }).map(lots)

const position: fc.Arbitrary<SummaryPosition> = fc
  .record({
    isLong: fc.boolean(),
    size,
    cost: fc.integer({ min: 1e7, max: 1e13 }).map(usd6),
    entryFunding: accumulator,
    initMarginRatio: ratio,
    isolated: fc.option(fc.integer({ min: 0, max: 1e12 }).map(usd6), { nil: undefined }),
    market: fc
      .record({
        mark: price,
        cumFunding: accumulator,
        maintMarginRatio: ratio,
        profitPercent: fc.constantFrom(50, 100),
      })
      .chain((market) => decimals.map((digits) => ({ ...market, ...digits }))),
  })
  .map(({ isolated, ...rest }) => (isolated === undefined ? rest : { ...rest, isolatedMargin: isolated }))

const account: fc.Arbitrary<AccountFacts> = fc.record({
  collateral: money(1e14),
  softCredit: fc.constant(usd6(0)),
  positions: fc.array(position, { maxLength: 5 }),
  orders: fc.array(
    fc.record({ limitPrice: price, remaining: size, initMarginRatio: ratio, market: decimals }),
    { maxLength: 5 },
  ),
})

describe('the parts of an account', () => {
  it('every sum of parts equals the quantity that the exchange uses', () => {
    fc.assert(
      fc.property(account, (facts) => {
        const parts = accountParts(facts)
        const summary = accountSummary(facts)
        expect(parts).toMatchObject({
          unrealizedPnl: summary.unrealizedPnl,
          equity: summary.equity,
          initMargin: summary.initMargin,
          maintMargin: summary.maintMargin,
          openOrderMargin: summary.openOrderMargin,
          crossInitMargin: summary.crossInitMargin,
          isolatedMargin: summary.isolatedMargin,
          spare: summary.spare,
          available: summary.available,
          health: summary.health,
        })
        expect(parts.pricePnl + parts.funding).toBe(summary.unrealizedPnl)
        expect(parts.cushion).toBe(summary.equity - summary.maintMargin)
        expect(parts.orders.map(({ margin }) => margin)).toEqual(
          facts.orders.map((order) => orderMargin(order, valueScale(order.market))),
        )
      }),
    )
  })

  it('a profit is its price part and its funding part, and its return is measured on its margin', () => {
    fc.assert(
      fc.property(position, (held) => {
        const parts = pnlParts(held, held.market)
        expect(parts.pnl).toBe(unrealizedPnl(held, held.market))
        expect(parts.pricePnl + parts.funding).toBe(parts.pnl)
        expect(parts.funding).toBe(0 - fundingOwed(held, held.market.cumFunding, held.market.sizeDecimals))
        const margin = roeMargin(held.cost, held.initMarginRatio)
        const roe = roePercent2({ ...held, unrealizedPnl: parts.pnl })
        expect(BigInt(roe) * BigInt(margin)).toBeLessThanOrEqual(BigInt(parts.pnl) * 10_000n)
        expect(BigInt(roe + 1) * BigInt(margin)).toBeGreaterThan(BigInt(parts.pnl) * 10_000n)
      }),
    )
  })

  it('the steps to a liquidation price end at it', () => {
    fc.assert(
      fc.property(position, money(1e13), fc.integer({ min: 0, max: 1e12 }), (held, equity, other) => {
        const { mark } = held.market
        const input = {
          isLong: held.isLong,
          size: held.size,
          mark,
          scale: valueScale(held.market),
          equity,
          otherMaintMargin: usd6(other),
          maintMarginRatio: ratio4(Math.min(held.market.maintMarginRatio, 5_000)),
        }
        const steps = liquidationSteps(input)
        expect(steps.price).toBe(liquidationPrice(input))
        const sign = held.isLong ? 1 : -1
        expect(steps.bound).toBe(steps.value - sign * (equity - other))
        const kept = BigInt(10_000 - sign * input.maintMarginRatio)
        const exact = (at: number): bigint => BigInt(at) * kept - BigInt(steps.bound) * 10_000n
        // The first micro-dollar at or beyond the bound, seen from the safe side.
        expect(exact(steps.valueThere) * BigInt(sign)).toBeGreaterThanOrEqual(0n)
        expect(exact(steps.valueThere - sign) * BigInt(sign)).toBeLessThan(0n)
      }),
    )
  })
})

describe('funding ahead', () => {
  it('the end of an hour adds the accrual, against the paying side', () => {
    const btc = { rate: rate8(1_250), index: ticks(1_000_000), priceDecimals: 1, sizeDecimals: 5 }
    // 0.00125 % of 100,000 USD for one BTC.
    expect(nextFunding({ isLong: true, size: lots(100_000) }, btc)).toBe(-1_250_000)
    expect(nextFunding({ isLong: false, size: lots(100_000) }, btc)).toBe(1_250_000)
    expect(nextFunding({ isLong: true, size: lots(100_000) }, { ...btc, rate: rate8(0) })).toBe(0)
  })

  it('it adds to the sum owed, except for the rounding of one payment', () => {
    fc.assert(
      fc.property(position, price, fc.integer({ min: -500_000, max: 500_000 }), (held, index, rate) => {
        const { cumFunding, priceDecimals, sizeDecimals } = held.market
        const hour = { rate: rate8(rate), index, priceDecimals, sizeDecimals }
        const later = funding12(cumFunding + fundingDelta(hour.rate, index, priceDecimals))
        const added = fundingOwed(held, later, sizeDecimals) - fundingOwed(held, cumFunding, sizeDecimals)
        expect(Math.abs(added + nextFunding(held, hour))).toBeLessThanOrEqual(1)
        expect(fundingSince(held, cumFunding) + held.entryFunding).toBe(cumFunding)
      }),
    )
  })
})
