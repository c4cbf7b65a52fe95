import { describe, expect, it } from 'vitest'
import { REFUSAL, funding12, ratio4, ticks, timeMs } from '@vest/protocol'
import { type ChangeSession, type IndexPrice, type SetMarketMode } from '../api/commands.ts'
import { tradingMode } from './tradingMode.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { freshnessOf, isHardStale } from '../state/operations/staleness.ts'
import { lpOutcome, placeLp } from '../testing/lpCommands.ts'
import { AAPL, BTC, createWorld, eventsOf, outcome, type Trader, type World } from '../testing/world.ts'

const AAPL_ID = 0
const BTC_ID = 1

const session = (world: World, word: ChangeSession['session'], marketId = AAPL_ID, endMs?: number) =>
  world.run({
    kind: 'ChangeSession',
    marketId,
    session: word,
    ...(endMs === undefined ? {} : { endTimeMs: timeMs(endMs) }),
  })
const say = (world: World, mode: SetMarketMode['mode'], cause?: SetMarketMode['cause'], marketId = AAPL_ID) =>
  world.run({ kind: 'SetMarketMode', marketId, mode, ...(cause === undefined ? {} : { cause }) })
const market = (world: World, id = AAPL_ID) => world.exchange.markets[id]!
const tick = (world: World, afterMs = 1_000) => world.run({ kind: 'TickTimer' }, afterMs)
const set = (world: World, trader: Trader, leverage: number, symbol = AAPL.symbol) =>
  world.run({ kind: 'SetLeverage', account: trader.address, symbol, leverage }).answer
const agree = (world: World, price: number, symbol = 'AAPL') => {
  for (let i = 0; i < 3; i++) world.prices({ [symbol]: price }, 1_000)
}

describe('stale prices', () => {
  it('are soft stale one millisecond after the first age limit, hard stale one after the second', () => {
    const world = createWorld()
    const { exchange } = world
    expect(freshnessOf(exchange, market(world, BTC_ID))).toBe('HARD')
    world.prices({ BTC: 1_000_000 })
    const { softStaleMs, hardStaleMs } = market(world, BTC_ID)
    const ages = [softStaleMs, 1, hardStaleMs - softStaleMs - 1, 1]
    const seen = ages.map((afterMs) => (tick(world, afterMs), market(world, BTC_ID).freshness))
    expect(seen).toEqual(['FRESH', 'SOFT', 'SOFT', 'HARD'])
    expect([
      freshnessOf(exchange, market(world, BTC_ID)),
      isHardStale(exchange, market(world, BTC_ID)),
    ]).toEqual(['HARD', true])
  })

  it('are not quoted by a command that comes before the timer', () => {
    const world = createWorld()
    session(world, 'EXTENDED')
    const trader = world.trader(100_000)
    world.prices({ AAPL: 100_000 })
    const calm = market(world).ladder!.halfSpreadPpm
    const { softStaleMs, hardStaleMs } = market(world)
    // The ask is 100070 now, and 100035 in a regular session.
    const bid = world.order(trader, AAPL, 'buy', { size: 100, limitPrice: 100_050 })
    expect(outcome(bid)).toBe('NEW')
    world.run({ kind: 'ChangeSession', marketId: AAPL_ID, session: 'OVERNIGHT' }, softStaleMs + 1)
    expect(market(world).ladder!.halfSpreadPpm).toBe(6 * calm)
    const { events } = world.run(
      { kind: 'ChangeSession', marketId: AAPL_ID, session: 'REGULAR' },
      hardStaleMs - softStaleMs,
    )
    expect(eventsOf(events, 'OrderUpdated').map(({ order }) => order.lastFilledPrice)).toEqual([])
    expect(market(world).ladder === undefined).toBe(true)
    tick(world)
    expect(market(world).ladder).toBeUndefined()
    world.prices({ AAPL: 100_100 })
    expect(market(world).ladder).toMatchObject({ index: 100_100, halfSpreadPpm: calm / 2 })
  })

  it('S1: an old index stops immediate orders and all liquidations of its holders; a fresh one allows them', () => {
    const world = createWorld({ poolDollars: 500_000 })
    const [trader, lp] = [world.trader(2_000), world.trader(1_000)]
    world.prices({ AAPL: 23_150, BTC: 1_000_000 })
    world.order(trader, BTC, 'buy', { size: 9_000 })
    world.order(trader, AAPL, 'buy', { size: 400_000 })
    // AAPL falls by a fifth while no BTC price has arrived for 16 seconds.
    tick(world, 16_000)
    world.prices({ AAPL: 18_500 })
    const view = world.account(trader)
    expect(view.equity).toBeLessThan(view.maintMargin)
    expect(view.positions).toHaveLength(2)
    expect(outcome(world.order(trader, BTC, 'buy', { size: 1, reduceOnly: false }))).toBe(
      'REJECTED PRICE_STALE',
    )
    expect(outcome(world.order(world.trader(1_000), BTC, 'buy', { size: 1, limitPrice: 900_000 }))).toBe(
      'NEW',
    )
    // The pool holds more than 1 % of its value there.
    expect(lpOutcome(placeLp(world, lp, 'DEPOSIT', 10_000_000))).toBe('REJECTED LP_PRICE_STALE')
    world.prices({ BTC: 1_000_000 })
    expect(lpOutcome(placeLp(world, lp, 'DEPOSIT', 10_000_000))).toBe('FILLED')
    const after = world.account(trader)
    expect(after.maintMargin).toBeLessThan(view.maintMargin)
    expect(after.equity).toBeGreaterThanOrEqual(after.maintMargin)
  })
})

describe('three prices that agree', () => {
  it('must be three records: all in one reopen nothing', () => {
    const world = createWorld()
    world.prices({ AAPL: 23_150, BTC: 1_000_000 })
    for (const mode of ['HALT', 'OPEN'] as const) say(world, mode)
    const price = (marketId: number, inTicks: number): IndexPrice => ({
      marketId,
      price: ticks(inTicks),
      sourceTimeMs: timeMs(world.now() + 1),
      conf: ticks(0),
      held: false,
    })
    const prices = [price(0, 23_200), price(BTC_ID, 1_010_000), price(0, 23_201), price(0, 23_202)]
    world.run({ kind: 'UpdateIndexPrices', prices: [...prices, price(BTC_ID, 1_020_000)] }, 1)
    expect(market(world)).toMatchObject({ mode: 'HALT', reopenPrices: [23_200] })
    // A market that trades accepts the first as well.
    expect(market(world, BTC_ID).index).toBe(1_010_000)
    for (const next of [23_201, 23_202]) world.prices({ AAPL: next }, 1_000)
    expect(market(world)).toMatchObject({ mode: 'OPEN', index: 23_202 })
  })
})

describe('a price that is reported three times', () => {
  it('is one evaluation and does not reopen the market', () => {
    const world = createWorld()
    world.prices({ BTC: 1_000_000 })
    const traded = world.now()
    for (const word of ['HALT', 'OPEN'] as const) say(world, word, undefined, BTC_ID)
    const tell = (sourceMs: number) => {
      const price = { marketId: BTC_ID, price: ticks(700_000), conf: ticks(0), held: false }
      const prices = [{ ...price, sourceTimeMs: timeMs(sourceMs) }]
      world.run({ kind: 'UpdateIndexPrices', prices }, 500)
    }
    const heard = () => market(world, BTC_ID).reopenPrices.length
    // The price that it traded on is none of the three.
    tell(traded)
    expect(heard()).toBe(0)
    tell(traded + 400)
    tell(traded + 400)
    expect(market(world, BTC_ID).mode).toBe('HALT')
    const text = encodeState(world.exchange)
    expect(encodeState(decodeState(text))).toBe(text)
    tell(traded + 399)
    expect(heard()).toBe(1)
    tell(traded + 401)
    // A source whose clock is ahead has the time of now, and another the next time.
    tell(traded + 100_000)
    expect(market(world, BTC_ID)).toMatchObject({ mode: 'OPEN', indexTimeMs: world.now() })
    expect(encodeState(world.exchange)).not.toContain('heardTimeMs')
  })
})

describe('a market that is closed before its first price', () => {
  it('shows the first price, and stays closed', () => {
    const world = createWorld()
    session(world, 'CLOSED')
    const perShare = funding12(250_000_000_000n)
    expect(world.run({ kind: 'PayDividend', marketId: AAPL_ID, perShare }).answer).toEqual({ ok: true })
    const tell = (price: number, held = false) => {
      const told = {
        marketId: 0,
        price: ticks(price),
        conf: ticks(0),
        held,
        sourceTimeMs: timeMs(world.now()),
      }
      return world.run({ kind: 'UpdateIndexPrices', prices: [told] }, 1_000)
    }
    tell(23_100, true)
    expect(market(world).index).toBeUndefined()
    const { events } = tell(23_150)
    expect(market(world).mark).toBe(23_150)
    expect(eventsOf(events, 'TickersChanged').length).toBe(1)
    tell(23_200)
    expect(market(world)).toMatchObject({
      mode: 'HALT',
      haltCause: 'SESSION',
      index: 23_150,
      // Paid by the price that reopens the market.
      pendingDividend: perShare,
      cumFunding: 0n,
    })
    const trader = world.trader(1_000)
    expect(outcome(world.order(trader, AAPL, 'buy', { size: 10, limitPrice: 23_000 }))).toBe(
      'REJECTED MARKET_CLOSED_REJECTED',
    )
    session(world, 'REGULAR')
    tell(25_000)
    expect(market(world).mark).toBe(23_150)
    for (let n = 0; n < 12; n++) tell(25_000)
    expect(market(world)).toMatchObject({ mode: 'OPEN', index: 25_000, mark: 25_000, cumFunding: -perShare })
    expect(market(world).pendingDividend).toBeUndefined()
    const text = encodeState(world.exchange)
    expect(encodeState(decodeState(text))).toBe(text)
  })
})

describe('an untrusted price liquidates no account', () => {
  /** A trader who holds BTC and AAPL and has little collateral. */
  function holder() {
    const world = createWorld()
    const trader = world.trader(2_000)
    world.prices({ AAPL: 23_150, BTC: 1_000_000 })
    world.order(trader, BTC, 'buy', { size: 9_000 })
    world.order(trader, AAPL, 'buy', { size: 400_000 })
    const sizes = () => world.account(trader).positions.map(({ size }) => size)
    const isPoor = () => world.account(trader).equity < world.account(trader).maintMargin
    const lotsOf = (symbol: string) =>
      world.account(trader).positions.find((position) => position.symbol === symbol)?.size
    return { world, sizes, lotsOf, isPoor, before: sizes() }
  }

  it('if a price is missing, nor in the halt that follows until prices agree and ten seconds have passed', () => {
    const { world, sizes, isPoor, before } = holder()
    // No AAPL price for two minutes, while BTC falls.
    const pass = (seconds: number, price: number) => {
      for (let i = 0; i < seconds; i++) {
        world.prices({ BTC: price }, 1_000)
        tick(world, 0)
      }
    }
    pass(31, 1_000_000)
    pass(89, 800_000)
    expect([market(world).mode, isPoor(), sizes()]).toEqual(['OPEN', true, before])
    pass(2, 800_000)
    expect(market(world)).toMatchObject({ mode: 'HALT', haltCause: 'REOPENING' })
    expect(sizes().length === before.length).toBe(true)
    for (let i = 0; i < 3; i++) world.prices({ AAPL: 23_150, BTC: 800_000 }, 1_000)
    expect([market(world).mode, sizes()]).toEqual(['OPEN', before])
    world.prices({ AAPL: 23_150, BTC: 800_000 }, 9_999)
    expect(sizes()).toEqual(before)
    world.prices({ AAPL: 23_150, BTC: 800_000 }, 1)
    expect([sizes().length < before.length, isPoor()]).toEqual([true, false])
  })

  it('an operator halt is different: its holders are checked by their other markets', () => {
    const { world, sizes, before } = holder()
    say(world, 'HALT')
    world.prices({ BTC: 800_000 }, 1_000)
    expect(sizes().length).toBeLessThan(before.length)
  })

  it.each(['POST_ONLY', 'CANCEL_ONLY'] as const)(
    'nor is the word of the operator, %s, against taking there: what stands elsewhere is closed',
    (mode) => {
      const { world, sizes, lotsOf, before } = holder()
      say(world, mode)
      const ask = world.order(world.trader(100_000), AAPL, 'sell', { size: 10, limitPrice: 26_000 })
      expect(outcome(ask)).toBe(mode === 'POST_ONLY' ? 'NEW' : 'REJECTED HALTED_REDUCE_ONLY')
      world.prices({ BTC: 800_000 }, 1_000)
      expect(sizes().length < before.length).toBe(true)
      // Its position in the halted market is unchanged, at a price that counts.
      expect(lotsOf(AAPL.symbol)).toBe(400_000)
      world.prices({ AAPL: 10_000, BTC: 800_000 }, 1_000)
      expect(lotsOf(AAPL.symbol)).toBe(400_000)
      say(world, 'OPEN')
      world.prices({ AAPL: 10_000, BTC: 800_000 }, 1_000)
      expect(sizes()).toEqual([])
    },
  )

  it('but a market that has just reopened does, in any operator mode', () => {
    const { world, sizes, before } = holder()
    say(world, 'HALT')
    say(world, 'OPEN')
    for (let i = 0; i < 3; i++) world.prices({ AAPL: 23_150, BTC: 1_000_000 }, 1_000)
    expect(market(world).mode).toBe('OPEN')
    say(world, 'POST_ONLY')
    world.prices({ AAPL: 23_150, BTC: 800_000 }, 9_999)
    expect(sizes()).toEqual(before)
    world.prices({ AAPL: 23_150, BTC: 800_000 }, 1)
    expect(sizes().length).toBeLessThan(before.length)
  })

  it('by its age at the command itself, without a timer before it', () => {
    const { world, sizes, isPoor, before } = holder()
    // As after a stop of the process: a BTC price arrives, and no AAPL price yet.
    const { hardStaleMs } = market(world)
    world.prices({ BTC: 800_000 }, hardStaleMs + 1)
    expect(market(world).freshness).toBe('FRESH')
    expect(sizes().length === before.length).toBe(true)
    expect(isPoor()).toBe(true)
    world.prices({ AAPL: 23_150 }, 1)
    expect([sizes().length < before.length, isPoor()]).toEqual([true, false])
  })

  it('a price is stale one millisecond after that age', () => {
    const { world, sizes, before } = holder()
    world.prices({ BTC: 800_000 }, market(world).hardStaleMs)
    expect(sizes().length).toBeLessThan(before.length)
  })

  it('nor does the funding of an hour that ended without prices', () => {
    const world = createWorld()
    const trader = world.trader(1_000)
    set(world, trader, 50, BTC.symbol)
    world.prices({ BTC: 1_000_000 })
    world.order(trader, BTC, 'buy', { size: 48_000, limitPrice: 1_010_000, timeInForce: 'IOC' })
    world.prices({ BTC: 991_500 }, 1_000)
    const view = world.account(trader)
    expect(view.equity).toBeGreaterThan(view.maintMargin)
    // An expensive hour was sampled to its end.
    Object.assign(market(world, BTC_ID), { samples: 700, premiumSum: 700 * 4_000_000 })
    const hourMs = timeMs(Math.floor(world.now() / 3_600_000) * 3_600_000)
    world.run({ kind: 'TickFunding', hourMs }, 600_000)
    const [position] = world.account(trader).positions
    expect(position?.size === 48_000).toBe(true)
  })
})

describe('the mode and session of a ticker', () => {
  const lastRow = (events: ReturnType<World['run']>['events']) =>
    eventsOf(events, 'TickersChanged')
      .at(-1)
      ?.rows.find(({ marketId }) => marketId === AAPL_ID)

  it('shows each session as soon as the calendar has reported it, also if the market keeps trading', () => {
    const world = createWorld()
    world.prices({ AAPL: 23_150 })
    expect(lastRow(session(world, 'EXTENDED').events)).toMatchObject({ session: 'EXTENDED', mode: 'OPEN' })
    expect(lastRow(session(world, 'CLOSED').events)).toMatchObject({ session: 'CLOSED', mode: 'HALT' })
    expect(lastRow(session(world, 'OVERNIGHT').events)).toMatchObject({ session: 'OVERNIGHT', mode: 'HALT' })
  })

  it('shows the stricter of two modes', () => {
    const world = createWorld()
    world.prices({ AAPL: 23_150 })
    const modes = (['POST_ONLY', 'CANCEL_ONLY', 'REDUCE_ONLY', 'HALT'] as const).map(
      (mode) => lastRow(say(world, mode).events)?.mode,
    )
    expect(modes).toEqual(['POST_ONLY', 'CANCEL_ONLY', 'REDUCE_ONLY', 'HALT'])
    const both = (mode: 'OPEN' | 'REDUCE_ONLY' | 'HALT') =>
      (['POST_ONLY', 'CANCEL_ONLY', undefined] as const).map((operatorMode) =>
        tradingMode({ mode, operatorMode }),
      )
    expect(both('OPEN')).toEqual(['POST_ONLY', 'CANCEL_ONLY', 'OPEN'])
    expect(both('REDUCE_ONLY')).toEqual(['REDUCE_ONLY', 'CANCEL_ONLY', 'REDUCE_ONLY'])
    expect(both('HALT')).toEqual(['HALT', 'HALT', 'HALT'])
  })
})

describe('a violent move', () => {
  it('S2: BTC five minutes ago less 5.1 % is reduce-only: closing, stops and liquidations continue', () => {
    const world = createWorld()
    const [saver, stopped, poor] = [world.trader(100_000), world.trader(100_000), world.trader(3_300)]
    world.prices({ BTC: 1_000_000 })
    tick(world, 0)
    set(world, poor, 50, BTC.symbol)
    for (const trader of [saver, stopped]) world.order(trader, BTC, 'buy', { size: 10_000 })
    world.order(poor, BTC, 'buy', { size: 100_000, initMarginRatio: ratio4(200) })
    const stop = world.order(stopped, BTC, 'sell', {
      size: 10_000,
      limitPrice: 960_000,
      orderType: 'STOP_LOSS',
      reduceOnly: true,
    })
    const { events } = world.prices({ BTC: 949_000 }, 1_000)
    expect(market(world, BTC_ID).mode).toBe('REDUCE_ONLY')
    expect(eventsOf(events, 'OrderUpdated').findLast(({ order }) => order.id === stop.id)?.order.status).toBe(
      'FILLED',
    )
    expect(world.account(poor).positions).toEqual([])
    expect(outcome(world.order(saver, BTC, 'buy', { size: 10 }))).toBe('REJECTED HALTED_REDUCE_ONLY')
    expect(outcome(world.order(saver, BTC, 'sell', { size: 10_000, reduceOnly: true }))).toBe('FILLED')
  })

  it('of exactly the threshold is ignored; the market reopens when the move is less than half of it', () => {
    const world = createWorld()
    world.prices({ BTC: 1_000_000 })
    tick(world, 0)
    world.prices({ BTC: 950_000 }, 1_000)
    expect(market(world, BTC_ID).mode).toBe('OPEN')
    world.prices({ BTC: 949_999 }, 1_000)
    expect(market(world, BTC_ID).mode).toBe('REDUCE_ONLY')
    const hold = (price: number, seconds: number): void => {
      for (let s = 0; s < seconds; s++) {
        world.prices({ BTC: price }, 1_000)
        tick(world, 0)
      }
    }
    // Half a threshold away from every price of the last five minutes but the first: not yet less.
    market(world, BTC_ID).trail.fill(1_000_000)
    hold(975_000, 1)
    market(world, BTC_ID).modeSinceMs = timeMs(world.now() - 300_000)
    market(world, BTC_ID).calmSinceMs = timeMs(world.now() - 60_000)
    hold(975_000, 1)
    expect(market(world, BTC_ID).mode).toBe('REDUCE_ONLY')
    hold(975_001, 1)
    expect(market(world, BTC_ID).mode).toBe('OPEN')
  })

  it('lasts its five minutes also if a halt comes between', () => {
    const world = createWorld()
    const hold = (seconds: number) => {
      for (let n = 0; n < seconds; n++) {
        world.prices({ BTC: 940_000 }, 1_000)
        tick(world, 0)
      }
    }
    const stop = (cause?: 'MARKET_WIDE') => {
      for (const word of ['HALT', 'OPEN'] as const) say(world, word, cause, BTC_ID)
      expect(market(world, BTC_ID).mode).toBe('HALT')
      agree(world, 940_000, 'BTC')
    }
    world.prices({ BTC: 1_000_000 })
    tick(world, 0)
    world.prices({ BTC: 940_000 }, 1_000)
    const sinceMs = world.now()
    for (const cause of ['MARKET_WIDE', undefined] as const) {
      hold(30)
      stop(cause)
      expect(market(world, BTC_ID).mode).toBe('REDUCE_ONLY')
    }
    const text = encodeState(world.exchange)
    expect(encodeState(decodeState(text))).toBe(text)
    expect(text.includes('volHaltSinceMs')).toBe(true)
    hold((sinceMs + 300_000 - world.now()) / 1_000 - 1)
    expect(market(world, BTC_ID)).toMatchObject({ mode: 'REDUCE_ONLY', modeSinceMs: sinceMs })
    hold(1)
    expect(market(world, BTC_ID).mode).toBe('OPEN')
    expect(encodeState(world.exchange)).not.toContain('volHaltSinceMs')
    // It has ended and does not come back with the next halt.
    stop()
    expect(market(world, BTC_ID).mode).toBe('OPEN')
  })

  it('is ended by the operator, with one command or with two', () => {
    const world = createWorld()
    for (const words of [['OPEN'], ['REDUCE_ONLY', 'OPEN']] as const) {
      world.prices({ BTC: 1_000_000 })
      tick(world, 11_000)
      world.prices({ BTC: 940_000 })
      expect(market(world, BTC_ID).volHaltSinceMs).toBe(world.now())
      for (const word of words) say(world, word, undefined, BTC_ID)
      for (const word of ['HALT', 'OPEN'] as const) say(world, word, undefined, BTC_ID)
      agree(world, 940_000, 'BTC')
      expect(market(world, BTC_ID).mode).toBe('OPEN')
    }
  })

  it('may be twice as large in the first and the last quarter of an hour of a regular session of a stock', () => {
    const moved = (afterMs: number, price: number): string => {
      const world = createWorld()
      session(world, 'EXTENDED')
      world.prices({ AAPL: 20_000 })
      session(world, 'REGULAR', AAPL_ID, world.now() + 6 * 3_600_000)
      // Almost at once to that moment: after a gap a market opens with the third price.
      const steps = afterMs === 0 ? 0 : 16
      world.prices({ AAPL: 20_000 }, afterMs - steps * 1_000)
      for (let n = 0; n < steps; n++) world.prices({ AAPL: 20_000 }, 1_000)
      tick(world, 0)
      world.prices({ AAPL: price }, 1_000)
      return market(world).mode
    }
    expect(moved(0, 18_900)).toBe('OPEN')
    expect(moved(0, 17_990)).toBe('REDUCE_ONLY')
    expect(moved(898_000, 18_900)).toBe('OPEN')
    expect(moved(900_000, 18_900)).toBe('REDUCE_ONLY')
    expect(moved(6 * 3_600_000 - 902_000, 18_900)).toBe('REDUCE_ONLY')
    expect(moved(6 * 3_600_000 - 901_000, 18_900)).toBe('OPEN')
  })
})

/** A price as a source may report it: with a spread of opinions, or held because there is none. */
const hear = (world: World, change: Partial<IndexPrice>, afterMs = 1_000) => {
  const price = {
    marketId: BTC_ID,
    price: ticks(1_000_000),
    conf: ticks(0),
    held: false,
    sourceTimeMs: timeMs(world.now() + afterMs),
    ...change,
  }
  return world.run({ kind: 'UpdateIndexPrices', prices: [price] }, afterMs)
}
const mode = (world: World) => market(world, BTC_ID).mode

describe('sources that disagree', () => {
  const wide = { conf: ticks(10_001) }

  it('by more than one per cent for five consecutive seconds make the market reduce-only', () => {
    const world = createWorld()
    hear(world, {})
    // Exactly one per cent, for any time.
    for (let i = 0; i < 10; i++) hear(world, { conf: ticks(10_000) })
    hear(world, wide)
    hear(world, wide, 4_999)
    expect(mode(world)).toBe('OPEN')
    // One agreement in between, and the five seconds start again.
    hear(world, {}, 0)
    hear(world, wide, 1_000)
    hear(world, wide, 4_999)
    expect(mode(world)).toBe('OPEN')
    const { events } = hear(world, wide, 1)
    expect(eventsOf(events, 'MarketStatusChanged')).toEqual([
      {
        kind: 'MarketStatusChanged',
        marketId: BTC_ID,
        symbol: BTC.symbol,
        status: 'TRADING',
        mode: 'REDUCE_ONLY',
      },
    ])
  })

  it('end it at the earliest after five minutes, and a minute after they agree', () => {
    const world = createWorld()
    hear(world, {})
    hear(world, wide)
    hear(world, wide, 5_000)
    expect(mode(world)).toBe('REDUCE_ONLY')
    const sinceMs = world.now()
    hear(world, {})
    while (world.now() < sinceMs + 299_999) {
      hear(world, {}, Math.min(1_000, sinceMs + 299_999 - world.now()))
      tick(world, 0)
    }
    expect(mode(world)).toBe('REDUCE_ONLY')
    const { events } = tick(world, 1)
    expect(eventsOf(events, 'MarketStatusChanged')).toMatchObject([{ status: 'TRADING', mode: 'OPEN' }])
    expect(market(world, BTC_ID).coolDownUntilMs).toBe(world.now() + 60_000)
    // Again; this time they disagree for five minutes, and the minute of calm decides.
    hear(world, wide)
    for (let s = 0; s < 305; s++) {
      hear(world, wide)
      tick(world, 0)
    }
    expect(mode(world)).toBe('REDUCE_ONLY')
    hear(world, {})
    const calmSinceMs = world.now()
    while (world.now() < calmSinceMs + 59_999) {
      hear(world, {}, Math.min(1_000, calmSinceMs + 59_999 - world.now()))
      tick(world, 0)
      expect(mode(world)).toBe('REDUCE_ONLY')
    }
    tick(world, 1)
    expect(mode(world)).toBe('OPEN')
  })

  it('start the five seconds again at a reopening', () => {
    const world = createWorld()
    hear(world, {})
    hear(world, wide)
    say(world, 'HALT', undefined, BTC_ID)
    say(world, 'OPEN', undefined, BTC_ID)
    for (let i = 0; i < 3; i++) hear(world, wide, 3_000)
    expect(mode(world)).toBe('OPEN')
    hear(world, wide, 4_999)
    expect(mode(world)).toBe('OPEN')
    hear(world, wide, 1)
    expect(mode(world)).toBe('REDUCE_ONLY')
  })

  it.each<[string, (world: World) => void]>([
    ['the price is held', (world) => hear(world, { held: true })],
    ['the price is old', (world) => tick(world, market(world, BTC_ID).softStaleMs + 1)],
    ['the operator said so', (world) => say(world, 'REDUCE_ONLY', undefined, BTC_ID)],
  ])('do not end it while %s', (_, given) => {
    const world = createWorld()
    hear(world, {})
    hear(world, wide)
    hear(world, wide, 5_000)
    hear(world, {})
    market(world, BTC_ID).modeSinceMs = timeMs(world.now() - 300_000)
    market(world, BTC_ID).calmSinceMs = timeMs(world.now() - 60_000)
    given(world)
    tick(world, 0)
    expect(mode(world)).toBe('REDUCE_ONLY')
  })
})

describe('the trail of five minutes', () => {
  it('has one price per ten seconds, thirty-one in total', () => {
    const world = createWorld()
    for (let s = 0; s < 400; s++) {
      hear(world, { price: ticks(1_000_000 + s) })
      tick(world, 0)
    }
    const wanted = Array.from({ length: 31 }, (_, i) => 1_000_000 + 90 + 10 * i)
    expect(market(world, BTC_ID).trail).toEqual(wanted)
    // To the millisecond.
    tick(world, 0)
    hear(world, { price: ticks(1_000_401) }, 999)
    tick(world, 0)
    expect(market(world, BTC_ID).trail).toEqual(wanted)
    world.run({ kind: 'TickTimer' }, 1)
    expect(market(world, BTC_ID).trail.at(-1)).toBe(1_000_401)
  })
})

describe('prices that agree', () => {
  it('are three in a row within fifty basis points of the lowest, and none of them held', () => {
    const world = createWorld()
    hear(world, {})
    say(world, 'HALT', undefined, BTC_ID)
    say(world, 'OPEN', undefined, BTC_ID)
    expect(market(world, BTC_ID).haltCause).toBe('REOPENING')
    hear(world, {})
    hear(world, { held: true })
    hear(world, { price: ticks(1_005_001) })
    hear(world, {})
    expect(mode(world)).toBe('HALT')
    hear(world, { price: ticks(1_004_000) })
    expect(mode(world)).toBe('HALT')
    // The first of these four is discarded.
    hear(world, { price: ticks(1_005_000) })
    expect(market(world, BTC_ID)).toMatchObject({ mode: 'OPEN', mark: 1_005_000, haltCause: undefined })
    // The next time it starts with none.
    say(world, 'HALT', undefined, BTC_ID)
    say(world, 'OPEN', undefined, BTC_ID)
    hear(world, { price: ticks(1_005_000) })
    hear(world, { price: ticks(1_005_000) })
    expect(mode(world)).toBe('HALT')
  })

  it('do not include stale ones', () => {
    const world = createWorld()
    hear(world, {})
    tick(world, 120_001)
    expect(market(world, BTC_ID).haltCause).toBe('REOPENING')
    const { hardStaleMs } = market(world, BTC_ID)
    const hearOld = (ageMs: number) => hear(world, { sourceTimeMs: timeMs(world.now() + 1_000 - ageMs) })
    hearOld(hardStaleMs)
    hearOld(hardStaleMs)
    hearOld(hardStaleMs + 1)
    expect(mode(world)).toBe('HALT')
    // Like a held one, it has not reset the others either.
    hearOld(hardStaleMs)
    expect(mode(world)).toBe('OPEN')
  })

  it('are needed again after two minutes without any', () => {
    const world = createWorld()
    hear(world, {})
    hear(world, {})
    tick(world, 120_000)
    expect(mode(world)).toBe('OPEN')
    const { events } = tick(world, 1)
    expect(eventsOf(events, 'MarketStatusChanged')).toMatchObject([{ status: 'HALT', mode: 'HALT' }])
    expect(market(world, BTC_ID)).toMatchObject({ haltCause: 'REOPENING', openSinceMs: world.now() })
    // A halted market is not halted for another reason.
    say(world, 'HALT', 'REGULATORY', BTC_ID)
    tick(world, 120_000)
    expect(market(world, BTC_ID).haltCause).toBe('REGULATORY')
  })

  it('are needed if the first comes before the first timer', () => {
    const world = createWorld()
    const trader = world.trader(2_000)
    world.prices({ BTC: 1_000_000 })
    world.order(trader, BTC, 'buy', { size: 10_000 })
    // The process stops for eight hours. One bad price, a quarter below.
    world.prices({ BTC: 750_000 }, 28_800_000)
    expect(world.account(trader).positions).toHaveLength(1)
    expect(market(world, BTC_ID)).toMatchObject({ mode: 'HALT', index: 1_000_000, reopenPrices: [750_000] })
    for (let n = 0; n < 2; n++) world.prices({ BTC: 990_000 }, 1_000)
    expect(mode(world)).toBe('HALT')
    world.prices({ BTC: 990_000 }, 1_000)
    expect(market(world, BTC_ID)).toMatchObject({ mode: 'OPEN', index: 990_000 })
    expect(world.account(trader).positions).toHaveLength(1)
  })

  it('are not needed at exactly two minutes', () => {
    const world = createWorld()
    hear(world, {})
    world.prices({ BTC: 990_000 }, 120_000)
    expect(market(world, BTC_ID)).toMatchObject({ mode: 'OPEN', index: 990_000 })
    world.prices({ BTC: 995_000 }, 120_001)
    expect(market(world, BTC_ID)).toMatchObject({ mode: 'HALT', index: 990_000 })
  })
})

describe('a halted market', () => {
  it('protects no account from liquidation by other markets, in any earlier operator mode', () => {
    const world = createWorld()
    const trader = world.trader(3_000)
    world.prices({ AAPL: 23_150, BTC: 1_000_000 })
    set(world, trader, 50, BTC.symbol)
    world.order(trader, AAPL, 'buy', { size: 100 })
    world.order(trader, BTC, 'buy', { size: 100_000, initMarginRatio: ratio4(200) })
    say(world, 'POST_ONLY')
    say(world, 'HALT', 'REGULATORY')
    expect(world.account(trader).positions).toHaveLength(2)
    world.prices({ BTC: 971_000 }, 1_000)
    expect(world.account(trader).positions.map(({ symbol }) => symbol)).toEqual([AAPL.symbol])
  })

  it('is published once, and gives the end of a session only if that is a regular one', () => {
    const world = createWorld()
    world.prices({ AAPL: 23_150 })
    const halts = (events: ReturnType<World['run']>['events']) => eventsOf(events, 'MarketStatusChanged')
    expect(session(world, 'EXTENDED', AAPL_ID, world.now() + 1_000).answer).toEqual({ ok: true })
    expect(market(world).regularSpan).toBeUndefined()
    session(world, 'REGULAR')
    expect(market(world).regularSpan).toBeUndefined()
    expect(halts(say(world, 'HALT').events)).toHaveLength(1)
    expect(halts(say(world, 'HALT').events)).toEqual([])
    expect(halts(say(world, 'OPEN').events)).toEqual([])
    agree(world, 23_150)
    expect(halts(say(world, 'POST_ONLY').events)).toHaveLength(1)
    expect(halts(say(world, 'POST_ONLY').events)).toEqual([])
  })
})

describe('sessions', () => {
  it('S3: over a weekend nothing trades or changes, cancels are accepted, and three prices that agree reopen', () => {
    const world = createWorld()
    const trader = world.trader(100_000)
    world.prices({ AAPL: 23_150 })
    const resting = world.order(trader, AAPL, 'buy', { size: 10, limitPrice: 22_000 })
    world.order(trader, AAPL, 'buy', { size: 1_000 })
    session(world, 'CLOSED')
    const { mark, cumFunding, samples } = market(world)
    expect(outcome(world.order(trader, AAPL, 'sell', { size: 10, reduceOnly: true }))).toBe(
      'REJECTED MARKET_CLOSED_REJECTED',
    )
    for (let i = 0; i < 5; i++) {
      world.prices({ AAPL: 21_000 }, 60_000)
      tick(world)
    }
    world.run({ kind: 'TickFunding', hourMs: timeMs(Math.floor(world.now() / 3_600_000) * 3_600_000) })
    expect(market(world)).toMatchObject({ mark, cumFunding, index: 23_150 })
    expect(market(world).samples).toBeLessThanOrEqual(samples)
    expect(world.cancel(trader, resting.id)).toMatchObject({ ok: true })
    session(world, 'OVERNIGHT')
    world.prices({ AAPL: 23_000 }, 1_000)
    world.prices({ AAPL: 23_500 }, 1_000)
    agree(world, 23_600)
    expect(market(world).mode).toBe('HALT')
    // Ten seconds after the scheduled open, and the last three within 50 bps.
    world.prices({ AAPL: 23_590 }, 5_000)
    expect(market(world)).toMatchObject({ mode: 'OPEN', mark: 23_590, premiumMilliTicks: 0 })
    expect(market(world).ladder!.halfSpreadPpm).toBe(4 * 150)
  })

  it('S4: after a gap of 9 % no account is liquidated for ten seconds, then at once, not below bankruptcy', () => {
    const world = createWorld()
    const trader = world.trader(1_200)
    world.prices({ AAPL: 23_150 })
    set(world, trader, 20)
    world.order(trader, AAPL, 'buy', { size: 1_000_000, initMarginRatio: ratio4(500) })
    session(world, 'CLOSED')
    session(world, 'REGULAR')
    world.run({ kind: 'TickTimer' }, 10_000)
    agree(world, 21_066)
    const view = world.account(trader)
    expect(market(world).mode).toBe('OPEN')
    expect(view.equity).toBeLessThan(0)
    world.prices({ AAPL: 21_066 }, 9_000)
    expect(world.account(trader).positions).toHaveLength(1)
    const { events } = world.prices({ AAPL: 21_066 }, 1_000)
    expect(world.account(trader).positions).toEqual([])
    expect(world.account(trader).collateral).toBeGreaterThanOrEqual(0)
    const last = eventsOf(events, 'OrderUpdated').findLast(({ order }) => order.orderType === 'LIQUIDATION')!
    expect(last.order.avgFilledPrice).toBeGreaterThan(21_066)
  })

  it('the spread after a reopening is three times the session’s, and narrows within a minute', () => {
    const world = createWorld()
    world.prices({ BTC: 1_000_000 })
    const calm = market(world, BTC_ID).ladder!.halfSpreadPpm
    say(world, 'HALT', undefined, BTC_ID)
    say(world, 'OPEN', undefined, BTC_ID)
    agree(world, 1_000_000, 'BTC')
    expect(market(world, BTC_ID).ladder!.halfSpreadPpm).toBe(3 * calm)
    world.prices({ BTC: 1_000_000 }, 4_000)
    world.prices({ BTC: 1_000_000 }, 26_000)
    expect(market(world, BTC_ID).ladder!.halfSpreadPpm).toBe(2 * calm)
    world.prices({ BTC: 1_000_000 }, 30_000)
    expect(market(world, BTC_ID).ladder!.halfSpreadPpm).toBe(calm)
  })
})

describe('leverage', () => {
  it('S12: 10 to 5 is refused with a position; 10 to 20 int32s the initial margin and changes no liquidation price', () => {
    const world = createWorld()
    const trader = world.trader(1_000)
    world.prices({ AAPL: 23_150 })
    world.order(trader, AAPL, 'buy', { size: 100_000 })
    const [before] = world.account(trader).positions
    expect(before!.initMarginRatio).toBe(1_000)
    expect(set(world, trader, 5)).toEqual({ ok: false, code: REFUSAL.DECREASE_LEVERAGE_WITH_POSITION })
    expect(set(world, trader, 20)).toEqual({ ok: true })
    const [after] = world.account(trader).positions
    expect(after).toMatchObject({
      initMarginRatio: 500,
      maintMargin: before!.maintMargin,
      liquidationPrice: before!.liquidationPrice,
    })
    expect(2 * after!.initMargin - before!.initMargin).toBeLessThanOrEqual(1)
  })
})

describe('operator halts', () => {
  it('are each detached by their own cause: market-wide, regulatory, the operator', () => {
    const world = createWorld()
    world.prices({ AAPL: 23_150 })
    say(world, 'HALT', 'REGULATORY')
    say(world, 'HALT', 'MARKET_WIDE')
    say(world, 'HALT', 'MARKET_WIDE')
    expect(market(world)).toMatchObject({ haltCause: 'MARKET_WIDE', alsoHaltedBy: ['REGULATORY'] })
    const text = encodeState(world.exchange)
    expect(encodeState(decodeState(text))).toBe(text)
    say(world, 'OPEN')
    expect(market(world).haltCause).toBe('MARKET_WIDE')
    say(world, 'OPEN', 'MARKET_WIDE')
    agree(world, 23_150)
    expect(market(world)).toMatchObject({ mode: 'HALT', haltCause: 'REGULATORY', alsoHaltedBy: undefined })
    // The calendar neither hides nor lifts them.
    session(world, 'CLOSED')
    session(world, 'REGULAR')
    agree(world, 23_150)
    expect(market(world).haltCause).toBe('REGULATORY')
    say(world, 'OPEN', 'REGULATORY')
    // At the earliest ten seconds after the scheduled open.
    agree(world, 23_150)
    expect(market(world)).toMatchObject({ mode: 'HALT', haltCause: 'REOPENING' })
    for (const _ of [1, 2]) agree(world, 23_150)
    expect(market(world).mode).toBe('OPEN')
  })

  it('leave the ten seconds after the scheduled open unchanged', () => {
    const world = createWorld()
    world.prices({ AAPL: 23_150 })
    // One that was in force at the start of the session, and one that came while the market waited.
    for (const isBefore of [true, false]) {
      session(world, 'CLOSED')
      if (isBefore) say(world, 'HALT', 'CORPORATE_ACTION')
      tick(world, 3_600_000)
      session(world, 'OVERNIGHT')
      if (!isBefore) say(world, 'HALT', 'REGULATORY')
      const open = world.now()
      say(world, 'OPEN', isBefore ? 'CORPORATE_ACTION' : 'REGULATORY')
      agree(world, 23_150)
      expect([market(world).mode, world.now() - open]).toEqual(['HALT', 3_000])
      const text = encodeState(world.exchange)
      expect(encodeState(decodeState(text))).toBe(text)
      world.prices({ AAPL: 23_150 }, 6_999)
      expect(market(world).mode).toBe('HALT')
      world.prices({ AAPL: 23_150 }, 1)
      expect(market(world).mode).toBe('OPEN')
    }
    // Long after it the market waits for the prices only.
    say(world, 'HALT', 'REGULATORY')
    tick(world, 60_000)
    say(world, 'OPEN', 'REGULATORY')
    agree(world, 23_150)
    expect(market(world).mode).toBe('OPEN')
  })

  it('detached while the session is closed leave the market to the calendar', () => {
    const world = createWorld()
    world.prices({ AAPL: 23_150 })
    say(world, 'HALT', 'REGULATORY')
    session(world, 'CLOSED')
    say(world, 'OPEN', 'REGULATORY')
    expect(market(world).haltCause).toBe('SESSION')
  })

  it('of a feed can only halt and lift', () => {
    const world = createWorld()
    world.prices({ AAPL: 23_150 })
    expect(say(world, 'REDUCE_ONLY', 'REGULATORY').answer).toEqual({
      ok: false,
      code: REFUSAL.INVALID_PARAMETER,
    })
    expect(say(world, 'HALT', 'WEATHER' as never).answer).toEqual({
      ok: false,
      code: REFUSAL.INVALID_PARAMETER,
    })
    expect(say(world, 'HALT', 'REGULATORY', 99).answer).toEqual({ ok: false, code: REFUSAL.BAD_SYMBOL })
    expect(say(world, 'OPEN', 'REGULATORY').answer).toEqual({ ok: true })
    expect(market(world).mode).toBe('OPEN')
  })
})

describe('modes of the operator', () => {
  it('POST_ONLY refuses every taker with 3013 and lets the others rest', () => {
    const world = createWorld()
    const trader = world.trader(100_000)
    world.prices({ AAPL: 23_150 })
    world.order(trader, AAPL, 'buy', { size: 1_000 })
    const { events } = say(world, 'POST_ONLY')
    expect(eventsOf(events, 'MarketStatusChanged')).toMatchObject([
      { mode: 'OPEN', operatorMode: 'POST_ONLY' },
    ])
    const place = (change: object): string =>
      outcome(world.order(trader, AAPL, 'buy', { size: 10, limitPrice: 23_000, ...change }))
    expect(outcome(world.order(trader, AAPL, 'buy', { size: 10 }))).toBe('REJECTED HALTED_REDUCE_ONLY')
    expect(outcome(world.order(trader, AAPL, 'sell', { size: 10, reduceOnly: true }))).toBe(
      'REJECTED HALTED_REDUCE_ONLY',
    )
    expect(place({ timeInForce: 'IOC' })).toBe('REJECTED HALTED_REDUCE_ONLY')
    expect(place({ timeInForce: 'FOK' })).toBe('REJECTED HALTED_REDUCE_ONLY')
    expect(place({ limitPrice: 24_000 })).toBe('REJECTED HALTED_REDUCE_ONLY')
    expect(place({ limitPrice: 24_000, timeInForce: 'POST_ONLY' })).toBe('CANCELLED POST_ONLY_WOULD_TAKE')
    expect(place({ timeInForce: 'POST_ONLY' })).toBe('NEW')
    expect(place({})).toBe('NEW')
    const stop = world.order(trader, AAPL, 'sell', {
      size: 10,
      limitPrice: 23_100,
      orderType: 'STOP_LOSS',
      reduceOnly: true,
    })
    world.prices({ AAPL: 23_050 }, 1_000)
    expect(world.cancel(trader, stop.id)).toMatchObject({ ok: true })
    say(world, 'OPEN')
    expect(outcome(world.order(trader, AAPL, 'buy', { size: 10 }))).toBe('FILLED')
  })

  it('CANCEL_ONLY accepts cancels only: no quotes, triggers or liquidations', () => {
    const world = createWorld()
    const trader = world.trader(1_200)
    world.prices({ AAPL: 23_150 })
    set(world, trader, 20)
    world.order(trader, AAPL, 'buy', { size: 900_000, initMarginRatio: ratio4(500) })
    const resting = world.order(trader, AAPL, 'sell', { size: 10, limitPrice: 30_000, reduceOnly: true })
    say(world, 'CANCEL_ONLY')
    const text = encodeState(world.exchange)
    expect(encodeState(decodeState(text))).toBe(text)
    expect(market(world).ladder).toBeUndefined()
    expect(
      outcome(world.order(trader, AAPL, 'sell', { size: 10, limitPrice: 29_000, reduceOnly: true })),
    ).toBe('REJECTED HALTED_REDUCE_ONLY')
    expect(world.cancel(trader, resting.id)).toMatchObject({ ok: true })
    world.prices({ AAPL: 22_100 }, 1_000)
    expect(world.account(trader).equity).toBeLessThan(world.account(trader).maintMargin)
    say(world, 'POST_ONLY')
    world.prices({ AAPL: 22_100 }, 1_000)
    expect(world.account(trader).positions).toHaveLength(1)
    // Liquidations come last.
    say(world, 'OPEN')
    world.prices({ AAPL: 22_100 }, 1_000)
    const after = world.account(trader)
    expect(after.positions[0]?.size ?? 0).toBeLessThan(900_000)
    expect(after.equity).toBeGreaterThanOrEqual(after.maintMargin)
  })

  it('apply on top of a reduce-only market and do not end it', () => {
    const world = createWorld()
    world.prices({ AAPL: 23_150 })
    say(world, 'REDUCE_ONLY')
    say(world, 'POST_ONLY')
    expect(market(world)).toMatchObject({ mode: 'REDUCE_ONLY', isReducedByHand: true })
    say(world, 'OPEN')
    expect(market(world)).toMatchObject({ mode: 'OPEN', operatorMode: undefined })
  })
})
