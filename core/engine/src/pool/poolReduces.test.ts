/**
 * The pool always quotes to reduce its position, also beyond its limit or without one, at no loss against its entry.
 */
import { usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { doubt } from '../testing/liquidations.ts'
import { AAPL, BTC, createWorld, outcome, type World } from '../testing/world.ts'

const USDC = 1_000_000
const limitTo = (world: World, dollars: number) =>
  world.run({
    kind: 'ChangeParameters',
    market: { marketId: 0, change: { inventoryLimitUsd6: usd6(dollars * USDC) } },
  })

describe('a pool far beyond its limit', () => {
  it('reduces in one run: an order against it makes few trades, with cells of any size', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 10_000_000 })
    world.prices({ AAPL: 23_150 })
    const trader = world.trader(2_000_000)
    expect(outcome(world.order(trader, AAPL, 'buy', { size: 1_000_000 }))).toBe('FILLED')
    limitTo(world, 1)
    world.prices({ AAPL: 23_150 }, 1_000)
    const before = world.exchange.tradeCount
    const sold = world.order(trader, AAPL, 'sell', { size: 1_000_000, reduceOnly: true })
    expect(outcome(sold)).toBe('FILLED')
    expect(world.exchange.tradeCount - before).toBeLessThan(60)
  })
})

describe('a market whose inventory limit is worth less than a lot', () => {
  /** One trader has bought 30,000 lots from the pool. */
  function bought() {
    const world = createWorld({ markets: [BTC], poolDollars: 1_000_000 })
    world.prices({ BTC: 1_000_000 })
    const [holder, other] = [world.trader(300_000), world.trader(300_000)]
    world.order(holder, BTC, 'buy', { size: 30_000 })
    return { world, holder, other }
  }

  it('is still quoted on the reducing side', () => {
    const { world, holder, other } = bought()
    limitTo(world, 0)
    world.prices({ BTC: 1_000_000 }, 1_000)
    expect(outcome(world.order(other, BTC, 'buy', { size: 10 }))).toBe('REJECTED CAPACITY_EXCEEDED')
    expect(outcome(world.order(holder, BTC, 'sell', { size: 30_001 }))).toBe('REJECTED CAPACITY_EXCEEDED')
    expect(outcome(world.order(holder, BTC, 'sell', { size: 30_000, reduceOnly: true }))).toBe('FILLED')
    // The position is closed: there is no quote.
    expect(outcome(world.order(holder, BTC, 'sell', { size: 1 }))).toBe('REJECTED CAPACITY_EXCEEDED')
    expect(outcome(world.order(holder, BTC, 'buy', { size: 1 }))).toBe('REJECTED CAPACITY_EXCEEDED')
  })

  it('as is a market of a pool without money', () => {
    const { world, holder, other } = bought()
    const { money } = world.exchange
    const loss = -1_000 * USDC - money.POOL
    money.POOL = usd6(money.POOL + loss)
    money.VAULT = usd6(money.VAULT + loss)
    world.prices({ BTC: 1_000_000 }, 1_000)
    expect(world.exchange.solvency).toBe('INSOLVENT')
    expect(outcome(world.order(other, BTC, 'buy', { size: 10 }))).toBe('REJECTED INCREASE_DURING_INSOLVENCY')
    expect(outcome(world.order(holder, BTC, 'sell', { size: 30_000, reduceOnly: true }))).toBe('FILLED')
  })
})

describe('a pool that took inventory in a calm hour', () => {
  const LOTS = 43_000_000
  /** Sells a million dollars to the pool, and buys them back a second later, after `change`: at one index price. */
  function roundTrip(sellsFirst: boolean, change: (world: World) => void): number {
    const world = createWorld({ markets: [AAPL], poolDollars: 10_000_000 })
    const trader = world.trader(1_000_000)
    world.prices({ AAPL: 23_150 })
    const [first, second] = sellsFirst ? (['sell', 'buy'] as const) : (['buy', 'sell'] as const)
    expect(outcome(world.order(trader, AAPL, first, { size: LOTS }))).toBe('FILLED')
    change(world)
    expect(outcome(world.order(trader, AAPL, second, { size: LOTS, reduceOnly: true }))).toBe('FILLED')
    return world.account(trader).equity - 1_000_000 * USDC
  }
  const afterHours = (world: World) => {
    world.run({ kind: 'ChangeSession', marketId: 0, session: 'EXTENDED' })
    world.prices({ AAPL: 23_150 }, 1_000)
  }
  const inDoubt = (world: World) => doubt(world, 23_150)

  it.each([
    ['after hours', afterHours, true],
    ['after hours', afterHours, false],
    ['in doubt', inDoubt, true],
    ['in doubt', inDoubt, false],
  ] as const)('gives nothing away for it %s', (_, change, sellsFirst) => {
    // Two half-spreads, the second one larger, and two fees.
    expect(roundTrip(sellsFirst, change)).toBeLessThan(-600 * USDC)
  })
})
