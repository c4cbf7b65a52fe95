/** Liquidation and the waterfall: the worked examples and scenarios, to the micro-dollar. */
import { describe, expect, it } from 'vitest'
import { timeMs, usd6 } from '@vest/protocol'
import { accountAt } from '../state/operations/accounts.ts'
import { apply } from '../apply.ts'
import { backstopAllocation } from '../pool/backstop.ts'
import { type MarketSpec } from '../api/marketSpec.ts'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { createExchange } from '../state/exchange.ts'
import {
  ALONE,
  BTC_LOTS,
  held,
  leverage,
  liquidations,
  seed,
  softDeposit,
  trade,
  USDC,
  w11,
} from '../testing/liquidations.ts'
import { AAPL, BTC, createWorld, eventsOf, FIG, lastOrder, outcome } from '../testing/world.ts'

describe('the partial stage', () => {
  it('W11 closes what brings the equity back to initial margin, pays the penalty to insurance, and stops', () => {
    const { world, long } = w11({ poolDollars: 0, spec: ALONE })
    const bidder = world.trader(500_000)
    world.order(bidder, BTC, 'buy', { size: BTC_LOTS, limitPrice: 988_200 })
    const before = { ...world.exchange.money }
    const { events } = world.prices({ BTC: 988_500 }, 1_000)
    const [order, ...others] = liquidations(events)
    expect(others).toEqual([])
    expect(order).toMatchObject({
      status: 'FILLED',
      reduceOnly: true,
      isBuy: false,
      size: 59_710,
      filledSize: 59_710,
      // The pool's price beyond its capacity: ⌊988,500 · (1 − 0.00005 − 0.003)⌋.
      limitPrice: 985_485,
      avgFilledPrice: 988_200,
      filledValue: 59_005_422_000,
      fees: 5_900_543 + 147_513_555,
      realizedPnl: -704_578_000 - 5_900_543 - 147_513_555,
    })
    const view = world.account(long)
    expect(view).toMatchObject({
      collateral: 1_242_007_902,
      equity: 778_672_902,
      maintMargin: 398_266_650,
      initMargin: 796_533_300,
    })
    expect(held(world, long)).toMatchObject({ isLong: true, size: 40_290 })
    // The taker fee is split, the maker's (half of it) as well; the penalty goes to insurance whole.
    const makerFee = Math.ceil((59_005_422_000 * 5) / 100_000)
    const shares = Math.floor(5_900_543 / 10) + Math.floor(makerFee / 10)
    expect(world.exchange.money.INSURANCE - before.INSURANCE).toBe(147_513_555 + shares)
    // Above its margin: nothing more happens at the same price.
    expect(liquidations(world.prices({ BTC: 988_500 }, 1_000).events)).toEqual([])
  })

  it('takes one position after the other, the largest maintenance margin first, only as far as needed', () => {
    const world = createWorld({ markets: [AAPL, BTC], poolDollars: 10_000_000 })
    const trader = world.trader(2_000)
    world.prices({ AAPL: 23_150, BTC: 1_000_000 })
    leverage(world, trader, AAPL, 20)
    leverage(world, trader, BTC, 50)
    world.order(trader, AAPL, 'buy', { size: 1_000_000, limitPrice: 23_300, timeInForce: 'IOC' })
    world.order(trader, BTC, 'buy', { size: 30_000, limitPrice: 1_010_000, timeInForce: 'IOC' })
    const { events } = world.prices({ AAPL: 22_500, BTC: 980_000 }, 1_000)
    const orders = liquidations(events)
    expect(orders.map(({ symbol }) => symbol)).toEqual([AAPL.symbol, BTC.symbol])
    // Slippage has left the first just short of initial margin; the second closes the rest.
    expect(orders[0]!.size).toBeLessThan(1_000_000)
    expect(orders[1]!.size).toBeLessThan(3_000)
    const view = world.account(trader)
    expect(view.positions).toHaveLength(2)
    expect(view.equity).toBeGreaterThanOrEqual(view.maintMargin)
  })

  /** Long 20,000 dollars of AAPL and 40,000 of BTC with 2,600: BTC, listed later, needs less margin per dollar. */
  function two(sizes: { AAPL: number; BTC: number }) {
    const world = createWorld({ markets: [AAPL, BTC], poolDollars: 10_000_000 })
    const trader = world.trader(2_600)
    world.prices({ AAPL: 20_000, BTC: 1_000_000 })
    leverage(world, trader, AAPL, 20)
    leverage(world, trader, BTC, 50)
    world.order(trader, AAPL, 'buy', { size: sizes.AAPL, limitPrice: 20_300, timeInForce: 'IOC' })
    world.order(trader, BTC, 'buy', { size: sizes.BTC, limitPrice: 1_010_000, timeInForce: 'IOC' })
    expect(world.account(trader).positions).toHaveLength(2)
    return { world, trader }
  }

  it('without equity closes all of it, the largest maintenance margin first, whatever was listed earlier', () => {
    const symbols = (sizes: { AAPL: number; BTC: number }) => {
      const { world, trader } = two(sizes)
      const { events } = world.prices({ AAPL: 19_000, BTC: 940_000 }, 1_000)
      expect(world.account(trader).positions).toEqual([])
      return liquidations(events).map(({ symbol }) => symbol)
    }
    // 2.5 % of AAPL's value and 1 % of BTC's.
    expect(symbols({ AAPL: 1_000_000, BTC: 40_000 })).toEqual([AAPL.symbol, BTC.symbol])
    expect(symbols({ AAPL: 500_000, BTC: 40_000 })).toEqual([BTC.symbol, AAPL.symbol])
  })

  it('leaves positions in a stopped market as they are, and closes the rest', () => {
    const { world, trader } = two({ AAPL: 1_000_000, BTC: 40_000 })
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    const { events } = world.prices({ BTC: 930_000 }, 1_000)
    expect(liquidations(events).map(({ symbol }) => symbol)).toEqual([BTC.symbol])
    expect(world.account(trader).positions.map(({ symbol }) => symbol)).toEqual([AAPL.symbol])
  })

  it('sells no part to bids below its price, and goes on to the end at that price in the same command', () => {
    const { world, long } = w11({ poolDollars: 0, spec: ALONE })
    // As in W11, but a buyer pays more than the bankruptcy price of 979,000 alone.
    const bidder = world.trader(500_000)
    world.order(bidder, BTC, 'buy', { size: BTC_LOTS, limitPrice: 985_484 })
    const { events } = world.prices({ BTC: 988_500 }, 1_000)
    const own = liquidations(events).filter(({ account }) => account === long.address)
    // The short closes it at the pool's price beyond its capacity, ⌊988,500 · (1 − 0.00005 − 0.003)⌋.
    expect(own.map(({ size, avgFilledPrice }) => [size, avgFilledPrice])).toEqual([[BTC_LOTS, 985_485]])
    const { positions, collateral } = world.account(long)
    expect(positions).toEqual([])
    // A lot is worth a micro-dollar per tick: at 979,000 the account would have had nothing left.
    const above = (985_485 - 979_000) * BTC_LOTS
    expect(collateral).toBeGreaterThanOrEqual(above)
    expect(collateral).toBeLessThan(above + BTC_LOTS)
  })

  it('begins at the configured threshold: with 1,000, the account below keeps a part of its position', () => {
    const world = createWorld({ markets: [AAPL] })
    world.run({ kind: 'ChangeParameters', exchange: { fullLiquidationUsd6: usd6(1_000 * USDC) } })
    const trader = world.trader(260)
    leverage(world, trader, AAPL, 20)
    world.prices({ AAPL: 23_150 })
    world.order(trader, AAPL, 'buy', { size: 215_000 })
    world.prices({ AAPL: 22_400 }, 1_000)
    expect(held(world, trader)!.size).toBeGreaterThan(0)
    expect(held(world, trader)!.size).toBeLessThan(215_000)
  })

  it('is left out for small accounts: up to 5,000 in total everything is closed at once', () => {
    const world = createWorld({ markets: [AAPL] })
    const trader = world.trader(260)
    leverage(world, trader, AAPL, 20)
    world.prices({ AAPL: 23_150 })
    world.order(trader, AAPL, 'buy', { size: 215_000 })
    const { events } = world.prices({ AAPL: 22_400 }, 1_000)
    expect(liquidations(events)).toHaveLength(1)
    expect(world.account(trader).positions).toEqual([])
    expect(world.account(trader).collateral).toBeGreaterThan(0)
  })

  it.each([
    ['all', 5_000 * USDC, 5_000],
    // ⌈(100 − 44.747) / (2 % − 0.01 % − 0.25 % of a lot)⌉
    ['a part', 5_000 * USDC - 1, 3_176],
  ])('is left out up to the threshold itself: %s', (_, threshold, size) => {
    const world = createWorld({ markets: [ALONE], poolDollars: 0 })
    world.run({ kind: 'ChangeParameters', exchange: { fullLiquidationUsd6: usd6(threshold) } })
    const [long, short, bidder] = [world.trader(105), world.trader(10_000), world.trader(10_000)]
    leverage(world, long, BTC, 50)
    world.prices({ BTC: 1_012_000 })
    trade(world, BTC, { long, short, size: 5_000, price: 1_012_000 })
    world.order(bidder, BTC, 'buy', { size: 5_000, limitPrice: 999_900 })
    // 5,000 lots at 100,000.0 are 5,000 dollars.
    const [order, ...others] = liquidations(world.prices({ BTC: 1_000_000 }, 1_000).events)
    expect([order!.filledSize, others]).toEqual([size, []])
  })

  it('takes as its penalty at most what the fee leaves: the account ends at zero without a shortfall', () => {
    const world = createWorld({ markets: [ALONE], poolDollars: 0 })
    const [long, short, bidder] = [world.trader(105), world.trader(10_000), world.trader(10_000)]
    leverage(world, long, BTC, 50)
    world.prices({ BTC: 1_012_000 })
    trade(world, BTC, { long, short, size: 5_000, price: 1_012_000 })
    const { collateral } = world.account(long)
    world.order(bidder, BTC, 'buy', { size: 5_000, limitPrice: 992_506 })
    const { INSURANCE } = world.exchange.money
    const [order] = liquidations(world.prices({ BTC: 992_600 }, 1_000).events)
    const left = collateral - (1_012_000 - 992_506) * 5_000
    const fee = (992_506 * 5_000 * 10) / 100_000
    expect(left).toBeGreaterThan(fee)
    expect(left).toBeLessThan(fee + (992_506 * 5_000 * 250) / 100_000)
    expect(order).toMatchObject({ status: 'FILLED', filledSize: 5_000, avgFilledPrice: 992_506, fees: left })
    expect(world.account(long).collateral).toBe(0)
    // A tenth of the fees of both sides, and the penalty.
    const tenths = Math.floor(fee / 10) + Math.floor(Math.ceil(fee / 2) / 10)
    expect(world.exchange.money.INSURANCE - INSURANCE).toBe(tenths + left - fee)
  })

  it('of positions with equal margin begins with the first symbol, whichever was listed first', () => {
    const twin: MarketSpec = { ...AAPL, symbol: 'ZZZ-USD-PERP', base: 'ZZZ' }
    const closed = (markets: readonly MarketSpec[]) => {
      const world = createWorld({ markets, poolDollars: 10_000_000 })
      const trader = world.trader(2_500)
      world.prices({ AAPL: 20_000, ZZZ: 20_000 })
      for (const spec of markets) {
        leverage(world, trader, spec, 20)
        world.order(trader, spec, 'buy', { size: 1_000_000, limitPrice: 20_300, timeInForce: 'IOC' })
      }
      return liquidations(world.prices({ AAPL: 18_000, ZZZ: 18_000 }, 1_000).events).map(
        ({ symbol }) => symbol,
      )
    }
    expect(closed([AAPL, twin])).toEqual([AAPL.symbol, twin.symbol])
    expect(closed([twin, AAPL])).toEqual([AAPL.symbol, twin.symbol])
  })

  it('of an isolated position completely leaves the others alone, and of the others completely leaves it', () => {
    const both = (prices: Readonly<Record<string, number>>) => {
      const world = createWorld({ markets: [AAPL, FIG] })
      seed(world, 'POOL_ISO', 2_000_000)
      const trader = world.trader(8_000)
      world.prices({ AAPL: 23_150, FIG: 52_310 })
      leverage(world, trader, FIG, 5)
      leverage(world, trader, AAPL, 20)
      world.order(trader, AAPL, 'buy', { size: 2_000_000, limitPrice: 23_400, timeInForce: 'IOC' })
      world.order(trader, FIG, 'buy', { size: 200_000, limitPrice: 55_000, timeInForce: 'IOC' })
      expect(world.account(trader).positions).toHaveLength(2)
      const { events } = world.prices(prices, 1_000)
      const { positions } = world.account(trader)
      return [liquidations(events).map(({ symbol }) => symbol), positions.map(({ symbol }) => symbol)]
    }
    expect(both({ FIG: 40_000 })).toEqual([[FIG.symbol], [AAPL.symbol]])
    expect(both({ AAPL: 19_500 })).toEqual([[AAPL.symbol], [FIG.symbol]])
  })

  it('of an isolated position leaves its margin with it and changes nothing else of the account', () => {
    const world = createWorld({ markets: [AAPL, FIG] })
    seed(world, 'POOL_ISO', 2_000_000)
    const trader = world.trader(20_000)
    world.prices({ AAPL: 23_150, FIG: 52_310 })
    leverage(world, trader, FIG, 5)
    world.order(trader, AAPL, 'buy', { size: 10_000 })
    world.order(trader, FIG, 'buy', { size: 400_000, limitPrice: 55_000, timeInForce: 'IOC' })
    const resting = world.order(trader, AAPL, 'buy', { size: 10_000, limitPrice: 20_000 })
    const before = world.account(trader)
    const { events } = world.prices({ FIG: 46_300 }, 1_000)
    const [order] = liquidations(events)
    expect(order).toMatchObject({ symbol: FIG.symbol, status: 'FILLED' })
    const after = world.account(trader)
    const [aapl, fig] = after.positions
    expect(aapl).toMatchObject({ symbol: AAPL.symbol, size: 10_000 })
    expect(fig!.size).toBe(400_000 - order!.size)
    expect(after.collateral).toBe(before.collateral)
    expect(fig!.isolatedMargin).toBe(before.positions[1]!.isolatedMargin + order!.realizedPnl!)
    expect(query(world.exchange, 'openOrders', { account: trader.address }).map(({ id }) => id)).toEqual([
      resting.id,
    ])
  })
})

describe('the waterfall', () => {
  it('S15 an orphaned deposit after losses: the account is liquidated, insurance pays the shortfall', () => {
    const world = createWorld({ markets: [ALONE], poolDollars: 0 })
    seed(world, 'INSURANCE', 20_000)
    const [trader, other] = [world.trader(0), world.trader(200_000)]
    const credited = softDeposit(world, trader, 10_000)
    world.prices({ BTC: 1_000_000 })
    trade(world, BTC, { long: trader, short: other, size: 90_000, price: 1_000_000 })
    // Losses of 4,000 are realised, a small position remains.
    world.prices({ BTC: 950_000 }, 1_000)
    trade(world, BTC, { long: other, short: trader, size: 80_000, price: 950_000 })
    world.run({ kind: 'OrphanDeposit', id: credited })
    const { collateral } = world.account(trader)
    expect(collateral).toBeLessThan(-4_000 * USDC)
    const { INSURANCE, POOL, VAULT } = world.exchange.money
    expect(VAULT).toBe(220_000 * USDC)
    const { events } = world.prices({ BTC: 950_000 }, 1_000)
    expect(liquidations(events)).toMatchObject([{ account: trader.address, status: 'FILLED', size: 10_000 }])
    expect(world.account(trader)).toMatchObject({ collateral: 0, positions: [] })
    // 10,000 lots from 100,000.0 are worth 500 less at 95,000.0.
    expect(INSURANCE - world.exchange.money.INSURANCE).toBe(500 * USDC - collateral)
    expect(world.exchange.money).toMatchObject({ POOL, BACKSTOP: 0 })
  })

  it('S15 an account without a position is made whole by insurance at once', () => {
    const world = createWorld({ markets: [BTC], poolDollars: 10_000_000 })
    seed(world, 'INSURANCE', 20_000)
    const trader = world.trader(0)
    const credited = softDeposit(world, trader, 10_000)
    world.prices({ BTC: 1_000_000 })
    world.order(trader, BTC, 'buy', { size: 80_000, limitPrice: 1_010_000, timeInForce: 'IOC' })
    world.prices({ BTC: 950_000 }, 1_000)
    world.order(trader, BTC, 'sell', {
      size: 80_000,
      limitPrice: 900_000,
      reduceOnly: true,
      timeInForce: 'IOC',
    })
    const { collateral } = world.account(trader)
    const { INSURANCE } = world.exchange.money
    world.run({ kind: 'OrphanDeposit', id: credited })
    expect(world.account(trader).collateral).toBe(0)
    expect(INSURANCE - world.exchange.money.INSURANCE).toBe(10_000 * USDC - collateral)
  })

  it('goes insurance, backstop, pool: each step completely and visible in the ledger', () => {
    const world = createWorld({ markets: [BTC], poolDollars: 10_000 })
    seed(world, 'INSURANCE', 300)
    const trader = world.trader(0)
    const credited = softDeposit(world, trader, 5_000)
    const other = world.trader(100_000)
    world.prices({ BTC: 1_000_000 })
    trade(world, BTC, { long: trader, short: other, size: 40_000, price: 1_000_000 })
    // The whole deposit is lost to the other, then it is orphaned.
    world.prices({ BTC: 960_000 }, 1_000)
    world.order(other, BTC, 'buy', { size: 40_000, limitPrice: 960_000, reduceOnly: true })
    world.order(trader, BTC, 'sell', {
      size: 40_000,
      limitPrice: 900_000,
      reduceOnly: true,
      timeInForce: 'IOC',
    })
    expect(world.account(trader).positions).toEqual([])
    const before = { ...world.exchange.money }
    const { collateral } = world.account(trader)
    const missing = 5_000 * USDC - collateral
    world.run({ kind: 'OrphanDeposit', id: credited })
    const { money } = world.exchange
    expect(world.account(trader).collateral).toBe(0)
    expect(money.INSURANCE).toBe(0)
    expect(money.BACKSTOP).toBe(-backstopAllocation(world.exchange))
    expect(before.POOL - money.POOL).toBe(missing - before.INSURANCE - backstopAllocation(world.exchange))
    expect(before.POOL - money.POOL).toBeGreaterThan(0)
  })
})

describe('when, which account and in which order', () => {
  it('S4 a gap at the reopening: ten seconds of warming up, then liquidation at the first price, beyond bankruptcy', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 10_000_000 })
    const trader = world.trader(1_300)
    leverage(world, trader, AAPL, 20)
    world.prices({ AAPL: 23_150 })
    world.order(trader, AAPL, 'buy', { size: 1_000_000, limitPrice: 23_300, timeInForce: 'IOC' })
    world.run({ kind: 'ChangeSession', marketId: 0, session: 'CLOSED' }, 1_000)
    world.run({ kind: 'ChangeSession', marketId: 0, session: 'REGULAR' }, 60_000)
    const gap = Math.round(23_150 * 0.91)
    for (const afterMs of [9_000, 500, 500]) world.prices({ AAPL: gap }, afterMs)
    expect(world.exchange.markets[0]!.mode).toBe('OPEN')
    expect(world.account(trader).equity).toBeLessThan(0)
    expect(liquidations(world.prices({ AAPL: gap }, 9_999).events)).toEqual([])
    const { events } = world.prices({ AAPL: gap }, 1)
    expect(liquidations(events)).toMatchObject([{ status: 'FILLED', size: 1_000_000 }])
    const { collateral, positions } = world.account(trader)
    // The bankruptcy price is a whole tick, rounded in favour of the side that takes over.
    expect([collateral >= 0, collateral < 1_000_000, positions]).toEqual([true, true, []])
    expect(world.exchange.markets[0]!.backstop).toMatchObject({ isLong: true, size: 1_000_000 })
  })

  it('S1 a stale price liquidates no account; the fresh one does', () => {
    const world = createWorld({ markets: [BTC], poolDollars: 10_000_000 })
    const trader = world.trader(0)
    const credited = softDeposit(world, trader, 10_000)
    world.prices({ BTC: 1_000_000 })
    world.order(trader, BTC, 'buy', { size: 80_000, limitPrice: 1_010_000, timeInForce: 'IOC' })
    world.run({ kind: 'OrphanDeposit', id: credited })
    world.run({ kind: 'TickTimer' }, 16_000)
    expect(world.account(trader).equity).toBeLessThan(0)
    expect(liquidations(world.run({ kind: 'TickFunding', hourMs: timeMs(0) }).events)).toEqual([])
    expect(liquidations(world.prices({ BTC: 1_000_000 }, 1_000).events)).toHaveLength(1)
  })

  it('an account that an earlier liquidation has helped keeps its orders', () => {
    const world = createWorld({ markets: [ALONE], poolDollars: 0 })
    const [long, short] = [world.trader(20_000), world.trader(20_000)]
    world.prices({ BTC: 1_000_000 })
    trade(world, BTC, { long, short, size: BTC_LOTS, price: 1_000_000 })
    const order = { reduceOnly: true, limitPrice: 1_000_100 }
    const closing = world.order(long, BTC, 'sell', { size: 80_000, ...order })
    const stop = { orderType: 'STOP_LOSS', reduceOnly: true, limitPrice: 900_000 } as const
    const protection = world.order(long, BTC, 'sell', { size: 20_000, ...stop })
    // Both are below the thousand that they need, the short lower.
    for (const [trader, equity] of [
      [long, 900 * USDC],
      [short, 500 * USDC],
    ] as const) {
      const account = accountAt(world.exchange, trader.address)!
      const gone = world.account(trader).equity - equity
      account.collateral = usd6(account.collateral - gone)
      world.exchange.money.VAULT = usd6(world.exchange.money.VAULT - gone)
    }
    const { events } = world.prices({ BTC: 1_000_000 }, 1_000)
    expect(lastOrder(events, closing.id).status).toBe('FILLED')
    expect(held(world, long)!.size).toBe(20_000)
    expect(liquidations(events).map(({ account }) => account)).toEqual([short.address])
    const [left] = query(world.exchange, 'openOrders', { account: long.address })
    expect(left).toMatchObject({ id: protection.id, status: 'NEW' })
  })

  it('S13 two accounts with equal ratios: the older first, and bit-identical in a replay', () => {
    const world = createWorld({ markets: [BTC], poolDollars: 100_000 })
    const [first, second] = [world.trader(250), world.trader(250)]
    const maker = world.trader(500_000)
    world.prices({ BTC: 1_000_000 })
    world.order(maker, BTC, 'sell', { size: 40_000, limitPrice: 1_000_020 })
    for (const trader of [second, first]) {
      leverage(world, trader, BTC, 50)
      world.order(trader, BTC, 'buy', { size: 10_000, limitPrice: 1_000_020, timeInForce: 'IOC' })
    }
    expect(world.account(first).equity).toBe(world.account(second).equity)
    const { events } = world.prices({ BTC: 980_000 }, 1_000)
    expect(
      liquidations(events).flatMap(({ account, code }) => (code === undefined ? [account] : [])),
    ).toEqual([first.address, second.address])
    const again = createExchange()
    for (const sequenced of world.log) apply(again, sequenced)
    expect(encodeState(again)).toBe(encodeState(world.exchange))
  })

  it.each([
    ['though it is younger', [260, 250], [1, 0]],
    ['the older one too', [250, 260], [0, 1]],
  ])('of two accounts the one with less equity for its margin comes first, %s', (_, dollars, order) => {
    const world = createWorld({ markets: [BTC], poolDollars: 100_000 })
    const traders = dollars.map((amount) => world.trader(amount))
    const maker = world.trader(500_000)
    world.prices({ BTC: 1_000_000 })
    world.order(maker, BTC, 'sell', { size: 40_000, limitPrice: 1_000_020 })
    for (const trader of traders) {
      leverage(world, trader, BTC, 50)
      world.order(trader, BTC, 'buy', { size: 10_000, limitPrice: 1_000_020, timeInForce: 'IOC' })
    }
    const { events } = world.prices({ BTC: 980_000 }, 1_000)
    expect(
      liquidations(events).flatMap(({ account, code }) => (code === undefined ? [account] : [])),
    ).toEqual(order.map((at) => traders[at]!.address))
  })

  it('an isolated position in a stopped market waits until it trades again', () => {
    const world = createWorld({ markets: [AAPL, FIG], audit: false })
    seed(world, 'POOL_ISO', 2_000_000)
    const trader = world.trader(20_000)
    world.prices({ AAPL: 23_150, FIG: 52_310 })
    leverage(world, trader, FIG, 5)
    world.order(trader, FIG, 'buy', { size: 400_000, limitPrice: 55_000, timeInForce: 'IOC' })
    const market = world.exchange.markets[1]!
    const judged = (mode: 'HALT' | 'OPEN', hour: number) => {
      Object.assign(market, { mode, index: 46_300, mark: 46_300 })
      return liquidations(world.run({ kind: 'TickFunding', hourMs: timeMs(hour * 3_600_000) }).events)
    }
    expect(judged('HALT', 1)).toEqual([])
    expect(judged('OPEN', 2).map(({ symbol }) => symbol)).toEqual([FIG.symbol])
  })

  it('an isolated position waits until the operator releases its market', () => {
    const world = createWorld({ markets: [AAPL, FIG] })
    seed(world, 'POOL_ISO', 2_000_000)
    const trader = world.trader(20_000)
    world.prices({ AAPL: 23_150, FIG: 52_310 })
    leverage(world, trader, FIG, 5)
    world.order(trader, FIG, 'buy', { size: 400_000, limitPrice: 55_000, timeInForce: 'IOC' })
    world.run({ kind: 'SetMarketMode', marketId: 1, mode: 'POST_ONLY' })
    expect(liquidations(world.prices({ FIG: 46_300 }, 1_000).events)).toEqual([])
    world.run({ kind: 'SetMarketMode', marketId: 1, mode: 'OPEN' })
    expect(liquidations(world.prices({ FIG: 46_300 }, 1_000).events)).toHaveLength(1)
  })

  it('ends the orders that wait for a price, of the account and of the isolated market alone', () => {
    const waits = (spec: MarketSpec, endangered: 'BTC' | 'FIG') => {
      const world = createWorld({ markets: [AAPL, BTC, FIG] })
      seed(world, 'POOL_ISO', 2_000_000)
      const [trader, other] = [world.trader(20_000), world.trader(20_000)]
      world.prices({ AAPL: 23_150, BTC: 1_000_000, FIG: 52_310 })
      leverage(world, trader, FIG, 5)
      leverage(world, trader, BTC, 50)
      if (endangered === 'FIG')
        world.order(trader, FIG, 'buy', { size: 400_000, limitPrice: 55_000, timeInForce: 'IOC' })
      else world.order(trader, BTC, 'buy', { size: 600_000, limitPrice: 1_010_000, timeInForce: 'IOC' })
      world.run({ kind: 'ChangeParameters', exchange: { takerDelayMs: 300 } })
      const orders = [trader, other].map((who) => world.order(who, spec, 'buy', { size: 10 }))
      expect(orders.map(({ status }) => status)).toEqual(['NEW', 'NEW'])
      const { events } = world.prices(endangered === 'FIG' ? { FIG: 46_300 } : { BTC: 960_000 }, 100)
      expect(liquidations(events).length).toBeGreaterThan(0)
      return orders.map(({ id }) => {
        const last = eventsOf(events, 'OrderUpdated').findLast(({ order }) => order.id === id)?.order
        return last === undefined ? 'waits' : outcome(last)
      })
    }
    expect(waits(AAPL, 'BTC')).toEqual(['CANCELLED DELETED_BY_LIQ', 'waits'])
    expect(waits(FIG, 'BTC')).toEqual(['CANCELLED DELETED_BY_LIQ', 'waits'])
    expect(waits(AAPL, 'FIG')).toEqual(['waits', 'waits'])
  })

  it('is checked when a market in which the account holds a position has a new price, and after funding', () => {
    const world = createWorld({ markets: [AAPL, BTC], poolDollars: 10_000_000 })
    const trader = world.trader(0)
    const credited = softDeposit(world, trader, 10_000)
    world.prices({ AAPL: 23_150, BTC: 1_000_000 })
    world.order(trader, BTC, 'buy', { size: 50_000, limitPrice: 1_010_000, timeInForce: 'IOC' })
    world.run({ kind: 'OrphanDeposit', id: credited })
    expect(liquidations(world.prices({ AAPL: 23_150 }, 1_000).events)).toEqual([])
    expect(liquidations(world.run({ kind: 'TickFunding', hourMs: timeMs(0) }, 1).events)).toHaveLength(1)
  })

  it('equity equal to maintenance margin is enough, to the micro-dollar', () => {
    const world = createWorld({ markets: [BTC] })
    // 2,010 after the fee of 5: at 101,000.0 it has lost 1,000 and needs 1,010.
    const [short, long] = [world.trader(2_015), world.trader(500_000)]
    leverage(world, short, BTC, 50)
    world.prices({ BTC: 1_000_000 })
    trade(world, BTC, { long, short, size: BTC_LOTS, price: 1_000_000, rests: 'short' })
    expect(liquidations(world.prices({ BTC: 1_010_000 }, 1_000).events)).toEqual([])
    const { equity, maintMargin } = world.account(short)
    expect([equity, maintMargin]).toEqual([1_010 * USDC, 1_010 * USDC])
    expect(liquidations(world.prices({ BTC: 1_010_001 }, 1_000).events)).toHaveLength(1)
  })

  it('nothing happens at the displayed liquidation price, and the liquidation one tick beyond', () => {
    const { world, long } = w11({ poolDollars: 10_000_000 })
    const price = held(world, long)!.liquidationPrice!
    expect(liquidations(world.prices({ BTC: price }, 1_000).events)).toEqual([])
    expect(world.exchange.markets[0]!.mark).toBe(price)
    expect(liquidations(world.prices({ BTC: price - 1 }, 1_000).events)).toHaveLength(1)
  })
})

describe('a liquidation that closes the entire open interest of a market', () => {
  it('leaves a cross market flat and trading', () => {
    const { world, long, short } = w11({ poolDollars: 0, spec: ALONE })
    world.prices({ BTC: 970_000 }, 1_000)
    const [market] = world.exchange.markets
    expect([market!.longOi, market!.shortOi, market!.pool, market!.backstop]).toEqual([
      0,
      0,
      undefined,
      undefined,
    ])
    world.run({ kind: 'TickFunding', hourMs: timeMs(Math.floor(world.now() / 3_600_000) * 3_600_000) }, 1_000)
    world.prices({ BTC: 971_000 }, 1_000)
    const other = world.trader(50_000)
    trade(world, BTC, { long: other, short, size: 1_000, price: 971_000 })
    expect([world.exchange.markets[0]!.longOi, world.account(long).collateral]).toEqual([1_000, 0])
  })

  it('leaves an isolated market flat, the loss with its sleeve, and all other accounts unchanged', () => {
    const world = createWorld({ markets: [AAPL, FIG] })
    seed(world, 'POOL_ISO', 1_000)
    const [long, short, bystander] = [world.trader(5_000), world.trader(50_000), world.trader(700)]
    leverage(world, long, FIG, 5)
    world.prices({ AAPL: 23_150, FIG: 52_310 })
    trade(world, FIG, { long, short, size: 300_000, price: 52_310 })
    const before = { ...world.exchange.money }
    const { collateral } = world.account(long)
    world.prices({ FIG: 38_000 }, 1_000)
    const fig = world.exchange.markets[1]!
    expect([fig.longOi, fig.shortOi, fig.pool]).toEqual([0, 0, undefined])
    expect(world.account(long)).toMatchObject({ positions: [], isolatedMargin: 0 })
    expect(world.account(long).collateral - collateral).toBeGreaterThanOrEqual(0)
    expect(world.account(long).collateral - collateral).toBeLessThan(300_000)
    expect(world.account(bystander).collateral).toBe(700 * USDC)
    expect(world.exchange.money).toMatchObject({ POOL: before.POOL, BACKSTOP: 0, POOL_ISO: before.POOL_ISO })
    world.prices({ FIG: 38_100 }, 1_000)
    trade(world, FIG, { long: bystander, short, size: 1_000, price: 38_100 })
  })
})

describe('the text of the state', () => {
  it('contains the backstop only once it has data, and reads it back', () => {
    const { world } = w11({ poolDollars: 10_000_000 })
    expect(encodeState(world.exchange)).not.toMatch(/backstop/i)
    world.prices({ BTC: 970_000 }, 1_000)
    world.run({ kind: 'TickTimer' }, 60_000)
    const buyer = world.trader(10_000)
    world.prices({ BTC: 970_000 }, 1_000)
    world.order(buyer, BTC, 'buy', { size: 100, limitPrice: 980_000, timeInForce: 'IOC' })
    const text = encodeState(world.exchange)
    expect(text).toMatch(/"BACKSTOP":-/)
    const read = decodeState(text)
    expect(encodeState(read)).toBe(text)
    expect(read.markets[0]!.backstop).toEqual(world.exchange.markets[0]!.backstop)
  })
})
