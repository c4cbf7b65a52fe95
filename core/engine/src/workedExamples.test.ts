/** The worked examples that need the whole engine, to the last micro-dollar. */
import { describe, expect, it } from 'vitest'
import { query } from './queries/query.ts'
import { leverage, liquidations } from './testing/liquidations.ts'
import { AAPL, BTC, createWorld, eventsOf, outcome } from './testing/world.ts'

describe('matching against users and pool', () => {
  const start = () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 1_000_000 })
    world.prices({ AAPL: 23_150 })
    return { world, taker: world.trader(100_000), maker: world.trader(50_000) }
  }

  it('W3 the depth is the pool ladder', () => {
    const { world } = start()
    const depth = query(world.exchange, 'depth', { symbol: AAPL.symbol, limit: 3 })!
    expect(depth.asks).toEqual([
      [23_159, 1_079_913],
      [23_163, 1_079_913],
      [23_168, 1_079_913],
    ])
    expect(depth.bids).toEqual([
      [23_141, 1_079_913],
      [23_137, 1_079_913],
      [23_132, 1_079_913],
    ])
  })

  it('[4.4] W4 a market buy fills against the user before the pool at the same price; W4b the ledger afterwards', () => {
    const { world, taker, maker } = start()
    world.order(maker, AAPL, 'sell', { size: 200_000, limitPrice: 23_159 })
    const order = world.order(taker, AAPL, 'buy', {
      size: 2_000_000,
      limitPrice: 24_307,
      orderType: 'MARKET',
    })
    expect(order).toMatchObject({
      status: 'FILLED',
      filledValue: 46_320_880_348,
      avgFilledPrice: 23_160,
      fees: 4_632_089,
    })
    const trades = world.exchange.tradeCount
    expect(trades).toBe(3)
    const { money, markets } = world.exchange
    expect(world.account(taker).collateral).toBe(99_995_367_911)
    expect(world.account(taker).positions[0]).toMatchObject({ isLong: true, cost: 46_320_880_348 })
    expect(world.account(maker).collateral).toBe(49_999_768_410)
    expect(world.account(maker).positions[0]).toMatchObject({ isLong: false, cost: 4_631_800_000 })
    expect(markets[0]!.pool).toMatchObject({ isLong: false, size: 1_800_000, cost: 41_689_080_348 })
    expect(money).toMatchObject({
      POOL: 1_000_002_918_209,
      INSURANCE: 486_367,
      TREASURY: 1_459_103,
      VAULT: 1_150_000_000_000,
    })
  })

  it('W4 the order of the fills and their prices', () => {
    const { world, taker, maker } = start()
    world.order(maker, AAPL, 'sell', { size: 200_000, limitPrice: 23_159 })
    world.order(taker, AAPL, 'buy', { size: 2_000_000, limitPrice: 24_307, orderType: 'MARKET' })
    const last = world.log.at(-1)!
    const again = createWorld({ markets: [AAPL], poolDollars: 1_000_000 })
    for (const { command } of world.log.slice(again.log.length, -1)) again.run(command)
    const { events } = again.run(last.command)
    expect(
      eventsOf(events, 'TradeExecuted').map((trade) => [trade.price, trade.size, trade.takerIsBuy]),
    ).toEqual([
      [23_159, 200_000, true],
      [23_159, 1_079_913, true],
      [23_163, 720_087, true],
    ])
  })

  it('W4 beyond its limit a market order is refused as a whole, a GTC order takes and rests', () => {
    const { world, taker, maker } = start()
    world.order(maker, AAPL, 'sell', { size: 200_000, limitPrice: 23_159 })
    const market = world.order(taker, AAPL, 'buy', {
      size: 2_000_000,
      limitPrice: 23_159,
      orderType: 'MARKET',
    })
    expect([outcome(market), market.filledSize]).toEqual(['REJECTED PRICE_CHECK_FAILED', 0])
    expect(world.account(taker).positions).toEqual([])
    const limit = world.order(taker, AAPL, 'buy', { size: 2_000_000, limitPrice: 23_159 })
    expect(limit).toMatchObject({ status: 'PARTIALLY_FILLED', filledSize: 1_279_913, fees: 2_964_151 })
    const depth = query(world.exchange, 'depth', { symbol: AAPL.symbol, limit: 1 })!
    expect(depth.bids).toEqual([[23_159, 720_087]])
  })

  it('W5 a gap through a resting bid fills it at the ladder, as a maker', () => {
    const { world, maker } = start()
    const bid = world.order(maker, AAPL, 'buy', { size: 100_000, limitPrice: 23_000 })
    expect(bid.status).toBe('NEW')
    const { events } = world.prices({ AAPL: 22_900 }, 1_000)
    expect(eventsOf(events, 'OrderUpdated').at(-1)!.order).toMatchObject({
      id: bid.id,
      status: 'FILLED',
      avgFilledPrice: 22_909,
      fees: Math.ceil((22_909 * 100_000 * 5) / 100_000),
    })
    expect(world.exchange.markets[0]!.pool).toMatchObject({ isLong: false, size: 100_000 })
  })
})

describe('an account', () => {
  it.each([
    ['5,000', 5_000, { equity: 4_820_000_000, available: 4_252_000_000, withdrawable: 4_252_000_000 }],
    ['1,200', 1_200, { equity: 1_020_000_000, available: 452_000_000, withdrawable: 452_000_000 }],
  ])('W9 long 0.05 BTC at 50X, short 20 AAPL at 10X, %s of collateral', (_, dollars, expected) => {
    const { world, trader } = w9(dollars)
    expect(world.account(trader)).toMatchObject({
      collateral: dollars * 1_000_000,
      initMargin: 568_000_000,
      maintMargin: 166_500_000,
      ...expected,
    })
  })

  it('W9 is not liquidated at its displayed liquidation price, but one tick beyond', () => {
    const { world, trader } = w9(1_200)
    expect(
      world.account(trader).positions.map(({ symbol, liquidationPrice }) => [symbol, liquidationPrice]),
    ).toEqual([
      [AAPL.symbol, 27_663],
      [BTC.symbol, 807_576],
    ])
    const at = world.prices({ AAPL: 23_500, BTC: 807_576 }, 1_000)
    expect(liquidations(at.events)).toEqual([])
    expect(world.account(trader)).toMatchObject({ equity: 157_880_000, maintMargin: 157_878_800 })
    const beyond = world.prices({ AAPL: 23_500, BTC: 807_575 }, 1_000)
    expect(liquidations(beyond.events).map(({ account }) => account)).toContain(trader.address)
  })

  it('W10 averages two lots into a position, and closes a part of it, in position and record', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 1_000_000 })
    const [trader, other] = [world.trader(10_000), world.trader(100_000)]
    const trade = (side: 'buy' | 'sell', size: number, price: number) => {
      world.prices({ AAPL: price }, 1_000)
      world.order(other, AAPL, side === 'buy' ? 'sell' : 'buy', { size, limitPrice: price })
      return world.order(trader, AAPL, side, { size, limitPrice: price, timeInForce: 'IOC' })
    }
    const position = () => world.account(trader).positions[0]
    trade('buy', 13_370, 23_147)
    trade('buy', 6_630, 23_210)
    expect(position()).toMatchObject({ size: 20_000, cost: 463_357_690, entryPrice: 23_168 })
    expect(trade('sell', 7_001, 23_300)).toMatchObject({
      status: 'FILLED',
      filledValue: 163_123_300,
      fees: 16_313,
      realizedPnl: 908_627,
    })
    expect(position()).toMatchObject({ size: 12_999, cost: 301_159_330 })
  })

  it('W10 lots at 10X and 20X make a position of 12X', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 1_000_000 })
    const [trader, other] = [world.trader(10_000), world.trader(10_000)]
    world.prices({ AAPL: 23_150 })
    leverage(world, trader, AAPL, 10)
    world.order(trader, AAPL, 'buy', { size: 12_000, limitPrice: 23_150 })
    world.order(trader, AAPL, 'buy', { size: 5_000 })
    // The position is at 20X from now on, resting orders stay at the 10X at which they were placed.
    leverage(world, trader, AAPL, 20)
    expect(world.account(trader).positions[0]).toMatchObject({ size: 5_000, initMarginRatio: 500 })
    world.order(other, AAPL, 'sell', { size: 12_000, limitPrice: 23_150, timeInForce: 'IOC' })
    expect(world.account(trader).positions[0]).toMatchObject({ size: 17_000, initMarginRatio: 853 })
  })
})

/** Its orders rest and pay 0.25 and 0.231 as a maker: the rest is the collateral of the example. */
function w9(dollars: number) {
  const world = createWorld({ markets: [AAPL, BTC], poolDollars: 10_000_000 })
  const [trader, other] = [world.trader(dollars + 0.481), world.trader(1_000_000)]
  leverage(world, trader, BTC, 50)
  world.prices({ AAPL: 23_100, BTC: 1_000_000 })
  world.order(trader, BTC, 'buy', { size: 5_000, limitPrice: 1_000_000 })
  world.order(other, BTC, 'sell', { size: 5_000, limitPrice: 1_000_000, timeInForce: 'IOC' })
  world.order(trader, AAPL, 'sell', { size: 200_000, limitPrice: 23_100 })
  world.order(other, AAPL, 'buy', { size: 200_000, limitPrice: 23_100, timeInForce: 'IOC' })
  world.prices({ AAPL: 23_500, BTC: 980_000 }, 1_000)
  return { world, trader }
}
