/**
 * The engine and its twin live the same life: after every command their answers and the verdict on the order are
 * the same, and so is all that they can say of themselves every few commands. Between busy stretches lies an hour
 * of quiet with a price and a tick every five seconds, so that funding has its samples and is paid.
 */
import { describe, expect, it } from 'vitest'
import { apply, type Command, createExchange, type EngineEvent, type SequencedCommand } from '@vest/engine'
import { type Ticks, ticks, timeMs, type Usd6, usd6 } from '@vest/protocol'
import { shareOf } from '../../../runtime/src/testing/runSeed.ts'
import { createPrng } from '../prng.ts'
import { createWorkload, type Step } from '../workload.ts'
import { createCompanion, type Difference } from './companion.ts'

const HOUR_MS = 3_600_000
const QUIET_STEP_MS = 5_000
const OPS = 6_000

/** Both machines side by side; the first difference ends the comparison. */
function createPair() {
  const state = createExchange()
  const companion = createCompanion(state)
  const seen = {
    trades: 0,
    liquidations: 0,
    funded: 0,
    queued: 0,
    splits: 0,
    dividends: 0,
    changes: 0,
    simFills: 0,
    simForced: 0,
  }
  const simAccounts = new Set<string>()
  let seq = 0
  return {
    state,
    seen,
    run(step: Step, observe: (events: readonly EngineEvent[]) => void): Difference | undefined {
      seq += 1
      const sequenced: SequencedCommand = { seq, ...step }
      const applied = apply(state, sequenced)
      const { events } = applied
      observe(events)
      if (
        state.markets.some(({ bids, asks }) =>
          [...bids.levels, ...asks.levels].some(({ oldest, youngest }) => oldest !== youngest),
        )
      )
        seen.queued += 1
      for (const event of events) {
        if (event.kind === 'TradeExecuted') seen.trades += 1
        if (event.kind === 'FillBooked' && simAccounts.has(event.account)) {
          seen.simFills += 1
          if (event.orderType === 'LIQUIDATION') seen.simForced += 1
        }
        if (event.kind === 'SimAccountOpened') simAccounts.add(event.account)
        if (event.kind === 'FundingSettled') seen.funded += 1
        if (event.kind === 'FundingSettled' && event.reason === 'DIVIDEND') seen.dividends += 1
        if (event.kind === 'SplitApplied') seen.splits += 1
        if (event.kind === 'ParametersChanged') seen.changes += 1
        if (event.kind === 'OrderUpdated' && event.order.orderType === 'LIQUIDATION') seen.liquidations += 1
      }
      return companion.follow(sequenced, applied)
    },
    end: () => companion.end(),
  }
}

/** Turns an ordinary command into a rougher one: thin pools, poor accounts, queues at one price, prices that break away. */
type Weather = (command: Command) => Command
const fair: Weather = (command) => command

/** Two significant digits: many orders meet at one price and must queue. */
const onGrid = (price: Ticks): Ticks => {
  const step = 10 ** Math.max(0, String(price).length - 2)
  return ticks(Math.max(step, Math.round(price / step) * step))
}

function createStorm(seed: number): Weather {
  const prng = createPrng(seed + 2_000)
  const shock = new Map<number, number>()
  // What is no amount stays none.
  const smaller = (amount: Usd6, by: number): Usd6 =>
    Number.isSafeInteger(amount) && amount > 0 ? usd6(Math.max(1, Math.floor(amount / by))) : amount
  return (command) => {
    if (command.kind === 'SeedSystemAccount')
      return {
        ...command,
        amountUsd6: smaller(command.amountUsd6, command.account === 'INSURANCE' ? 5_000 : 25),
      }
    if (command.kind === 'CreditDeposit') return { ...command, amountUsd6: smaller(command.amountUsd6, 12) }
    if (command.kind === 'SetLeverage') return { ...command, leverage: prng.pick([10, 20, 50, 100]) }
    if (command.kind === 'CancelOrder' && prng.chance(0.8)) return { kind: 'TickTimer' }
    if (command.kind === 'PlaceOrder' && command.limitPrice !== undefined)
      return { ...command, limitPrice: onGrid(command.limitPrice) }
    if (command.kind !== 'UpdateIndexPrices') return command
    const prices = command.prices.map((row) => {
      if (prng.chance(0.03)) shock.set(row.marketId, 1 + (prng.next() - 0.5) * 0.2)
      else if (prng.chance(0.1)) shock.delete(row.marketId)
      return { ...row, price: ticks(Math.max(1, Math.round(row.price * (shock.get(row.marketId) ?? 1)))) }
    })
    return { ...command, prices }
  }
}

/** The seeded workload with whole hours of quiet put between its steps; its own times are moved along. */
function live(input: { seed: number; ops: number; quietHours: number; weather: Weather }) {
  const workload = createWorkload(createPrng(input.seed))
  const quiet = createPrng(input.seed + 1_000)
  const pair = createPair()
  let shiftMs = 0
  let nowMs = 0
  const shifted = ({ timeMs: at, command }: Step): Step => ({
    timeMs: timeMs(at + shiftMs),
    command: shiftedCommand(input.weather(command), shiftMs),
  })
  const run = (step: Step): Difference | undefined => {
    nowMs = step.timeMs
    return pair.run(step, (events) => workload.observe(events))
  }
  for (const step of workload.genesis()) {
    const difference = run(shifted(step))
    if (difference) return { pair, difference }
  }
  const quietEvery = Math.floor(input.ops / (input.quietHours + 1))
  for (let op = 1; op <= input.ops; op += 1) {
    const difference = run(shifted(workload.next()))
    if (difference) return { pair, difference }
    if (op % quietEvery !== 0 || shiftMs / HOUR_MS >= input.quietHours) continue
    const startMs = nowMs
    for (let at = QUIET_STEP_MS; at <= HOUR_MS; at += QUIET_STEP_MS)
      for (const command of [quietPrices(pair.state, quiet, startMs + at), { kind: 'TickTimer' } as const]) {
        const found = run({ timeMs: timeMs(startMs + at), command })
        if (found) return { pair, difference: found }
      }
    const found = run({
      timeMs: timeMs(nowMs),
      command: { kind: 'TickFunding', hourMs: timeMs(Math.floor(nowMs / HOUR_MS) * HOUR_MS - HOUR_MS) },
    })
    if (found) return { pair, difference: found }
    shiftMs += HOUR_MS
  }
  return { pair, difference: pair.end() }
}

function shiftedCommand(command: Command, shiftMs: number): Command {
  switch (command.kind) {
    case 'PlaceOrder':
    case 'CancelOrder':
    case 'CancelClientOrder':
    case 'CancelAllOrders':
    case 'CloseAllPositions':
    case 'SetCancelTimer':
    case 'RequestWithdrawal':
    case 'PlaceLpOrder':
      return { ...command, orderTimeMs: timeMs(command.orderTimeMs + shiftMs) }
    case 'ReplaceOrder':
      return {
        ...command,
        cancel: shiftedCommand(command.cancel, shiftMs) as typeof command.cancel,
        place: shiftedCommand(command.place, shiftMs) as typeof command.place,
      }
    case 'UpdateIndexPrices':
      return {
        ...command,
        prices: command.prices.map((price) => ({
          ...price,
          sourceTimeMs: timeMs(price.sourceTimeMs + shiftMs),
        })),
      }
    case 'ChangeSession':
      return command.endTimeMs === undefined
        ? command
        : { ...command, endTimeMs: timeMs(command.endTimeMs + shiftMs) }
    case 'TickFunding':
      return { ...command, hourMs: timeMs(command.hourMs + shiftMs) }
    default:
      return command
  }
}

/** Every market's last index, a little moved. */
function quietPrices(
  state: ReturnType<typeof createExchange>,
  prng: ReturnType<typeof createPrng>,
  nowMs: number,
): Command {
  const prices = state.markets.flatMap(({ id, index }) => {
    if (index === undefined) return []
    const price = Math.max(1, Math.round(index * (1 + (prng.next() - 0.5) * 0.001)))
    return [{ marketId: id, price: ticks(price), sourceTimeMs: timeMs(nowMs), conf: ticks(0), held: false }]
  })
  return { kind: 'UpdateIndexPrices', prices }
}

describe('the engine and its twin', () => {
  /** Of three lives that meet splits and dividends one, in turn from run to run; a long one has all. */
  const lives = [1, 3, 4]
  const seeds = process.env['VEST_EVERY_LIFE'] === '1' ? lives : [lives[shareOf(3)]!]
  let funded = 0
  let splits = 0
  let dividends = 0
  let liquidations = 0
  let queued = 0
  it.each(seeds)('say the same after every command of seed %i', (seed) => {
    const { pair, difference } = live({ seed, ops: OPS, quietHours: 1, weather: fair })
    expect(difference).toBeUndefined()
    expect(pair.seen.trades).toBeGreaterThan(200)
    expect(pair.seen.simFills).toBeGreaterThan(30)
    expect(pair.seen.simForced).toBeGreaterThan(0)
    funded += pair.seen.funded
    splits += pair.seen.splits
    dividends += pair.seen.dividends
    expect(pair.seen.changes).toBeGreaterThan(3)
    expect(pair.state.markets.some((market) => market.cumFunding !== 0n)).toBe(true)
  })

  it('have paid funding on the way', () => {
    expect(funded).toBeGreaterThan(25)
  })

  it('have gone through splits and dividends on the way', () => {
    expect(splits).toBeGreaterThan(seeds.length)
    expect(dividends).toBeGreaterThan(4 * seeds.length)
  })

  it.each(seeds)(
    'say the same in a storm of seed %i: thin pools, poor accounts, prices that break away',
    (seed) => {
      const { pair, difference } = live({ seed, ops: OPS, quietHours: 1, weather: createStorm(seed) })
      expect(difference).toBeUndefined()
      liquidations += pair.seen.liquidations
      // Commands after which at least two orders stood at one price.
      queued += pair.seen.queued
    },
  )

  it('have liquidated accounts and queued orders in the storms', () => {
    expect(liquidations).toBeGreaterThan(15)
    expect(queued).toBeGreaterThan(10)
  })
})
