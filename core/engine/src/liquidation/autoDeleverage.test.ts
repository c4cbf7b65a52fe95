/** Deleveraging: candidates by rank, at a certain price, never worse than their entry. */
import { REFUSAL, funding12, type Id, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { type MarketSpec } from '../api/marketSpec.ts'
import { beginFundingEpoch } from '../funding/fundingEpoch.ts'
import { scoreOf } from './deleverageCandidates.ts'
import {
  ALONE,
  BTC_LOTS,
  doubt,
  held,
  leverage,
  liquidations,
  seed,
  softDeposit,
  trade,
  USDC,
  w11,
} from '../testing/liquidations.ts'
import { BTC, createWorld, eventsOf, FIG, type Trader } from '../testing/world.ts'

describe('deleveraging', () => {
  /** Three shorts of 40,000 lots against one long of 100,000; the third has more collateral. */
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

  /** A pool of 20,000 that has sold 5,000 lots to each of them. */
  function poolShort(money: readonly number[], others: readonly MarketSpec[] = []) {
    const spec: MarketSpec = { ...BTC, risk: { ...BTC.risk, inventorySharePpm: 1_000_000 } }
    const world = createWorld({ markets: [spec, ...others], poolDollars: 20_000 })
    const buyers = money.map((dollars) => world.trader(dollars))
    world.prices({ BTC: 1_000_000 })
    for (const buyer of buyers) {
      leverage(world, buyer, spec, 10)
      world.order(buyer, spec, 'buy', { size: 5_000, limitPrice: 1_040_000, timeInForce: 'IOC' })
    }
    return { world, buyers }
  }

  it('S20 takes the higher score first, equal scores by account', () => {
    const { world, shorts } = three()
    // The third is last: 20,000 lots would be left for it, and another user buys them first.
    const bidder = world.trader(500_000)
    world.order(bidder, BTC, 'buy', { size: 15_000, limitPrice: 976_000 })
    const { events } = world.prices({ BTC: 970_000 }, 1_000)
    const closed = liquidations(events).filter(({ code }) => code === REFUSAL.DELETED_BY_LIQ)
    expect(closed.map(({ account }) => account)).toEqual(shorts.map(({ address }) => address))
    expect(closed.map(({ size }) => size)).toEqual([40_000, 40_000, 5_000])
    expect(held(world, shorts[2]!)!.size).toBe(15_000)
  })

  it('S20 takes the higher score first, though its account is the younger', () => {
    const { world, shorts } = three([60_000, 10_000, 10_000])
    const { events } = world.prices({ BTC: 970_000 }, 1_000)
    const closed = liquidations(events).filter(({ code }) => code === REFUSAL.DELETED_BY_LIQ)
    expect(closed.map(({ account, size }) => [account, size])).toEqual([
      [shorts[1]!.address, 40_000],
      [shorts[2]!.address, 40_000],
      [shorts[0]!.address, 20_000],
    ])
  })

  it('S20 of scores 900, 900 and 500 the older 900 first, the younger one then, and the 500 with the rest', () => {
    const world = createWorld({ markets: [ALONE], poolDollars: 0 })
    const [last, first, second, rich] = [1, 2, 3, 4].map(() => world.trader(9_000_000))
    const long = world.trader(1.45)
    const soft: Id = softDeposit(world, long, 100)
    leverage(world, long, BTC, 50)
    world.prices({ BTC: 1_000_000 })
    for (const short of [first!, second!]) trade(world, BTC, { long, short, size: 1_000, price: 1_000_000 })
    world.prices({ BTC: 999_600 }, 1_000)
    trade(world, BTC, { long, short: last!, size: 500, price: 999_600 })
    trade(world, BTC, { long: rich!, short: last!, size: 500, price: 999_600 })
    world.prices({ BTC: 999_100 }, 1_000)
    const score = (trader: Trader) => {
      const { size, cost } = held(world, trader)!
      const { equity } = world.account(trader)
      return scoreOf(world.exchange.markets[0]!, { isLong: false, size, cost, equity })
    }
    expect([first!, second!, last!].map(score)).toEqual([900n, 900n, 500n])
    world.run({ kind: 'OrphanDeposit', id: soft })
    const { events } = world.prices({ BTC: 999_100 }, 1_000)
    const closed = liquidations(events).filter(({ code }) => code === REFUSAL.DELETED_BY_LIQ)
    expect(closed.map(({ account, size }) => [account, size])).toEqual([
      [first!.address, 1_000],
      [second!.address, 1_000],
      [last!.address, 500],
    ])
  })

  it.each([
    ['closed', 40_000],
    ['turned round', 50_000],
  ])('skips an account that has just %s against the same liquidation', (_, size) => {
    const { world, shorts, long } = three()
    world.order(shorts[0]!, BTC, 'buy', { size, limitPrice: 976_000 })
    const { events } = world.prices({ BTC: 970_000 }, 1_000)
    const closed = liquidations(events).filter(({ code }) => code === REFUSAL.DELETED_BY_LIQ)
    expect(closed.map(({ account, size: lots }) => [account, lots])).toEqual([
      [shorts[1]!.address, 40_000],
      [shorts[2]!.address, 60_000 - size],
    ])
    expect(held(world, shorts[0]!)?.size).toBe(size === 40_000 ? undefined : size - 40_000)
    expect(held(world, long)).toBeUndefined()
  })

  it('skips candidates that would close worse than at entry; pool and waterfall take the rest', () => {
    const { world, long, short } = w11({ poolDollars: 1_000_000, spec: ALONE })
    seed(world, 'INSURANCE', 500)
    // A short from 97,500: at 97,900 it would lose. The first short has closed meanwhile.
    const late = world.trader(200_000)
    world.order(late, BTC, 'sell', { size: BTC_LOTS, limitPrice: 975_000 })
    world.order(short, BTC, 'buy', {
      size: BTC_LOTS,
      limitPrice: 975_000,
      timeInForce: 'IOC',
      reduceOnly: true,
    })
    expect(held(world, late)).toMatchObject({ isLong: false, size: BTC_LOTS })
    // Another user has bought a part first.
    world.order(world.trader(500_000), BTC, 'buy', { size: 30_000, limitPrice: 980_000 })
    const { events } = world.prices({ BTC: 970_000 }, 1_000)
    expect(liquidations(events).map(({ account, code }) => [account, code])).toEqual([
      [long.address, undefined],
    ])
    const { money, markets } = world.exchange
    expect(markets[0]!.pool).toMatchObject({ isLong: true, size: 70_000, cost: 67_900 * USDC })
    expect(held(world, late)).toMatchObject({ isLong: false, size: BTC_LOTS })
    expect(money.INSURANCE).toBe(0)
    expect(world.account(long).collateral).toBe(0)
  })

  /** W11's account short of its maintenance margin, and a user that has filled the pool's capacity to the last lots. */
  function filled(poor: 'long' | 'short') {
    const sign = poor === 'long' ? 1 : -1
    const spec = { ...BTC, risk: { ...BTC.risk, inventoryLimitUsd6: usd6(200_000 * USDC) } }
    const { world, long, short } = w11({ poolDollars: 10_000_000, spec, poor })
    world.run({ kind: 'ChangeParameters', exchange: { backstopAllocationPercent: 0 } })
    world.prices({ BTC: 1_000_000 - sign * 10_500 }, 1_000)
    const [weak, strong] = poor === 'long' ? [long, short] : [short, long]
    const [out, back] = poor === 'long' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
    world.order(strong, BTC, out, { size: BTC_LOTS, reduceOnly: true })
    const filler = world.trader(1_000_000)
    const size = BTC_LOTS + world.exchange.markets[0]!.ladder!.inventoryMax
    const taken = world.order(filler, BTC, back, {
      size,
      limitPrice: 1_000_000 - sign * 50_000,
      timeInForce: 'IOC',
    })
    expect(taken.filledSize).toBe(size)
    const had = world.account(weak).equity
    /** Loss of the weak account after a price move of `ticksAway`, without the loss from the move itself. */
    const costOf = (ticksAway: number): number => {
      world.prices({ BTC: 1_000_000 - sign * ticksAway }, 1_000)
      expect(world.account(weak).positions).toEqual([])
      return (had - world.account(weak).equity) / USDC - (ticksAway - 10_500) / 10
    }
    return { costOf, filler: () => held(world, filler)!.size - size }
  }

  it.each(['long', 'short'] as const)('leaves the rest of a %s to the pool at its own prices', (poor) => {
    const { costOf, filler } = filled(poor)
    // The account that filled the capacity has no profit now. Half a spread and a full skew of 3,050 millionths, or
    // nothing.
    const cost = costOf(11_300)
    expect(filler()).toBe(0)
    expect(cost).toBeGreaterThan(301)
    expect(cost).toBeLessThan(310)
  })

  it.each(['long', 'short'] as const)(
    'gives no more of what a %s still has to others than the pool asks',
    (poor) => {
      const { costOf, filler } = filled(poor)
      const cost = costOf(11_700)
      expect(filler()).toBeLessThan(-99_000)
      // All that was left of 2,100, or as above.
      expect(cost).toBeGreaterThan(301)
      expect(cost).toBeLessThan(310)
    },
  )

  it('counts equity after funding: the account that owes it comes first, though the other seems to have less', () => {
    const world = createWorld({ markets: [ALONE], poolDollars: 0 })
    const [rich, poor] = [world.trader(500_000), world.trader(1_100)]
    const [owing, other] = [world.trader(10_050), world.trader(10_000)]
    leverage(world, poor, BTC, 50)
    world.prices({ BTC: 1_000_000 })
    trade(world, BTC, { long: rich, short: owing, size: 40_000, price: 1_000_000 })
    // Shorts pay 300 dollars a coin: 120 for 0.4.
    const [market] = world.exchange.markets
    market!.cumFunding = funding12(-300_000_000_000_000n)
    beginFundingEpoch(world.exchange, market!)
    trade(world, BTC, { long: poor, short: other, size: 40_000, price: 1_000_000 })
    const { events } = world.prices({ BTC: 970_000 }, 1_000)
    const closed = liquidations(events).filter(({ code }) => code === REFUSAL.DELETED_BY_LIQ)
    expect(closed.map(({ account, size }) => [account, size])).toEqual([[owing.address, 40_000]])
    expect([held(world, poor), held(world, owing), held(world, other)!.size]).toEqual([
      undefined,
      undefined,
      40_000,
    ])
  })

  it('waits for a certain price: while the index is held, the rest stays with the account', () => {
    const { world, long, short } = w11({ poolDollars: 0, spec: ALONE })
    const { events } = doubt(world, 970_000)
    expect(liquidations(events)).toEqual([])
    expect(held(world, long)!.size).toBe(BTC_LOTS)
    expect(liquidations(world.prices({ BTC: 970_000 }, 1_000).events)).toHaveLength(2)
    expect([held(world, long), held(world, short)]).toEqual([undefined, undefined])
  })

  it('of an insolvent pool begins with the highest score, and with none while the price is in doubt', () => {
    const { world, buyers } = poolShort([30_000, 3_000, 3_000])
    const before = doubt(world, 2_325_000)
    expect(world.exchange.solvency).toBe('INSOLVENT')
    expect(liquidations(before.events)).toEqual([])
    const { events } = world.prices({ BTC: 2_325_000 }, 1_000)
    const [first] = liquidations(events)
    expect(first!.account).toBe(buyers[1]!.address)
  })

  it.each([
    [0, 2],
    [100, 1],
    [300, 0],
  ])('of an insolvent pool counts the insurance fund: with %d dollars it closes %d', (dollars, count) => {
    const { world } = poolShort([3_000, 3_000, 3_000])
    seed(world, 'INSURANCE', dollars)
    expect(liquidations(world.prices({ BTC: 2_325_000 }, 1_000).events)).toHaveLength(count)
  })

  it('of an insolvent pool leaves isolated markets alone: positions there are not its own', () => {
    const { world } = poolShort([30_000, 30_000, 30_000], [FIG])
    seed(world, 'POOL_ISO', 2_000_000)
    const holder = world.trader(20_000)
    world.prices({ FIG: 52_310 })
    leverage(world, holder, FIG, 5)
    world.order(holder, FIG, 'buy', { size: 100_000, limitPrice: 55_000, timeInForce: 'IOC' })
    // Its profit over equity ranks it first.
    world.prices({ FIG: 60_000 }, 1_000)
    const closed = liquidations(world.prices({ BTC: 2_325_000 }, 1_000).events)
    expect(world.exchange.solvency).toBe('INSOLVENT')
    expect(closed.length).toBeGreaterThan(0)
    expect(closed.map(({ symbol }) => symbol)).toEqual(closed.map(() => BTC.symbol))
    expect(held(world, holder)).toMatchObject({ symbol: FIG.symbol, size: 100_000 })
  })

  it('of an insolvent pool closes opposing users at the mark by rank, until its margin is covered', () => {
    const { world, buyers } = poolShort([3_000, 3_000, 30_000])
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
      expect(order).toMatchObject({
        code: REFUSAL.DELETED_BY_LIQ,
        fees: 0,
        avgFilledPrice: world.exchange.markets[0]!.mark,
      })
    expect(eventsOf(events, 'TradeExecuted')).toEqual([])
    expect(world.exchange.markets[0]!.pool!.size).toBe(15_000 - 5_000 * closed.length)
  })
})
