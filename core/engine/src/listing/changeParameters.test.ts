import { describe, expect, it } from 'vitest'
import { REFUSAL, rate5, ratio4, usd6 } from '@vest/protocol'
import { apply } from '../apply.ts'
import { type ChangeParameters } from '../api/commands.ts'
import { activate } from './activate.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { launchParameters } from '../api/parameters.ts'
import { createExchange } from '../state/exchange.ts'
import { AAPL, BTC, createWorld, eventsOf, outcome, type World } from '../testing/world.ts'

const AAPL_ID = 0
const BTC_ID = 1
type Change = NonNullable<ChangeParameters['exchange']>
type MarketChange = NonNullable<ChangeParameters['market']>['change']

const change = (world: World, exchange: Change) => world.run({ kind: 'ChangeParameters', exchange })
const changeMarket = (world: World, marketId: number, of: MarketChange) =>
  world.run({ kind: 'ChangeParameters', market: { marketId, change: of } })

function quotedWorld() {
  const world = createWorld()
  const [maker, taker] = [world.trader(100_000), world.trader(100_000)]
  world.prices({ AAPL: 23_150, BTC: 1_000_000 })
  return { world, maker, taker }
}

/** Fees of a maker and a taker for 1 000 lots at 231.50. */
function feesOf({ world, maker, taker }: ReturnType<typeof quotedWorld>) {
  const resting = world.order(maker, AAPL, 'sell', { size: 1_000, limitPrice: 23_150 })
  const before = world.account(maker).collateral
  const taken = world.order(taker, AAPL, 'buy', { size: 1_000, limitPrice: 23_150 })
  expect(resting.status).toBe('NEW')
  return { maker: before - world.account(maker).collateral, taker: taken.fees }
}

describe('a change of parameters', () => {
  it('of fees applies from the next command on and leaves charged fees', () => {
    const input = quotedWorld()
    const { world } = input
    expect(feesOf(input)).toEqual({ maker: 1_158, taker: 2_315 })
    const treasury = world.exchange.money.TREASURY
    change(world, { makerFeePercent: 100 })
    changeMarket(world, AAPL_ID, { takerFeeRate: rate5(20) })
    expect(world.exchange.money.TREASURY).toBe(treasury)
    expect(feesOf(input)).toEqual({ maker: 4_630, taker: 4_630 })
    change(world, { makerFeePercent: 0 })
    expect(feesOf(input)).toEqual({ maker: 0, taker: 4_630 })
  })

  it('updates quotes at once: spread, skew and capacity of the ladder', () => {
    const { world } = quotedWorld()
    const before = world.exchange.markets[AAPL_ID]!.ladder!
    const { events } = changeMarket(world, AAPL_ID, {
      halfSpreadMinPpm: 400,
      skewMaxPpm: 9_000,
      inventoryLimitUsd6: usd6(500_000_000_000),
    })
    const after = world.exchange.markets[AAPL_ID]!.ladder!
    expect(after).toMatchObject({ halfSpreadPpm: 400, skewMaxPpm: 9_000 })
    expect(after.limit).toBe(Math.floor(before.limit / 2))
    expect(eventsOf(events, 'BooksChanged')).toEqual([{ kind: 'BooksChanged', marketIds: [AAPL_ID] }])
    expect(eventsOf(events, 'ParametersChanged')[0]!.market).toMatchObject({
      marketId: AAPL_ID,
      spec: { risk: { halfSpreadMinPpm: 400, volHaltBps: AAPL.risk.volHaltBps } },
    })
  })

  it('of caps across markets changes the capacity of every ladder', () => {
    const { world, taker } = quotedWorld()
    change(world, { classCapPercent: { stock: 0, crypto: 120, forex: 100 } })
    expect(outcome(world.order(taker, AAPL, 'buy', { size: 1_000 }))).toBe('REJECTED CAPACITY_EXCEEDED')
    change(world, { classCapPercent: { stock: 120, crypto: 120, forex: 100 }, grossCapPercent: 0 })
    expect(outcome(world.order(taker, BTC, 'buy', { size: 1_000 }))).toBe('REJECTED CAPACITY_EXCEEDED')
    change(world, { grossCapPercent: 300 })
    expect(outcome(world.order(taker, BTC, 'buy', { size: 1_000 }))).toBe('FILLED')
  })

  it('S5: of the open interest cap refuses increases and accepts reductions; a flip counts its new part', () => {
    const { world, maker, taker } = quotedWorld()
    const third = world.trader(100_000)
    world.order(maker, AAPL, 'sell', { size: 10_000 })
    world.order(taker, AAPL, 'buy', { size: 10_000 })
    changeMarket(world, AAPL_ID, { openInterestCapUsd6: usd6(10_000 * 23_150) })
    expect(outcome(world.order(third, AAPL, 'buy', { size: 1 }))).toBe('REJECTED OI_CAP_EXCEEDED')
    // Short 1.0000 with longs at their cap: buying back is allowed, buying beyond zero is not.
    expect(outcome(world.order(maker, AAPL, 'buy', { size: 10_001 }))).toBe('REJECTED OI_CAP_EXCEEDED')
    expect(outcome(world.order(maker, AAPL, 'buy', { size: 4_000 }))).toBe('FILLED')
    expect(outcome(world.order(maker, AAPL, 'buy', { size: 6_000 }))).toBe('FILLED')
  })

  it('of the margin ratios keeps positions and reservations, and lowers settings to the new maximum', () => {
    const { world, maker } = quotedWorld()
    world.run({ kind: 'SetLeverage', account: maker.address, symbol: AAPL.symbol, leverage: 20 })
    const resting = world.order(maker, AAPL, 'buy', { size: 1_000, limitPrice: 20_000 })
    world.order(maker, AAPL, 'buy', { size: 1_000 })
    const reserved = world.account(maker).openOrderMargin
    const { events } = changeMarket(world, AAPL_ID, {
      initMarginRatio: ratio4(2_000),
      maintMarginRatio: ratio4(1_000),
    })
    expect(eventsOf(events, 'LeverageSet')).toMatchObject([{ account: maker.address, leverage: 5 }])
    expect(world.account(maker)).toMatchObject({
      openOrderMargin: reserved,
      positions: [{ initMarginRatio: resting.initMarginRatio, size: 1_000 }],
    })
    expect(world.order(maker, AAPL, 'buy', { size: 1, limitPrice: 20_000 }).initMarginRatio).toBe(2_000)
  })

  it('I19: of the clamp leaves the mark until the next index, which is then within it', () => {
    const { world } = quotedWorld()
    const market = world.exchange.markets[AAPL_ID]!
    market.premiumMilliTicks = 200_000
    world.prices({ AAPL: 23_150 })
    market.impactBid = market.impactAsk = 23_350 as never
    market.mark = 23_350 as never
    const narrow = { REGULAR: 1, EXTENDED: 1, OVERNIGHT: 1 }
    changeMarket(world, AAPL_ID, { markClampBps: narrow })
    expect(market.mark).toBe(23_350)
    const text = encodeState(world.exchange)
    expect(encodeState(decodeState(text))).toBe(text)
    world.prices({ AAPL: 23_150 })
    expect(Math.abs(market.mark! - 23_150)).toBeLessThanOrEqual(2)
    expect(market.markClampBefore).toBeUndefined()
  })

  it('of limits of orders, windows and withdrawals applies at once', () => {
    const { world, maker } = quotedWorld()
    change(world, { openOrdersPerMarketMax: 1, openOrdersMax: 2, recvWindowMaxMs: 1_000 })
    const far = { size: 1, limitPrice: 20_000 }
    expect(outcome(world.order(maker, AAPL, 'buy', far))).toBe('NEW')
    expect(outcome(world.order(maker, AAPL, 'buy', far))).toBe('REJECTED TOO_MANY_OPEN_ORDERS')
    expect(outcome(world.order(maker, BTC, 'buy', { size: 1, limitPrice: 900_000 }))).toBe('NEW')
    const late = { orderTimeMs: (world.now() - 1_001) as never }
    expect(outcome(world.order(maker, BTC, 'buy', { size: 1, limitPrice: 900_000, ...late }))).toBe(
      'REJECTED ORDER_STALE',
    )
  })

  it('is refused as a whole: no parameter, unknown names, figures out of range or against each other', () => {
    const { world } = quotedWorld()
    const text = encodeState(world.exchange)
    const bad: readonly object[] = [
      {},
      { makerFeePercent: 101 },
      { makerFeePercent: 49.5 },
      { makerFeePercent: 50, unheardOf: 1 },
      { accrualsPerHour: 7 },
      { openOrdersMax: 10, openOrdersPerMarketMax: 11 },
      { classCapPercent: { stock: 1, crypto: 1 } },
      { recvWindowMaxMs: 60_001 },
    ]
    for (const each of bad)
      expect(change(world, each).answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    const badOfMarket: readonly object[] = [
      {},
      { priceDecimals: 3 },
      { isolated: true },
      { maintMarginRatio: 501 },
      { initMarginRatio: 501 },
      { halfSpreadMinPpm: 4_000 },
      { softStaleMs: 30_000 },
      { markClampBps: { REGULAR: 0, EXTENDED: 1, OVERNIGHT: 1 } },
      { takerFeeRate: -1 },
      { evalAllowed: 'yes' },
    ]
    for (const each of badOfMarket)
      expect(changeMarket(world, AAPL_ID, each).answer).toEqual({
        ok: false,
        code: REFUSAL.INVALID_PARAMETER,
      })
    expect(changeMarket(world, 99, { volHaltBps: 100 }).answer).toEqual({
      ok: false,
      code: REFUSAL.BAD_SYMBOL,
    })
    // A valid part does not save an invalid one.
    const mixed = world.run({
      kind: 'ChangeParameters',
      exchange: { makerFeePercent: 10 },
      market: { marketId: BTC_ID, change: { volHaltBps: 0 } },
    })
    expect(mixed.answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(encodeState(world.exchange).replace(/"seq":\d+/, '')).toBe(text.replace(/"seq":\d+/, ''))
  })

  it('is in the text of the state only if it differs from the launch, and is restored from it', () => {
    const { world } = quotedWorld()
    expect(encodeState(world.exchange)).not.toContain('"parameters"')
    change(world, { triggerRowsMax: 5, classCapPercent: { stock: 1, crypto: 2, forex: 3 } })
    const text = encodeState(world.exchange)
    expect(text).toContain(
      '"parameters":{"classCapPercent":{"crypto":2,"forex":3,"stock":1},"triggerRowsMax":5}',
    )
    const restored = decodeState(text)
    expect(restored.parameters).toEqual({
      ...launchParameters(),
      triggerRowsMax: 5,
      classCapPercent: { stock: 1, crypto: 2, forex: 3 },
    })
    expect(encodeState(restored)).toBe(text)
    change(world, { triggerRowsMax: 20, classCapPercent: { stock: 120, crypto: 120, forex: 100 } })
    expect(encodeState(world.exchange)).not.toContain('"parameters"')
  })

  it('back to the launch leaves the text, also after a restart in between, in any order of names', () => {
    const world = createWorld()
    change(world, { classCapPercent: { stock: 1, crypto: 2, forex: 3 } })
    const restarted = decodeState(encodeState(world.exchange))
    const back = {
      kind: 'ChangeParameters',
      exchange: { classCapPercent: { forex: 100, crypto: 120, stock: 120 } },
    } as const
    for (const exchange of [world.exchange, restarted])
      apply(exchange, { seq: exchange.seq + 1, timeMs: exchange.timeMs, command: back })
    expect(encodeState(restarted)).toBe(encodeState(world.exchange))
    expect(encodeState(restarted)).not.toContain('"parameters"')
  })

  it('applies to the next listed market', () => {
    const world = createWorld({ markets: [AAPL] })
    change(world, { makerFeePercent: 30, offHoursProfitPercent: 10 })
    world.run({ kind: 'ListMarket', spec: BTC })
    expect(world.exchange.markets[1]).toMatchObject({ makerFeeRate: 3, offHoursProfitPercent: 100 })
    expect(world.exchange.markets[0]).toMatchObject({ makerFeeRate: 3, offHoursProfitPercent: 10 })
  })
})

describe('a feature', () => {
  it('that is unknown is refused and changes nothing', () => {
    const world = createWorld()
    expect(world.run({ kind: 'Activate', feature: 'unheard of' }).answer).toEqual({
      ok: false,
      code: REFUSAL.INVALID_PARAMETER,
    })
    expect(world.exchange.activations).toEqual([])
  })

  it('is activated once, published once, and stored in a state that only its own version accepts', () => {
    const exchange = createExchange()
    const command = { kind: 'Activate', feature: 'tomorrow' } as const
    expect(activate(exchange, command, ['tomorrow'])).toEqual({ ok: true })
    const told = exchange.work.log.noteCount
    expect(activate(exchange, command, ['tomorrow'])).toEqual({ ok: true })
    expect(exchange.work.log.noteCount).toBe(told)
    expect(exchange.activations).toEqual(['tomorrow'])
    // A version that does not know it does not continue.
    expect(() => decodeState(encodeState(exchange))).toThrow(/newer version, which knows tomorrow/)
  })
})
