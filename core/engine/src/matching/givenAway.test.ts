/**
 * Limits of what a reducing order may give away: no more than the account has. Otherwise two accounts acting together
 * could trade far from the mark, and insurance, backstop and pool would pay for the profit of one of them.
 */
import { usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { doubt, leverage, seed, trade } from '../testing/liquidations.ts'
import { bestPoolPrice } from './bestPrices.ts'
import {
  AAPL as LISTED,
  createWorld,
  eventsOf,
  FIG,
  lastOrder,
  outcome,
  placeOrder,
  type Trader,
  type World,
} from '../testing/world.ts'

const USDC = 1_000_000

/** The fill band must not stop what is tested here. */
const AAPL = { ...LISTED, risk: { ...LISTED.risk, fillBandBps: 6_000 } }

function together(world: World, traders: readonly Trader[]): number {
  return traders.reduce((sum, trader) => sum + world.account(trader).equity, 0)
}

/** An account holds a million dollars of AAPL against a friend, while the pool has no capacity to bid for more. */
function withoutBids() {
  const world = createWorld({ markets: [AAPL], poolDollars: 1_000_000 })
  seed(world, 'INSURANCE', 20_000)
  const [holder, friend, third] = [world.trader(52_000), world.trader(60_000), world.trader(80_000)]
  for (const one of [holder, friend, third]) leverage(world, one, AAPL, 20)
  world.prices({ AAPL: 23_150 })
  const size = 43_000_000
  trade(world, AAPL, { long: holder, short: friend, size, price: 23_150 })
  world.order(third, AAPL, 'sell', { size: 43_196_544, limitPrice: 22_500, timeInForce: 'IOC' })
  return { world, holder, friend, size }
}

describe('a resting order that only reduces', () => {
  it('is cancelled if its fill would leave a debt', () => {
    const { world, holder, friend, size } = withoutBids()
    const before = { ...world.exchange.money }
    const had = together(world, [holder, friend])
    const ask = world.order(holder, AAPL, 'sell', { size, limitPrice: 11_600, reduceOnly: true })
    expect(outcome(ask)).toBe('NEW')
    const bid = { size, limitPrice: 11_600, timeInForce: 'IOC' } as const
    const { events } = world.run(
      placeOrder(world, 9_999, { trader: friend, spec: AAPL, side: 'buy', order: bid }),
    )
    expect(outcome(lastOrder(events, ask.id))).toBe('CANCELLED MARGIN_CHECK_FAILED')
    expect(eventsOf(events, 'TradeExecuted')).toEqual([])
    expect(together(world, [holder, friend])).toBe(had)
    expect(world.exchange.money).toEqual(before)
  })

  it('fills if its account keeps equity', () => {
    const { world, holder, friend, size } = withoutBids()
    // A tick below the pool's ask: five percent of it are all that the holder has.
    world.order(holder, AAPL, 'sell', { size, limitPrice: 22_600, reduceOnly: true })
    const bought = world.order(friend, AAPL, 'buy', { size, limitPrice: 22_600, timeInForce: 'IOC' })
    expect([outcome(bought), bought.avgFilledPrice]).toEqual(['FILLED', 22_600])
    const { positions, equity } = world.account(holder)
    expect(positions).toEqual([])
    expect(equity).toBeGreaterThan(0)
  })
})

describe('the whole equity of an account, given to a friend by a reducing order', () => {
  /**
   * Three accounts of one person; the holder is long against the pool, and another of them has filled the pool's bid
   * capacity.
   */
  function inOneHand() {
    const world = createWorld({ markets: [AAPL], poolDollars: 10_000_000 })
    const hands = [world.trader(60_000), world.trader(500_000), world.trader(500_000)] as const
    for (const one of hands) leverage(world, one, AAPL, 20)
    world.prices({ AAPL: 23_150 })
    const had = together(world, hands)
    const [holder, friend, third] = hands
    const fill = { limitPrice: 22_500, timeInForce: 'IOC' } as const
    world.order(holder, AAPL, 'buy', { ...fill, size: 40_000_000, limitPrice: 24_000 })
    world.order(third, AAPL, 'sell', { ...fill, size: 83_196_544 })
    /** The holder sells `size` lots to the friend at about half the price. */
    const give = (size: number) => {
      world.order(friend, AAPL, 'buy', { size, limitPrice: 12_000 })
      const gift = { size, limitPrice: 12_000, reduceOnly: true, timeInForce: 'IOC' } as const
      return world.order(holder, AAPL, 'sell', gift)
    }
    return { world, hands, had, give }
  }

  it('is refused', () => {
    const { world, hands, had, give } = inOneHand()
    const [holder, , third] = hands
    expect(outcome(give(5_030_000))).toBe('REJECTED MARGIN_CHECK_FAILED')
    // The same index: no account has earned anything by it.
    world.prices({ AAPL: 23_150 }, 1_000)
    expect(world.account(holder).positions).toHaveLength(1)
    const { size } = world.account(third).positions[0]!
    const back = world.order(third, AAPL, 'buy', { size, limitPrice: 24_000, reduceOnly: true })
    expect(outcome(back)).toBe('FILLED')
    const gained = together(world, hands) - had
    expect(gained).toBeLessThan(-1_000 * USDC)
  })

  it('is allowed as long as the remaining equity carries the remaining position', () => {
    const { world, hands, give } = inOneHand()
    expect(outcome(give(2_500_000))).toBe('FILLED')
    const { equity, maintMargin } = world.account(hands[0])
    expect(equity).toBeGreaterThan(maintMargin)
    expect(outcome(give(1_000_000))).toBe('REJECTED MARGIN_CHECK_FAILED')
  })
})

describe('an account below its maintenance margin', () => {
  it.each([AAPL, FIG])('may still reduce at what the pool pays ($symbol)', (spec) => {
    const world = createWorld({ markets: [spec], poolDollars: 10_000_000 })
    seed(world, 'POOL_ISO', 1_000_000)
    const most = spec === AAPL ? 20 : 5
    const [poor, rich] = [world.trader(spec === AAPL ? 1_160 : 10_100), world.trader(100_000)]
    for (const one of [poor, rich]) leverage(world, one, spec, most)
    const [name, price] = spec === AAPL ? ['AAPL', 23_150] : ['FIG', 50_000]
    world.prices({ [name]: price })
    trade(world, spec, { long: poor, short: rich, size: 1_000_000, price })
    // Without takers, no position is closed by force.
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'POST_ONLY' })
    world.prices({ [name]: Math.floor(price * (1 - 0.6 / most)) }, 1_000)
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'OPEN' })
    const { equity, maintMargin } = world.account(poor)
    expect(equity).toBeGreaterThan(0)
    expect(equity).toBeLessThan(maintMargin)
    const sold = world.order(poor, spec, 'sell', { size: 1_000, reduceOnly: true })
    expect(outcome(sold)).toBe('FILLED')
  })
})

describe('a resting order that only reduces and that the ladder reaches', () => {
  it('is cancelled if its fill would leave a debt', () => {
    const world = createWorld()
    const [rich, poor] = [world.trader(5_000_000), world.trader(788)]
    world.prices({ AAPL: 100_000 })
    leverage(world, poor, AAPL, 20)
    world.order(poor, AAPL, 'buy', { size: 150_000, limitPrice: 105_000 })
    // The pool has bought much: its bids are low, and lower still after hours and in doubt.
    world.order(rich, AAPL, 'sell', { size: 7_650_000, limitPrice: 90_000 })
    world.run({ kind: 'ChangeSession', marketId: 0, session: 'EXTENDED' })
    world.prices({ AAPL: 97_700 }, 1_000)
    doubt(world, 97_700)
    const bid = bestPoolPrice(world.exchange, world.exchange.markets[0]!, false)!
    // A tick above it: nothing is filled, so nothing is checked.
    const exit = world.order(poor, AAPL, 'sell', { size: 150_000, limitPrice: bid + 1, reduceOnly: true })
    expect(outcome(exit)).toBe('NEW')
    const before = { ...world.exchange.money }
    const { events } = doubt(world, 97_800)
    expect(outcome(lastOrder(events, exit.id))).toBe('CANCELLED MARGIN_CHECK_FAILED')
    expect(world.exchange.money).toEqual(before)
    expect(world.account(poor).positions).toHaveLength(1)
  })
})

describe('an isolated position that its owner closes below zero', () => {
  /** There are no quotes; the price has fallen while it was untrusted, so no user was deleveraged. */
  function below() {
    const alone = { ...FIG, risk: { ...FIG.risk, inventoryLimitUsd6: usd6(0) } }
    const world = createWorld({ markets: [alone], poolDollars: 100_000 })
    seed(world, 'POOL_ISO', 100_000)
    const [owner, friend, bidder] = [world.trader(2_200), world.trader(1_000_000), world.trader(1_000_000)]
    leverage(world, owner, FIG, 5)
    world.prices({ FIG: 50_000 })
    trade(world, FIG, { long: owner, short: friend, size: 200_000, price: 50_000 })
    doubt(world, 30_000)
    const before = { collateral: world.account(owner).collateral, money: { ...world.exchange.money } }
    world.order(bidder, FIG, 'buy', { size: 200_000, limitPrice: 30_100 })
    const sold = world.order(owner, FIG, 'sell', {
      size: 200_000,
      limitPrice: 30_100,
      reduceOnly: true,
      timeInForce: 'IOC',
    })
    expect(outcome(sold)).toBe('FILLED')
    return { world, owner, before }
  }

  it('loses its margin; only insurance and POOL_ISO pay the rest', () => {
    const { world, owner, before } = below()
    const { money } = world.exchange
    expect(world.account(owner).collateral).toBe(before.collateral)
    expect([money.POOL, money.BACKSTOP]).toEqual([before.money.POOL, before.money.BACKSTOP])
    // Apart from their shares of the fees that followed.
    expect(money.INSURANCE).toBeLessThan(1 * USDC)
    expect(money.POOL_ISO).toBeLessThan(before.money.POOL_ISO - 1_000 * USDC)
  })
})
