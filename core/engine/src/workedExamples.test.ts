/** The worked examples that need the whole engine, to the last micro-dollar. */
import { describe, expect, it } from 'vitest'
import { query } from './query.ts'
import { AAPL, createWorld, eventsOf, outcome } from './testing/world.ts'

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

  it('[4.4] W4 a market buy meets the user before the pool at the same price; W4b the ledger afterwards', () => {
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

  it('W4 beyond its limit a market order is refused whole, a GTC order takes and rests', () => {
    const { world, taker, maker } = start()
    world.order(maker, AAPL, 'sell', { size: 200_000, limitPrice: 23_159 })
    const market = world.order(taker, AAPL, 'buy', {
      size: 2_000_000,
      limitPrice: 23_159,
      orderType: 'MARKET',
    })
    expect([outcome(market), market.filledSize]).toEqual(['REJECTED 3001', 0])
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
