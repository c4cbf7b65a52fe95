import { timeMs, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { apply } from '../apply.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { placeLp, tick, USDC } from '../testing/lpCommands.ts'
import { createSim, place } from '../testing/simWorld.ts'
import { AAPL, createWorld, deposit, eventsOf, FIG, type Trader, type World } from '../testing/world.ts'
import { HOUR_MS } from '../state/collections/calendar.ts'

const nextHour = (world: World): number => (Math.floor(world.now() / HOUR_MS) + 1) * HOUR_MS
/** What the first tick of the next hour tells. */
const told = (world: World) => eventsOf(tick(world, nextHour(world) - world.now()).events, 'AccountsValued')
const rowOf = (world: World, { address }: Trader) =>
  told(world)
    .flatMap(({ rows }) => rows)
    .find(({ account }) => account === address)

describe('what accounts are worth', () => {
  it('is told by the first tick of an hour, and by no other', () => {
    const world = createWorld({ markets: [AAPL] })
    const trader = world.trader(1_000)
    const hourMs = nextHour(world)
    const money = 1_000 * USDC
    expect(told(world)).toEqual([
      {
        kind: 'AccountsValued',
        hourMs,
        rows: [{ account: trader.address, equity: money, collateral: money, netDeposits: money }],
      },
    ])
    world.run(deposit(901, trader, 500))
    expect(eventsOf(tick(world, HOUR_MS - 1).events, 'AccountsValued')).toEqual([])
    expect(eventsOf(tick(world, 1).events, 'AccountsValued')).toMatchObject([
      { hourMs: hourMs + HOUR_MS, rows: [{ equity: 1_500 * USDC, netDeposits: 1_500 * USDC }] },
    ])
  })

  it('is not told again of an account whose figures are unchanged', () => {
    const world = createWorld({ markets: [AAPL] })
    const [resting, active] = [world.trader(1_000), world.trader(1_000)]
    expect(told(world)[0]!.rows).toHaveLength(2)
    expect(told(world)).toEqual([])
    world.run(deposit(901, active, 1))
    const [only] = told(world)
    expect(only!.rows.map(({ account }) => account)).toEqual([active.address])
    expect(rowOf(world, resting)).toBeUndefined()
  })

  it('is not made for an account that holds nothing and has moved no money: most accounts of a year rest', () => {
    const world = createWorld({ markets: [AAPL], audit: false })
    const { address } = world.trader(1_000)
    told(world)
    const account = world.exchange.accounts.find((one) => one.address === address)!
    let named = 0
    Object.defineProperty(account, 'address', { get: () => ((named += 1), address) })
    expect(told(world)).toEqual([])
    expect(named).toBe(0)
    account.toldEquity = usd6(account.toldEquity - 1)
    expect(told(world)[0]!.rows).toMatchObject([{ account: address, equity: 1_000 * USDC }])
    expect(named).toBeGreaterThan(0)
  })

  it('is told of an account that has as much as before, but of other money', () => {
    const world = createWorld({ markets: [AAPL] })
    const trader = world.trader(1_000)
    told(world)
    world.run(deposit(901, trader, 5))
    const { accounts, money } = world.exchange
    const account = accounts.find(({ address }) => address === trader.address)!
    account.collateral = usd6(account.collateral - 5 * USDC)
    money.TREASURY = usd6(money.TREASURY + 5 * USDC)
    expect(rowOf(world, trader)).toMatchObject({ equity: 1_000 * USDC, netDeposits: 1_005 * USDC })
  })

  it('counts profit at the mark, the margin of isolated positions as collateral, and no result as a deposit', () => {
    const world = createWorld({ markets: [AAPL, FIG] })
    const trader = world.trader(10_000)
    world.run({ kind: 'SeedSystemAccount', account: 'POOL_ISO', amountUsd6: usd6(2_000_000 * USDC) })
    world.prices({ AAPL: 23_150, FIG: 52_310 })
    world.order(trader, AAPL, 'buy', { size: 100_000 })
    world.order(trader, FIG, 'sell', { size: 10_000, limitPrice: 50_000, timeInForce: 'IOC' })
    world.prices({ AAPL: 23_250, FIG: 53_000 }, 1_000)
    const view = world.account(trader)
    expect(view.isolatedMargin).toBeGreaterThan(0)
    const pnl = view.positions.reduce((sum, { unrealizedPnl }) => sum + unrealizedPnl, 0)
    expect(pnl).not.toBe(0)
    const row = rowOf(world, trader)!
    const after = world.account(trader)
    expect(row).toEqual({
      account: trader.address,
      equity: after.equity,
      collateral: after.collateral + after.isolatedMargin,
      netDeposits: 10_000 * USDC,
    })
    expect(row.equity - row.collateral).toBe(
      after.positions.reduce((sum, { unrealizedPnl }) => sum + unrealizedPnl, 0),
    )
  })

  it('takes shares of the pool for money that left', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 100_000 })
    const trader = world.trader(10_000)
    placeLp(world, trader, 'DEPOSIT', 4_000 * USDC)
    expect(rowOf(world, trader)).toMatchObject({ equity: 6_000 * USDC, netDeposits: 6_000 * USDC })
  })

  it('is told of virtual money too, which begins as a deposit', () => {
    const sim = createSim()
    place(sim, 'buy', { size: 100_000 })
    const { equity } = sim.world.account(sim.sim)
    expect(equity).toBeLessThan(25_000 * USDC)
    expect(rowOf(sim.world, sim.sim)).toMatchObject({ equity, netDeposits: 25_000 * USDC })
  })

  it('is told the same after a restart from a snapshot', () => {
    const world = createWorld({ markets: [AAPL] })
    const traders = [world.trader(1_000), world.trader(2_000)]
    told(world)
    world.run(deposit(901, traders[1]!, 7))
    const restored = decodeState(encodeState(world.exchange))
    const atMs = timeMs(nextHour(world))
    const { events } = apply(restored, {
      seq: world.exchange.seq + 1,
      timeMs: atMs,
      command: { kind: 'TickTimer' },
    })
    expect(eventsOf(events, 'AccountsValued')).toEqual(told(world))
    expect(encodeState(restored)).toBe(encodeState(world.exchange))
  })
})
