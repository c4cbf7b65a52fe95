/** The SIM domain in small scenarios; figures of the ladder are those of the worked example W3. */
import { describe, expect, it } from 'vitest'
import { type Address, usd6 } from '@vest/protocol'
import type { EngineEvent } from './event.ts'
import { query } from './query.ts'
import { AAPL, BTC, createWorld, eventsOf, FIG, lastOrder, outcome, placeOrder, type Trader, traderAddress, type World } from './testing/world.ts'

const INDEX = 23_150

function createSim(dollars = 25_000): { world: World; owner: Trader; sim: Trader } {
  // The pool's share of AAPL is one million: W3.
  const world = createWorld({ poolDollars: 1_000_000 })
  world.prices({ AAPL: INDEX, BTC: 1_000_000, EUR: 108_437, FIG: 52_310 })
  const owner = world.trader(1_000_000)
  return { world, owner, sim: open(world, owner, dollars) }
}
let opened = 500
function open(world: World, owner: Trader, dollars: number): Trader {
  const sim = { address: traderAddress((opened += 1)) }
  const { answer } = world.run({
    kind: 'OpenSimAccount',
    account: sim.address,
    ownerId: owner.address,
    amountUsd6: usd6(dollars * 1_000_000),
  })
  expect(answer).toEqual({ ok: true })
  return sim
}
const freeze = (world: World, { address }: Trader, status: 'ACTIVE' | 'FROZEN' = 'FROZEN') =>
  world.run({ kind: 'SetSimAccountStatus', account: address, status })

describe('scratch', () => {
  it('fills', () => {
    const { world, sim } = createSim()
    const order = world.order(sim, AAPL, 'buy', { size: 2_000_000 })
    console.log(outcome(order), order, world.account(sim), world.exchange.sim)
  })
})
