import { describe, expect, it } from 'vitest'
import { REFUSAL, funding12, usd6 } from '@vest/protocol'
import { beginFundingEpoch } from '../funding/fundingEpoch.ts'
import { type Command } from '../api/commands.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { AAPL, BTC, createWorld, eventsOf, FIG, outcome, type World } from '../testing/world.ts'

const AAPL_ID = 0
const FIG_ID = 3
/** Upper limit of the new and of the old shares of a split. */
const SHARES_MAX = 10_000
const DAY_MS = 86_400_000

const halt = (marketId: number): Command => ({
  kind: 'SetMarketMode',
  marketId,
  mode: 'HALT',
  cause: 'CORPORATE_ACTION',
})
const lift = (marketId: number): Command => ({ ...halt(marketId), mode: 'OPEN' }) as Command
const split = (marketId: number, newShares: number, oldShares: number): Command => ({
  kind: 'ApplySplit',
  marketId,
  newShares,
  oldShares,
})

/** A buyer and a seller of 13.3701 AAPL at 231.47, index 231.50, nothing with the pool. */
function tradedWorld() {
  const world = createWorld()
  const buyer = world.trader(100_000)
  const seller = world.trader(100_000)
  world.prices({ AAPL: 23_150 })
  expect(outcome(world.order(seller, AAPL, 'sell', { size: 133_701, limitPrice: 23_147 }))).toBe('NEW')
  expect(outcome(world.order(buyer, AAPL, 'buy', { size: 133_701, limitPrice: 23_147 }))).toBe('FILLED')
  return { world, buyer, seller }
}
const market = (world: World, id = AAPL_ID) => world.exchange.markets[id]!

function reopen(world: World, price: number, id = AAPL_ID, symbol = 'AAPL') {
  world.run(lift(id))
  world.prices({ [symbol]: price }, 1_000)
  world.prices({ [symbol]: price }, 1_000)
  return world.prices({ [symbol]: price }, 1_000)
}

describe('a split', () => {
  it('W18: 1-for-8 leaves 1.6712, pays 15 µ for the fraction and keeps every micro-dollar', () => {
    const { world, buyer, seller } = tradedWorld()
    const before = [world.account(buyer).collateral, world.account(seller).collateral] as const
    const pool = world.exchange.money.POOL
    world.run(halt(AAPL_ID))
    const { answer, events } = world.run(split(AAPL_ID, 1, 8))
    expect(answer).toEqual({ ok: true })
    const [long, short] = [world.account(buyer), world.account(seller)]
    expect(long.positions[0]).toMatchObject({ isLong: true, size: 16_712, cost: 3_094_661_312 })
    expect(long.collateral).toBe(before[0] + 15)
    expect(short.positions[0]).toMatchObject({ isLong: false, size: 16_712, cost: 3_094_777_047 - 115_735 })
    expect(short.collateral).toBe(before[1] - 15)
    const ratio = { newShares: 1, oldShares: 8 }
    expect(eventsOf(events, 'PositionAdjusted')).toEqual([
      { kind: 'PositionAdjusted', account: buyer.address, symbol: AAPL.symbol, pnl: 15, split: ratio },
      { kind: 'PositionAdjusted', account: seller.address, symbol: AAPL.symbol, pnl: -15, split: ratio },
    ])
    // Both fractions are equal and opposite: the pool has nothing to pay.
    expect(world.exchange.money.POOL).toBe(pool)
    expect(market(world)).toMatchObject({ index: 185_200, mark: 185_200, longOi: 16_712, shortOi: 16_712 })
    expect(eventsOf(events, 'SplitApplied')).toEqual([
      { kind: 'SplitApplied', marketId: AAPL_ID, symbol: AAPL.symbol, newShares: 1, oldShares: 8 },
    ])
  })

  it('cancels every order of the market, rescales stored prices, and the market goes on at the new price', () => {
    const { world, buyer, seller } = tradedWorld()
    const bid = world.order(buyer, AAPL, 'buy', { size: 100, limitPrice: 20_000 })
    const stop = world.order(buyer, AAPL, 'sell', {
      size: 100,
      limitPrice: 20_000,
      orderType: 'STOP_LOSS',
      reduceOnly: true,
    })
    world.prices({ BTC: 1_000_000 })
    const other = world.order(seller, BTC, 'buy', { size: 10, limitPrice: 900_000 })
    world.run({ kind: 'TickTimer' }, 1_000)
    world.run(halt(AAPL_ID))
    const { events } = world.run(split(AAPL_ID, 4, 1))
    const told = eventsOf(events, 'OrderUpdated').map(({ order }) => [order.id, outcome(order)])
    expect(told).toEqual([
      [bid.id, 'CANCELLED'],
      [stop.id, 'CANCELLED'],
    ])
    expect(world.cancel(seller, other.id)).toMatchObject({ ok: true })
    expect(market(world).trail).toEqual([5_788])
    expect(market(world).index).toBe(5_788)
    reopen(world, 5_790)
    expect(market(world)).toMatchObject({ mode: 'OPEN', mark: 5_790, premiumMilliTicks: 0 })
    expect(outcome(world.order(buyer, AAPL, 'sell', { size: 4 * 133_701, reduceOnly: true }))).toBe('FILLED')
    expect(world.account(buyer).positions).toEqual([])
  })

  it('makes the pool the counterparty of all, from a whole position or from fractions alone', () => {
    const world = createWorld()
    const traders = [1, 2, 3].map(() => world.trader(100_000))
    world.prices({ AAPL: 23_150 })
    world.order(traders[0]!, AAPL, 'buy', { size: 12 })
    world.order(traders[1]!, AAPL, 'sell', { size: 6 })
    world.order(traders[2]!, AAPL, 'sell', { size: 6 })
    expect(market(world).pool).toBeUndefined()
    world.run(halt(AAPL_ID))
    world.run(split(AAPL_ID, 1, 8))
    // 12 lots become one and four left over; each six become nothing: the pool is short the remaining lot.
    expect(world.account(traders[0]!).positions[0]).toMatchObject({ size: 1 })
    expect(world.account(traders[1]!).positions).toEqual([])
    expect(market(world).pool).toMatchObject({ isLong: false, size: 1, cost: 8 * 23_150 })
  })

  it('settles funding first, and rescales the accumulator so that no account owes or gains', () => {
    const { world, buyer } = tradedWorld()
    market(world).cumFunding = funding12(market(world).cumFunding + 2_000_000_000_001n)
    beginFundingEpoch(world.exchange, market(world))
    const { collateral } = world.account(buyer)
    world.run(halt(AAPL_ID))
    const { events } = world.run(split(AAPL_ID, 3, 1))
    const [first] = eventsOf(events, 'FundingSettled')
    expect(first).toMatchObject({ reason: 'CORPORATE_ACTION', payment: -26_740_201 })
    expect(market(world).cumFunding).toBe(666_666_666_667n)
    expect(world.account(buyer).collateral).toBe(collateral - 26_740_201)
    expect(world.account(buyer).positions[0]).toMatchObject({ entryFunding: 666_666_666_667n })
  })

  it('of an isolated market changes the margin of the position, and POOL_ISO alone', () => {
    const world = createWorld()
    world.run({ kind: 'SeedSystemAccount', account: 'POOL_ISO', amountUsd6: usd6(1_000_000_000_000) })
    const trader = world.trader(10_000)
    world.prices({ FIG: 40_000 })
    world.order(trader, FIG, 'buy', { size: 10_001 })
    const { collateral } = world.account(trader)
    const pool = world.exchange.money.POOL
    world.run(halt(FIG_ID))
    world.run(split(FIG_ID, 1, 2))
    expect(world.account(trader).collateral).toBe(collateral)
    expect(world.account(trader).positions[0]).toMatchObject({ size: 5_000 })
    expect(market(world, FIG_ID).pool).toMatchObject({ isLong: false, size: 5_000 })
    expect(world.exchange.money.POOL).toBe(pool)
  })

  it('is refused while the market trades, without a market, and for an invalid ratio', () => {
    const { world } = tradedWorld()
    expect(world.run(split(99, 2, 1)).answer).toEqual({ ok: false, code: REFUSAL.BAD_SYMBOL })
    expect(world.run(split(AAPL_ID, 2, 1)).answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    world.run(halt(AAPL_ID))
    const text = encodeState(world.exchange)
    for (const [a, b] of [
      [1, 1],
      [0, 1],
      [1, 2.5],
      [20_000, 1],
    ] as const)
      expect(world.run(split(AAPL_ID, a, b)).answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(encodeState(world.exchange).replace(/"seq":\d+/, '')).toBe(text.replace(/"seq":\d+/, ''))
  })

  it.each([
    // From a price of three ticks to one, not below it.
    [3, 3, 1, true],
    [3, 4, 1, false],
    // To the highest possible price, not beyond it.
    [500_000_000_000, 1, 2, true],
    [500_000_000_000, 1, 3, false],
    [20_000, 1, SHARES_MAX, true],
    [20_000, 1, SHARES_MAX + 1, false],
    // A market without a price accepts any ratio.
    [undefined, SHARES_MAX, 1, true],
    [undefined, SHARES_MAX + 1, 1, false],
  ])('of a price of %s by %d for %d: %s', (price, newShares, oldShares, isTaken) => {
    const world = createWorld()
    if (price !== undefined) world.prices({ AAPL: price })
    world.run(halt(AAPL_ID))
    const { answer } = world.run(split(AAPL_ID, newShares, oldShares))
    expect(answer).toEqual(isTaken ? { ok: true } : { ok: false, code: REFUSAL.INVALID_PARAMETER })
    if (isTaken && price !== undefined) expect(market(world).index).toBe((price * oldShares) / newShares)
  })

  it('rescales funding, a pending dividend and the settled funding of the pool, by shares that do not divide', () => {
    const { world, buyer } = tradedWorld()
    const seller = world.trader(100_000)
    world.order(seller, AAPL, 'sell', { size: 1_000 })
    market(world).cumFunding = funding12(3_000_000_000_000n)
    beginFundingEpoch(world.exchange, market(world))
    world.run(halt(AAPL_ID))
    world.run({ kind: 'PayDividend', marketId: AAPL_ID, perShare: funding12(260_000_000_000n) })
    const { pendingDividend } = market(world)
    expect(world.run(split(AAPL_ID, 3, 2)).answer).toEqual({ ok: true })
    expect(market(world).cumFunding).toBe(2_000_000_000_000n)
    expect(market(world).pendingDividend).toBe((pendingDividend! * 2n) / 3n)
    // A tenth of a share, three dollars of funding a share: settled before, and therefore not rescaled.
    expect(market(world).pool).toMatchObject({
      isLong: true,
      size: 1_500,
      entryFunding: 2_000_000_000_000n,
      settledFunding: -300_000,
    })
    expect(world.account(buyer).positions[0]).toMatchObject({ entryFunding: 2_000_000_000_000n })
  })
})

describe('a dividend', () => {
  it('W18: is paid in the command that reopens the market: 0.26 a share makes 3.476226 for 13.3701', () => {
    const { world, buyer, seller } = tradedWorld()
    const before = [world.account(buyer).collateral, world.account(seller).collateral] as const
    world.run(halt(AAPL_ID))
    const perShare = funding12(260_000_000_000n)
    expect(world.run({ kind: 'PayDividend', marketId: AAPL_ID, perShare }).answer).toEqual({ ok: true })
    expect(world.account(buyer).collateral).toBe(before[0])
    const { events } = reopen(world, 23_124)
    expect(market(world).cumFunding).toBe(-260_000_000_000n)
    expect(world.account(buyer).collateral).toBe(before[0] + 3_476_226)
    expect(world.account(seller).collateral).toBe(before[1] - 3_476_226)
    const told = eventsOf(events, 'FundingSettled').map(({ reason, payment }) => [reason, payment])
    expect(told).toEqual([
      ['DIVIDEND', 3_476_226],
      ['DIVIDEND', -3_476_226],
    ])
    expect(market(world).pendingDividend).toBeUndefined()
  })

  it('is paid by the pool to its buyer, and funding owed before is reported separately', () => {
    const world = createWorld()
    const trader = world.trader(100_000)
    world.prices({ AAPL: 23_150 })
    world.order(trader, AAPL, 'buy', { size: 10_000 })
    market(world).cumFunding = funding12(1_000_000_000_000n)
    beginFundingEpoch(world.exchange, market(world))
    const pool = world.exchange.money.POOL
    world.run(halt(AAPL_ID))
    for (const part of [1n, 2n])
      world.run({ kind: 'PayDividend', marketId: AAPL_ID, perShare: funding12(part * 500_000_000_000n) })
    const { events } = reopen(world, 23_000)
    const told = eventsOf(events, 'FundingSettled').map(({ reason, payment }) => [reason, payment])
    expect(told).toEqual([
      ['CORPORATE_ACTION', -1_000_000],
      ['DIVIDEND', 1_500_000],
    ])
    expect(world.exchange.money.POOL).toBe(pool + 1_000_000 - 1_500_000)
  })

  it('survives a snapshot while pending; is refused outside HALT and without an amount', () => {
    const { world } = tradedWorld()
    const pay = (perShare: bigint, marketId = AAPL_ID) =>
      world.run({ kind: 'PayDividend', marketId, perShare: funding12(perShare) }).answer
    expect(pay(1n)).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(pay(1n, 99)).toEqual({ ok: false, code: REFUSAL.BAD_SYMBOL })
    world.run(halt(AAPL_ID))
    expect(pay(0n)).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(pay(7n)).toEqual({ ok: true })
    const text = encodeState(world.exchange)
    expect(encodeState(decodeState(text))).toBe(text)
    expect(decodeState(text).markets[AAPL_ID]!.pendingDividend).toBe(7n)
  })

  it('does not exceed the price of the share, all pending ones together', () => {
    const { world } = tradedWorld()
    const pay = (perShare: bigint) =>
      world.run({ kind: 'PayDividend', marketId: AAPL_ID, perShare: funding12(perShare) }).answer
    world.run(halt(AAPL_ID))
    const worth = 231_500_000_000_000n
    expect(pay(worth - 1n)).toEqual({ ok: true })
    expect(pay(1n)).toEqual({ ok: true })
    expect(pay(1n)).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(market(world).pendingDividend).toBe(worth)
    // A quarter of a dollar in a unit too small by six digits.
    expect(pay(250_000_000_000_000_000n).ok).toBe(false)
  })
})

describe('the end of a market', () => {
  const announce: Command = { kind: 'AnnounceDelisting', marketId: AAPL_ID }
  const delist: Command = { kind: 'DelistMarket', marketId: AAPL_ID }

  it('is announced a day ahead, reduce-only until then; then all is closed at the last index without a fee', () => {
    const { world, buyer, seller } = tradedWorld()
    const before = [world.account(buyer).collateral, world.account(seller).collateral] as const
    const resting = world.order(buyer, AAPL, 'buy', { size: 100, limitPrice: 20_000 })
    expect(world.run(delist).answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    world.run(announce)
    expect(market(world).mode).toBe('REDUCE_ONLY')
    expect(outcome(world.order(buyer, AAPL, 'buy', { size: 100 }))).toBe('REJECTED HALTED_REDUCE_ONLY')
    // The operator's OPEN does not undo the announcement.
    world.run({ kind: 'SetMarketMode', marketId: AAPL_ID, mode: 'OPEN' })
    expect(market(world).mode).toBe('REDUCE_ONLY')
    expect(world.run(delist, DAY_MS - 1).answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    const { answer, events } = world.run(delist, 1)
    expect(answer).toEqual({ ok: true })
    // 13.3701 at 231.50 against 231.47.
    expect(world.account(buyer)).toMatchObject({ collateral: before[0] + 401_103, positions: [] })
    expect(world.account(seller)).toMatchObject({ collateral: before[1] - 401_103, positions: [] })
    expect(eventsOf(events, 'OrderUpdated').map(({ order }) => [order.id, outcome(order)])).toEqual([
      [resting.id, 'CANCELLED'],
    ])
    expect(eventsOf(events, 'MarketDelisted')).toMatchObject([{ marketId: AAPL_ID, price: 23_150 }])
    expect(eventsOf(events, 'FillBooked')).toEqual([])
  })

  it('closes the pool too, and covers what an account cannot pay', () => {
    const world = createWorld()
    const trader = world.trader(1_000)
    world.prices({ AAPL: 23_150 })
    world.order(trader, AAPL, 'buy', { size: 400_000 })
    world.run(announce)
    world.run(halt(AAPL_ID), DAY_MS)
    // Reopens a fifth lower: liquidation is off for ten seconds, in which the market ends.
    reopen(world, 18_520)
    expect(world.account(trader).equity).toBeLessThan(0)
    const pool = world.exchange.money.POOL
    const owed = world.account(trader).equity
    const value = 400_000 * 18_520
    const { cost } = market(world).pool!
    world.run(delist)
    expect(world.account(trader)).toMatchObject({ collateral: 0, positions: [] })
    expect(world.exchange.money.INSURANCE).toBe(0)
    // The backstop, which belongs to the pool too, pays what insurance cannot.
    const { POOL, BACKSTOP } = world.exchange.money
    expect(POOL + BACKSTOP).toBeLessThan(pool + cost - value + owed + 1_000_000)
    expect(market(world)).toMatchObject({ mode: 'HALT', haltCause: 'DELISTED', pool: undefined, longOi: 0 })
  })

  it('of an isolated market beyond the margin of a position costs insurance, then POOL_ISO, and never POOL', () => {
    const world = createWorld()
    const trader = world.trader(20_000)
    world.run({ kind: 'SeedSystemAccount', account: 'POOL_ISO', amountUsd6: usd6(2_000_000_000_000) })
    world.prices({ FIG: 52_310 })
    world.run({ kind: 'SetLeverage', account: trader.address, symbol: FIG.symbol, leverage: 5 })
    world.order(trader, FIG, 'buy', { size: 400_000, limitPrice: 55_000, timeInForce: 'IOC' })
    const { collateral } = world.account(trader)
    world.run({ ...announce, marketId: FIG_ID } as Command)
    // Liquidation is off in POST_ONLY, and the market ends in HALT.
    world.run({ kind: 'SetMarketMode', marketId: FIG_ID, mode: 'POST_ONLY' })
    world.prices({ FIG: 30_000 }, 1_000)
    world.run(halt(FIG_ID))
    const { isolatedMargin, cost } = world.account(trader).positions[0]!
    const loss = cost - 30_000 * 400_000
    const { POOL, INSURANCE, POOL_ISO } = world.exchange.money
    const missing = loss - isolatedMargin
    expect(missing).toBeGreaterThan(INSURANCE)
    expect(world.run({ ...delist, marketId: FIG_ID } as Command, DAY_MS).answer).toEqual({ ok: true })
    const { money } = world.exchange
    expect([money.POOL, money.INSURANCE]).toEqual([POOL, 0])
    // It had sold the position that the trader bought.
    expect(money.POOL_ISO - POOL_ISO).toBe(loss - (missing - INSURANCE))
    expect(world.account(trader)).toMatchObject({ collateral, positions: [] })
  })

  it('is permanent: orders are refused, operator modes and prices change nothing, the data stays', () => {
    const { world, buyer } = tradedWorld()
    world.run(announce)
    world.run(delist, DAY_MS)
    for (const command of [
      { kind: 'SetMarketMode', marketId: AAPL_ID, mode: 'OPEN' },
      split(AAPL_ID, 2, 1),
      announce,
      delist,
      { kind: 'RenameMarket', marketId: AAPL_ID, symbol: 'PEAR-USD-PERP' },
      { kind: 'ChangeParameters', market: { marketId: AAPL_ID, change: { volHaltBps: 100 } } },
    ] as const)
      expect(world.run(command).answer).toEqual({ ok: false, code: REFUSAL.BAD_SYMBOL })
    world.run({ kind: 'ChangeSession', marketId: AAPL_ID, session: 'CLOSED' })
    world.run({ kind: 'ChangeSession', marketId: AAPL_ID, session: 'REGULAR' })
    for (let i = 0; i < 4; i++) world.prices({ AAPL: 23_500 }, 20_000)
    expect(market(world)).toMatchObject({ mode: 'HALT', haltCause: 'DELISTED', index: 23_150 })
    expect(outcome(world.order(buyer, AAPL, 'buy', { size: 1, limitPrice: 23_150 }))).toBe(
      'REJECTED MARKET_CLOSED_REJECTED',
    )
    expect(world.run({ kind: 'ListMarket', spec: AAPL }).answer).toEqual({
      ok: false,
      code: REFUSAL.BAD_SYMBOL,
    })
    const text = encodeState(world.exchange)
    expect(encodeState(decodeState(text))).toBe(text)
  })

  it('can be withdrawn', () => {
    const { world } = tradedWorld()
    world.run(announce)
    expect(world.run(announce).answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    world.run({ ...announce, isWithdrawn: true } as Command)
    world.run({ kind: 'SetMarketMode', marketId: AAPL_ID, mode: 'OPEN' })
    expect(market(world).mode).toBe('OPEN')
    expect(world.run(delist, DAY_MS).answer).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
  })
})

describe('another symbol', () => {
  it('names the same market, and the former one still resolves, after a snapshot as well', () => {
    const { world, buyer } = tradedWorld()
    const { answer, events } = world.run({
      kind: 'RenameMarket',
      marketId: AAPL_ID,
      symbol: 'PEAR-USD-PERP',
      displayName: 'Pear',
    })
    expect(answer).toEqual({ ok: true })
    expect(eventsOf(events, 'MarketRenamed')[0]).toMatchObject({
      formerSymbol: 'AAPL-USD-PERP',
      spec: { symbol: 'PEAR-USD-PERP', base: 'PEAR', displayName: 'Pear' },
    })
    expect(world.account(buyer).positions[0]).toMatchObject({ symbol: 'PEAR-USD-PERP', size: 133_701 })
    world.exchange = decodeState(encodeState(world.exchange))
    const old = world.order(buyer, AAPL, 'sell', { size: 1, limitPrice: 30_000 })
    const renamed = { ...AAPL, symbol: 'PEAR-USD-PERP' }
    const fresh = world.order(buyer, renamed, 'sell', { size: 1, limitPrice: 30_000 })
    expect([old, fresh].map(({ marketId, symbol, status }) => [marketId, symbol, status])).toEqual([
      [AAPL_ID, 'PEAR-USD-PERP', 'NEW'],
      [AAPL_ID, 'PEAR-USD-PERP', 'NEW'],
    ])
    expect(world.run({ kind: 'ListMarket', spec: AAPL }).answer).toEqual({
      ok: false,
      code: REFUSAL.BAD_SYMBOL,
    })
  })

  it('may be the former one again, but neither that of another market nor no symbol at all', () => {
    const { world } = tradedWorld()
    const rename = (symbol: string, marketId = AAPL_ID) =>
      world.run({ kind: 'RenameMarket', marketId, symbol }).answer
    expect(rename('BTC-PERP')).toEqual({ ok: false, code: REFUSAL.BAD_SYMBOL })
    expect(rename('PEAR-PERP', 99)).toEqual({ ok: false, code: REFUSAL.BAD_SYMBOL })
    expect(rename('no symbol')).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(rename('AAPL-USD-PERP')).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(rename('PEAR-PERP')).toEqual({ ok: true })
    expect(rename('AAPL-USD-PERP')).toEqual({ ok: true })
    expect(market(world).formerSymbols).toEqual(['PEAR-PERP'])
    expect(rename('PEAR-PERP', 1)).toEqual({ ok: false, code: REFUSAL.BAD_SYMBOL })
  })
})
