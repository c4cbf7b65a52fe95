import { describe, expect, it } from 'vitest'
import { funding12, timeMs } from '@vest/protocol'
import { beginFundingEpoch } from './fundingEpoch.ts'
import type { Command } from './command.ts'
import { AAPL, BTC, createWorld, eventsOf, START_MS, type World } from './testing/world.ts'

const HOUR_MS = 3_600_000
const BTC_ID = 1
const btc = (world: World) => world.exchange.markets[BTC_ID]!
const hourOf = (world: World): number => Math.floor(world.now() / HOUR_MS) * HOUR_MS
const hour = (hourMs: number): Command => ({ kind: 'TickFunding', hourMs: timeMs(hourMs) })

/** A price and a tick every five seconds. */
function pass(world: World, steps: number, prices = { BTC: 1_000_000 }): void {
  for (let i = 0; i < steps; i++) {
    world.prices(prices, 5_000)
    world.run({ kind: 'TickTimer' })
  }
}

function heldWorld() {
  const world = createWorld({ audit: false })
  const trader = world.trader(1_000_000)
  world.prices({ BTC: 1_000_000 })
  world.order(trader, BTC, 'buy', { size: 100_000 })
  return { world, trader }
}

describe('funding', () => {
  it('W8: a long pays up, a short and the pool receive down, and the two micro-dollars left go to insurance', () => {
    const world = createWorld()
    const [long, short] = [world.trader(1_000_000), world.trader(1_000_000)]
    world.prices({ BTC: 1_000_000 })
    world.order(long, BTC, 'buy', { size: 12_341 })
    world.order(short, BTC, 'sell', { size: 7 })
    expect(btc(world).pool).toMatchObject({ isLong: false, size: 12_334 })
    btc(world).cumFunding = funding12(3_125_000_000_000n)
    beginFundingEpoch(world.exchange, btc(world))
    const paid = world.order(long, BTC, 'sell', { size: 12_341, reduceOnly: true })
    const received = world.order(short, BTC, 'buy', { size: 7, reduceOnly: true })
    expect([paid.settledFunding, received.settledFunding]).toEqual([-385_657, 218])
    expect(btc(world)).toMatchObject({ pool: undefined, fundingClearing: 385_657 - 218 - 385_437 })
    const { INSURANCE } = world.exchange.money
    world.run(hour(hourOf(world)))
    expect(btc(world).fundingClearing).toBe(0)
    expect(world.exchange.money.INSURANCE).toBe(INSURANCE + 2)
  })

  it('S19: an outage of five hours costs one accrual, that of the hour with samples', () => {
    const { world } = heldWorld()
    const first = hourOf(world)
    pass(world, 400)
    const rate = btc(world).rate
    expect(rate).toBeGreaterThan(0)
    // The first command after it is the hour's, before any timer finds the price too old.
    world.run(hour(first), 5 * HOUR_MS)
    for (let missed = 1; missed < 5; missed++) world.run(hour(first + missed * HOUR_MS))
    expect(btc(world).cumFunding).toBe(BigInt(rate) * 1_000_000n * 1_000n)
    // The same hours again change nothing.
    for (let missed = 0; missed < 5; missed++) world.run(hour(first + missed * HOUR_MS))
    expect(btc(world).cumFunding).toBe(BigInt(rate) * 1_000_000n * 1_000n)
  })

  it('an hour of fewer than 360 samples applies none, and an hour that ends in HALT accrues nothing', () => {
    const { world } = heldWorld()
    pass(world, 359)
    world.run(hour(hourOf(world)))
    expect(btc(world)).toMatchObject({ cumFunding: 0n, samples: 0 })
    pass(world, 361)
    world.run({ kind: 'SetMarketMode', marketId: BTC_ID, mode: 'HALT' })
    const { events } = world.run(hour(hourOf(world) + HOUR_MS))
    expect(eventsOf(events, 'FundingApplied').map(({ symbol }) => symbol)).not.toContain(BTC.symbol)
    expect(btc(world)).toMatchObject({ cumFunding: 0n, samples: 0 })
  })

  it('may accrue by the minute: a sixtieth of the rate each, once, by the timer', () => {
    const { world, trader } = heldWorld()
    world.run({ kind: 'ChangeParameters', exchange: { accrualsPerHour: 60 } })
    world.run({ kind: 'TickTimer' }, 60_000 - (world.now() % 60_000))
    const begun = btc(world).cumFunding
    expect(begun).toBe(0n)
    for (let step = 0; step < 11; step++) pass(world, 1)
    const rate = btc(world).rate
    pass(world, 1)
    const perMinute = (BigInt(rate) * 1_000_000n * 1_000n) / 60n
    expect(rate).toBeGreaterThan(0)
    expect(btc(world).cumFunding).toBe(perMinute)
    world.run({ kind: 'TickTimer' })
    expect(btc(world).cumFunding).toBe(perMinute)
    // At the full hour the hour's word applies the last minute, and the timer not again.
    pass(world, 12)
    expect(btc(world).cumFunding).toBeGreaterThan(perMinute)
    expect(world.account(trader).positions[0]!.unrealizedPnl).toBeLessThan(0)
  })

  it('what is not divided evenly is no parameter', () => {
    const { world } = heldWorld()
    const change = (accrualsPerHour: number) =>
      world.run({ kind: 'ChangeParameters', exchange: { accrualsPerHour } }).answer.ok
    expect([1, 2, 60, 3_600].map(change)).toEqual([true, true, true, true])
    expect([0, 7, 7_200, 1.5].map(change)).toEqual([false, false, false, false])
  })

  it('sweeps to insurance once a day what no position can be owed any more, and the rest when nobody is left', () => {
    const { world, trader } = heldWorld()
    const other = world.trader(1_000_000)
    world.order(other, BTC, 'buy', { size: 3 })
    const market = btc(world)
    market.cumFunding = funding12(3_333_333_333_333n)
    beginFundingEpoch(world.exchange, market)
    // One payer settles: 33.333334 for a whole coin; the pool is still owed its part.
    world.order(trader, BTC, 'buy', { size: 1 })
    const insurance = world.exchange.money.INSURANCE
    const dayMs = Math.floor(START_MS / 86_400_000) * 86_400_000
    world.run(hour(dayMs + 22 * HOUR_MS))
    expect(world.exchange.money.INSURANCE).toBe(insurance)
    const before = market.fundingClearing
    world.run(hour(dayMs + 23 * HOUR_MS))
    const owed = [market.pool!, ...world.exchange.accounts.flatMap(({ positions }) => positions)].reduce(
      (sum, { isLong, size, entryFunding }) =>
        sum - BigInt(isLong ? size : -size) * (market.cumFunding - entryFunding),
      0n,
    )
    const needed = Number((owed + 10n ** 11n - 1n) / 10n ** 11n)
    expect(market.fundingClearing).toBe(needed)
    expect(world.exchange.money.INSURANCE - insurance).toBe(before - needed)
    world.order(trader, BTC, 'sell', { size: 100_001, reduceOnly: true })
    world.order(other, BTC, 'sell', { size: 3, reduceOnly: true })
    expect(market.pool).toBeUndefined()
    world.run(hour(dayMs + 24 * HOUR_MS))
    expect(market.fundingClearing).toBe(0)
  })

  it('leaves AAPL alone while BTC accrues', () => {
    const { world } = heldWorld()
    pass(world, 400)
    world.run(hour(hourOf(world)))
    expect(world.exchange.markets.find(({ spec }) => spec === AAPL)!.cumFunding).toBe(0n)
  })
})
