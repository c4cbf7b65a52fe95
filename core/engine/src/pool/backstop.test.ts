/** The backstop: its takeovers, offers and losses, in both directions, to the micro-dollar. */
import { describe, expect, it } from 'vitest'
import { REFUSAL, usd6 } from '@vest/protocol'
import { backstopAllocation, backstopCapital, backstopLimit, backstopRoom } from './backstop.ts'
import { type MarketSpec } from '../api/marketSpec.ts'
import { tierRisk } from '../listing/tierRisk.ts'
import { query } from '../queries/query.ts'
import {
  ALONE,
  BTC_LOTS,
  doubt,
  held,
  leverage,
  liquidations,
  seed,
  trade,
  USDC,
  w11,
} from '../testing/liquidations.ts'
import { AAPL, BTC, createWorld, eventsOf, FIG } from '../testing/world.ts'

describe('the backstop', () => {
  it('W12 takes over at the bankruptcy price; the account ends with exactly nothing; NAV counts its value', () => {
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
    // 1.12: only users count as open interest, pool and backstop are the difference.
    expect([market!.longOi, market!.shortOi, market!.pool]).toEqual([0, BTC_LOTS, undefined])
    world.prices({ BTC: 970_000 }, 1_000)
    expect(exchange.sleeves.POOL.nav).toBe(navBefore - 900 * USDC)
  })

  it('W12 without an allocation: the best ranked profitable shorts close at the bankruptcy price', () => {
    const { world, long, short } = w11({ poolDollars: 0, spec: ALONE })
    const { events } = world.prices({ BTC: 970_000 }, 1_000)
    expect(liquidations(events)).toMatchObject([
      {
        account: short.address,
        status: 'FILLED',
        code: REFUSAL.DELETED_BY_LIQ,
        isBuy: true,
        avgFilledPrice: 979_000,
        fees: 0,
      },
      { account: long.address, status: 'FILLED', isBuy: false, avgFilledPrice: 979_000 },
    ])
    expect(eventsOf(events, 'TradeExecuted')).toEqual([])
    expect(world.account(long)).toMatchObject({ collateral: 0, positions: [] })
    expect(world.account(short).positions).toEqual([])
    // 500,000, less the taker fee of the opening, and 2,100 of profit: to the micro-dollar.
    expect(world.account(short).collateral).toBe(500_000 * USDC - 10 * USDC + 2_100 * USDC)
  })

  it('takes over shorts as well: at the bankruptcy price, offered to sellers at the ladder’s first bid', () => {
    const { world, short } = w11({ poor: 'short', poolDollars: 10_000_000 })
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
    // It offers nothing to buyers, and pays no more than the minute allows.
    expect(depth().asks[0]![1]).toBe(asked)
    world.order(seller, BTC, 'sell', { size: 1_500, limitPrice: price, timeInForce: 'IOC' })
    expect(market!.backstop).toMatchObject({ isLong: false, size: 98_500, offered: 500 })
    expect(market!.pool).toBeUndefined()
    // Its result from that is in the ledger, and in its remaining allocation.
    const gained = exchange.money.BACKSTOP
    expect(gained).toBe(1_500 * (1_021_000 - price) * market!.scale)
    expect(backstopCapital(exchange)).toBe(
      backstopAllocation(exchange) + gained - 98_500 * (1_030_000 - 1_021_000) * market!.scale,
    )
  })

  it('without an allocation the best ranked profitable longs close for shorts', () => {
    const { world, long, short } = w11({ poor: 'short', poolDollars: 0, spec: ALONE })
    const { events } = world.prices({ BTC: 1_030_000 }, 1_000)
    expect(liquidations(events)).toMatchObject([
      {
        account: long.address,
        code: REFUSAL.DELETED_BY_LIQ,
        isBuy: false,
        avgFilledPrice: 1_021_000,
        fees: 0,
        realizedPnl: 2_100 * USDC,
      },
      { account: short.address, isBuy: true, avgFilledPrice: 1_021_000 },
    ])
    // Neither of them is reported as the maker of a trade.
    const fills = eventsOf(events, 'FillBooked')
    expect(fills.map(({ account, isMaker, size, price }) => [account, isMaker, size, price])).toEqual([
      [long.address, false, BTC_LOTS, 1_021_000],
      [short.address, false, BTC_LOTS, 1_021_000],
    ])
    expect(world.account(long).collateral).toBe(500_000 * USDC - 10 * USDC + 2_100 * USDC)
    expect([world.exchange.markets[0]!.longOi, world.exchange.markets[0]!.shortOi]).toEqual([0, 0])
  })

  it.each([
    ['long', 970_000],
    ['short', 1_030_000],
  ] as const)('hands a %s over to the pool at the index before a split', (side, price) => {
    const { world } = w11({ poolDollars: 10_000_000, poor: side })
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
    // It has lost the difference between the takeover and the index.
    expect(world.exchange.money.BACKSTOP - before).toBe(-900 * USDC)
  })

  it('has capacity within its position limit and as far as its capital bears the loss at the mark', () => {
    const { world } = w11({ poolDollars: 10_000_000 })
    const [market] = world.exchange.markets
    const limit = backstopLimit(market!)
    expect(limit).toBe(Math.floor((market!.ladder!.limit * 25) / 100))
    const room = (change: Partial<Parameters<typeof backstopRoom>[1]>) =>
      backstopRoom(market!, { isBuy: true, price: 1_000_000, inventory: 0, capital: 1e15, ...change })
    // At the mark or better it loses nothing: only its limit applies, plus or minus its position.
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
    // A thousand ticks per lot beyond it: as many lots as the capital pays for, and none without capital.
    const perLot = 1_000 * market!.scale
    for (const worse of [{ price: 1_001_000 }, { ...sale, price: 999_000 }])
      expect(
        [7 * perLot + perLot - 1, 7 * perLot, 1, 0, -1].map((capital) => room({ ...worse, capital })),
      ).toEqual([...[7, 7, 0, 0, 0]])
    expect([room({ capital: 0 }), room({ capital: -1 })]).toEqual([0, 0])
    const isolated = { ...market!, spec: { ...market!.spec, isolated: true } } as typeof market
    expect(backstopRoom(isolated!, { isBuy: true, price: 1, inventory: 0, capital: 1e15 })).toBe(0)
  })

  it('offers two hundredths of its position per minute at the ladder’s first price, and accumulates nothing', () => {
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
    // The next lots cost the same as in one order.
    world.order(buyer, BTC, 'buy', { size: 1_000, limitPrice: price, timeInForce: 'IOC' })
    expect(exchange.markets[0]!.backstop).toMatchObject({ size: 98_000, offered: 0 })
    expect(exchange.markets[0]!.pool).toMatchObject({ isLong: false, size: 500 })
  })

  it('takes the rest that others have left, and offers no less for it', () => {
    const { world, short } = w11({ poolDollars: 10_000_000 })
    world.prices({ BTC: 970_000 }, 1_000)
    world.prices({ BTC: 970_000 }, 60_000)
    world.run({ kind: 'TickTimer' })
    const [market] = world.exchange.markets
    expect(market!.backstop).toMatchObject({ size: BTC_LOTS, offered: 2_000 })
    const [next, bidder] = [world.trader(2_105), world.trader(500_000)]
    leverage(world, next, BTC, 50)
    trade(world, BTC, { long: next, short, size: BTC_LOTS, price: 970_000 })
    world.order(bidder, BTC, 'buy', { size: 30_000, limitPrice: 949_020 })
    world.run({ kind: 'ChangeParameters', exchange: { fullLiquidationUsd6: usd6(10_000_000 * USDC) } })
    const { events } = world.prices({ BTC: 949_050 }, 1_000)
    expect(eventsOf(events, 'TradeExecuted').map(({ size, price }) => [size, price])).toEqual([
      [30_000, 949_020],
    ])
    expect(liquidations(events)).toMatchObject([
      { size: BTC_LOTS, filledValue: 30_000 * 949_020 + 70_000 * 948_999 },
    ])
    expect(market!.backstop).toMatchObject({ isLong: true, size: BTC_LOTS + 70_000, offered: 2_000 })
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
    // No user is short with a profit: the sleeve takes the rest at the mark, and pays what insurance cannot.
    expect(liquidations(events)).toHaveLength(1)
    const { money } = world.exchange
    expect(money).toMatchObject({ POOL: before.POOL, BACKSTOP: 0, INSURANCE: 0 })
    expect(money.POOL_ISO).not.toBe(before.POOL_ISO)
    expect(world.account(trader)).toMatchObject({ collateral, positions: [] })
  })

  /** A backstop with a quarter of the inventory limit against a rich account on the other side. */
  function allocated(isLong: boolean) {
    const thin: MarketSpec = { ...AAPL, risk: { ...tierRisk('T2', 'stock'), inventorySharePpm: 1_000_000 } }
    const world = createWorld({ markets: [thin], poolDollars: 1_000_000 })
    const [poor, rich] = [world.trader(32_500), world.trader(900_000)]
    leverage(world, poor, thin, 20)
    world.prices({ AAPL: 23_150 })
    const [long, short] = isLong ? [poor, rich] : [rich, poor]
    trade(world, thin, {
      long,
      short,
      size: 25_000_000,
      price: 23_150,
      rests: isLong ? 'long' : 'short',
    })
    world.prices({ AAPL: isLong ? 21_500 : 24_800 }, 1_000)
    const [market] = world.exchange.markets
    expect(market!.backstop).toMatchObject({ isLong, size: backstopLimit(market!) })
    return { world, rich, thin, market: market! }
  }

  it.each([true, false])(
    'of what it has just sold to a liquidation it has no more (of longs: %s)',
    (isLong) => {
      const { world, thin, market } = allocated(isLong)
      const opening = isLong ? 21_500 : 24_800
      world.prices({ AAPL: opening }, 60_000)
      world.run({ kind: 'TickTimer' })
      const before = market.backstop!
      expect(before.offered).toBe(Math.floor(before.size / 50))
      // All at once: no part of it is sold first.
      world.run({ kind: 'ChangeParameters', exchange: { fullLiquidationUsd6: usd6(10_000_000 * USDC) } })
      const [poor, rich] = [world.trader(70_000), world.trader(2_000_000)]
      for (const trader of [poor, rich]) leverage(world, trader, thin, 20)
      const size = 55_000_000
      const [long, short] = isLong ? [rich, poor] : [poor, rich]
      trade(world, thin, { long, short, size, price: opening })
      const { events } = world.prices({ AAPL: isLong ? opening + 1_255 : opening - 1_255 }, 1_000)
      const trades = eventsOf(events, 'TradeExecuted')
      expect(trades[0]).toMatchObject({ size: before.offered, takerIsBuy: isLong })
      // The rest fills against it at the bankruptcy price: it flips, and has its limit on the other side.
      const limit = backstopLimit(market)
      expect(market.backstop).toMatchObject({ isLong: !isLong, size: limit, offered: 0 })
      const byPool = market.pool!.size
      expect(trades.reduce((sum, fill) => sum + fill.size, 0)).toBe(before.offered + byPool)
      expect(
        liquidations(events).map((order) => [order.account, order.isBuy, order.filledSize, order.code]),
      ).toEqual([
        [rich.address, !isLong, size - byPool - before.size - limit, REFUSAL.DELETED_BY_LIQ],
        [poor.address, isLong, size, undefined],
      ])
    },
  )

  it('closes first against the account with the highest profit over equity, though it is the younger', () => {
    const thin: MarketSpec = { ...AAPL, risk: { ...tierRisk('T2', 'stock'), inventorySharePpm: 1_000_000 } }
    const world = createWorld({ markets: [thin], poolDollars: 1_000_000 })
    const [poor, rich, bold] = [world.trader(32_500), world.trader(900_000), world.trader(40_000)]
    for (const trader of [poor, bold]) leverage(world, trader, thin, 20)
    world.prices({ AAPL: 23_150 })
    trade(world, thin, { long: poor, short: rich, size: 15_000_000, price: 23_150 })
    trade(world, thin, { long: poor, short: bold, size: 10_000_000, price: 23_150 })
    const reduced = liquidations(world.prices({ AAPL: 21_500 }, 1_000).events)
    expect(reduced[0]).toMatchObject({
      account: bold.address,
      code: REFUSAL.DELETED_BY_LIQ,
      size: 10_000_000,
    })
    const again = world.trader(40_000)
    leverage(world, again, thin, 20)
    trade(world, thin, { long: rich, short: again, size: 3_000_000, price: 21_500 })
    const { backstop } = world.exchange.markets[0]!
    expect(backstop).toMatchObject({ isLong: true })
    const { events } = world.prices({ AAPL: 10_000 }, 1_000)
    expect(liquidations(events).map(({ account, size }) => [account, size])).toEqual([
      [again.address, 3_000_000],
      [rich.address, Math.min(backstop!.size - 3_000_000, 15_000_000 - 3_000_000)],
    ])
  })

  it('of shorts loses no more either: profitable longs are closed for it', () => {
    const { world, rich, market } = allocated(false)
    const { exchange } = world
    const { size } = market.backstop!
    const { events } = world.prices({ AAPL: 60_000 }, 1_000)
    expect(liquidations(events)).toMatchObject([
      { account: rich.address, code: REFUSAL.DELETED_BY_LIQ, isBuy: false, size, fees: 0 },
    ])
    expect(market.backstop).toBeUndefined()
    const loss = -exchange.money.BACKSTOP
    expect(loss).toBeLessThanOrEqual(backstopAllocation(exchange))
    expect(loss).toBeGreaterThan(backstopAllocation(exchange) - size)
  })

  it.each([true, false])('gives up nothing while the price is in doubt (of longs: %s)', (isLong) => {
    const { world, market } = allocated(isLong)
    const before = market.backstop
    const { events } = doubt(world, isLong ? 10_000 : 60_000)
    expect(liquidations(events)).toEqual([])
    expect(market.backstop).toEqual(before)
  })

  it.each([true, false])(
    'without an opposing user to close for it goes to the pool at the mark (of longs: %s)',
    (isLong) => {
      const { world, rich, thin, market } = allocated(isLong)
      const { exchange } = world
      const { money } = exchange
      const { size, cost } = market.backstop!
      // The profitable account closes first, against the pool.
      world.order(rich, thin, isLong ? 'buy' : 'sell', {
        size,
        limitPrice: isLong ? 24_000 : 22_000,
        timeInForce: 'IOC',
        reduceOnly: true,
      })
      expect(held(world, rich)).toBeUndefined()
      expect(market.pool).toMatchObject({ isLong: !isLong, size })
      const before = money.BACKSTOP + money.POOL
      const poolCost = market.pool!.cost
      const { events } = world.prices({ AAPL: isLong ? 10_000 : 60_000 }, 1_000)
      expect(liquidations(events)).toEqual([])
      expect([market.backstop, market.pool]).toEqual([undefined, undefined])
      // The backstop ends with its allocation used up; the pool has its own profit and bears the loss beyond.
      expect(backstopCapital(exchange)).toBe(0)
      expect(money.BACKSTOP + money.POOL - before).toBe((isLong ? 1 : -1) * (poolCost - cost))
    },
  )

  /** A backstop that holds longs in BTC and in AAPL, each against a rich account. */
  function twoBackstops(marginOfAapl: number, marginOfBtc: number) {
    const risk = { ...tierRisk('T2', 'stock'), inventorySharePpm: 1_000_000 }
    const ratios = (maint: number) => ({
      initMarginRatio: (2 * maint) as never,
      maintMarginRatio: maint as never,
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
  ])('closes first what needs more margin, then by symbol: %s', (first, marginOfAapl, marginOfBtc) => {
    const { world, held } = twoBackstops(marginOfAapl, marginOfBtc)
    const { events } = world.prices({ AAPL: 14_200, BTC: 710_000 }, 1_000)
    const symbols = new Set(liquidations(events).map(({ symbol }) => symbol))
    expect([...symbols].map((symbol) => symbol.split('-')[0])).toEqual([first])
    expect(held()).toEqual(first === 'AAPL' ? [true, undefined] : [undefined, true])
  })

  it('closes nothing while one of its prices is stale', () => {
    const { world, held } = twoBackstops(400, 400)
    const { hardStaleMs } = world.exchange.markets[0]!
    expect(liquidations(world.prices({ AAPL: 9_000 }, hardStaleMs + 1).events)).toEqual([])
    expect(held()).toEqual([true, true])
    world.prices({ AAPL: 9_000, BTC: 450_000 }, 1_000)
    expect(held()).toEqual([undefined, undefined])
    expect(backstopCapital(world.exchange)).toBe(0)
  })

  it('closes what it can if the operator allows no takers in another market', () => {
    const { world, held } = twoBackstops(400, 400)
    world.run({ kind: 'SetMarketMode', marketId: 1, mode: 'POST_ONLY' })
    world.prices({ AAPL: 9_000, BTC: 450_000 }, 1_000)
    expect(held()).toEqual([undefined, true])
  })

  it('keeps its position in a stopped market, and the loss of it, until it can be closed', () => {
    const { world, held, shorts } = twoBackstops(400, 400)
    const { exchange } = world
    // No profitable user is left in BTC: the pool takes it over, and the loss is still the backstop's.
    const { size } = exchange.markets[0]!.backstop!
    const close = { size, limitPrice: 1_000_000, timeInForce: 'IOC', reduceOnly: true } as const
    expect(world.order(shorts[0]!, BTC, 'buy', close).status).toBe('FILLED')
    world.run({ kind: 'SetMarketMode', marketId: 1, mode: 'HALT' })
    world.prices({ BTC: 300_000 }, 1_000)
    expect(held()).toEqual([undefined, true])
    expect(backstopCapital(exchange)).toBeLessThan(0)
    // It continues at the first trusted price after the halt.
    world.run({ kind: 'SetMarketMode', marketId: 1, mode: 'OPEN' })
    for (let i = 0; i < 3; i += 1) world.prices({ AAPL: 17_500 }, 1_000)
    expect(held()).toEqual([undefined, true])
    world.prices({ AAPL: 17_500 }, 10_000)
    expect(held()).toEqual([undefined, undefined])
    expect(backstopCapital(exchange)).toBe(0)
  })

  it('loses its allocation and no more: beyond it, its positions close against profitable users', () => {
    const { world, rich: short, market } = allocated(true)
    const { exchange } = world
    const allocation = market.backstop!
    // The rest of the long has closed a part of the short.
    expect(held(world, short)!.size).toBe(allocation.size)
    const navBefore = exchange.sleeves.POOL.nav
    expect(navBefore - 1_000_000 * USDC).toBeGreaterThan(-100_000 * USDC)
    // Far beyond what a tenth of NAV can bear.
    const { events } = world.prices({ AAPL: 10_000 }, 1_000)
    expect(liquidations(events)).toMatchObject([
      { account: short.address, code: REFUSAL.DELETED_BY_LIQ, isBuy: true, fees: 0 },
    ])
    expect(market.backstop).toBeUndefined()
    expect(world.account(short).positions).toEqual([])
    // The allocation is that of the NAV after the price; the loss ends there, within a tick of the position.
    const loss = -exchange.money.BACKSTOP
    expect(loss).toBeLessThanOrEqual(backstopAllocation(exchange))
    expect(loss).toBeGreaterThan(backstopAllocation(exchange) - allocation.size)
    // Cash grew by fees only: nothing was taken from the rest.
    expect(exchange.money.POOL).toBeGreaterThanOrEqual(1_000_000 * USDC)
    expect(exchange.solvency).not.toBe('INSOLVENT')
  })
})
