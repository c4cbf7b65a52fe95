import { describe, expect, it } from 'vitest'
import { type Session, type Ticks, timeMs, usd6 } from '@vest/protocol'
import { VAULT_MAX_USD6 } from '../api/index.ts'
import { type IndexPrice } from '../api/commands.ts'
import { fundingInput } from '../funding/estimatedRate.ts'
import { clampBps } from '../markets/markClamp.ts'
import { tick } from '../testing/lpCommands.ts'
import { AAPL, BTC, createWorld, eventsOf } from '../testing/world.ts'

const PRICE_MAX = 1_000_000_000_000

/** AAPL and BTC with a price, and the sources of the next AAPL price. */
function priced() {
  const world = createWorld({ markets: [AAPL, BTC] })
  world.prices({ AAPL: 23_150, BTC: 1_000_000 })
  const [market] = world.exchange.markets
  const say = (change: Partial<IndexPrice>) =>
    world.run(
      {
        kind: 'UpdateIndexPrices',
        prices: [
          {
            marketId: 0,
            price: 23_200 as Ticks,
            sourceTimeMs: timeMs(world.now() + 1_000),
            conf: 0 as Ticks,
            held: false,
            ...change,
          },
        ],
      },
      1_000,
    )
  return { world, market: market!, say }
}

describe('an extreme price', () => {
  /** 100.0000 of AAPL are held on each side. */
  function held() {
    const { world, market, say } = priced()
    const [one, other] = [world.trader(10_000_000), world.trader(10_000_000)]
    world.order(one, AAPL, 'sell', { size: 1_000_000, limitPrice: 23_150 })
    world.order(other, AAPL, 'buy', { size: 1_000_000, limitPrice: 23_150 })
    expect([market.longOi, market.shortOi, market.scale]).toEqual([1_000_000, 1_000_000, 1])
    return { world, market, say }
  }

  it('is ignored, from the first at which the positions would be worth more than the limit of the vault', () => {
    const { world, market, say } = held()
    const { POOL, POOL_ISO, BACKSTOP } = world.exchange.money
    // Two million lots at a micro-dollar per tick, plus the money of the pools.
    const most = Math.floor((VAULT_MAX_USD6 - POOL - POOL_ISO - BACKSTOP) / 2_000_000)
    say({ price: (most + 1) as Ticks })
    say({ price: PRICE_MAX as Ticks })
    expect(market.index).toBe(23_150)
    // That market has no positions: it is a price like any other.
    world.run({ kind: 'UpdateIndexPrices', prices: [] })
    const { timeMs: now } = world.exchange
    const other = { marketId: 1, price: PRICE_MAX as Ticks, sourceTimeMs: now, conf: 0 as Ticks, held: false }
    world.run({ kind: 'UpdateIndexPrices', prices: [other] })
    expect(world.exchange.markets[1]!.index).toBe(PRICE_MAX)
    say({ price: most as Ticks })
    expect(market.index).toBe(most)
  })

  it('raises a pool beyond its caps, and is ignored because the pool’s positions count as well', () => {
    const world = createWorld({ markets: [AAPL, BTC] })
    world.prices({ BTC: 1_000_000 })
    world.order(world.trader(1_000_000), BTC, 'sell', { size: 350_000, limitPrice: 900_000 })
    const { events } = world.prices({ BTC: 10_000_000_000 }, 1_000)
    expect(world.exchange.markets[1]!.index).toBe(1_000_000)
    expect(eventsOf(events, 'TickersChanged')).toHaveLength(0)
  })

  it('counts together with those of all other markets, in a record as well', () => {
    const world = createWorld({ markets: [AAPL, BTC] })
    const [one, other] = [world.trader(5_000_000), world.trader(5_000_000)]
    world.prices({ AAPL: 100_000, BTC: 1_000_000 })
    world.order(one, BTC, 'sell', { size: 200_000 })
    world.order(other, AAPL, 'sell', { size: 2_000_000 })
    const indexes = () => world.exchange.markets.map(({ index }) => index)
    // Each is worth 400000 dollars, users' and pool's positions together: 10 · 10⁶ in cash are in the pool.
    world.prices({ AAPL: 500_000_000, BTC: 5_000_000_000 }, 1_000)
    expect(indexes()).toEqual([500_000_000, 1_000_000])
    world.prices({ BTC: 4_900_000_000 }, 1_000)
    expect(indexes()).toEqual([500_000_000, 4_900_000_000])
    // A falling price frees capacity, and is always accepted.
    world.prices({ AAPL: 400_000_000 }, 1_000)
    world.prices({ BTC: 5_000_000_000 }, 1_000)
    expect(indexes()).toEqual([400_000_000, 5_000_000_000])
  })

  it('has a separate volatility, and the timer continues', () => {
    const { world, market, say } = priced()
    say({ price: 10 as Ticks })
    tick(world)
    say({ price: PRICE_MAX as Ticks })
    expect(() => tick(world)).not.toThrow()
    expect(market.volatilityPpb).toBeGreaterThan(1e14)
  })
})

describe('an index price', () => {
  it.each<[what: string, change: Partial<IndexPrice>]>([
    ['nothing', { price: 0 as Ticks }],
    ['less than nothing', { price: -1 as Ticks }],
    ['part of a tick', { price: 23_150.5 as Ticks }],
    ['more than there are', { price: (PRICE_MAX + 1) as Ticks }],
    ['an uncertainty below zero', { conf: -1 as Ticks }],
    ['an uncertainty that is no number', { conf: Number.NaN as Ticks }],
    ['a time that is none', { sourceTimeMs: 1.5 as never }],
    ['another market, that there is not', { marketId: 99 }],
    ['a time before the last', { sourceTimeMs: timeMs(1) }],
  ])('of %s is ignored, and the answer is the same', (_, change) => {
    const { market, say } = priced()
    const { answer, events } = say(change)
    expect(answer).toEqual({ ok: true })
    expect(events).toEqual([])
    expect(market).toMatchObject({ index: 23_150, mark: 23_150, conf: 0 })
  })

  it('with an uncertainty beyond the highest price', () => {
    const { world, market, say } = priced()
    say({ conf: PRICE_MAX as Ticks })
    expect(market.conf).toBe(PRICE_MAX)
    say({ price: 23_300 as Ticks, conf: 9_000_000_000_000 as Ticks })
    expect(market).toMatchObject({ conf: PRICE_MAX, index: 23_200 })
    // Ten thousand times either leaves the safe range, and stops no split.
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    const split = { kind: 'ApplySplit', marketId: 0, newShares: 1, oldShares: 10_000 } as const
    expect(world.run(split).answer).toEqual({ ok: true })
    expect(market.conf).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('may be the highest possible one, and never has a time later than the present', () => {
    const { world, market, say } = priced()
    expect(say({ price: PRICE_MAX as Ticks, sourceTimeMs: timeMs(world.now() + 60_000) }).answer.ok).toBe(
      true,
    )
    expect(market).toMatchObject({ index: PRICE_MAX, indexTimeMs: world.now() })
    // Of the same time: the later record counts.
    say({ price: 23_160 as Ticks, conf: 7 as Ticks })
    expect(market).toMatchObject({ index: 23_160, conf: 7 })
  })

  it('is published if it changes the index, the mark or the rate, and for no other market', () => {
    const { market, say } = priced()
    const told = (price: number) =>
      eventsOf(say({ price: price as Ticks }).events, 'TickersChanged').flatMap(({ rows }) =>
        rows.map(({ symbol }) => symbol),
      )
    expect(told(23_150)).toEqual([])
    expect(told(23_151)).toEqual([AAPL.symbol])
    expect(told(23_151)).toEqual([])
    // The estimate of the hour alone, and the mark alone.
    Object.assign(market, { premiumSum: 720 * 200_000, samples: 720 })
    expect(told(23_151)).toEqual([AAPL.symbol])
    Object.assign(market, { mark: 23_149 })
    expect(told(23_151)).toEqual([AAPL.symbol])
    expect(told(23_151)).toEqual([])
  })
})

describe('the mark', () => {
  it('follows the book slowly, on the side of the pool’s inventory', () => {
    const { world, market, say } = priced()
    const seller = world.trader(1_000_000)
    world.order(seller, AAPL, 'sell', { size: 10_000_000, limitPrice: 22_000, timeInForce: 'IOC' })
    for (let second = 0; second < 30; second += 1) {
      world.prices({ AAPL: 23_150 }, 1_000)
      tick(world)
    }
    say({ price: 23_150 as Ticks })
    const { premiumMilliTicks, impactBid, impactAsk } = market
    expect(premiumMilliTicks).toBeLessThan(-1_000)
    expect((impactBid! + impactAsk!) / 2).toBeLessThan(23_150 + premiumMilliTicks / 1_000)
    expect(market.mark).toBe(23_150 + Math.round(premiumMilliTicks / 1_000))
    // The pool holds longs: they pay for its inventory.
    expect(fundingInput(market)).toMatchObject({
      poolPosition: 10_000_000,
      inventoryLimit: market.ladder!.limit,
    })
  })

  it('I19 is never further from the index than the present session allows', () => {
    // Only users quote here, two or three percent above the index.
    const world = createWorld({
      markets: [{ ...AAPL, risk: { ...AAPL.risk, inventoryLimitUsd6: usd6(0) } }],
    })
    const [buyer, seller] = [world.trader(1_000_000), world.trader(1_000_000)]
    world.prices({ AAPL: 23_150 })
    world.order(buyer, AAPL, 'buy', { size: 1_000_000, limitPrice: 23_700 })
    world.order(seller, AAPL, 'sell', { size: 1_000_000, limitPrice: 23_800 })
    const [market] = world.exchange.markets
    market!.premiumMilliTicks = 900_000
    const markIn = (session: Session): number => {
      world.run({ kind: 'ChangeSession', marketId: 0, session })
      world.prices({ AAPL: 23_150 }, 1_000)
      return market!.mark!
    }
    // ⌊231.50 · 1.01⌋, ⌊231.50 · 1.015⌋, ⌊231.50 · 1.02⌋
    expect((['REGULAR', 'EXTENDED', 'OVERNIGHT', 'REGULAR'] as const).map(markIn)).toEqual([
      23_381, 23_497, 23_613, 23_381,
    ])
  })

  it('is kept within the clamp of its session; for a closed one within that of the regular session', () => {
    const { market } = priced()
    const clamps = { REGULAR: 50, EXTENDED: 75, OVERNIGHT: 100 }
    const of = (session: string) =>
      clampBps({
        ...market,
        session,
        spec: { ...market.spec, risk: { ...market.spec.risk, markClampBps: clamps } },
      } as never)
    expect(Object.keys(clamps).map(of)).toEqual(Object.values(clamps))
    expect(of('CLOSED')).toBe(50)
  })
})
