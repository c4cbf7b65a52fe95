/** Liquidation, backstop, deleveraging and the waterfall: the worked examples and scenarios, to the micro-dollar. */
import { type Id, type Ticks, timeMs, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { apply } from './apply.ts'
import { backstopAllocation, backstopCapital, backstopLimit, backstopRoom } from './backstop.ts'
import type { MarketSpec } from './command.ts'
import type { EngineEvent, OrderRecord } from './event.ts'
import { tierRisk } from './listing/tierRisk.ts'
import { query } from './query.ts'
import { decodeState, encodeState } from './snapshot.ts'
import { createExchange } from './state.ts'
import { AAPL, BTC, createWorld, deposit, eventsOf, FIG, type Trader, type World } from './testing/world.ts'

const USDC = 1_000_000
/** Nobody quotes here, and the backstop takes nothing. */
const ALONE: MarketSpec = { ...BTC, risk: { ...BTC.risk, inventoryLimitUsd6: usd6(0) } }
/** 1.00000 BTC. */
const BTC_LOTS = 100_000

const seed = (world: World, account: 'POOL' | 'POOL_ISO' | 'INSURANCE', dollars: number) =>
  world.run({ kind: 'SeedSystemAccount', account, amountUsd6: usd6(dollars * USDC) })

const leverage = (world: World, trader: Trader, spec: MarketSpec, value: number) =>
  world.run({ kind: 'SetLeverage', account: trader.address, symbol: spec.symbol, leverage: value })

const liquidations = (events: readonly EngineEvent[]): OrderRecord[] =>
  eventsOf(events, 'OrderUpdated').flatMap(({ order }) => (order.orderType === 'LIQUIDATION' ? [order] : []))

/** Money that may still turn out never to have come; returns its transfer. */
function softDeposit(world: World, trader: Trader, dollars: number): Id {
  const command = deposit(9_000 + world.log.length, trader, dollars)
  if (command.kind !== 'CreditDeposit') throw new Error('not a deposit')
  world.run({ ...command, finality: 'SOFT' })
  return command.id
}

const held = (world: World, trader: Trader) => world.account(trader).positions[0]

/** Two users trade with each other at a price that the index has just told; the buyer rests, so pays as a maker. */
function trade(
  world: World,
  spec: MarketSpec,
  input: { long: Trader; short: Trader; size: number; price: number },
): void {
  const { long, short, size, price } = input
  const bid = world.order(long, spec, 'buy', { size, limitPrice: price })
  const ask = world.order(short, spec, 'sell', { size, limitPrice: price, timeInForce: 'IOC' })
  expect([bid.status, ask.status]).toEqual(['NEW', 'FILLED'])
}

/** W11's account: long 1 BTC from 100,000.0 with exactly 2,100 of collateral at 50X, against a rich short. */
function w11({ poolDollars, spec = BTC }: { poolDollars: number; spec?: MarketSpec }) {
  const world = createWorld({ markets: [spec], poolDollars })
  const long = world.trader(2_105)
  const short = world.trader(500_000)
  leverage(world, long, BTC, 50)
  world.prices({ BTC: 1_000_000 })
  trade(world, BTC, { long, short, size: BTC_LOTS, price: 1_000_000 })
  expect(world.account(long).collateral).toBe(2_100 * USDC)
  return { world, long, short }
}

/** The same the other way round: short 1 BTC from 100,000.0 with exactly 2,100, against a rich long. */
function w11Short({ poolDollars, spec = BTC }: { poolDollars: number; spec?: MarketSpec }) {
  const world = createWorld({ markets: [spec], poolDollars })
  const short = world.trader(2_105)
  const long = world.trader(500_000)
  leverage(world, short, BTC, 50)
  world.prices({ BTC: 1_000_000 })
  world.order(short, BTC, 'sell', { size: BTC_LOTS, limitPrice: 1_000_000 })
  world.order(long, BTC, 'buy', { size: BTC_LOTS, limitPrice: 1_000_000, timeInForce: 'IOC' })
  expect(world.account(short).collateral).toBe(2_100 * USDC)
  return { world, long, short }
}

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
      limitPrice: 979_000,
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
    // Healthy enough: nothing more happens at the same price.
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
    // Slippage has left the first just short of initial margin; the second closes what is missing then.
    expect(orders[0]!.size).toBeLessThan(1_000_000)
    expect(orders[1]!.size).toBeLessThan(3_000)
    const view = world.account(trader)
    expect(view.positions).toHaveLength(2)
    expect(view.equity).toBeGreaterThanOrEqual(view.maintMargin)
  })

  /** Long 20,000 dollars of AAPL and 40,000 of BTC with 2,600: BTC, listed later, needs less margin for a dollar. */
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

  it('with nothing left closes all of it, the largest maintenance margin first, whatever was listed earlier', () => {
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

  it('leaves what stands in a stopped market where it is, and closes the rest', () => {
    const { world, trader } = two({ AAPL: 1_000_000, BTC: 40_000 })
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    const { events } = world.prices({ BTC: 930_000 }, 1_000)
    expect(liquidations(events).map(({ symbol }) => symbol)).toEqual([BTC.symbol])
    expect(world.account(trader).positions.map(({ symbol }) => symbol)).toEqual([AAPL.symbol])
  })

  it('goes on to the end in the same command where a part was not enough', () => {
    const { world, long } = w11({ poolDollars: 0, spec: ALONE })
    // As in W11, but whoever buys pays so little that the part loses more than it frees.
    const bidder = world.trader(500_000)
    world.order(bidder, BTC, 'buy', { size: BTC_LOTS, limitPrice: 979_500 })
    const { events } = world.prices({ BTC: 988_500 }, 1_000)
    const own = liquidations(events).filter(({ account }) => account === long.address)
    // With the penalty paid, what is left is worth less than the bidder would pay for: the short closes it.
    expect(own.map(({ size, avgFilledPrice }) => [size, avgFilledPrice])).toEqual([
      [59_710, 979_500],
      [40_290, 982_034],
    ])
    const { positions, collateral } = world.account(long)
    expect(positions).toEqual([])
    // A lot is worth ten micro-dollars a tick: the price is the first at which nothing is missing.
    expect(collateral).toBeGreaterThanOrEqual(0)
    expect(collateral).toBeLessThan(40_290 * 10)
  })

  it('begins at the threshold that is set: with 1,000, the account below keeps a part of its position', () => {
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

  it('is left out for small accounts: up to 5,000 in all everything goes at once', () => {
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

  it('of an isolated position leaves its margin with it and touches nothing else of the account', () => {
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

describe('the backstop', () => {
  it('W12 takes over at the bankruptcy price; the account ends with exactly nothing; NAV counts what it is worth', () => {
    const { world, long } = w11({ poolDollars: 10_000_000 })
    world.prices({ BTC: 1_000_000 }, 1_000)
    const navBefore = world.exchange.sleeves.POOL.nav
    const insuranceBefore = world.exchange.money.INSURANCE
    const { events } = world.prices({ BTC: 970_000 }, 1_000)
    expect(liquidations(events)).toMatchObject([
      { status: 'FILLED', size: BTC_LOTS, avgFilledPrice: 979_000, fees: 0, realizedPnl: -2_100 * USDC },
    ])
    expect(eventsOf(events, 'TradeExecuted')).toEqual([])
    expect(world.account(long)).toMatchObject({ collateral: 0, positions: [] })
    const { exchange } = world
    const [market] = exchange.markets
    expect(market!.backstop).toMatchObject({ isLong: true, size: BTC_LOTS, cost: 97_900 * USDC })
    expect(exchange.money).toMatchObject({ BACKSTOP: 0, INSURANCE: insuranceBefore })
    expect(backstopCapital(exchange)).toBe(backstopAllocation(exchange) - 900 * USDC)
    // 1.12: users alone are open interest, pool and backstop are the difference.
    expect([market!.longOi, market!.shortOi, market!.pool]).toEqual([0, BTC_LOTS, undefined])
    world.prices({ BTC: 970_000 }, 1_000)
    expect(exchange.sleeves.POOL.nav).toBe(navBefore - 900 * USDC)
  })

  it('W12 without an allocation: the best ranked profitable shorts close at the bankruptcy price', () => {
    const { world, long, short } = w11({ poolDollars: 0, spec: ALONE })
    const { events } = world.prices({ BTC: 970_000 }, 1_000)
    expect(liquidations(events)).toMatchObject([
      { account: short.address, status: 'FILLED', code: 3008, isBuy: true, avgFilledPrice: 979_000, fees: 0 },
      { account: long.address, status: 'FILLED', isBuy: false, avgFilledPrice: 979_000 },
    ])
    expect(eventsOf(events, 'TradeExecuted')).toEqual([])
    expect(world.account(long)).toMatchObject({ collateral: 0, positions: [] })
    expect(world.account(short).positions).toEqual([])
    // 500,000, less the taker fee of the opening, and 2,100 of profit: to the micro-dollar.
    expect(world.account(short).collateral).toBe(500_000 * USDC - 10 * USDC + 2_100 * USDC)
  })

  it('takes over shorts as well: at the bankruptcy price, offered to sellers at the ladder’s first bid', () => {
    const { world, short } = w11Short({ poolDollars: 10_000_000 })
    const { exchange } = world
    const { events } = world.prices({ BTC: 1_030_000 }, 1_000)
    expect(liquidations(events)).toMatchObject([
      { isBuy: true, size: BTC_LOTS, avgFilledPrice: 1_021_000, fees: 0, realizedPnl: -2_100 * USDC },
    ])
    expect(world.account(short)).toMatchObject({ collateral: 0, positions: [] })
    const [market] = exchange.markets
    expect(market!.backstop).toMatchObject({
      isLong: false,
      size: BTC_LOTS,
      cost: 102_100 * USDC,
      offered: 0,
    })
    expect(backstopCapital(exchange)).toBe(backstopAllocation(exchange) - 900 * USDC)
    const seller = world.trader(1_000_000)
    const depth = () => query(exchange, 'depth', { symbol: BTC.symbol, limit: 1 })!
    world.prices({ BTC: 1_030_000 }, 1_000)
    const [[price, alone], [, asked]] = [depth().bids[0]!, depth().asks[0]!]
    world.prices({ BTC: 1_030_000 }, 60_000)
    world.run({ kind: 'TickTimer' })
    expect(depth().bids[0]).toEqual([price, alone + 2_000])
    // To buyers it offers nothing, and pays no more than the minute gives.
    expect(depth().asks[0]![1]).toBe(asked)
    world.order(seller, BTC, 'sell', { size: 1_500, limitPrice: price, timeInForce: 'IOC' })
    expect(market!.backstop).toMatchObject({ isLong: false, size: 98_500, offered: 500 })
    expect(market!.pool).toBeUndefined()
    // What it has lost or gained with that stands in the ledger, and in what it may still lose.
    const gained = exchange.money.BACKSTOP
    expect(gained).toBe(1_500 * (1_021_000 - price) * market!.scale)
    expect(backstopCapital(exchange)).toBe(
      backstopAllocation(exchange) + gained - 98_500 * (1_030_000 - 1_021_000) * market!.scale,
    )
  })

  it('without an allocation the best ranked profitable longs close for shorts', () => {
    const { world, long, short } = w11Short({ poolDollars: 0, spec: ALONE })
    const { events } = world.prices({ BTC: 1_030_000 }, 1_000)
    expect(liquidations(events)).toMatchObject([
      {
        ...{ account: long.address, code: 3008, isBuy: false, avgFilledPrice: 1_021_000, fees: 0 },
        realizedPnl: 2_100 * USDC,
      },
      { account: short.address, isBuy: true, avgFilledPrice: 1_021_000 },
    ])
    // Neither of them is told as the maker of a trade.
    const fills = eventsOf(events, 'FillBooked')
    expect(fills.map(({ account, isMaker, size, price }) => [account, isMaker, size, price])).toEqual([
      [long.address, false, BTC_LOTS, 1_021_000],
      [short.address, false, BTC_LOTS, 1_021_000],
    ])
    expect(world.account(long).collateral).toBe(500_000 * USDC - 10 * USDC + 2_100 * USDC)
    expect([world.exchange.markets[0]!.longOi, world.exchange.markets[0]!.shortOi]).toEqual([0, 0])
  })

  it.each([
    ['long', w11, 970_000],
    ['short', w11Short, 1_030_000],
  ] as const)('hands a %s over to the pool at the index before a split', (side, begin, price) => {
    const { world } = begin({ poolDollars: 10_000_000 })
    world.prices({ BTC: price }, 1_000)
    const [market] = world.exchange.markets
    expect(market).toMatchObject({ backstop: { isLong: side === 'long', size: BTC_LOTS }, pool: undefined })
    const before = world.exchange.money.BACKSTOP
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    world.run({ kind: 'ApplySplit', marketId: 0, newShares: 2, oldShares: 1 })
    expect(market).toMatchObject({
      backstop: undefined,
      pool: { isLong: side === 'long', size: 2 * BTC_LOTS, cost: (price / 10) * USDC },
    })
    // It has lost what lies between the takeover and the index.
    expect(world.exchange.money.BACKSTOP - before).toBe(-900 * USDC)
  })

  it('has room within its position limit and as far as its capital bears the loss at the mark', () => {
    const { world } = w11({ poolDollars: 10_000_000 })
    const [market] = world.exchange.markets
    const limit = backstopLimit(market!)
    expect(limit).toBe(Math.floor((market!.ladder!.limit * 25) / 100))
    const room = (change: Partial<Parameters<typeof backstopRoom>[1]>) =>
      backstopRoom(market!, { ...{ isBuy: true, price: 1_000_000, inventory: 0, capital: 1e15 }, ...change })
    // At the mark or better it loses nothing: its limit alone, less or more what it holds.
    expect([room({}), room({ inventory: 70 }), room({ inventory: -70 })]).toEqual([
      limit,
      limit - 70,
      limit + 70,
    ])
    const sale = { isBuy: false }
    expect([room(sale), room({ ...sale, inventory: 70 }), room({ ...sale, inventory: -70 })]).toEqual([
      ...[limit, limit + 70, limit - 70],
    ])
    expect(room({ inventory: limit + 1 })).toBe(0)
    expect([room({ price: 999_000, capital: 1 }), room({ ...sale, price: 1_001_000, capital: 1 })]).toEqual([
      ...[limit, limit],
    ])
    // A thousand ticks a lot beyond it: so many lots as the capital pays for, and none without capital.
    const perLot = 1_000 * market!.scale
    for (const worse of [{ price: 1_001_000 }, { ...sale, price: 999_000 }])
      expect(
        [7 * perLot + perLot - 1, 7 * perLot, 1, 0, -1].map((capital) => room({ ...worse, capital })),
      ).toEqual([...[7, 7, 0, 0, 0]])
    expect([room({ capital: 0 }), room({ capital: -1 })]).toEqual([0, 0])
    const isolated = { ...market!, spec: { ...market!.spec, isolated: true } } as typeof market
    expect(backstopRoom(isolated!, { isBuy: true, price: 1, inventory: 0, capital: 1e15 })).toBe(0)
  })

  it('shows two hundredths of what it holds per minute at the ladder’s first price, and adds nothing up', () => {
    const { world } = w11({ poolDollars: 10_000_000 })
    const buyer = world.trader(1_000_000)
    for (const afterMs of [1_000, 1_000]) world.prices({ BTC: 970_000 }, afterMs)
    const { exchange } = world
    const best = () => query(exchange, 'depth', { symbol: BTC.symbol, limit: 1 })!.asks[0]!
    const tick = (afterMs: number) => {
      world.prices({ BTC: 970_000 }, afterMs)
      world.run({ kind: 'TickTimer' })
    }
    const [price, alone] = best()
    tick(60_000)
    expect(best()).toEqual([price, alone + 2_000])
    tick(60_000)
    expect(best()).toEqual([price, alone + 2_000])
    const pool = exchange.markets[0]!.pool
    const order = world.order(buyer, BTC, 'buy', { size: 1_500, limitPrice: price, timeInForce: 'IOC' })
    expect(order).toMatchObject({ status: 'FILLED', avgFilledPrice: price })
    expect(exchange.markets[0]!.backstop).toMatchObject({ size: 98_500, offered: 500 })
    expect(exchange.markets[0]!.pool).toEqual(pool)
    // The next lots cost what they would have cost in one order.
    world.order(buyer, BTC, 'buy', { size: 1_000, limitPrice: price, timeInForce: 'IOC' })
    expect(exchange.markets[0]!.backstop).toMatchObject({ size: 98_000, offered: 0 })
    expect(exchange.markets[0]!.pool).toMatchObject({ isLong: false, size: 500 })
  })

  it('takes no isolated market: the liquidity providers’ money is not touched there', () => {
    const world = createWorld({ markets: [AAPL, FIG] })
    seed(world, 'POOL_ISO', 2_000_000)
    seed(world, 'INSURANCE', 100)
    const trader = world.trader(9_000)
    world.prices({ AAPL: 23_150, FIG: 52_310 })
    leverage(world, trader, FIG, 5)
    world.order(trader, FIG, 'buy', { size: 600_000, limitPrice: 55_000, timeInForce: 'IOC' })
    const before = { ...world.exchange.money }
    const { collateral } = world.account(trader)
    const { events } = world.prices({ FIG: 35_000 }, 1_000)
    // Nobody is short with a profit: the sleeve takes the rest at the mark, and pays what insurance cannot.
    expect(liquidations(events)).toHaveLength(1)
    const { money } = world.exchange
    expect(money).toMatchObject({ POOL: before.POOL, BACKSTOP: 0, INSURANCE: 0 })
    expect(money.POOL_ISO).not.toBe(before.POOL_ISO)
    expect(world.account(trader)).toMatchObject({ collateral, positions: [] })
  })

  /** A backstop that holds a quarter of the inventory limit against a rich account on the other side. */
  function allocated(isLong: boolean) {
    const thin: MarketSpec = { ...AAPL, risk: { ...tierRisk('T2', 'stock'), inventorySharePpm: 1_000_000 } }
    const world = createWorld({ markets: [thin], poolDollars: 1_000_000 })
    const [poor, rich] = [world.trader(32_500), world.trader(900_000)]
    leverage(world, poor, thin, 20)
    world.prices({ AAPL: 23_150 })
    const size = 25_000_000
    world.order(poor, thin, isLong ? 'buy' : 'sell', { size, limitPrice: 23_150 })
    const side = isLong ? 'sell' : 'buy'
    world.order(rich, thin, side, { size, limitPrice: 23_150, timeInForce: 'IOC' })
    world.prices({ AAPL: isLong ? 21_500 : 24_800 }, 1_000)
    const [market] = world.exchange.markets
    expect(market!.backstop).toMatchObject({ isLong, size: backstopLimit(market!) })
    return { world, rich, thin, market: market! }
  }

  it('of shorts loses no more either: the longs that profit close for it', () => {
    const { world, rich, market } = allocated(false)
    const { exchange } = world
    const { size } = market.backstop!
    const { events } = world.prices({ AAPL: 60_000 }, 1_000)
    expect(liquidations(events)).toMatchObject([
      { account: rich.address, code: 3008, isBuy: false, size, fees: 0 },
    ])
    expect(market.backstop).toBeUndefined()
    const loss = -exchange.money.BACKSTOP
    expect(loss).toBeLessThanOrEqual(backstopAllocation(exchange))
    expect(loss).toBeGreaterThan(backstopAllocation(exchange) - size)
  })

  it.each([true, false])('gives up nothing while the price is in doubt (of longs: %s)', (isLong) => {
    const { world, market } = allocated(isLong)
    const before = market.backstop
    const price = (isLong ? 10_000 : 60_000) as Ticks
    const sourceTimeMs = timeMs(world.now() + 1_000)
    const held = { marketId: 0, price, sourceTimeMs, conf: 0 as Ticks, held: true }
    const { events } = world.run({ kind: 'UpdateIndexPrices', prices: [held] }, 1_000)
    expect(liquidations(events)).toEqual([])
    expect(market.backstop).toEqual(before)
  })

  it.each([true, false])(
    'without anybody to close for it goes to the pool at the mark (of longs: %s)',
    (isLong) => {
      const { world, rich, thin, market } = allocated(isLong)
      const { exchange } = world
      const { money } = exchange
      const { size, cost } = market.backstop!
      // Whoever would profit leaves first, to the pool.
      world.order(rich, thin, isLong ? 'buy' : 'sell', {
        ...{ size, limitPrice: isLong ? 24_000 : 22_000, timeInForce: 'IOC', reduceOnly: true },
      })
      expect(held(world, rich)).toBeUndefined()
      expect(market.pool).toMatchObject({ isLong: !isLong, size })
      const before = money.BACKSTOP + money.POOL
      const poolCost = market.pool!.cost
      const { events } = world.prices({ AAPL: isLong ? 10_000 : 60_000 }, 1_000)
      expect(liquidations(events)).toEqual([])
      expect([market.backstop, market.pool]).toEqual([undefined, undefined])
      // The backstop ends with its allocation gone; the pool has its own profit and bears what lies beyond.
      expect(backstopCapital(exchange)).toBe(0)
      expect(money.BACKSTOP + money.POOL - before).toBe((isLong ? 1 : -1) * (poolCost - cost))
    },
  )

  /** A backstop that holds longs in BTC and in AAPL, each against somebody rich. */
  function twoBackstops(marginOfAapl: number, marginOfBtc: number) {
    const risk = { ...tierRisk('T2', 'stock'), inventorySharePpm: 1_000_000 }
    const ratios = (maint: number) => ({
      ...{ initMarginRatio: (2 * maint) as never, maintMarginRatio: maint as never },
    })
    const markets: MarketSpec[] = [
      { ...BTC, risk, ...ratios(marginOfBtc) },
      { ...AAPL, risk, ...ratios(marginOfAapl) },
    ]
    const world = createWorld({ markets, poolDollars: 1_000_000 })
    world.prices({ AAPL: 20_000, BTC: 1_000_000 })
    // Longs of 500,000 dollars in each; both fall by an eighth.
    const sizes = [500_000, 25_000_000]
    const shorts = markets.map(() => world.trader(900_000))
    for (const [at, spec] of markets.entries()) {
      const [poor, rich] = [world.trader(54_000), shorts[at]!]
      for (const trader of [poor, rich]) leverage(world, trader, spec, 10)
      trade(world, spec, { long: poor, short: rich, size: sizes[at]!, price: [1_000_000, 20_000][at]! })
    }
    world.prices({ AAPL: 17_500, BTC: 875_000 }, 1_000)
    const held = () => world.exchange.markets.map(({ backstop }) => backstop?.isLong)
    expect(held()).toEqual([true, true])
    return { world, held, shorts }
  }

  it.each([
    ['AAPL', 450, 300],
    ['BTC', 300, 450],
    ['AAPL', 400, 400],
  ])('gives up first what needs more margin, then by symbol: %s', (first, marginOfAapl, marginOfBtc) => {
    const { world, held } = twoBackstops(marginOfAapl, marginOfBtc)
    const { events } = world.prices({ AAPL: 14_200, BTC: 710_000 }, 1_000)
    const symbols = new Set(liquidations(events).map(({ symbol }) => symbol))
    expect([...symbols].map((symbol) => symbol.split('-')[0])).toEqual([first])
    expect(held()).toEqual(first === 'AAPL' ? [true, undefined] : [undefined, true])
  })

  it('gives up nothing while one of its prices is in doubt', () => {
    const { world, held } = twoBackstops(400, 400)
    world.run({ kind: 'SetMarketMode', marketId: 1, mode: 'POST_ONLY' })
    expect(liquidations(world.prices({ AAPL: 9_000, BTC: 450_000 }, 1_000).events)).toEqual([])
    expect(held()).toEqual([true, true])
    world.run({ kind: 'SetMarketMode', marketId: 1, mode: 'OPEN' })
    world.prices({ AAPL: 9_000, BTC: 450_000 }, 1_000)
    expect(held()).toEqual([undefined, undefined])
    expect(backstopCapital(world.exchange)).toBe(0)
  })

  it('keeps what stands in a stopped market, and the loss with it, until that can be closed', () => {
    const { world, held, shorts } = twoBackstops(400, 400)
    const { exchange } = world
    // Nobody is left in BTC who would profit: the pool takes it over, and the loss is the backstop's still.
    const { size } = exchange.markets[0]!.backstop!
    const close = { size, limitPrice: 1_000_000, timeInForce: 'IOC', reduceOnly: true } as const
    expect(world.order(shorts[0]!, BTC, 'buy', close).status).toBe('FILLED')
    world.run({ kind: 'SetMarketMode', marketId: 1, mode: 'HALT' })
    world.prices({ BTC: 300_000 }, 1_000)
    expect(held()).toEqual([undefined, true])
    expect(backstopCapital(exchange)).toBeLessThan(0)
    // It goes on at the first price after the stop that is trusted.
    world.run({ kind: 'SetMarketMode', marketId: 1, mode: 'OPEN' })
    for (let i = 0; i < 3; i += 1) world.prices({ AAPL: 17_500 }, 1_000)
    expect(held()).toEqual([undefined, true])
    world.prices({ AAPL: 17_500 }, 10_000)
    expect(held()).toEqual([undefined, undefined])
    expect(backstopCapital(exchange)).toBe(0)
  })

  it('loses its allocation and no more: squeezed on, what it holds closes against those who profit', () => {
    const thin: MarketSpec = { ...AAPL, risk: { ...tierRisk('T2', 'stock'), inventorySharePpm: 1_000_000 } }
    const world = createWorld({ markets: [thin], poolDollars: 1_000_000 })
    const [long, short] = [world.trader(32_500), world.trader(900_000)]
    leverage(world, long, thin, 20)
    world.prices({ AAPL: 23_150 })
    trade(world, thin, { long, short, size: 25_000_000, price: 23_150 })
    const { exchange } = world
    world.prices({ AAPL: 21_500 }, 1_000)
    const allocated = exchange.markets[0]!.backstop!
    // A quarter of the inventory limit; the rest of the long has closed the short in part.
    expect(allocated.size).toBe(backstopLimit(exchange.markets[0]!))
    expect(held(world, short)!.size).toBe(allocated.size)
    const navBefore = exchange.sleeves.POOL.nav
    expect(navBefore - 1_000_000 * USDC).toBeGreaterThan(-100_000 * USDC)
    // Far beyond what a tenth of NAV can bear.
    const { events } = world.prices({ AAPL: 10_000 }, 1_000)
    expect(liquidations(events)).toMatchObject([{ account: short.address, code: 3008, isBuy: true, fees: 0 }])
    expect(exchange.markets[0]!.backstop).toBeUndefined()
    expect(world.account(short).positions).toEqual([])
    // The allocation is that of the NAV which the price left; the loss ends there, within a tick of the position.
    const loss = -exchange.money.BACKSTOP
    expect(loss).toBeLessThanOrEqual(backstopAllocation(exchange))
    expect(loss).toBeGreaterThan(backstopAllocation(exchange) - allocated.size)
    // Cash grew by fees alone: nothing was drawn from the rest.
    expect(exchange.money.POOL).toBeGreaterThanOrEqual(1_000_000 * USDC)
    expect(exchange.solvency).not.toBe('INSOLVENT')
  })
})

describe('deleveraging', () => {
  /** Three shorts of 40,000 lots against one long of 100,000; the third has more money behind it. */
  function three(money = [10_000, 10_000, 60_000]) {
    const world = createWorld({ markets: [ALONE], poolDollars: 0 })
    const shorts = money.map((dollars) => world.trader(dollars))
    const long = world.trader(2_560)
    leverage(world, long, BTC, 50)
    world.prices({ BTC: 1_000_000 })
    for (const [at, short] of shorts.entries())
      trade(world, BTC, { long, short, size: money[at] === 60_000 ? 20_000 : 40_000, price: 1_000_000 })
    return { world, shorts, long }
  }

  it('S20 takes the higher score first, equal scores by account', () => {
    const { world, shorts } = three()
    // The third comes last: 20,000 lots would be left for it, and somebody else buys them before.
    const bidder = world.trader(500_000)
    world.order(bidder, BTC, 'buy', { size: 15_000, limitPrice: 976_000 })
    const { events } = world.prices({ BTC: 970_000 }, 1_000)
    const closed = liquidations(events).filter(({ code }) => code === 3008)
    expect(closed.map(({ account }) => account)).toEqual(shorts.map(({ address }) => address))
    expect(closed.map(({ size }) => size)).toEqual([40_000, 40_000, 5_000])
    expect(held(world, shorts[2]!)!.size).toBe(15_000)
  })

  it('S20 takes the higher score first, though its account is the younger', () => {
    const { world, shorts } = three([60_000, 10_000, 10_000])
    const { events } = world.prices({ BTC: 970_000 }, 1_000)
    const closed = liquidations(events).filter(({ code }) => code === 3008)
    expect(closed.map(({ account, size }) => [account, size])).toEqual([
      [shorts[1]!.address, 40_000],
      [shorts[2]!.address, 40_000],
      [shorts[0]!.address, 20_000],
    ])
  })

  it.each([
    ['closed', 40_000],
    ['turned round', 50_000],
  ])('passes over whoever has just %s against the same liquidation', (_, size) => {
    const { world, shorts, long } = three()
    world.order(shorts[0]!, BTC, 'buy', { size, limitPrice: 976_000 })
    const { events } = world.prices({ BTC: 970_000 }, 1_000)
    const closed = liquidations(events).filter(({ code }) => code === 3008)
    expect(closed.map(({ account, size: lots }) => [account, lots])).toEqual([
      [shorts[1]!.address, 40_000],
      [shorts[2]!.address, 60_000 - size],
    ])
    expect(held(world, shorts[0]!)?.size).toBe(size === 40_000 ? undefined : size - 40_000)
    expect(held(world, long)).toBeUndefined()
  })

  it('passes over whoever would close worse than at entry; the pool takes the rest at the mark and the waterfall pays', () => {
    const { world, long, short } = w11({ poolDollars: 1_000_000, spec: ALONE })
    seed(world, 'INSURANCE', 500)
    // A short from 97,500: at 97,900 it would lose. The first short leaves meanwhile.
    const late = world.trader(200_000)
    world.order(late, BTC, 'sell', { size: BTC_LOTS, limitPrice: 975_000 })
    world.order(short, BTC, 'buy', {
      size: BTC_LOTS,
      limitPrice: 975_000,
      timeInForce: 'IOC',
      reduceOnly: true,
    })
    expect(held(world, late)).toMatchObject({ isLong: false, size: BTC_LOTS })
    const { events } = world.prices({ BTC: 970_000 }, 1_000)
    expect(liquidations(events).map(({ account, code }) => [account, code])).toEqual([
      [long.address, undefined],
    ])
    const { money, markets } = world.exchange
    expect(markets[0]!.pool).toMatchObject({ isLong: true, size: BTC_LOTS, cost: 97_000 * USDC })
    expect(held(world, late)).toMatchObject({ isLong: false, size: BTC_LOTS })
    expect(money.INSURANCE).toBe(0)
    expect(world.account(long).collateral).toBe(0)
  })

  it('waits for a certain price: while the index is held the rest stays with the account', () => {
    const { world, long, short } = w11({ poolDollars: 0, spec: ALONE })
    const at = world.now() + 1_000
    const { events } = world.run(
      {
        kind: 'UpdateIndexPrices',
        prices: [
          { marketId: 0, price: 970_000 as Ticks, sourceTimeMs: timeMs(at), conf: 0 as Ticks, held: true },
        ],
      },
      1_000,
    )
    expect(liquidations(events)).toEqual([])
    expect(held(world, long)!.size).toBe(BTC_LOTS)
    expect(liquidations(world.prices({ BTC: 970_000 }, 1_000).events)).toHaveLength(2)
    expect([held(world, long), held(world, short)]).toEqual([undefined, undefined])
  })

  it('of an insolvent pool begins with the highest score, and with nobody while the price is in doubt', () => {
    const spec: MarketSpec = { ...BTC, risk: { ...BTC.risk, inventorySharePpm: 1_000_000 } }
    const world = createWorld({ markets: [spec], poolDollars: 20_000 })
    const buyers = [world.trader(30_000), world.trader(3_000), world.trader(3_000)]
    world.prices({ BTC: 1_000_000 })
    for (const buyer of buyers) {
      leverage(world, buyer, spec, 10)
      world.order(buyer, spec, 'buy', { size: 5_000, limitPrice: 1_040_000, timeInForce: 'IOC' })
    }
    const doubted = { marketId: 0, price: 2_325_000 as Ticks, conf: 0 as Ticks, held: true }
    const sourceTimeMs = timeMs(world.now() + 1_000)
    const before = world.run({ kind: 'UpdateIndexPrices', prices: [{ ...doubted, sourceTimeMs }] }, 1_000)
    expect(world.exchange.solvency).toBe('INSOLVENT')
    expect(liquidations(before.events)).toEqual([])
    const { events } = world.prices({ BTC: 2_325_000 }, 1_000)
    const [first] = liquidations(events)
    expect(first!.account).toBe(buyers[1]!.address)
  })

  it('of an insolvent pool closes opposing users at the mark by rank, until its margin is covered', () => {
    const spec: MarketSpec = { ...BTC, risk: { ...BTC.risk, inventorySharePpm: 1_000_000 } }
    const world = createWorld({ markets: [spec], poolDollars: 20_000 })
    const buyers = [world.trader(3_000), world.trader(3_000), world.trader(30_000)]
    world.prices({ BTC: 1_000_000 })
    for (const buyer of buyers) {
      leverage(world, buyer, spec, 10)
      world.order(buyer, spec, 'buy', { size: 5_000, limitPrice: 1_040_000, timeInForce: 'IOC' })
    }
    const inventory = world.exchange.markets[0]!.pool!.size
    expect(inventory).toBe(15_000)
    const { events } = world.prices({ BTC: 2_325_000 }, 1_000)
    const closed = liquidations(events)
    expect(world.exchange.solvency).toBe('INSOLVENT')
    expect(closed.length).toBeGreaterThan(0)
    expect(closed.length).toBeLessThan(3)
    expect(closed.map(({ account }) => account)).toEqual(
      buyers.slice(0, closed.length).map(({ address }) => address),
    )
    for (const order of closed)
      expect(order).toMatchObject({ code: 3008, fees: 0, avgFilledPrice: world.exchange.markets[0]!.mark })
    expect(eventsOf(events, 'TradeExecuted')).toEqual([])
    expect(world.exchange.markets[0]!.pool!.size).toBe(15_000 - 5_000 * closed.length)
  })
})

describe('the waterfall', () => {
  it('S15 an orphaned deposit after losses: the account is liquidated, what is missing comes from insurance', () => {
    const world = createWorld({ markets: [ALONE], poolDollars: 0 })
    seed(world, 'INSURANCE', 20_000)
    const [trader, other] = [world.trader(0), world.trader(200_000)]
    const credited = softDeposit(world, trader, 10_000)
    world.prices({ BTC: 1_000_000 })
    trade(world, BTC, { long: trader, short: other, size: 90_000, price: 1_000_000 })
    // Losses of 4,000 are realised, a small position stays.
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

  it('goes insurance, backstop, pool: each step to its end and visible in the ledger', () => {
    const world = createWorld({ markets: [BTC], poolDollars: 10_000 })
    seed(world, 'INSURANCE', 300)
    const trader = world.trader(0)
    const credited = softDeposit(world, trader, 5_000)
    const other = world.trader(100_000)
    world.prices({ BTC: 1_000_000 })
    trade(world, BTC, { long: trader, short: other, size: 40_000, price: 1_000_000 })
    // The whole deposit is lost to the other, then it turns out never to have been one.
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

describe('when, whom and in which order', () => {
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
    // The bankruptcy price is a whole tick, rounded in favour of those who take over.
    expect([collateral >= 0, collateral < 1_000_000, positions]).toEqual([true, true, []])
    expect(world.exchange.markets[0]!.backstop).toMatchObject({ isLong: true, size: 1_000_000 })
  })

  it('S1 a price that is too old liquidates nobody; the fresh one does', () => {
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

  it('of two accounts the one with less equity for its margin comes first, though it is younger', () => {
    const world = createWorld({ markets: [BTC], poolDollars: 100_000 })
    const [older, younger] = [world.trader(260), world.trader(250)]
    const maker = world.trader(500_000)
    world.prices({ BTC: 1_000_000 })
    world.order(maker, BTC, 'sell', { size: 40_000, limitPrice: 1_000_020 })
    for (const trader of [older, younger]) {
      leverage(world, trader, BTC, 50)
      world.order(trader, BTC, 'buy', { size: 10_000, limitPrice: 1_000_020, timeInForce: 'IOC' })
    }
    const { events } = world.prices({ BTC: 980_000 }, 1_000)
    expect(
      liquidations(events).flatMap(({ account, code }) => (code === undefined ? [account] : [])),
    ).toEqual([younger.address, older.address])
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
        return last === undefined ? 'waits' : `${last.status} ${last.code ?? ''}`
      })
    }
    expect(waits(AAPL, 'BTC')).toEqual(['CANCELLED 3008', 'waits'])
    expect(waits(AAPL, 'FIG')).toEqual(['waits', 'waits'])
  })

  it('is looked at when a market that the account holds has a new price, and after funding', () => {
    const world = createWorld({ markets: [AAPL, BTC], poolDollars: 10_000_000 })
    const trader = world.trader(0)
    const credited = softDeposit(world, trader, 10_000)
    world.prices({ AAPL: 23_150, BTC: 1_000_000 })
    world.order(trader, BTC, 'buy', { size: 50_000, limitPrice: 1_010_000, timeInForce: 'IOC' })
    world.run({ kind: 'OrphanDeposit', id: credited })
    expect(liquidations(world.prices({ AAPL: 23_150 }, 1_000).events)).toEqual([])
    expect(liquidations(world.run({ kind: 'TickFunding', hourMs: timeMs(0) }, 1).events)).toHaveLength(1)
  })

  it('equity equal to maintenance margin is enough; one tick beyond the shown liquidation price is not', () => {
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

  it('leaves an isolated market flat, the loss with its sleeve, and everybody else as he was', () => {
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
  it('speaks of the backstop only once there is something to say, and reads it back', () => {
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
