/**
 * Properties of every stream with mixed REAL and SIM commands. A full audit follows each command, so both identities
 * hold after each.
 */
import { type Id, lots, mulDivFloor, ticks } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { askRun, bidRun, type Ladder, poolAskPrice, poolBidPrice } from '@vest/formulas'
import { type EngineEvent } from '../api/events.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { createExchange } from '../state/exchange.ts'
import { apply } from '../apply.ts'
import { createDriver, type Step, steps } from '../testing/randomCommands.ts'
import { openSimAccounts, SIM_ACCOUNTS, simAccountOf, simCommand } from '../testing/randomSim.ts'
import { AAPL, createWorld, eventsOf, type World } from '../testing/world.ts'

type Plain = Record<string, unknown>
const isSimAddress = (address: unknown): boolean => (SIM_ACCOUNTS as unknown[]).includes(address)

/** The text of the state without anything that SIM accounts have left in it. */
function realPart({ exchange }: World): string {
  const { sim: _sim, youngIds: _young, oldIds: _old, ...plain } = JSON.parse(encodeState(exchange)) as Plain
  const kept = (list: unknown): Plain[] =>
    (list as Plain[]).filter(({ address, signer }) => !isSimAddress(address) && !isSimAddress(signer))
  return JSON.stringify({ ...plain, accounts: kept(plain['accounts']), nonces: kept(plain['nonces']) })
}

/** Events with rows belong to one domain only, and the row shows which. */
function accountIn(event: EngineEvent): unknown {
  if (event.kind === 'OrderUpdated') return event.order.account
  if (event.kind === 'AccountsValued') return event.rows[0]!.account
  return 'account' in event ? event.account : undefined
}

const mixed = fc.array(fc.tuple(fc.boolean(), steps({ minLength: 1, maxLength: 1 })), {
  minLength: 10,
  maxLength: 90,
})

interface Life {
  readonly world: World
  /** The REAL events of every REAL step. */
  readonly told: EngineEvent[]
  /** Number of SIM events with legs, and of replacements. */
  readonly seen: { legs: number; replaced: number }
}

/** Runs the steps; without SIM, a command that does nothing replaces each SIM command. */
function live(all: readonly (readonly [isSim: boolean, step: Step])[], hasSim: boolean): Life {
  const { world, step } = createDriver()
  world.run({ kind: 'Activate', feature: 'nothing' })
  if (hasSim) openSimAccounts(world)
  else for (const _ of SIM_ACCOUNTS) world.run({ kind: 'Activate', feature: 'nothing' })
  const told: EngineEvent[] = []
  const seen = { legs: 0, replaced: 0 }
  const run = world.run.bind(world)
  const frozen = new Set<string>()
  world.run = (command, afterMs) => {
    const applied = run(command, afterMs)
    for (const event of applied.events) {
      if (event.kind === 'SimAccountStatusChanged')
        if (event.status === 'FROZEN') frozen.add(event.account)
        else frozen.delete(event.account)
      if (event.kind === 'FillBooked') expect(frozen.has(event.account)).toBe(false)
      if (!isSimAddress(accountIn(event))) told.push(event)
    }
    return applied
  }
  const placed: Id[] = []
  all.forEach(([isSim, one], at) => {
    if (!isSim) step(one)
    else if (!hasSim) world.run({ kind: 'Activate', feature: 'nothing' })
    else {
      const command = simCommand(world, one, 4 * (at + 1), placed)
      const { answer, events } = world.run(command)
      seen.legs += eventsOf(events, 'OrderUpdated').filter(({ order }) => order.parentId !== undefined).length
      if (command.kind === 'ReplaceOrder' && answer.ok) seen.replaced += 1
      // SIM accounts never fill against each other: only the account itself fills, and nothing of it is a trade.
      for (const event of events)
        expect([event.kind, accountIn(event)]).toEqual([event.kind, simAccountOf(one)])
      expect(eventsOf(events, 'TradeExecuted')).toEqual([])
    }
  })
  return { world, told, seen }
}

describe('a mixed stream', () => {
  it('leaves REAL exactly as without the SIM commands, with the same events', () => {
    let fills = 0
    const sim = { fills: 0, legs: 0, replaced: 0 }
    fc.assert(
      fc.property(mixed, (all) => {
        const stream = all.map(([isSim, [step]]) => [isSim, step!] as const)
        const [both, alone] = [live(stream, true), live(stream, false)]
        expect(both.told).toEqual(alone.told)
        expect(realPart(both.world)).toBe(realPart(alone.world))
        fills += both.world.exchange.tradeCount
        sim.fills += both.world.exchange.sim.tradeCount
        sim.legs += both.seen.legs
        sim.replaced += both.seen.replaced
      }),
      { numRuns: 60, seed: 25 },
    )
    expect(fills).toBeGreaterThan(100)
    expect(sim.fills).toBeGreaterThan(100)
    expect(sim.legs).toBeGreaterThan(30)
    expect(sim.replaced).toBeGreaterThan(10)
  })

  it('continues from a snapshot as if it had never stopped', () => {
    fc.assert(
      fc.property(mixed, fc.nat(100), (all, percent) => {
        const { world } = live(
          all.map(([isSim, [step]]) => [isSim, step!] as const),
          true,
        )
        const at = Math.floor((world.log.length * percent) / 100)
        let state = createExchange()
        for (const sequenced of world.log) {
          apply(state, sequenced)
          if (sequenced.seq === at) state = decodeState(encodeState(state))
        }
        expect(encodeState(state)).toBe(encodeState(world.exchange))
      }),
      { numRuns: 30 },
    )
  })
})

describe('the mirrored ladder', () => {
  /** Buys and sells of one flat account, then closes everything; returns the total value. */
  function valueOf(pool: number, sizes: readonly number[], isBuy: boolean): number {
    const world = createWorld({ poolDollars: 1_000_000 })
    world.prices({ AAPL: 23_150, BTC: 1_000_000, EUR: 108_437, FIG: 52_310 })
    const real = world.trader(5_000_000)
    if (pool !== 0) world.order(real, AAPL, pool > 0 ? 'buy' : 'sell', { size: Math.abs(pool) })
    openSimAccounts(world)
    const trader = { address: SIM_ACCOUNTS[0]! }
    return sizes.reduce(
      (sum, size) => sum + world.order(trader, AAPL, isBuy ? 'buy' : 'sell', { size }).filledValue,
      0,
    )
  }

  it('costs the same for one order and for its pieces', () => {
    const pieces = fc.array(fc.integer({ min: 1, max: 2_000_000 }), { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(
        fc.integer({ min: -20_000_000, max: 20_000_000 }),
        pieces,
        fc.boolean(),
        (pool, sizes, isBuy) => {
          const whole = sizes.reduce((sum, size) => sum + size, 0)
          expect(valueOf(pool, sizes, isBuy)).toBe(valueOf(pool, [whole], isBuy))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('has runs that end with their price, and joins cells where the skew is full', () => {
    const ladders = fc
      .record({
        limit: fc.integer({ min: 5, max: 5_000 }),
        inventory: fc.integer({ min: -20_000, max: 20_000 }),
      })
      .map(({ limit, inventory }) => ({
        inventory,
        ladder: {
          index: ticks(23_150),
          limit: lots(limit),
          cell: lots(Math.max(1, mulDivFloor(limit, 1, 40))),
          halfSpreadPpm: 150,
          skewMaxPpm: 8_000,
          skewToReducePpm: undefined,
          inventoryMax: Infinity,
          inventoryMin: -Infinity,
        } satisfies Ladder,
      }))
    fc.assert(
      fc.property(ladders, ({ ladder, inventory }) => {
        for (const isAsk of [true, false]) {
          const price = isAsk ? poolAskPrice : poolBidPrice
          const run = (isAsk ? askRun : bidRun)(ladder, inventory)
          let at = inventory
          // Cell by cell to the end of the run, the price is the same.
          for (let cells = 0; cells < 50 && Math.abs(at - inventory) < run; cells++) {
            expect(price(ladder, at)).toBe(price(ladder, inventory))
            at = isAsk
              ? (Math.ceil(at / ladder.cell) - 1) * ladder.cell
              : (Math.floor(at / ladder.cell) + 1) * ladder.cell
          }
          if (Math.abs(at - inventory) >= run) expect(Math.abs(at - inventory)).toBe(run)
        }
      }),
    )
  })
})
