import { describe, expect, it } from 'vitest'
import { funding12, lots, ticks, timeMs } from '@vest/protocol'
import { beginFundingEpoch } from './fundingEpoch.ts'
import { type Command } from '../api/commands.ts'
import { samplePremium } from './accrual.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { type Market } from '../state/market.ts'
import { AAPL, BTC, createWorld, eventsOf, START_MS, type World } from '../testing/world.ts'

const HOUR_MS = 3_600_000
const BTC_ID = 1
const btc = (world: World) => world.exchange.markets[BTC_ID]!
const hourOf = (world: World): number => Math.floor(world.now() / HOUR_MS) * HOUR_MS
const hour = (hourMs: number): Command => ({ kind: 'TickFunding', hourMs: timeMs(hourMs) })

const asBackstop = (pool: NonNullable<Market['pool']>): NonNullable<Market['backstop']> => ({
  ...pool,
  offered: lots(0),
  offeredMinute: 0,
})

/** Applies a price and a tick every five seconds. */
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
  it.each([
    ['pool short 30 % of its limit, premium 40,000', 'buy', 30, 40_000, 3_125, 3_125_000_000_000n],
    ['pool long 40 % of its limit, premium −180,000', 'sell', 40, -180_000, -18_750, -18_750_000_000_000n],
  ] as const)('W7 %s: the rate of the hour and what it accrues', (_, side, percent, premium, rate, delta) => {
    const world = createWorld({ audit: false })
    const trader = world.trader(1_000_000)
    world.prices({ BTC: 1_000_000 })
    const market = btc(world)
    const { limit } = market.ladder!
    const size = Math.ceil((limit * percent) / 100)
    world.order(trader, BTC, side, { size })
    expect(market.pool).toMatchObject({ isLong: side === 'sell', size })
    Object.assign(market, { premiumSum: premium * 720, samples: 720 })
    const { events } = world.run(hour(hourOf(world)))
    expect(eventsOf(events, 'FundingApplied')).toMatchObject([
      { symbol: BTC.symbol, rate, cumFunding: delta },
    ])
    expect(market).toMatchObject({ lastAppliedRate: rate, cumFunding: delta })
  })

  it('W8: a long pays rounded up, a short and the pool receive rounded down, insurance gets the rest', () => {
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
    // The first command after it is that of the hour, before any timer finds the price stale.
    world.run(hour(first), 5 * HOUR_MS)
    for (let missed = 1; missed < 5; missed++) world.run(hour(first + missed * HOUR_MS))
    expect(btc(world).cumFunding).toBe(BigInt(rate) * 1_000_000n * 1_000n)
    // The same hours again change nothing.
    for (let missed = 0; missed < 5; missed++) world.run(hour(first + missed * HOUR_MS))
    expect(btc(world).cumFunding).toBe(BigInt(rate) * 1_000_000n * 1_000n)
  })

  it('an hour that is ticked twice accrues once, whatever the number of samples by then', () => {
    const { world } = heldWorld()
    const first = hourOf(world)
    pass(world, 400)
    world.run(hour(first))
    const { cumFunding } = btc(world)
    expect(cumFunding).toBeGreaterThan(0n)
    pass(world, 400)
    const { samples } = btc(world)
    const { events } = world.run(hour(first))
    expect(eventsOf(events, 'FundingApplied')).toEqual([])
    expect(btc(world)).toMatchObject({ cumFunding, samples })
    world.run(hour(first + HOUR_MS))
    expect(btc(world)).toMatchObject({ cumFunding: 2n * cumFunding, samples: 0 })
  })

  it('the settled funding of a position is reported with the sign of its holder, until it is another position', () => {
    const world = createWorld()
    const [payer, receiver] = [world.trader(1_000_000), world.trader(1_000_000)]
    world.prices({ BTC: 1_000_000 })
    world.order(payer, BTC, 'buy', { size: 20_000 })
    world.order(receiver, BTC, 'sell', { size: 10_000 })
    const settled = () => [payer, receiver].map((one) => world.account(one).positions[0]!.settledFunding)
    /** Adds a dollar per coin, then both change their positions. */
    const accrue = (sizes: readonly [sells: number, buys: number]) => {
      btc(world).cumFunding = funding12(btc(world).cumFunding + 1_000_000_000_000n)
      beginFundingEpoch(world.exchange, btc(world))
      world.order(payer, BTC, 'sell', { size: sizes[0] })
      world.order(receiver, BTC, 'buy', { size: sizes[1] })
    }
    accrue([10_000, 5_000])
    expect(settled()).toEqual([-200_000, 100_000])
    accrue([1, 1])
    expect(settled()).toEqual([-300_000, 150_000])
    // After the flip, nothing has been settled yet.
    accrue([10_000, 10_000])
    expect(settled()).toEqual([0, 0])
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
    // At the full hour the hourly command applies the last minute, and the timer does not apply it again.
    pass(world, 12)
    expect(btc(world).cumFunding).toBeGreaterThan(perMinute)
    expect(world.account(trader).positions[0]!.unrealizedPnl).toBeLessThan(0)
  })

  it('a number that does not divide an hour evenly is no parameter', () => {
    const { world } = heldWorld()
    const change = (accrualsPerHour: number) =>
      world.run({ kind: 'ChangeParameters', exchange: { accrualsPerHour } }).answer.ok
    expect([1, 2, 60, 720].map(change)).toEqual([true, true, true, true])
    expect([0, 7, 7_200, 1.5].map(change)).toEqual([false, false, false, false])
  })

  it('nor one that leaves parts of an hour without a sample', () => {
    const { world } = heldWorld()
    const { exchange } = world
    const change = (accrualsPerHour: number) =>
      world.run({ kind: 'ChangeParameters', exchange: { accrualsPerHour } }).answer.ok
    // A sample every five seconds.
    expect([3_600, 1_800, 900, 720].map(change)).toEqual([false, false, false, true])
    expect(exchange.parameters.accrualsPerHour).toBe(720)
  })

  it('sweeps to insurance once a day what no position is owed, and the rest when no position is left', () => {
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

  it('samples the premium once per five seconds, while a market trades on a usable price', () => {
    const { world } = heldWorld()
    const market = btc(world)
    const slotMs = Math.ceil(world.now() / 5_000) * 5_000
    const sampledAt = (ms: number, change: Partial<Market> = {}): number => {
      const before = { mode: market.mode, freshness: market.freshness, index: market.index }
      Object.assign(market, change)
      world.exchange.timeMs = timeMs(slotMs + ms)
      samplePremium(world.exchange, market)
      Object.assign(market, before)
      return market.samples
    }
    Object.assign(market, {
      samples: 0,
      premiumSum: 0,
      impactBid: ticks(1_010_000),
      impactAsk: ticks(1_020_000),
    })
    expect([0, 1, 4_999].map((ms) => sampledAt(ms))).toEqual([1, 1, 1])
    const each = market.premiumSum
    // A bid pays one percent more than the index for the impact notional.
    expect(each).toBe(1_000_000)
    expect(sampledAt(5_000, { mode: 'HALT' })).toBe(1)
    expect(sampledAt(5_000, { freshness: 'HARD' })).toBe(1)
    expect(sampledAt(5_000, { index: undefined })).toBe(1)
    expect(sampledAt(5_000, { freshness: 'SOFT' })).toBe(2)
    expect(sampledAt(9_999)).toBe(2)
    expect(sampledAt(10_000, { mode: 'REDUCE_ONLY' })).toBe(3)
    expect(market.premiumSum).toBe(3 * each)
  })

  it('counts no premium for bids that cannot be matched, in CANCEL_ONLY', () => {
    const { world } = heldWorld()
    const bid = world.order(world.trader(100_000), BTC, 'buy', { size: 25_000, limitPrice: 999_000 })
    expect(bid.status).toBe('NEW')
    world.run({ kind: 'SetMarketMode', marketId: BTC_ID, mode: 'CANCEL_ONLY' })
    // With the index three percent lower, the bid is above it.
    pass(world, 3, { BTC: 970_000 })
    const { samples, premiumSum } = btc(world)
    expect([samples, premiumSum > 0]).toEqual([0, false])
    world.run({ kind: 'SetMarketMode', marketId: BTC_ID, mode: 'POST_ONLY' })
    pass(world, 1, { BTC: 970_000 })
    expect(btc(world).samples).toBe(samples + 1)
  })

  it('reports the start of the applied part: of an hour by its own command, of a part by the timer', () => {
    const { world } = heldWorld()
    const told = (command: Command, afterMs = 0) => {
      const { events, answer } = world.run(command, afterMs)
      expect(answer).toEqual({ ok: true })
      return eventsOf(events, 'FundingApplied')
        .filter(({ symbol }) => symbol === BTC.symbol)
        .map(({ hourMs }) => hourMs)
    }
    const first = hourOf(world)
    const quarterMs = HOUR_MS / 4
    world.run({ kind: 'ChangeParameters', exchange: { accrualsPerHour: 4 } })
    // Prices that keep the market open, up to the last second of the first quarter.
    while (world.now() + 10_000 < first + quarterMs) pass(world, 1)
    expect(told({ kind: 'TickTimer' }, first + quarterMs - 1 - world.now())).toEqual([])
    expect(told({ kind: 'TickTimer' }, 1)).toEqual([first])
    expect(told({ kind: 'TickTimer' }, 1)).toEqual([])
    expect(told(hour(first))).toEqual([first + 3 * quarterMs])
    world.run({ kind: 'ChangeParameters', exchange: { accrualsPerHour: 1 } })
    expect(told(hour(first + HOUR_MS))).toEqual([first + HOUR_MS])
    expect(told(hour(first + HOUR_MS))).toEqual([])
  })

  describe('when the number of accruals changes', () => {
    /** Starts at a full hour that has accrued, and returns the reports of the parts that follow. */
    function charged(accrualsPerHour: number) {
      const { world } = heldWorld()
      const parts = (number: number) =>
        world.run({ kind: 'ChangeParameters', exchange: { accrualsPerHour: number } })
      parts(accrualsPerHour)
      const start = hourOf(world) + HOUR_MS
      const told: (readonly [minute: number, rate: number])[] = []
      const run = (command: Command, afterMs = 0) => {
        const { events } = world.run(command, afterMs)
        for (const { symbol, hourMs, rate } of eventsOf(events, 'FundingApplied'))
          if (symbol === BTC.symbol) told.push([(hourMs - start) / 60_000, rate])
      }
      const upTo = (minute: number) => {
        while (world.now() + 5_000 <= start + minute * 60_000) {
          world.prices({ BTC: 1_000_000 }, 5_000)
          run({ kind: 'TickTimer' })
        }
      }
      upTo(0)
      run(hour(start - HOUR_MS))
      told.length = 0
      return { world, start, parts, told, run, upTo }
    }

    it('no moment accrues twice when it rises', () => {
      const { world, parts, told, upTo } = charged(1)
      upTo(15)
      parts(2)
      const text = encodeState(world.exchange)
      expect(text.includes('fundedUntilMs')).toBe(true)
      expect(encodeState(decodeState(text))).toBe(text)
      upTo(31)
      expect(told.map(([minute]) => minute)).toEqual([0])
      expect(btc(world).fundedUntilMs).toBeUndefined()
    })

    it('an hour has its own samples when it falls', () => {
      const { world, start, parts, told, run, upTo } = charged(60)
      upTo(30)
      parts(1)
      upTo(60)
      run(hour(start))
      expect(told.map(([minute]) => minute)).toEqual(Array.from({ length: 30 }, (_, minute) => minute))
      upTo(61)
      expect(btc(world).samples).toBe(12)
      upTo(120)
      run(hour(start + HOUR_MS))
      run(hour(start + HOUR_MS))
      expect(told.slice(30).map(([minute]) => minute)).toEqual([60])
    })

    it('parts that do not begin together do not overlap', () => {
      const { parts, told, upTo } = charged(5)
      upTo(25)
      parts(4)
      upTo(46)
      // Parts of twelve minutes up to 24, then of fifteen.
      expect(told.map(([minute]) => minute)).toEqual([0, 12, 30])
    })
  })

  it('sweeps dust in the accrual that ends a day, and in every one of a market without positions', () => {
    const { world, trader } = heldWorld()
    const market = btc(world)
    const dayMs = Math.floor(START_MS / 86_400_000) * 86_400_000
    /** Micro-dollars that reach insurance, of seven that no position is owed. */
    const swept = (hourMs: number, change: Partial<Market> = {}): number => {
      const before = { ...market }
      Object.assign(market, change)
      market.fundingClearing = (market.fundingClearing + 7) as Market['fundingClearing']
      const { INSURANCE } = world.exchange.money
      world.run(hour(hourMs))
      const dust = world.exchange.money.INSURANCE - INSURANCE
      const { pool, backstop, longOi, shortOi } = before
      Object.assign(market, { pool, backstop, longOi, shortOi })
      market.fundingClearing = (market.fundingClearing - 7 + dust) as Market['fundingClearing']
      return dust
    }
    expect(swept(dayMs + 23 * HOUR_MS)).toBe(0) // the first accrual: no day has begun before
    expect(swept(dayMs + 24 * HOUR_MS)).toBe(0)
    expect(swept(dayMs + 46 * HOUR_MS)).toBe(0)
    expect(swept(dayMs + 47 * HOUR_MS)).toBe(7)
    expect(swept(dayMs + 48 * HOUR_MS)).toBe(0)
    expect(swept(dayMs + 95 * HOUR_MS)).toBe(7)
    const held = { ...asBackstop(market.pool!), size: lots(1), entryFunding: market.cumFunding }
    world.order(trader, BTC, 'sell', { size: 100_000, reduceOnly: true })
    expect(market).toMatchObject({ pool: undefined, backstop: undefined, longOi: 0, shortOi: 0 })
    let hourMs = dayMs + 96 * HOUR_MS
    const next = (change: Partial<Market>): number => swept((hourMs += HOUR_MS), change)
    expect(next({})).toBe(7)
    expect(next({ pool: held })).toBe(0)
    expect(next({ backstop: held })).toBe(0)
    expect(next({ longOi: lots(1) })).toBe(0)
    expect(next({ shortOi: lots(1) })).toBe(0)
  })

  it('keeps what the backstop is owed, like what other positions are owed', () => {
    const { world } = heldWorld()
    const market = btc(world)
    const dayMs = Math.floor(START_MS / 86_400_000) * 86_400_000
    world.run(hour(dayMs + 22 * HOUR_MS))
    const { INSURANCE } = world.exchange.money
    // It holds a tenth of a coin that has been paid a dollar per coin.
    const entryFunding = funding12(market.cumFunding + 1_000_000_000_000n)
    market.backstop = { ...asBackstop(market.pool!), isLong: true, size: lots(10_000), entryFunding }
    market.fundingClearing = (market.fundingClearing + 100_003) as Market['fundingClearing']
    world.run(hour(dayMs + 23 * HOUR_MS))
    expect(world.exchange.money.INSURANCE - INSURANCE).toBe(3)
  })
})
