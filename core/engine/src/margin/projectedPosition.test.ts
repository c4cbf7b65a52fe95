import { describe, expect, it, test } from 'vitest'
import { funding12, ticks } from '@vest/protocol'
import { isAffordable, isPurelyReducing, projectedEquity } from './affordability.ts'
import { increaseOf, openProjection, projectFee, projectFill, projectionOf } from './projectedPosition.ts'
import { PLAN } from '../state/fillPlan.ts'
import { MARGIN_STATUS } from '../state/tables/marginFigures.ts'
import { PROJECTIONS, TAKER } from '../state/tables/projections.ts'
import { beginFundingEpoch } from '../funding/fundingEpoch.ts'
import { crossStatus } from './marginStatus.ts'
import { BTC, createWorld, FIG } from '../testing/world.ts'

const flags = () => ({
  hasFill: PROJECTIONS.hasFill(TAKER),
  isDecreased: PROJECTIONS.isDecreased(TAKER),
  isClosed: PROJECTIONS.isClosed(TAKER),
})
const figures = () => ({
  size: PROJECTIONS.size(TAKER),
  home: PROJECTIONS.collateralDelta(TAKER),
  margin: PROJECTIONS.isolatedMargin(TAKER),
})

/**
 * A trader who is long a hundred FIG at some 20 dollars, isolated, or a coin of BTC at 100,000, with all the
 * collateral.
 */
function holder(market: 'FIG' | 'BTC', dollars = 3_000) {
  const world = createWorld({ audit: false })
  const trader = world.trader(dollars)
  world.prices({ BTC: 1_000_000, FIG: 20_000 })
  const [spec, size] = market === 'FIG' ? [FIG, 100_000] : [BTC, 100_000]
  const [price, maker] = [market === 'FIG' ? 20_000 : 1_000_000, world.trader(1_000_000)]
  world.order(maker, spec, 'sell', { size, limitPrice: price })
  expect(world.order(trader, spec, 'buy', { size, limitPrice: price })).toMatchObject({ status: 'FILLED' })
  const { exchange } = world
  const held = exchange.markets.find((each) => each.spec === spec)!
  const accountId = exchange.accounts.find(({ address }) => address === trader.address)!.id
  const begin = (): void => openProjection(exchange, TAKER, accountId, held)
  const fill = (isBuy: boolean, lots: number, price: number): void =>
    projectFill(TAKER, held, isBuy, lots, price, held.spec.initMarginRatio)
  begin()
  const position = exchange.accounts[accountId]!.positions[0]!
  return { world, exchange, market: held, accountId, begin, fill, position, size }
}

test('a restored projection has the saved figures and flags, and its account and position', () => {
  PROJECTIONS.clear()
  const [one, other] = [PROJECTIONS.add(), PROJECTIONS.add()]
  PROJECTIONS.beginFlat(one, 3)
  PROJECTIONS.applyFill(one, true, 7, 100, 2_500, 1)
  PROJECTIONS.setOrderMarginDelta(one, 8)
  PROJECTIONS.save(one)
  PROJECTIONS.beginHeld(other, 4, 16, true, 5, 500, 2_500, 0, 0, 0)
  PROJECTIONS.applyFill(other, false, 5, 100, 2_500, 1)
  expect(PROJECTIONS.isClosed(other)).toBe(true)
  PROJECTIONS.restore(other)
  expect([PROJECTIONS.size(other), PROJECTIONS.orderMarginDelta(other)]).toEqual([7, 8])
  expect([PROJECTIONS.hasFill(other), PROJECTIONS.isClosed(other)]).toEqual([true, false])
  expect([PROJECTIONS.accountId(other), PROJECTIONS.held(other)]).toEqual([4, 16])
})

describe('a projected position', () => {
  it('grows by fills in its own direction, and by the rest after a flip', () => {
    const { begin, fill, exchange, market, accountId, size } = holder('FIG')
    const grows = (isBuy: boolean, lots: number): number => {
      const [drafted, held] = [
        PROJECTIONS.increaseBy(TAKER, isBuy, lots),
        increaseOf(exchange, accountId, market.id, isBuy, lots),
      ]
      expect(drafted).toBe(held)
      return drafted
    }
    expect([grows(true, 5), grows(false, 5), grows(false, size), grows(false, size + 5)]).toEqual([
      5, 0, 0, 5,
    ])
    expect(PROJECTIONS.signedSize(TAKER)).toBe(size)
    fill(false, size + 3, 20_000)
    expect(PROJECTIONS.signedSize(TAKER)).toBe(-3)
    expect([true, false].map((isBuy) => PROJECTIONS.increaseBy(TAKER, isBuy, 4))).toEqual([1, 4])
    begin()
    fill(false, size, 20_000)
    expect([true, false].map((isBuy) => PROJECTIONS.increaseBy(TAKER, isBuy, 4))).toEqual([4, 4])
    const stranger = exchange.accounts.length
    expect(increaseOf(exchange, stranger - 1, market.id, false, 4)).toBe(stranger - 1 === accountId ? 0 : 4)
  })

  it('only reduces while it shrinks on its own side or closes', () => {
    const { begin, fill, exchange, size } = holder('FIG')
    const reduces = (isBuy: boolean, lots: number): boolean => {
      begin()
      if (lots > 0) fill(isBuy, lots, 20_000)
      return isPurelyReducing(exchange, TAKER)
    }
    expect(reduces(false, 0)).toBe(false)
    expect([1, size - 1, size].map((lots) => reduces(false, lots))).toEqual([true, true, true])
    // Flipped, though to a smaller size than before.
    expect([size + 1, 2 * size, 3 * size].map((lots) => reduces(false, lots))).toEqual([false, false, false])
    expect(reduces(true, 1)).toBe(false)
    PROJECTIONS.beginFlat(TAKER, 0)
    expect(isPurelyReducing(exchange, TAKER)).toBe(false)
  })

  it('settles funding first, from the margin if isolated, and reports it once', () => {
    for (const of of ['FIG', 'BTC'] as const) {
      const { exchange, market, begin, position } = holder(of, 200_000)
      expect(figures()).toMatchObject({ home: 0 })
      expect(PROJECTIONS.fundingPaid(TAKER)).toBe(0)
      const { isolatedMargin } = position
      market.cumFunding = funding12(market.cumFunding + 1_000_000_000_000n)
      beginFundingEpoch(exchange, market)
      begin()
      // A dollar for each of a hundred shares, or for one coin.
      const paid = of === 'FIG' ? 100_000_000 : 1_000_000
      expect(PROJECTIONS.fundingPaid(TAKER)).toBe(paid)
      expect(figures()).toMatchObject(
        of === 'FIG' ? { home: 0, margin: isolatedMargin - paid } : { home: -paid, margin: 0 },
      )
      expect([PROJECTIONS.takeFunding(TAKER), PROJECTIONS.takeFunding(TAKER)]).toEqual([-paid, 0])
    }
  })

  it('is one per account and sweep; another sweep begins another', () => {
    const { exchange, market, accountId, begin } = holder('FIG')
    PLAN.sweep += 1
    const first = projectionOf(exchange, accountId, market)
    expect(projectionOf(exchange, accountId, market)).toBe(first)
    PLAN.sweep += 1
    const second = projectionOf(exchange, accountId, market)
    expect(second).toBe(PROJECTIONS.next(first))
    expect(PROJECTIONS.next(second)).toBe(-1)
    begin()
  })
})

describe('the margin of an isolated projection', () => {
  const HALF = 50_000

  it('is returned by its closed share with the profit, or the rest after a loss', () => {
    const { begin, fill } = holder('FIG')
    const { margin } = figures()
    const share = Math.floor(margin / 2)
    for (const price of [21_000, 19_000]) {
      begin()
      fill(false, HALF, price)
      expect(figures()).toEqual({
        size: HALF,
        home: share + PROJECTIONS.realizedPnl(TAKER),
        margin: margin - share,
      })
      expect(figures().home > share).toBe(price === 21_000)
      expect(flags()).toEqual({ hasFill: true, isDecreased: true, isClosed: false })
    }
  })

  it('stays, to the last micro-dollar, with the open part: the returned share is rounded down', () => {
    const { fill, position } = holder('FIG')
    const closed = 33_333
    PROJECTIONS.addIsolatedMargin(TAKER, 1)
    const { margin } = figures()
    expect((margin * closed) % position.size).toBe(closed)
    fill(false, closed, 20_000)
    const share = Math.floor((margin * closed) / position.size)
    expect(figures()).toMatchObject({ home: share + PROJECTIONS.realizedPnl(TAKER), margin: margin - share })
  })

  it('bears a loss beyond its share, and is returned whole, or less, with the last lot', () => {
    const { begin, fill, size } = holder('FIG')
    const { margin } = figures()
    const share = Math.floor(margin / 2)
    fill(false, HALF, 15_000)
    const loss = PROJECTIONS.realizedPnl(TAKER)
    expect(share + loss).toBeLessThan(0)
    expect(figures()).toEqual({ size: HALF, home: 0, margin: margin - share + (share + loss) })
    begin()
    fill(false, size, 15_000)
    expect(figures()).toEqual({ size: 0, home: margin + PROJECTIONS.realizedPnl(TAKER), margin: 0 })
    expect(figures().home).toBeLessThan(0)
    expect(flags()).toMatchObject({ isDecreased: true, isClosed: true })
  })

  it('comes from the collateral for the opened part, fee included, once', () => {
    const { begin, fill, market, size } = holder('FIG')
    const { margin } = figures()
    const fee = 30_001
    fill(true, 7, 20_001)
    expect(flags()).toEqual({ hasFill: true, isDecreased: false, isClosed: false })
    const opened = Math.ceil((7 * 20_001 * 2_500) / 10_000)
    projectFee(TAKER, market, fee, 2_500)
    expect(figures()).toEqual({ size: size + 7, home: -opened - fee, margin: margin + opened })
    projectFee(TAKER, market, fee, 2_500)
    expect(figures()).toEqual({ size: size + 7, home: -opened - fee, margin: margin + opened - fee })
    // Flipped: the old margin is returned, the new one is for the part opened beyond.
    begin()
    fill(false, size + 4, 20_000)
    const home = figures().home
    projectFee(TAKER, market, fee, 2_000)
    const again = (4 * 20_000 * 2_000) / 10_000
    expect(figures()).toEqual({ size: 4, home: home - again - fee, margin: again })
    // Closed: there is no margin that could pay.
    begin()
    fill(false, size, 20_000)
    const left = figures().home
    projectFee(TAKER, market, fee, 2_000)
    expect(figures()).toEqual({ size: 0, home: left - fee, margin: 0 })
  })
})

describe('an account may end', () => {
  it('with negative equity if it only reduces and ends no worse, in an isolated position', () => {
    const { exchange, market, begin, fill, size } = holder('FIG')
    const may = (lots: number, price: number, isReducing = true): boolean => {
      begin()
      fill(false, lots, price)
      return isAffordable(exchange, market, TAKER, isReducing)
    }
    expect(may(10_000, 19_000)).toBe(true)
    market.mark = ticks(15_000)
    market.index = ticks(15_000)
    begin()
    expect(projectedEquity(exchange, market, TAKER)).toBeLessThan(0)
    for (const lots of [10_000, size]) {
      expect([15_001, 15_000, 14_999].map((price) => may(lots, price))).toEqual([true, true, false])
      expect(projectedEquity(exchange, market, TAKER)).toBeLessThan(0)
    }
    // Selling all of it above its cost returns the margin.
    expect(may(size, 20_000)).toBe(true)
    expect(projectedEquity(exchange, market, TAKER)).toBeGreaterThan(0)
  })

  it('with negative equity if it only reduces and ends no worse, over all markets', () => {
    const { exchange, market, begin, fill } = holder('BTC', 11_000)
    const may = (lots: number, price: number): boolean => {
      begin()
      fill(false, lots, price)
      return isAffordable(exchange, market, TAKER, true)
    }
    expect(may(1_000, 990_000)).toBe(true)
    market.mark = ticks(850_000)
    market.index = ticks(850_000)
    expect(projectedEquity(exchange, market, TAKER)).toBeLessThan(0)
    expect([850_001, 850_000, 849_999].map((price) => may(1_000, price))).toEqual([true, true, false])
    expect(may(100_000, 1_200_000)).toBe(true)
  })

  it('in an isolated market with its margin paid, and the position above its maintenance margin', () => {
    const { exchange, market, begin, fill, size } = holder('FIG')
    const opened = (lots: number, isPaid: boolean): boolean => {
      begin()
      fill(true, lots, 20_000)
      if (isPaid) projectFee(TAKER, market, 0, 2_000)
      return isAffordable(exchange, market, TAKER, false)
    }
    // 2,600 dollars are left: 20 % of at most 650 shares.
    expect([1_000, 100_000, 640_000, 660_000].map((lots) => opened(lots, true))).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(opened(size, false)).toBe(true)
    expect(opened(4 * size, false)).toBe(false)
    begin()
    fill(false, size, 20_000)
    expect(isAffordable(exchange, market, TAKER, false)).toBe(true)
    PROJECTIONS.setOrderMarginDelta(TAKER, 4_000_000_000)
    expect(isAffordable(exchange, market, TAKER, false)).toBe(false)
    expect(PROJECTIONS.isLong(TAKER)).toBe(true)
  })

  it('with exactly what positions and orders need, resting ones included, and not a micro-dollar less', () => {
    for (const of of ['FIG', 'BTC'] as const) {
      const { world, exchange, market, accountId, begin } = holder(of, 200_000)
      const { address } = exchange.accounts[accountId]!
      world.order({ address }, BTC, 'buy', { size: 1_000, limitPrice: 900_000 })
      const resting = exchange.accounts[accountId]!.openOrderMargin
      expect(resting).toBeGreaterThan(0)
      begin()
      crossStatus(exchange, accountId)
      const free = MARGIN_STATUS.equityAfterHaircut - MARGIN_STATUS.initMargin - resting
      const may = (more: number, booked = 0): boolean => {
        begin()
        PROJECTIONS.setOrderMarginDelta(TAKER, free + more)
        PROJECTIONS.addCollateralDelta(TAKER, booked - PROJECTIONS.collateralDelta(TAKER))
        return isAffordable(exchange, market, TAKER, false)
      }
      expect([may(-1), may(0), may(1), may(1, 1), may(0, -1)]).toEqual([true, true, false, true, false])
    }
  })
})
