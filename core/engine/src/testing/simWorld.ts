/** A small exchange with a SIM account: the ladder of AAPL is that of the worked example W3. */
import { REFUSAL, type Address, usd6 } from '@vest/protocol'
import { type EngineEvent } from '../api/events.ts'
import { type OrderRecord } from '../api/records.ts'
import { AAPL, createWorld, lastOrder, placeOrder, type Trader, traderAddress, type World } from './world.ts'

export const INDEX = 23_150
export const USDC = 1_000_000

export interface Sim {
  readonly world: World
  readonly owner: Trader
  readonly sim: Trader
}

/** The pool's limit in AAPL is a million dollars, the owner's SIM account has `dollars`. */
export function createSim(dollars = 25_000): Sim {
  return simIn(createWorld({ poolDollars: 1_000_000 }), dollars)
}

/** The pool's limit in AAPL is a billion dollars, the maximum of a limit. */
export function createVastSim(dollars: number): Sim {
  const risk = { ...AAPL.risk, inventoryLimitUsd6: usd6(1_000_000_000 * USDC), inventorySharePpm: 1_000_000 }
  return simIn(createWorld({ markets: [{ ...AAPL, risk }], poolDollars: 2_000_000_000 }), dollars)
}

function simIn(world: World, dollars: number): Sim {
  world.prices({ AAPL: INDEX, BTC: 1_000_000, EUR: 108_437, FIG: 52_310 })
  const owner = world.trader(1_000_000)
  return { world, owner, sim: openSim(world, owner, dollars) }
}

const simAddress = (world: World): Address => traderAddress(500 + world.log.length)

export function openSim(world: World, owner: Trader, dollars: number): Trader {
  const account = simAddress(world)
  const { answer } = world.run({
    kind: 'OpenSimAccount',
    account,
    ownerId: owner.address,
    amountUsd6: usd6(dollars * USDC),
  })
  if (!answer.ok) throw new Error(`not opened: ${answer.code}`)
  return { address: account }
}

export const setStatus = (world: World, { address }: Trader, status: 'ACTIVE' | 'FROZEN') =>
  world.run({ kind: 'SetSimAccountStatus', account: address, status })

export const closeByForce = (world: World, { address }: Trader, code?: typeof REFUSAL.DELETED_BY_LIQ) =>
  world.run({ kind: 'CloseSimPositions', account: address, ...(code === undefined ? {} : { code }) })

/** An order of the SIM account, or of another, in AAPL. */
export function place(
  { world, sim }: Sim,
  side: 'buy' | 'sell',
  order: Parameters<World['order']>[3],
  trader: Trader = sim,
): { readonly events: readonly EngineEvent[]; readonly order: OrderRecord } {
  const number = 700_000 + world.log.length
  const command = placeOrder(world, number, { trader, spec: AAPL, side, order })
  const { events } = world.run(command)
  return { events, order: lastOrder(events, command.id) }
}

/** Balance of SIM_HOUSE, the quote sides of its positions included. */
export const house = (world: World): number =>
  world.exchange.sim.markets.reduce(
    (sum, market) => sum + (market?.sim?.houseQuote ?? 0),
    world.exchange.sim.houseUsd6 as number,
  )
export const houseIn = (world: World, marketId = 0): number =>
  world.exchange.sim.markets[marketId]!.sim!.houseInventory
