/** Accounts at the limit, and the events of their end, for tests of liquidation. */
import { type Id, type Ticks, timeMs, usd6 } from '@vest/protocol'
import { type MarketSpec } from '../api/marketSpec.ts'
import { type EngineEvent } from '../api/events.ts'
import { type OrderRecord } from '../api/records.ts'
import { BTC, createWorld, deposit, lastOrders, type Trader, type World } from './world.ts'

export const USDC = 1_000_000
/** No quotes here, and the backstop takes nothing. */
export const ALONE: MarketSpec = { ...BTC, risk: { ...BTC.risk, inventoryLimitUsd6: usd6(0) } }
/** 1.00000 BTC. */
export const BTC_LOTS = 100_000

export const seed = (world: World, account: 'POOL' | 'POOL_ISO' | 'INSURANCE', dollars: number) =>
  world.run({ kind: 'SeedSystemAccount', account, amountUsd6: usd6(dollars * USDC) })

export const leverage = (world: World, trader: Trader, spec: MarketSpec, value: number) =>
  world.run({ kind: 'SetLeverage', account: trader.address, symbol: spec.symbol, leverage: value })

export const liquidations = (events: readonly EngineEvent[]): OrderRecord[] =>
  lastOrders(events).filter(({ orderType }) => orderType === 'LIQUIDATION')

export const held = (world: World, trader: Trader) => world.account(trader).positions[0]

/** Credits money that may still be orphaned; returns its transfer. */
export function softDeposit(world: World, trader: Trader, dollars: number): Id {
  const command = deposit(9_000 + world.log.length, trader, dollars)
  if (command.kind !== 'CreditDeposit') throw new Error('not a deposit')
  world.run({ ...command, finality: 'SOFT' })
  return command.id
}

/** A second later the first market has this price, and it is held by the jump filter. */
export function doubt(world: World, price: number) {
  const sourceTimeMs = timeMs(world.now() + 1_000)
  const held = { marketId: 0, price: price as Ticks, sourceTimeMs, conf: 0 as Ticks, held: true }
  return world.run({ kind: 'UpdateIndexPrices', prices: [held] }, 1_000)
}

/** Two users trade with each other at the price of a new index record; the resting one pays as a maker. */
export function trade(
  world: World,
  spec: MarketSpec,
  input: { long: Trader; short: Trader; size: number; price: number; rests?: 'long' | 'short' },
): void {
  const { long, short, size, price, rests = 'long' } = input
  const [first, second] = rests === 'long' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
  const [maker, taker] = rests === 'long' ? [long, short] : [short, long]
  const offer = world.order(maker, spec, first, { size, limitPrice: price })
  const taken = world.order(taker, spec, second, { size, limitPrice: price, timeInForce: 'IOC' })
  if (offer.status !== 'NEW' || taken.status !== 'FILLED')
    throw new Error(`no trade: ${offer.status} ${offer.code}, ${taken.status} ${taken.code}`)
}

/** W11's account: 1 BTC from 100,000.0 with exactly 2,100 of collateral at 50X, against a rich account. */
export function w11(input: { poolDollars: number; spec?: MarketSpec; poor?: 'long' | 'short' }) {
  const { poolDollars, spec = BTC, poor = 'long' } = input
  const world = createWorld({ markets: [spec], poolDollars })
  const [poorOne, richOne] = [world.trader(2_105), world.trader(500_000)]
  const [long, short] = poor === 'long' ? [poorOne, richOne] : [richOne, poorOne]
  leverage(world, poorOne, BTC, 50)
  world.prices({ BTC: 1_000_000 })
  trade(world, BTC, { long, short, size: BTC_LOTS, price: 1_000_000, rests: poor })
  const { collateral } = world.account(poorOne)
  if (collateral !== 2_100 * USDC) throw new Error(`W11 begins with ${collateral}`)
  return { world, long, short }
}
