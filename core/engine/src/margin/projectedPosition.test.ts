import { describe, expect, it, test } from 'vitest'
import { funding12, ticks } from '@vest/protocol'
import { isAffordable, isPurelyReducing, projectedEquity } from './affordability.ts'
import { increaseOf, openProjection, projectFee, projectFill, projectionOf } from './projectedPosition.ts'
import { Projections, TAKER } from '../state/tables/projections.ts'
import { beginFundingEpoch } from '../funding/fundingEpoch.ts'
import { crossStatus } from './marginStatus.ts'
import { BTC, createWorld, FIG } from '../testing/world.ts'

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
  const { projections } = exchange.scratch
  const held = exchange.markets.find((each) => each.spec === spec)!
  const accountId = exchange.accounts.find(({ address }) => address === trader.address)!.id
  const begin = (): void => openProjection(exchange, TAKER, accountId, held)
  const fill = (isBuy: boolean, lots: number, price: number): void =>
    projectFill(projections, TAKER, held, isBuy, lots, price, held.spec.initMarginRatio)
  const flags = () => ({
    hasFill: projections.hasFill(TAKER),
    isDecreased: projections.isDecreased(TAKER),
    isClosed: projections.isClosed(TAKER),
  })
  const figures = () => ({
    size: projections.size(TAKER),
    home: projections.collateralDelta(TAKER),
    margin: projections.isolatedMargin(TAKER),
  })
  begin()
  const position = exchange.accounts[accountId]!.positions[0]!
  return {
    world,
    exchange,
    projections,
    market: held,
    accountId,
    begin,
    fill,
    flags,
    figures,
    position,
    size,
  }
}

test('a restored projection has the saved figures and flags, and its account and position', () => {
  const projections = new Projections()
  const [one, other] = [projections.add(), projections.add()]
  projections.beginFlat(one, 3)
  projections.applyFill(one, true, 7, 100, 2_500, 1)
  projections.setOrderMarginDelta(one, 8)
  projections.save(one)
  projections.beginHeld(other, 4, 16, true, 5, 500, 2_500, 0, 0, 0)
  projections.applyFill(other, false, 5, 100, 2_500, 1)
  expect(projections.isClosed(other)).toBe(true)
  projections.restore(other)
  expect([projections.size(other), projections.orderMarginDelta(other)]).toEqual([7, 8])
  expect([projections.hasFill(other), projections.isClosed(other)]).toEqual([true, false])
  expect([projections.accountId(other), projections.held(other)]).toEqual([4, 16])
})

describe('a projected position', () => {
  it('grows by fills in its own direction, and by the rest after a flip', () => {
    const { begin, fill, exchange, market, accountId, size, projections } = holder('FIG')
    const grows = (isBuy: boolean, lots: number): number => {
      const [drafted, held] = [
        projections.increaseBy(TAKER, isBuy, lots),
        increaseOf(exchange, accountId, market.id, isBuy, lots),
      ]
      expect(drafted).toBe(held)
      return drafted
    }
    expect([grows(true, 5), grows(false, 5), grows(false, size), grows(false, size + 5)]).toEqual([
      5, 0, 0, 5,
    ])
    expect(projections.signedSize(TAKER)).toBe(size)
    fill(false, size + 3, 20_000)
    expect(projections.signedSize(TAKER)).toBe(-3)
    expect([true, false].map((isBuy) => projections.increaseBy(TAKER, isBuy, 4))).toEqual([1, 4])
    begin()
    fill(false, size, 20_000)
    expect([true, false].map((isBuy) => projections.increaseBy(TAKER, isBuy, 4))).toEqual([4, 4])
    const stranger = exchange.accounts.length
    expect(increaseOf(exchange, stranger - 1, market.id, false, 4)).toBe(stranger - 1 === accountId ? 0 : 4)
  })

  it('only reduces while it shrinks on its own side or closes', () => {
    const { begin, fill, exchange, size, projections } = holder('FIG')
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
    projections.beginFlat(TAKER, 0)
    expect(isPurelyReducing(exchange, TAKER)).toBe(false)
  })

  it('settles funding first, from the margin if isolated, and reports it once', () => {
    for (const of of ['FIG', 'BTC'] as const) {
      const { exchange, market, begin, position, projections, figures } = holder(of, 200_000)
      expect(figures()).toMatchObject({ home: 0 })
      expect(projections.fundingPaid(TAKER)).toBe(0)
      const { isolatedMargin } = position
      market.cumFunding = funding12(market.cumFunding + 1_000_000_000_000n)
      beginFundingEpoch(exchange, market)
      begin()
      // A dollar for each of a hundred shares, or for one coin.
      const paid = of === 'FIG' ? 100_000_000 : 1_000_000
      expect(projections.fundingPaid(TAKER)).toBe(paid)
      expect(figures()).toMatchObject(
        of === 'FIG' ? { home: 0, margin: isolatedMargin - paid } : { home: -paid, margin: 0 },
      )
      expect([projections.takeFunding(TAKER), projections.takeFunding(TAKER)]).toEqual([-paid, 0])
    }
  })

  it('is one per account and sweep; another sweep begins another', () => {
    const { exchange, market, accountId, begin, projections } = holder('FIG')
    exchange.scratch.plan.sweep += 1
    const first = projectionOf(exchange, accountId, market)
    expect(projectionOf(exchange, accountId, market)).toBe(first)
    exchange.scratch.plan.sweep += 1
    const second = projectionOf(exchange, accountId, market)
    expect(second).toBe(projections.next(first))
    expect(projections.next(second)).toBe(-1)
    begin()
  })
})

describe('the margin of an isolated projection', () => {
  const HALF = 50_000

  it('is returned by its closed share with the profit, or the rest after a loss', () => {
    const { begin, fill, projections, figures, flags } = holder('FIG')
    const { margin } = figures()
    const share = Math.floor(margin / 2)
    for (const price of [21_000, 19_000]) {
      begin()
      fill(false, HALF, price)
      expect(figures()).toEqual({
        size: HALF,
        home: share + projections.realizedPnl(TAKER),
        margin: margin - share,
      })
      expect(figures().home > share).toBe(price === 21_000)
      expect(flags()).toEqual({ hasFill: true, isDecreased: true, isClosed: false })
    }
  })

  it('stays, to the last micro-dollar, with the open part: the returned share is rounded down', () => {
    const { fill, position, projections, figures } = holder('FIG')
    const closed = 33_333
    projections.addIsolatedMargin(TAKER, 1)
    const { margin } = figures()
    expect((margin * closed) % position.size).toBe(closed)
    fill(false, closed, 20_000)
    const share = Math.floor((margin * closed) / position.size)
    expect(figures()).toMatchObject({ home: share + projections.realizedPnl(TAKER), margin: margin - share })
  })

  it('bears a loss beyond its share, and is returned whole, or less, with the last lot', () => {
    const { begin, fill, size, projections, figures, flags } = holder('FIG')
    const { margin } = figures()
    const share = Math.floor(margin / 2)
    fill(false, HALF, 15_000)
    const loss = projections.realizedPnl(TAKER)
    expect(share + loss).toBeLessThan(0)
    expect(figures()).toEqual({ size: HALF, home: 0, margin: margin - share + (share + loss) })
    begin()
    fill(false, size, 15_000)
    expect(figures()).toEqual({ size: 0, home: margin + projections.realizedPnl(TAKER), margin: 0 })
    expect(figures().home).toBeLessThan(0)
    expect(flags()).toMatchObject({ isDecreased: true, isClosed: true })
  })

  it('comes from the collateral for the opened part, fee included, once', () => {
    const { begin, fill, market, size, projections, figures, flags } = holder('FIG')
    const { margin } = figures()
    const fee = 30_001
    fill(true, 7, 20_001)
    expect(flags()).toEqual({ hasFill: true, isDecreased: false, isClosed: false })
    const opened = Math.ceil((7 * 20_001 * 2_500) / 10_000)
    projectFee(projections, TAKER, market, fee, 2_500)
    expect(figures()).toEqual({ size: size + 7, home: -opened - fee, margin: margin + opened })
    projectFee(projections, TAKER, market, fee, 2_500)
    expect(figures()).toEqual({ size: size + 7, home: -opened - fee, margin: margin + opened - fee })
    // Flipped: the old margin is returned, the new one is for the part opened beyond.
    begin()
    fill(false, size + 4, 20_000)
    const home = figures().home
    projectFee(projections, TAKER, market, fee, 2_000)
    const again = (4 * 20_000 * 2_000) / 10_000
    expect(figures()).toEqual({ size: 4, home: home - again - fee, margin: again })
    // Closed: there is no margin that could pay.
    begin()
    fill(false, size, 20_000)
    const left = figures().home
    projectFee(projections, TAKER, market, fee, 2_000)
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
    const { exchange, market, begin, fill, size, projections } = holder('FIG')
    const opened = (lots: number, isPaid: boolean): boolean => {
      begin()
      fill(true, lots, 20_000)
      if (isPaid) projectFee(projections, TAKER, market, 0, 2_000)
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
    projections.setOrderMarginDelta(TAKER, 4_000_000_000)
    expect(isAffordable(exchange, market, TAKER, false)).toBe(false)
    expect(projections.isLong(TAKER)).toBe(true)
  })

  it('with exactly what positions and orders need, resting ones included, and not a micro-dollar less', () => {
    for (const of of ['FIG', 'BTC'] as const) {
      const { world, exchange, market, accountId, begin, projections } = holder(of, 200_000)
      const { address } = exchange.accounts[accountId]!
      world.order({ address }, BTC, 'buy', { size: 1_000, limitPrice: 900_000 })
      const resting = exchange.accounts[accountId]!.openOrderMargin
      expect(resting).toBeGreaterThan(0)
      begin()
      crossStatus(exchange, accountId)
      const free =
        exchange.scratch.marginStatus.equityAfterHaircut - exchange.scratch.marginStatus.initMargin - resting
      const may = (more: number, booked = 0): boolean => {
        begin()
        projections.setOrderMarginDelta(TAKER, free + more)
        projections.addCollateralDelta(TAKER, booked - projections.collateralDelta(TAKER))
        return isAffordable(exchange, market, TAKER, false)
      }
      expect([may(-1), may(0), may(1), may(1, 1), may(0, -1)]).toEqual([true, true, false, true, false])
    }
  })
})
