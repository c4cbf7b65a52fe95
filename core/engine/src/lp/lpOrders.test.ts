import { REFUSAL, type Id, lots, type LpOrderType, ticks, timeMs, type Usd6, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { apply } from '../apply.ts'
import { fillBackstop } from '../pool/backstop.ts'
import { type CancelLpOrder, type ChangeParameters } from '../api/commands.ts'
import { fillPool } from '../pool/poolFills.ts'
import { query } from '../queries/query.ts'
import { appraisePool } from '../pool/netAssetValue.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { doubt } from '../testing/liquidations.ts'
import { DAY_MS, lpCommand, lpOutcome, placeLp, tick, USDC } from '../testing/lpCommands.ts'
import {
  AAPL,
  createWorld,
  deposit,
  eventsOf,
  FIG,
  outcome,
  type Trader,
  type World,
} from '../testing/world.ts'
import { HOUR_MS } from '../state/collections/calendar.ts'

const lpOf = (world: World, { address }: Trader) => query(world.exchange, 'lp', { account: address })!
const pool = (world: World) => query(world.exchange, 'pool', {})

/** Credits money to the pool, as if it had earned it. */
function earn(world: World, amount: number): void {
  const { money } = world.exchange
  money.POOL = usd6(money.POOL + amount)
  money.VAULT = usd6(money.VAULT + amount)
}

describe('[3.16] LP orders', () => {
  it('W13 a deposit of 10,000 and an immediate withdrawal of 5,000, its fee left to the others', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 1_111_111.111111 })
    const trader = world.trader(20_000)
    earn(world, 1_234_567_890_123 - 1_111_111_111_111)
    expect(pool(world)).toMatchObject({ totalShares: 1_111_111_111_111, sharePrice: 1_111_111 })
    expect(placeLp(world, trader, 'DEPOSIT', 10_000 * USDC)).toMatchObject({
      status: 'FILLED',
      shares: 9_000_000_081,
      fees: 0,
    })
    expect(world.account(trader).collateral).toBe(10_000 * USDC)
    tick(world, DAY_MS)
    expect(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 5_000 * USDC)).toMatchObject({
      status: 'FILLED',
      shares: 4_500_000_041,
      fees: 15 * USDC,
    })
    expect(world.account(trader).collateral).toBe(14_985 * USDC)
    expect(pool(world)).toMatchObject({
      navLow: 1_239_582_890_123,
      totalShares: 1_115_611_111_151,
      sharePrice: 1_111_124,
    })
    expect(lpOf(world, trader)).toMatchObject({
      shares: 4_500_000_040,
      balance: 5_000_060_504,
      netDeposits: 5_015 * USDC,
      unrealizedPnl: 5_000_060_504 - 5_015 * USDC,
    })
  })

  it('the operator’s seed is priced at one dollar a share, a later one like a deposit', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 100_000 })
    expect(pool(world)).toMatchObject({ operatorShares: 100_000 * USDC, sharePrice: USDC })
    earn(world, 100_000 * USDC)
    world.run({ kind: 'SeedSystemAccount', account: 'POOL', amountUsd6: usd6(50_000 * USDC) })
    expect(pool(world)).toMatchObject({ operatorShares: 125_000 * USDC, sharePrice: 2 * USDC })
  })

  it.each<[code: string, what: string, size: number]>([
    ['INVALID_PARAMETER', 'less than a dollar', USDC - 1],
    ['LP_INSUFFICIENT_BALANCE', 'more than the collateral', 10_000 * USDC + 1],
  ])('%s: a deposit of %s', (code, _, size) => {
    const world = createWorld({ markets: [AAPL] })
    const trader = world.trader(10_000)
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', size))).toBe(`REJECTED ${code}`)
    expect(world.account(trader).collateral).toBe(10_000 * USDC)
  })

  it('4002: neither margin in use nor a deposit that is not final can be deposited into the pool', () => {
    const world = createWorld({ markets: [AAPL] })
    const [holder, waiting] = [world.trader(10_000), world.trader(0)]
    world.prices({ AAPL: 23_150 })
    world.order(holder, AAPL, 'buy', { size: 1_000_000 })
    expect(lpOutcome(placeLp(world, holder, 'DEPOSIT', 9_900 * USDC))).toBe('REJECTED LP_MARGIN_CHECK_FAILED')
    expect(lpOutcome(placeLp(world, holder, 'DEPOSIT', 5_000 * USDC))).toBe('FILLED')
    world.run({ ...deposit(99_001, waiting, 500), finality: 'SOFT' } as never)
    expect(lpOutcome(placeLp(world, waiting, 'DEPOSIT', 500 * USDC))).toBe('REJECTED LP_MARGIN_CHECK_FAILED')
    world.run({ kind: 'FinalizeDeposit', id: deposit(99_001, waiting, 500)['id' as never], blockHash: '0x' })
    expect(lpOutcome(placeLp(world, waiting, 'DEPOSIT', 500 * USDC))).toBe('FILLED')
  })

  it('4009: not beyond the cap of the pool, to the micro-dollar', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 19_999_000 })
    const trader = world.trader(10_000)
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', 1_000 * USDC + 1))).toBe(
      'REJECTED LP_WITHDRAW_CAP_EXCEEDED',
    )
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', 1_000 * USDC))).toBe('FILLED')
  })

  it('4013: a pool whose shares would exceed a safe integer accepts nothing', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 10_000_000 })
    const trader = world.trader(10_000)
    earn(world, 1_000 - 10_000_000 * USDC)
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', 10_000 * USDC))).toBe('REJECTED LP_EXECUTION_FAILED')
  })

  it('4004, 4010, 4011: too old, a repeated id or nonce, an unknown account', () => {
    const world = createWorld({ markets: [AAPL] })
    const [trader, empty] = [world.trader(1_000), world.trader(0)]
    const order = lpCommand(world, trader, 'DEPOSIT', 10 * USDC)
    expect(world.run(order).answer).toEqual({ ok: true, id: order.id })
    expect(world.run(order).answer).toEqual({ ok: false, code: REFUSAL.LP_DUPLICATE })
    const fresh = lpCommand(world, trader, 'DEPOSIT', 10 * USDC)
    expect(world.run({ ...fresh, nonce: order.nonce }).answer).toEqual({
      ok: false,
      code: REFUSAL.LP_DUPLICATE,
    })
    const text = encodeState(world.exchange)
    world.run({ ...fresh, nonce: order.nonce })
    expect(encodeState(world.exchange)).toBe(text.replace(/"seq":\d+/, `"seq":${world.exchange.seq}`))
    const old = { orderTimeMs: timeMs(world.now() - 6_000) }
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', 10 * USDC, old))).toBe('REJECTED LP_ORDER_STALE')
    expect(lpOutcome(placeLp(world, empty, 'DEPOSIT', 10 * USDC))).toBe('REJECTED LP_ACCOUNT_NOT_FOUND')
    const unknown = { address: `0x${'9'.repeat(40)}` } as Trader
    expect(lpOutcome(placeLp(world, unknown, 'DEPOSIT', 10 * USDC))).toBe('REJECTED LP_ACCOUNT_NOT_FOUND')
    expect(lpOf(world, trader).shares).toBe(10 * USDC)
  })

  it('4003: a hard-stale price counts where the pool holds more than 1 % of its value', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 1_000_000 })
    const [trader, buyer] = [world.trader(1_000), world.trader(100_000)]
    world.prices({ AAPL: 23_150 })
    world.order(buyer, AAPL, 'buy', { size: 400_000 })
    tick(world, 31_000)
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', 10 * USDC))).toBe('FILLED')
    world.prices({ AAPL: 23_150 })
    world.order(buyer, AAPL, 'buy', { size: 40_000 })
    tick(world, 31_000)
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', 10 * USDC))).toBe('REJECTED LP_PRICE_STALE')
    world.prices({ AAPL: 23_150 })
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', 10 * USDC))).toBe('FILLED')
  })

  it('4003: so does a price held by the jump filter', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 1_000_000 })
    const [lp, seller] = [world.trader(1_000_000), world.trader(200_000)]
    world.prices({ AAPL: 23_150 })
    world.order(seller, AAPL, 'sell', { size: 40_000_000 })
    // The sources report nine per cent more; the index stays until they have agreed for a while.
    doubt(world, 23_150)
    const outcome = 'REJECTED LP_PRICE_STALE'
    expect(lpOutcome(placeLp(world, lp, 'DEPOSIT', 1_000_000 * USDC))).toBe(outcome)
    world.prices({ AAPL: 25_230 }, 1_000)
    expect(lpOutcome(placeLp(world, lp, 'DEPOSIT', 10 * USDC))).toBe('FILLED')
  })

  it('4003: the backstop’s part counts as well', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 1_000_000 })
    const { exchange } = world
    const [trader, buyer] = [world.trader(1_000), world.trader(100_000)]
    world.prices({ AAPL: 23_150 })
    world.order(buyer, AAPL, 'buy', { size: 440_000 })
    const [market] = exchange.markets
    const part = { size: lots(220_000), price: market!.index! }
    fillPool(exchange, market!, { isBuy: true, ...part })
    fillBackstop(exchange, market!, { isBuy: false, ...part })
    tick(world, 31_000)
    const outcome = 'REJECTED LP_PRICE_STALE'
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', 10 * USDC))).toBe(outcome)
  })
})

describe('a hard-stale price', () => {
  it('of a position worth exactly 1 % of the pool does not count; with a micro-dollar less in the pool it does', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 1_000_000 })
    const [trader, buyer] = [world.trader(1_000), world.trader(100_000)]
    world.prices({ AAPL: 23_150 })
    world.order(buyer, AAPL, 'buy', { size: 400_000 })
    tick(world, 31_000)
    earn(world, 100 * 400_000 * 23_150 - appraisePool(world.exchange).low)
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', 10 * USDC))).toBe('FILLED')
    earn(world, -10 * USDC - 1)
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', 10 * USDC))).toBe('REJECTED LP_PRICE_STALE')
  })
})

describe('the price of a share while mark and index differ', () => {
  /**
   * The pool is short 1,000 shares, and the mark rises 20 cents above the index: at the mark the pool is worth less.
   */
  function apart() {
    const world = createWorld({ markets: [AAPL], poolDollars: 1_000_000 })
    world.exchange.parameters.lpScheduleMs = 1_000
    const [buyer, lp] = [world.trader(500_000), world.trader(100_000)]
    world.prices({ AAPL: 23_150 })
    world.order(buyer, AAPL, 'buy', { size: 10_000_000 })
    placeLp(world, lp, 'DEPOSIT', 10_000 * USDC)
    const queued = placeLp(world, lp, 'SCHEDULE_WITHDRAW', 5_000 * USDC)
    const [market] = world.exchange.markets
    market!.mark = ticks(23_170)
    const { money } = world.exchange
    const { size, cost } = market!.pool!
    const worth = (price: number) => money.POOL + money.BACKSTOP + cost - size * price
    return { world, lp, queued, high: worth(23_150), low: worth(23_170) }
  }
  const partOf = (amount: number, parts: number, whole: number): number =>
    Number((BigInt(amount) * BigInt(parts)) / BigInt(whole))

  it('is the larger one for a seed of the operator, as for every deposit', () => {
    const { world, high, low } = apart()
    expect(appraisePool(world.exchange)).toMatchObject({ high, low })
    expect(high - low).toBe(10_000_000 * 20)
    const { totalShares, operatorShares } = world.exchange.lp
    world.run({ kind: 'SeedSystemAccount', account: 'POOL', amountUsd6: usd6(50_000 * USDC) })
    expect(world.exchange.lp.operatorShares - operatorShares).toBe(partOf(50_000 * USDC, totalShares, high))
  })

  it('is the smaller one for a scheduled withdrawal at its execution time', () => {
    const { world, lp, queued, low } = apart()
    const { collateral } = world.account(lp)
    const { totalShares } = world.exchange.lp
    tick(world, 1_000)
    expect(world.account(lp).collateral - collateral).toBe(partOf(queued.shares!, low, totalShares))
  })
})

describe('withdrawing from the LP pool', () => {
  const start = (poolDollars = 100_000, dollars = 50_000) => {
    const world = createWorld({ markets: [AAPL], poolDollars })
    const trader = world.trader(dollars)
    return { world, trader }
  }

  it('4007 without shares, 4012 beyond them, 4009 for those younger than 24 hours', () => {
    const { world, trader } = start()
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', USDC))).toBe(
      'REJECTED LP_WITHDRAW_WITHOUT_SHARES',
    )
    expect(lpOutcome(placeLp(world, trader, 'SCHEDULE_WITHDRAW', USDC))).toBe(
      'REJECTED LP_WITHDRAW_WITHOUT_SHARES',
    )
    placeLp(world, trader, 'DEPOSIT', 1_000 * USDC)
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 1_000 * USDC + 1))).toBe(
      'REJECTED LP_WITHDRAW_EXCEEDS_BALANCE',
    )
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', USDC))).toBe(
      'REJECTED LP_WITHDRAW_CAP_EXCEEDED',
    )
    tick(world, DAY_MS - 1)
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', USDC))).toBe(
      'REJECTED LP_WITHDRAW_CAP_EXCEEDED',
    )
    tick(world, 1)
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', USDC))).toBe('FILLED')
  })

  it('4009: at most a tenth of NAV leaves by immediate withdrawals within 24 hours', () => {
    const { world, trader } = start()
    placeLp(world, trader, 'DEPOSIT', 50_000 * USDC)
    tick(world, DAY_MS)
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 10_000 * USDC))).toBe('FILLED')
    const left = Math.floor(appraisePool(world.exchange).low / 10) - 10_000 * USDC
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', left + 1))).toBe(
      'REJECTED LP_WITHDRAW_CAP_EXCEEDED',
    )
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', left))).toBe('FILLED')
    tick(world, DAY_MS - 1)
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 10_000 * USDC))).toBe(
      'REJECTED LP_WITHDRAW_CAP_EXCEEDED',
    )
    tick(world, 1)
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 10_000 * USDC))).toBe('FILLED')
  })

  it('the operator sets lock, fee and caps: earlier orders keep their terms', () => {
    const { world, trader } = start()
    const change = (exchange: NonNullable<ChangeParameters['exchange']>) =>
      world.run({ kind: 'ChangeParameters', exchange })
    placeLp(world, trader, 'DEPOSIT', 40_000 * USDC)
    const before = placeLp(world, trader, 'SCHEDULE_WITHDRAW', 1_000 * USDC)
    change({ lpLockMs: 3_600_000, lpScheduleMs: 7_200_000, lpImmediateFeeBps: 100, lpImmediateCapPercent: 1 })
    tick(world, 3_600_000 - 1)
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 100 * USDC))).toBe(
      'REJECTED LP_WITHDRAW_CAP_EXCEEDED',
    )
    tick(world, 1)
    expect(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 100 * USDC)).toMatchObject({
      status: 'FILLED',
      fees: USDC,
    })
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 1_400 * USDC))).toBe(
      'REJECTED LP_WITHDRAW_CAP_EXCEEDED',
    )
    const after = placeLp(world, trader, 'SCHEDULE_WITHDRAW', 1_000 * USDC)
    expect(after.executeTimeMs! - after.postTimeMs).toBe(7_200_000)
    expect(before.executeTimeMs! - before.postTimeMs).toBe(2 * DAY_MS)
    const { high } = appraisePool(world.exchange)
    change({ lpNavCapUsd6: usd6(high + 5_000 * USDC) })
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', 5_001 * USDC))).toBe(
      'REJECTED LP_WITHDRAW_CAP_EXCEEDED',
    )
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', 5_000 * USDC))).toBe('FILLED')
  })

  it('4009: 150 % of the initial margin of the pool’s positions stays behind, to the micro-dollar', () => {
    const { world, trader } = start(100_000, 500_000)
    placeLp(world, trader, 'DEPOSIT', 100_000 * USDC)
    tick(world, DAY_MS)
    world.prices({ AAPL: 23_150 })
    // Neither the daily share nor the fee is the cause of the refusal.
    world.run({ kind: 'ChangeParameters', exchange: { lpImmediateCapPercent: 100, lpImmediateFeeBps: 0 } })
    world.order(trader, AAPL, 'buy', { size: 4_000_000 })
    const { low, initMargin } = appraisePool(world.exchange)
    expect(initMargin).toBeGreaterThan(4_000 * USDC)
    const most = low - Math.ceil((3 * initMargin) / 2)
    earn(world, 1_000 * USDC - most)
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 1_000 * USDC + 1))).toBe(
      'REJECTED LP_WITHDRAW_CAP_EXCEEDED',
    )
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 1_000 * USDC))).toBe('FILLED')
    earn(world, low)
  })

  it('takes a holding to its last share, and no scheduled share', () => {
    const { world, trader } = start()
    placeLp(world, trader, 'DEPOSIT', 1_000 * USDC)
    tick(world, DAY_MS)
    placeLp(world, trader, 'SCHEDULE_WITHDRAW', 400 * USDC)
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 600 * USDC + 1))).toBe(
      'REJECTED LP_WITHDRAW_EXCEEDS_BALANCE',
    )
    placeLp(world, trader, 'SCHEDULE_WITHDRAW', 100 * USDC)
    const { shares } = lpOf(world, trader)
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 500 * USDC + 1))).toBe(
      'REJECTED LP_WITHDRAW_EXCEEDS_BALANCE',
    )
    expect(lpOutcome(placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 500 * USDC))).toBe('FILLED')
    expect([shares, lpOf(world, trader).shares]).toEqual([1_000 * USDC, 500 * USDC])
    const other = world.trader(1_000)
    placeLp(world, other, 'DEPOSIT', 1_000 * USDC)
    const { balance } = lpOf(world, other)
    expect(lpOutcome(placeLp(world, other, 'SCHEDULE_WITHDRAW', balance + 1))).toBe(
      'REJECTED LP_WITHDRAW_EXCEEDS_BALANCE',
    )
    expect(lpOutcome(placeLp(world, other, 'SCHEDULE_WITHDRAW', balance))).toBe('NEW')
    // Without free shares the refusal says so, and not that the size is too large.
    tick(world, 2 * DAY_MS)
    expect(lpOf(world, other).shares).toBe(0)
    for (const type of ['IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW'] as const)
      expect(lpOutcome(placeLp(world, other, type, USDC))).toBe('REJECTED LP_WITHDRAW_WITHOUT_SHARES')
  })

  it.each<[code: string, type: LpOrderType, size: number]>([
    ['REJECTED INVALID_PARAMETER', 'IMMEDIATE_WITHDRAW', 0],
    ['REJECTED INVALID_PARAMETER', 'SCHEDULE_WITHDRAW', -1],
    ['REJECTED INVALID_PARAMETER', 'SCHEDULE_WITHDRAW', 1.5],
    ['REJECTED INVALID_PARAMETER', 'IMMEDIATE_WITHDRAW', 2 ** 60],
    ['REJECTED INVALID_PARAMETER', 'ANYTHING' as LpOrderType, USDC],
    ['REJECTED INVALID_PARAMETER', 'DEPOSIT', USDC - 1],
    ['FILLED', 'DEPOSIT', USDC],
    ['FILLED', 'IMMEDIATE_WITHDRAW', USDC],
    ['NEW', 'SCHEDULE_WITHDRAW', USDC],
  ])('%s: %s of %d', (code, type, size) => {
    const { world, trader } = start()
    placeLp(world, trader, 'DEPOSIT', 1_000 * USDC)
    tick(world, DAY_MS)
    const command = { ...lpCommand(world, trader, type, 1), sizeUsd6: size as Usd6 }
    const [told] = eventsOf(world.run(command).events, 'LpOrderUpdated')
    expect(lpOutcome(told!.order)).toBe(code)
  })

  it('4010: an executed order is known by its id', () => {
    const { world, trader } = start()
    const refused = lpCommand(world, trader, 'DEPOSIT', 1)
    const [told] = eventsOf(world.run(refused).events, 'LpOrderUpdated')
    expect(lpOutcome(told!.order)).toBe('REJECTED INVALID_PARAMETER')
    expect(world.run(refused).answer).toEqual({ ok: false, code: REFUSAL.LP_DUPLICATE })
    // For a refused one the nonce is remembered, not the id.
    expect(world.exchange.lp.ids.size).toBe(0)
    const again = { ...lpCommand(world, trader, 'DEPOSIT', 10 * USDC), id: refused.id }
    expect(world.run(again).answer.ok).toBe(true)
    const { nonce } = lpCommand(world, trader, 'DEPOSIT', 1)
    expect(world.run({ ...again, nonce }).answer).toEqual({ ok: false, code: REFUSAL.LP_DUPLICATE })
    expect(lpOf(world, trader).shares).toBe(10 * USDC)
  })

  it('keeps of a day what caps and lock still need, and publishes an order once', () => {
    const { world, trader } = start()
    tick(world)
    placeLp(world, trader, 'DEPOSIT', 40_000 * USDC)
    tick(world, DAY_MS - 1)
    const { lp } = world.exchange
    const young = () => [...lp.holdings.values()].map((holding) => holding.young.length)
    expect(young()).toContain(1)
    tick(world, HOUR_MS + 1)
    expect(young()).toEqual(young().map(() => 0))
    const { events } = world.run(lpCommand(world, trader, 'IMMEDIATE_WITHDRAW', 1_000 * USDC))
    expect(events.map(({ kind }) => kind)).toEqual(['AccountChanged', 'LpOrderUpdated'])
    expect(lp.paidAtOnce.list).toHaveLength(1)
    tick(world, DAY_MS - 1)
    expect(lp.paidAtOnce.list).toHaveLength(1)
    tick(world, HOUR_MS + 1)
    expect(lp.paidAtOnce.list).toEqual([])
  })

  it('a scheduled withdrawal waits 48 hours, shares in what the pool earns meanwhile, and costs nothing', () => {
    const { world, trader } = start()
    placeLp(world, trader, 'DEPOSIT', 10_000 * USDC)
    const order = placeLp(world, trader, 'SCHEDULE_WITHDRAW', 4_000 * USDC)
    expect(order).toMatchObject({
      status: 'NEW',
      shares: 4_000 * USDC,
      executeTimeMs: order.postTimeMs + 2 * DAY_MS,
    })
    expect(lpOf(world, trader)).toMatchObject({ shares: 10_000 * USDC, scheduled: 4_000 * USDC })
    expect(lpOutcome(placeLp(world, trader, 'SCHEDULE_WITHDRAW', 6_000 * USDC + 1))).toBe(
      'REJECTED LP_WITHDRAW_EXCEEDS_BALANCE',
    )
    earn(world, 11_000 * USDC)
    expect(eventsOf(tick(world, 2 * DAY_MS - 1).events, 'LpOrderUpdated')).toEqual([])
    const [done] = eventsOf(tick(world, 1).events, 'LpOrderUpdated')
    expect(done!.order).toMatchObject({ id: order.id, status: 'FILLED', fees: 0 })
    expect(world.account(trader).collateral).toBe(44_400 * USDC)
    expect(lpOf(world, trader)).toMatchObject({ shares: 6_000 * USDC, scheduled: 0, queue: [] })
  })

  it('4005: a quarter of NAV in 24 hours, first come first served, the rest stays in the queue', () => {
    const { world, trader } = start(20_000, 60_000)
    const later = world.trader(20_000)
    placeLp(world, trader, 'DEPOSIT', 60_000 * USDC)
    placeLp(world, later, 'DEPOSIT', 20_000 * USDC)
    placeLp(world, trader, 'SCHEDULE_WITHDRAW', 40_000 * USDC)
    placeLp(world, later, 'SCHEDULE_WITHDRAW', 1_000 * USDC)
    const first = eventsOf(tick(world, 2 * DAY_MS).events, 'LpOrderUpdated').map(({ order }) => order)
    expect(first.map(lpOutcome)).toEqual(['PARTIALLY_FILLED LP_PARTIALLY_FILLED'])
    expect(world.account(trader).collateral).toBe(25_000 * USDC)
    // Nothing before a day has passed, then a quarter of the pool: 15,000 leave 60,000, of which it is all.
    expect(eventsOf(tick(world, DAY_MS - 1).events, 'LpOrderUpdated')).toEqual([])
    const second = eventsOf(tick(world, 3_600_000).events, 'LpOrderUpdated').map(({ order }) => order)
    expect(second.map(lpOutcome)).toEqual(['FILLED'])
    expect(world.account(trader).collateral).toBe(40_000 * USDC)
    expect(lpOf(world, later).queue.map(lpOutcome)).toEqual(['NEW'])
    tick(world, DAY_MS)
    expect(world.account(later).collateral).toBe(1_000 * USDC)
    expect(world.exchange.lp.queue).toEqual([])
  })

  it('the queue waits while the pool is insolvent or a price that counts is stale, and continues after it', () => {
    const { world, trader } = start(100_000, 60_000)
    const buyer = world.trader(60_000)
    world.prices({ AAPL: 23_150 })
    placeLp(world, trader, 'DEPOSIT', 10_000 * USDC)
    const order = placeLp(world, trader, 'SCHEDULE_WITHDRAW', 1_000 * USDC)
    tick(world, order.executeTimeMs! - world.now() - 10_000)
    for (let i = 0; i < 3; i += 1) world.prices({ AAPL: 23_150 }, 1_000)
    expect(outcome(world.order(buyer, AAPL, 'buy', { size: 2_000_000 }))).toBe('FILLED')
    const paid = (afterMs: number) =>
      eventsOf(tick(world, afterMs).events, 'LpOrderUpdated').map(({ order: told }) => lpOutcome(told))
    // Stale beyond half a minute: it waits in every hour.
    expect([paid(31_000), paid(HOUR_MS)]).toEqual([[], []])
    for (let i = 0; i < 3; i += 1) world.prices({ AAPL: 23_150 }, 1_000)
    const { low, maintMargin } = appraisePool(world.exchange)
    const lost = low + world.exchange.money.INSURANCE - maintMargin + 1
    earn(world, -lost)
    world.prices({ AAPL: 23_150 }, 1_000)
    expect(pool(world).solvency).toBe('INSOLVENT')
    expect(paid(1_000)).toEqual([])
    // The pool is worth nothing.
    earn(world, -appraisePool(world.exchange).low)
    expect(paid(1_000)).toEqual([])
    earn(world, lost + 1_000_000 * USDC)
    world.prices({ AAPL: 23_150 }, 1_000)
    world.prices({ AAPL: 23_150 }, 60_000)
    expect(pool(world).solvency).toBe('SOUND')
    expect(paid(1_000)).toEqual(['FILLED'])
  })

  it('pays nothing out of a pool worth nothing, though insurance still covers it', () => {
    const { world, trader } = start(100_000, 60_000)
    world.run({ kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: usd6(1_000 * USDC) })
    placeLp(world, trader, 'DEPOSIT', 10_000 * USDC)
    placeLp(world, trader, 'SCHEDULE_WITHDRAW', 1_000 * USDC)
    earn(world, -110_000 * USDC)
    expect(eventsOf(tick(world, 2 * DAY_MS).events, 'LpOrderUpdated')).toEqual([])
    expect(pool(world)).toMatchObject({ navLow: 0, solvency: 'SOUND' })
    expect(lpOutcome(placeLp(world, trader, 'DEPOSIT', 1_000 * USDC))).toBe('REJECTED LP_DURING_INSOLVENCY')
    earn(world, 110_000 * USDC)
    expect(eventsOf(tick(world, 1_000).events, 'LpOrderUpdated')[0]!.order.status).toBe('FILLED')
  })

  it('a payout stopped by a cap is tried again in the next hour, not in between', () => {
    const { world, trader } = start(20_000, 60_000)
    tick(world, HOUR_MS / 2)
    placeLp(world, trader, 'DEPOSIT', 60_000 * USDC)
    placeLp(world, trader, 'SCHEDULE_WITHDRAW', 30_000 * USDC)
    const told = (afterMs: number) =>
      eventsOf(tick(world, afterMs).events, 'LpOrderUpdated').map(({ order }) => lpOutcome(order))
    expect(told(2 * DAY_MS)).toEqual(['PARTIALLY_FILLED LP_PARTIALLY_FILLED'])
    // Tried just before the day is over, it is not tried again when it is.
    expect([told(DAY_MS - 1_000), told(1_000), told(HOUR_MS / 2 - 1)]).toEqual([[], [], []])
    expect(told(1)).toEqual(['FILLED'])
  })

  it('two due withdrawals are paid with one tick, and a quarter of NAV to the micro-dollar', () => {
    const { world, trader } = start(20_000, 60_000)
    const later = world.trader(20_000)
    placeLp(world, trader, 'DEPOSIT', 60_000 * USDC)
    placeLp(world, later, 'DEPOSIT', 20_000 * USDC)
    // 100,000 in total: after 5,000 a quarter is 23,750, of which 18,750 are left.
    const orders = [
      placeLp(world, trader, 'SCHEDULE_WITHDRAW', 5_000 * USDC),
      placeLp(world, later, 'SCHEDULE_WITHDRAW', 18_750 * USDC),
    ]
    const told = eventsOf(tick(world, 2 * DAY_MS).events, 'LpOrderUpdated').map(({ order }) => order)
    expect(told.map(({ id, status }) => [id, status])).toEqual([
      [orders[0]!.id, 'FILLED'],
      [orders[1]!.id, 'FILLED'],
    ])
    expect(world.account(later).collateral).toBe(18_750 * USDC)
  })

  it('appraises the pool once for all due withdrawals, and publishes each', () => {
    /** Number of reads of the mark of a market with a pool position in one tick. */
    const looksFor = (count: number) => {
      const { world, trader } = start(1_000_000, 60_000)
      world.exchange.parameters.lpScheduleMs = 1_000
      world.prices({ AAPL: 23_150 })
      world.order(trader, AAPL, 'buy', { size: 10_000 })
      // One account may have twenty waiting.
      const owners = Array.from({ length: Math.ceil(count / 20) }, () => world.trader(1_000))
      for (const owner of owners) placeLp(world, owner, 'DEPOSIT', 1_000 * USDC)
      const ids = Array.from(
        { length: count },
        (_, n) => placeLp(world, owners[n % owners.length]!, 'SCHEDULE_WITHDRAW', 7 * USDC).id,
      )
      const [market] = world.exchange.markets
      const { mark } = market!
      let looks = 0
      Object.defineProperty(market!, 'mark', { get: () => (looks++, mark), configurable: true })
      const run = () => apply(world.exchange, ticked)
      const ticked = {
        seq: world.exchange.seq + 1,
        timeMs: timeMs(world.now() + 1_000),
        command: { kind: 'TickTimer' as const },
      }
      const told = eventsOf(run().events, 'LpOrderUpdated').map(({ order }) => order)
      expect(told.map(({ id, status }) => [id, status])).toEqual(ids.map((id) => [id, 'FILLED']))
      expect(world.exchange.lp.queue).toEqual([])
      return looks
    }
    expect(looksFor(200)).toBe(looksFor(1))
  })

  it('an account that has left starts again: its earlier deposits and withdrawals no longer count', () => {
    const { world, trader } = start()
    placeLp(world, trader, 'DEPOSIT', 10_000 * USDC)
    tick(world, DAY_MS)
    placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 1_000 * USDC)
    // Burnt shares are not young: the rest is not locked.
    expect(world.exchange.lp.holdings.values().next().value!.young).toEqual([])
    expect(lpOf(world, trader).netDeposits).toBe(9_003 * USDC)
    // Within the week: its end removes accounts that have left completely.
    world.run({ kind: 'ChangeParameters', exchange: { lpScheduleMs: HOUR_MS } })
    placeLp(world, trader, 'SCHEDULE_WITHDRAW', lpOf(world, trader).balance)
    tick(world, HOUR_MS)
    expect(world.exchange.lp.holdings.size).toBe(1)
    expect(lpOf(world, trader)).toMatchObject({ shares: 0, netDeposits: 0 })
    placeLp(world, trader, 'DEPOSIT', 2_000 * USDC)
    expect(lpOf(world, trader).netDeposits).toBe(2_000 * USDC)
  })

  it('records the price of a share once a day, with the first tick, from the first share on', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 0 })
    tick(world)
    expect(pool(world).dailyPrices).toEqual([])
    world.run({ kind: 'SeedSystemAccount', account: 'POOL', amountUsd6: usd6(1_000 * USDC) })
    tick(world)
    earn(world, 1_000 * USDC)
    tick(world, 1_000)
    expect(pool(world).dailyPrices.map(({ price }) => price)).toEqual([USDC])
    tick(world, DAY_MS)
    expect(pool(world).dailyPrices.map(({ price }) => price)).toEqual([USDC, 2 * USDC])
  })

  it('operator money for a pool without value is a gift to its holders', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 1_000 })
    earn(world, -1_000 * USDC)
    world.run({ kind: 'SeedSystemAccount', account: 'POOL', amountUsd6: usd6(500 * USDC) })
    expect(pool(world)).toMatchObject({
      operatorShares: 1_000 * USDC,
      totalShares: 1_000 * USDC,
      navLow: 500 * USDC,
    })
  })

  it('a pool with a history reports the yield of 30 days', () => {
    const { world } = start()
    tick(world)
    for (let day = 1; day <= 40; day += 1) {
      earn(world, 100 * USDC)
      tick(world, DAY_MS)
    }
    const { dailyPrices, yield30d } = pool(world)
    expect(dailyPrices).toHaveLength(31)
    expect(dailyPrices[0]!.price).toBe(1_010_000)
    expect(yield30d).toBe(Math.floor((30_000 * 365 * 10_000) / (1_010_000 * 30)))
  })

  it('counts the yield from the last price of 30 days ago also before the timer has run on a new day', () => {
    const { world } = start()
    tick(world)
    earn(world, 100 * USDC)
    tick(world, DAY_MS)
    earn(world, 100 * USDC)
    world.prices({ AAPL: 23_150 }, 30 * DAY_MS)
    expect(pool(world)).toMatchObject({
      yieldBase: { price: 1_001_000, days: 30 },
      yield30d: Math.floor((1_000 * 365 * 10_000) / (1_001_000 * 30)),
    })
  })
})

describe('a withdrawal of less than a dollar', () => {
  const start = () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 100_000 })
    const trader = world.trader(50_000)
    placeLp(world, trader, 'DEPOSIT', 100 * USDC)
    tick(world, DAY_MS)
    return { world, trader }
  }
  const types = ['IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW'] as const

  it.each(types)('is none (1130): %s', (type) => {
    const { world, trader } = start()
    const done = type === 'SCHEDULE_WITHDRAW' ? 'NEW' : 'FILLED'
    expect(lpOutcome(placeLp(world, trader, type, USDC - 1))).toBe('REJECTED INVALID_PARAMETER')
    expect(lpOutcome(placeLp(world, trader, type, USDC))).toBe(done)
  })

  it.each(types)('but for all that is not scheduled, to the micro-dollar: %s', (type) => {
    const { world, trader } = start()
    placeLp(world, trader, 'SCHEDULE_WITHDRAW', 99_600_000)
    expect(lpOutcome(placeLp(world, trader, type, 400_001))).toBe('REJECTED LP_WITHDRAW_EXCEEDS_BALANCE')
    expect(lpOutcome(placeLp(world, trader, type, 399_999))).toBe('REJECTED INVALID_PARAMETER')
    expect(lpOutcome(placeLp(world, trader, type, 400_000))).not.toContain('REJECTED')
    const { shares, scheduled } = lpOf(world, trader)
    expect(shares - scheduled).toBe(0)
  })

  it.each([-50_050_000_001, 37_000_000_007])(
    'whatever a share is worth, its rest can leave: the pool has earned %i micro-dollars',
    (earned) => {
      const { world, trader } = start()
      earn(world, earned)
      placeLp(world, trader, 'SCHEDULE_WITHDRAW', lpOf(world, trader).balance - USDC / 2)
      const { low } = appraisePool(world.exchange)
      const { totalShares } = world.exchange.lp
      const { shares, scheduled } = lpOf(world, trader)
      const worth = Math.floor(((shares - scheduled) * low) / totalShares)
      expect(worth).toBeLessThan(USDC)
      expect(lpOutcome(placeLp(world, trader, 'SCHEDULE_WITHDRAW', worth - 1))).toBe(
        'REJECTED INVALID_PARAMETER',
      )
      expect(lpOutcome(placeLp(world, trader, 'SCHEDULE_WITHDRAW', worth + 1))).toBe(
        'REJECTED LP_WITHDRAW_EXCEEDS_BALANCE',
      )
      expect(lpOutcome(placeLp(world, trader, 'SCHEDULE_WITHDRAW', worth))).toBe('NEW')
    },
  )

  it('4009: at most twenty of an account wait', () => {
    const { world, trader } = start()
    const other = world.trader(1_000)
    placeLp(world, other, 'DEPOSIT', 100 * USDC)
    const schedule = (by: Trader) => lpOutcome(placeLp(world, by, 'SCHEDULE_WITHDRAW', USDC))
    for (let i = 0; i < 20; i++) expect(schedule(trader)).toBe('NEW')
    expect([schedule(trader), schedule(other)]).toEqual(['REJECTED LP_WITHDRAW_CAP_EXCEEDED', 'NEW'])
    tick(world, 2 * DAY_MS)
    expect(schedule(trader)).toBe('NEW')
  })
})

describe('the solvency of the pool', () => {
  it('S10 insolvency: increases are 3007, LP orders 4006, reducing and withdrawing work; it ends after a minute', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 100_000 })
    const [trader, lp] = [world.trader(60_000), world.trader(5_000)]
    world.prices({ AAPL: 23_150 })
    placeLp(world, lp, 'DEPOSIT', 1_000 * USDC)
    const held = world.order(trader, AAPL, 'buy', { size: 2_000_000 })
    expect(outcome(held)).toBe('FILLED')
    const { money } = world.exchange
    const { low, maintMargin } = appraisePool(world.exchange)
    earn(world, maintMargin - low - 1 - money.INSURANCE)
    world.prices({ AAPL: 23_150 }, 1_000)
    expect(pool(world).solvency).toBe('INSOLVENT')
    expect(outcome(world.order(trader, AAPL, 'buy', { size: 1_000 }))).toBe(
      'REJECTED INCREASE_DURING_INSOLVENCY',
    )
    for (const type of ['DEPOSIT', 'IMMEDIATE_WITHDRAW', 'SCHEDULE_WITHDRAW'] as const)
      expect(lpOutcome(placeLp(world, lp, type, 10 * USDC))).toBe('REJECTED LP_DURING_INSOLVENCY')
    expect(outcome(world.order(trader, AAPL, 'sell', { size: 1_000, reduceOnly: true }))).toBe('FILLED')
    const { answer, events } = world.run({
      kind: 'RequestWithdrawal',
      id: `0x${'7'.repeat(64)}`,
      account: trader.address,
      signer: trader.address,
      nonce: 77_000_000,
      orderTimeMs: timeMs(world.now()),
      recvWindowMs: 5_000,
      recipient: trader.address,
      isTrustedRecipient: true,
      token: trader.address,
      sizeUsd6: usd6(100 * USDC),
      chainId: 42_161,
      execute: false,
      networkFeeUsd6: usd6(0),
      requestArgs: '0x',
      signature: '0x',
      signatureProof: '0x',
    })
    expect(answer.ok).toBe(true)
    expect(eventsOf(events, 'TransferUpdated')[0]!.transfer.status).toBe('NEW')

    earn(world, 1_000_000 * USDC)
    world.prices({ AAPL: 23_150 }, 1_000)
    world.prices({ AAPL: 23_150 }, 59_999)
    expect(pool(world).solvency).toBe('INSOLVENT')
    world.prices({ AAPL: 23_150 }, 1)
    expect(pool(world).solvency).toBe('SOUND')
    expect(lpOutcome(placeLp(world, lp, 'DEPOSIT', 10 * USDC))).toBe('FILLED')
  })

  it('S10 ends a minute after the pool is worth one and a half times its margin, not before', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 100_000 })
    const trader = world.trader(60_000)
    world.prices({ AAPL: 23_150 })
    world.order(trader, AAPL, 'buy', { size: 2_000_000 })
    const { low, maintMargin } = appraisePool(world.exchange)
    expect(maintMargin % 2).toBe(0)
    earn(world, maintMargin - low - 1 - world.exchange.money.INSURANCE)
    world.prices({ AAPL: 23_150 }, 1_000)
    earn(world, (3 * maintMargin) / 2 - appraisePool(world.exchange).low - 1)
    for (const afterMs of [1_000, 60_000]) world.prices({ AAPL: 23_150 }, afterMs)
    expect(pool(world).solvency).toBe('INSOLVENT')
    earn(world, 1)
    for (const afterMs of [1_000, 59_999]) world.prices({ AAPL: 23_150 }, afterMs)
    expect(pool(world).solvency).toBe('INSOLVENT')
    world.prices({ AAPL: 23_150 }, 1)
    expect(pool(world).solvency).toBe('STRESSED')
  })

  it('is strained below twice the maintenance margin of its positions: half the gross capacity, wider prices', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 100_000 })
    const trader = world.trader(60_000)
    world.prices({ AAPL: 23_150 })
    world.order(trader, AAPL, 'buy', { size: 2_000_000 })
    const calm = world.exchange.markets[0]!.ladder!.halfSpreadPpm
    const { low, maintMargin } = appraisePool(world.exchange)
    earn(world, 2 * maintMargin - 1 - low)
    world.prices({ AAPL: 23_150 }, 1_000)
    expect(pool(world).solvency).toBe('STRESSED')
    expect(world.exchange.markets[0]!.ladder!.halfSpreadPpm).toBe(3 * calm)
    earn(world, 1)
    world.prices({ AAPL: 23_150 }, 1_000)
    expect(pool(world).solvency).toBe('SOUND')
  })
})

describe('the quotes of an insolvent pool', () => {
  it('are as wide as those of a stressed one, except where they are the only quotes', () => {
    const world = createWorld({ markets: [AAPL, FIG], poolDollars: 100_000 })
    world.run({ kind: 'SeedSystemAccount', account: 'POOL_ISO', amountUsd6: usd6(100_000 * USDC) })
    const trader = world.trader(60_000)
    world.prices({ AAPL: 23_150, FIG: 52_310 })
    world.order(trader, AAPL, 'buy', { size: 2_000_000 })
    const quotes = () =>
      world.exchange.markets.map(({ ladder }) => [ladder!.halfSpreadPpm, ladder!.skewMaxPpm])
    const [calm, alone] = quotes()
    const { low, maintMargin } = appraisePool(world.exchange)
    earn(world, maintMargin - low - 1 - world.exchange.money.INSURANCE)
    world.prices({ AAPL: 23_150, FIG: 52_310 }, 1_000)
    expect(pool(world).solvency).toBe('INSOLVENT')
    expect(quotes()).toEqual([calm!.map((ppm) => ppm * 3), alone])
  })
})

describe('the value of the pool', () => {
  it('is published by the first tick of every hour, from the first share on', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 100_000 })
    const told = (afterMs: number) => eventsOf(tick(world, afterMs).events, 'PoolValued')
    const hourMs = Math.floor(world.now() / HOUR_MS) * HOUR_MS
    expect(told(0)).toEqual([
      { kind: 'PoolValued', hourMs, nav: 100_000 * USDC, totalShares: 100_000 * USDC },
    ])
    expect(told(1)).toEqual([])
    const trader = world.trader(10_000)
    placeLp(world, trader, 'DEPOSIT', 500 * USDC)
    earn(world, 7)
    expect(told(hourMs + 2 * HOUR_MS + 5 - world.now())).toEqual([
      {
        kind: 'PoolValued',
        hourMs: hourMs + 2 * HOUR_MS,
        nav: 100_500 * USDC + 7,
        totalShares: 100_500 * USDC,
      },
    ])
    expect(told(HOUR_MS - 6)).toEqual([])
    const empty = createWorld({ markets: [AAPL], poolDollars: 0 })
    expect(eventsOf(tick(empty).events, 'PoolValued')).toEqual([])
    // The seed may come after the first ticks of a new exchange: its hour is published all the same, once.
    empty.run({ kind: 'SeedSystemAccount', account: 'POOL', amountUsd6: usd6(5_000 * USDC) })
    const late = { kind: 'PoolValued', hourMs, nav: 5_000 * USDC, totalShares: 5_000 * USDC }
    expect(eventsOf(tick(empty).events, 'PoolValued')).toEqual([late])
    expect(eventsOf(tick(empty).events, 'PoolValued')).toEqual([])
  })

  it('comes with the rest of its caps, and no replay from a snapshot publishes it again', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 100_000 })
    const trader = world.trader(10_000)
    placeLp(world, trader, 'DEPOSIT', 10_000 * USDC)
    tick(world, DAY_MS)
    expect(pool(world)).toMatchObject({
      immediateRemaining: 11_000 * USDC,
      immediateFeeBps: 30,
      navCap: 20_000_000 * USDC,
      lockMs: DAY_MS,
      scheduleMs: 2 * DAY_MS,
      initMargin: 0,
      insurance: 0,
    })
    placeLp(world, trader, 'IMMEDIATE_WITHDRAW', 1_000 * USDC)
    const { navLow } = pool(world)
    expect(pool(world).immediateRemaining).toBe(Math.floor(navLow / 10) - 1_000 * USDC)
    const restored = decodeState(encodeState(world.exchange))
    const { events } = apply(restored, {
      seq: world.exchange.seq + 1,
      timeMs: timeMs(world.now() + 1),
      command: { kind: 'TickTimer' },
    })
    expect(eventsOf(events, 'PoolValued')).toEqual([])
  })
})

describe('a scheduled withdrawal that is cancelled', () => {
  const cancel = (world: World, trader: Trader, id: Id, change: Partial<CancelLpOrder> = {}) =>
    world.run({
      kind: 'CancelLpOrder',
      id,
      account: trader.address,
      signer: trader.address,
      nonce: 6_000_000 + world.log.length,
      orderTimeMs: timeMs(world.now()),
      recvWindowMs: 5_000,
      ...change,
    })
  function queued(size = 4_000 * USDC) {
    const world = createWorld({ markets: [AAPL], poolDollars: 10_000 })
    const lp = world.trader(20_000)
    placeLp(world, lp, 'DEPOSIT', 10_000 * USDC)
    return { world, lp, order: placeLp(world, lp, 'SCHEDULE_WITHDRAW', size) }
  }

  it('is CANCELLED, and its shares are free at once', () => {
    const { world, lp, order } = queued()
    expect(lpOf(world, lp)).toMatchObject({ scheduled: 4_000 * USDC })
    const { answer, events } = cancel(world, lp, order.id)
    expect(answer).toEqual({ ok: true, id: order.id })
    expect(eventsOf(events, 'LpOrderUpdated').map(({ order: told }) => lpOutcome(told))).toEqual([
      'CANCELLED',
    ])
    expect(lpOf(world, lp)).toMatchObject({ scheduled: 0, shares: 10_000 * USDC })
    tick(world, 3 * DAY_MS)
    expect(world.account(lp).collateral).toBe(10_000 * USDC)
    expect(lpOutcome(placeLp(world, lp, 'SCHEDULE_WITHDRAW', 10_000 * USDC))).toBe('NEW')
  })

  it('is refused once it is paid, twice, and to another account (3017); late (3004) and repeated (3015) as any', () => {
    const { world, lp, order } = queued()
    const other = world.trader(1_000)
    const refusal = (by: Trader, change: Partial<CancelLpOrder> = {}) => {
      const { answer, events } = cancel(world, by, order.id, change)
      expect(events.filter(({ kind }) => kind === 'LpOrderUpdated')).toEqual([])
      return answer
    }
    expect(refusal(other)).toEqual({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
    expect(refusal(lp, { orderTimeMs: timeMs(world.now() - 60_000) })).toEqual({
      ok: false,
      code: REFUSAL.ORDER_STALE,
    })
    expect(refusal(lp, { nonce: order.nonce })).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
    tick(world, 2 * DAY_MS)
    expect(refusal(lp)).toEqual({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
    const again = placeLp(world, lp, 'SCHEDULE_WITHDRAW', 1_000 * USDC)
    expect(cancel(world, lp, again.id).answer.ok).toBe(true)
    expect(cancel(world, lp, again.id).answer).toEqual({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
  })

  it('keeps the part already paid, and makes room for the next in the queue', () => {
    const { world, lp, order } = queued(9_000 * USDC)
    const next = world.trader(2_000)
    placeLp(world, next, 'DEPOSIT', 1_000 * USDC)
    const later = placeLp(world, next, 'SCHEDULE_WITHDRAW', 500 * USDC)
    tick(world, 2 * DAY_MS)
    // A quarter of 21,000 per day.
    const paid = world.account(lp).collateral - 10_000 * USDC
    expect(paid).toBe(5_250 * USDC)
    const { events } = cancel(world, lp, order.id)
    expect(eventsOf(events, 'LpOrderUpdated').map(({ order: told }) => lpOutcome(told))).toEqual([
      'CANCELLED',
    ])
    const { scheduled, shares } = lpOf(world, lp)
    expect([scheduled, shares]).toEqual([0, 4_750 * USDC])
    const told = eventsOf(tick(world, DAY_MS).events, 'LpOrderUpdated')
    expect(told.map((event) => [event.order.id, event.order.status])).toEqual([[later.id, 'FILLED']])
    expect(encodeState(decodeState(encodeState(world.exchange)))).toBe(encodeState(world.exchange))
  })
})
