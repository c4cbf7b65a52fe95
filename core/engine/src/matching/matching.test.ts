import { describe, expect, it } from 'vitest'
import { REFUSAL, funding12 } from '@vest/protocol'
import { type FillBooked } from '../api/events.ts'
import { beginFundingEpoch } from '../funding/fundingEpoch.ts'
import { query } from '../queries/query.ts'
import { AAPL, createNamedWorld, USDC, type NamedWorld } from '../testing/namedWorld.ts'

const depth = (world: NamedWorld, levels: number) =>
  query(world.exchange, 'depth', { symbol: AAPL.symbol, limit: levels })!
const fills = (world: NamedWorld): FillBooked[] =>
  world.events().filter((event) => event.kind === 'FillBooked')
const trades = (world: NamedWorld) =>
  world
    .events()
    .flatMap((event) => (event.kind === 'TradeExecuted' ? [[event.price, event.size, event.takerIsBuy]] : []))

/** Ladder of W3 with its index at 231.50, a taker of 100,000 and a maker of 50,000 USDC. */
function w3(): NamedWorld {
  const world = createNamedWorld()
  world.account('taker', 100_000)
  world.account('maker', 50_000)
  world.price(AAPL.symbol, 23_150)
  return world
}

describe('book and ladder', () => {
  it('W3: the pool quotes its ladder into the book', () => {
    expect(depth(w3(), 6)).toEqual({
      symbol: AAPL.symbol,
      asks: [
        [23159, 1_079_913],
        [23163, 1_079_913],
        [23168, 1_079_913],
        [23172, 1_079_913],
        [23177, 1_079_913],
        [23182, 1_079_913],
      ],
      bids: [
        [23141, 1_079_913],
        [23137, 1_079_913],
        [23132, 1_079_913],
        [23128, 1_079_913],
        [23123, 1_079_913],
        [23118, 1_079_913],
      ],
    })
  })

  it('W4, W4b: [3.7] [4.1] a market order fills against users before the pool; every micro-dollar has its owner', () => {
    const world = w3()
    const ask = world.order('maker', { isBuy: false, size: 200_000, price: 23_159 })
    expect(ask.status).toBe('NEW')
    const order = world.order('taker', { isBuy: true, size: 2_000_000, type: 'MARKET', price: 24_307 })
    expect(order).toMatchObject({
      status: 'FILLED',
      filledSize: 2_000_000,
      filledValue: 46_320_880_348,
      avgFilledPrice: 23_160,
      fees: 4_632_089,
    })
    expect(trades(world)).toEqual([
      [23159, 200_000, true],
      [23159, 1_079_913, true],
      [23163, 720_087, true],
    ])
    expect(fills(world).find(({ isMaker }) => isMaker)).toMatchObject({
      orderId: ask.id,
      price: 23_159,
      size: 200_000,
      fee: 231_590,
    })
    expect(world.record(ask.id)).toMatchObject({ status: 'FILLED', fees: 231_590 })
    expect(world.exchange.markets[0]!.pool).toMatchObject({ isLong: false, size: 1_800_000 })
    expect(world.view('taker').collateral).toBe(99_995_367_911)
    expect(world.view('maker').collateral).toBe(49_999_768_410)
    const { POOL, INSURANCE, TREASURY } = world.exchange.money
    expect([POOL, INSURANCE, TREASURY]).toEqual([1_000_002_918_209, 486_367, 1_459_103])
  })

  it('W4: [8.22] 231.59 as the worst price is not enough: 3001 and nothing changed; as GTC it fills partly and rests', () => {
    const world = w3()
    world.order('maker', { isBuy: false, size: 200_000, price: 23_159 })
    const before = world.view('taker').collateral
    const refused = world.order('taker', { isBuy: true, size: 2_000_000, type: 'MARKET', price: 23_159 })
    expect(refused).toMatchObject({ status: 'REJECTED', code: REFUSAL.PRICE_CHECK_FAILED, filledSize: 0 })
    expect(world.view('taker').collateral).toBe(before)
    expect(
      world.order('taker', { isBuy: true, size: 2_000_000, price: 23_159, timeInForce: 'FOK' }),
    ).toMatchObject({ status: 'REJECTED', code: REFUSAL.PRICE_CHECK_FAILED })
    const resting = world.order('taker', { isBuy: true, size: 2_000_000, price: 23_159 })
    expect(resting).toMatchObject({ status: 'PARTIALLY_FILLED', filledSize: 1_279_913, fees: 2_964_151 })
    expect(depth(world, 1).bids[0]).toEqual([23_159, 720_087])
  })

  it('W5: a resting bid that the index falls through fills at the pool’s price, as maker', () => {
    const world = w3()
    const bid = world.order('taker', { isBuy: true, size: 100_000, price: 23_000 })
    world.wait(1_000)
    world.price(AAPL.symbol, 22_900)
    expect(world.record(bid.id)).toMatchObject({
      status: 'FILLED',
      avgFilledPrice: 22_909,
      fees: Math.ceil((22_909 * 100_000 * 5) / 100_000),
    })
    expect(fills(world)[0]).toMatchObject({ isMaker: true, price: 22_909 })
    expect(trades(world)[0]).toEqual([22_909, 100_000, false])
  })

  it('price first, then time: the better and the older order trades first', () => {
    const world = w3()
    for (const name of ['b', 'c', 'd']) world.account(name, 50_000)
    const first = world.order('b', { isBuy: false, size: 10_000, price: 23_155 })
    const second = world.order('c', { isBuy: false, size: 10_000, price: 23_155 })
    const better = world.order('d', { isBuy: false, size: 10_000, price: 23_154 })
    world.order('taker', { isBuy: true, size: 15_000, price: 23_155, timeInForce: 'IOC' })
    expect(
      [better, first, second]
        .map(({ id }) => world.record(id))
        .map(({ status, filledSize }) => [status, filledSize]),
    ).toEqual([
      ['FILLED', 10_000],
      ['PARTIALLY_FILLED', 5_000],
      ['NEW', 0],
    ])
  })

  it('S17: an order that reaches an order of its owner cancels the older one and continues', () => {
    const world = w3()
    const own = world.order('taker', { isBuy: false, size: 10_000, price: 23_155 })
    const other = world.order('maker', { isBuy: false, size: 10_000, price: 23_156 })
    const order = world.order('taker', { isBuy: true, size: 10_000, type: 'MARKET', price: 23_200 })
    expect(world.record(own.id)).toMatchObject({ status: 'CANCELLED', filledSize: 0 })
    expect(world.record(other.id).status).toBe('FILLED')
    expect(order).toMatchObject({ status: 'FILLED', avgFilledPrice: 23_156 })
  })

  it('S17: and can use the margin that the older one had reserved', () => {
    const world = w3()
    world.account('narrow', 1_000)
    const own = world.order('narrow', { isBuy: false, size: 300_000, price: 23_155 })
    world.order('maker', { isBuy: false, size: 300_000, price: 23_156 })
    // 694.65 are reserved and 694.68 are needed: more than is available for both.
    expect(world.view('narrow').openOrderMargin).toBe(694_650_000)
    const order = world.order('narrow', { isBuy: true, size: 300_000, type: 'MARKET', price: 23_200 })
    expect(world.record(own.id)).toMatchObject({ status: 'CANCELLED', filledSize: 0 })
    expect(order).toMatchObject({ status: 'FILLED', avgFilledPrice: 23_156 })
    expect(world.view('narrow').openOrderMargin).toBe(0)
  })

  it('S18: a maker that can no longer afford its part is cancelled with 3002, the next in the queue fills', () => {
    const world = w3()
    world.account('poor', 1_200)
    const poor = world.order('poor', { isBuy: false, size: 500_000, price: 23_155 })
    const next = world.order('maker', { isBuy: false, size: 500_000, price: 23_155 })
    // The reserved margin was enough at 10X when placed; a loss elsewhere uses up what the position would need.
    world.exchange.accounts.find(({ address }) => address === world.addressOf('poor'))!.collateral = (100 *
      USDC) as never
    world.exchange.money.VAULT = (world.exchange.money.VAULT - 1_100 * USDC) as never
    world.order('taker', { isBuy: true, size: 500_000, type: 'MARKET', price: 23_200 })
    expect(world.record(poor.id)).toMatchObject({ status: 'CANCELLED', code: REFUSAL.MARGIN_CHECK_FAILED })
    expect(world.record(next.id).status).toBe('FILLED')
  })

  it('S18: the margin reserved by the cancelled maker is available to the next order of the same account', () => {
    const world = w3()
    world.account('poor', 1_000)
    const large = world.order('poor', { isBuy: false, size: 300_000, price: 23_155 })
    const small = world.order('poor', { isBuy: false, size: 100_000, price: 23_156 })
    expect([large.status, small.status]).toEqual(['NEW', 'NEW'])
    // 600 are left: too few for the first, and for neither while its 694.65 stays reserved.
    world.exchange.accounts.find(({ address }) => address === world.addressOf('poor'))!.collateral = (600 *
      USDC) as never
    world.exchange.money.VAULT = (world.exchange.money.VAULT - 400 * USDC) as never
    world.order('taker', { isBuy: true, size: 50_000, price: 23_156, timeInForce: 'IOC' })
    expect(world.record(large.id)).toMatchObject({ status: 'CANCELLED', code: REFUSAL.MARGIN_CHECK_FAILED })
    expect(world.record(small.id)).toMatchObject({ status: 'PARTIALLY_FILLED', filledSize: 50_000 })
  })

  it('fill and record of a maker carry the profit and the funding that its account got', () => {
    const world = w3()
    const opened = world.order('maker', { isBuy: true, size: 123_410 })
    const market = world.exchange.markets[0]!
    market.cumFunding = funding12(312_500_000_001n)
    beginFundingEpoch(world.exchange, market)
    const resting = world.order('maker', { isBuy: false, size: 123_410, price: 23_155, reduceOnly: true })
    const before = world.view('maker').collateral
    world.order('taker', { isBuy: true, size: 123_410, price: 23_155, timeInForce: 'IOC' })
    const settledFunding = -3_856_563
    const pnl = 23_155 * 123_410 - opened.filledValue
    const fee = Math.ceil((23_155 * 123_410 * 5) / 100_000)
    expect(fills(world).find(({ isMaker }) => isMaker)).toMatchObject({
      orderId: resting.id,
      price: 23_155,
      size: 123_410,
      fee,
      pnl,
      settledFunding,
    })
    const realizedPnl = pnl - fee + settledFunding
    expect(world.record(resting.id)).toMatchObject({
      status: 'FILLED',
      fees: fee,
      settledFunding,
      realizedPnl,
    })
    expect(world.view('maker').collateral - before).toBe(realizedPnl)
  })

  it('IOC fills the available part and cancels the rest with the reason; POST_ONLY that would take is cancelled with 3030', () => {
    const world = w3()
    world.order('maker', { isBuy: false, size: 10_000, price: 23_155 })
    expect(
      world.order('taker', { isBuy: true, size: 30_000, price: 23_155, timeInForce: 'IOC' }),
    ).toMatchObject({ status: 'CANCELLED', code: REFUSAL.PRICE_CHECK_FAILED, filledSize: 10_000 })
    expect(
      world.order('taker', { isBuy: true, size: 10_000, price: 23_159, timeInForce: 'POST_ONLY' }),
    ).toMatchObject({ status: 'CANCELLED', code: REFUSAL.POST_ONLY_WOULD_TAKE, filledSize: 0 })
    expect(
      world.order('taker', { isBuy: true, size: 10_000, price: 23_150, timeInForce: 'POST_ONLY' }).status,
    ).toBe('NEW')
  })

  it('S6: [8.29] beyond the pool’s capacity within the price: 3026', () => {
    const world = createNamedWorld()
    world.account('whale', 40_000_000)
    world.price(AAPL.symbol, 23_150)
    expect(
      world.order('whale', { isBuy: true, size: 60_000_000, type: 'MARKET', price: 40_000 }),
    ).toMatchObject({ status: 'REJECTED', code: REFUSAL.CAPACITY_EXCEEDED })
    expect(
      world.order('whale', { isBuy: true, size: 60_000_000, price: 40_000, timeInForce: 'FOK' }),
    ).toMatchObject({ status: 'REJECTED', code: REFUSAL.CAPACITY_EXCEEDED, filledSize: 0 })
  })

  it('[9.5] a market order without a price gets 5 % from the mark, and its record shows it', () => {
    const world = w3()
    const order = world.order('taker', { isBuy: true, size: 10_000 })
    const mark = world.exchange.markets[0]!.mark!
    expect(order).toMatchObject({ status: 'FILLED', limitPrice: Math.floor((mark * 10_500) / 10_000) })
  })
})
