/**
 * The engine and its twin live the same life: after every command their answers and the verdict on the order are
 * the same, and so is all that they can say of themselves every few commands. Between busy stretches lies an hour
 * of quiet with a price and a tick every five seconds, so that funding has its samples and is paid.
 */
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  apply,
  type Command,
  createExchange,
  type EngineEvent,
  type PlaceOrder,
  type SequencedCommand,
} from '@vest/engine'
import { type Ticks, ticks, timeMs, type Usd6, usd6 } from '@vest/protocol'
import { createPrng } from '../prng.ts'
import { createWorkload, type Step } from '../workload.ts'
import { engineDigest } from './engineDigest.ts'
import { createTwin } from './twin.ts'

const HOUR_MS = 3_600_000
const QUIET_STEP_MS = 5_000
const DIGEST_EVERY = 25
const OPS = 6_000

interface Difference {
  readonly seq: number
  readonly command: Command
  readonly engine: string
  readonly twin: string
}

/** Both machines side by side; the first difference ends the comparison. */
function createPair() {
  const state = createExchange()
  const twin = createTwin()
  const seen = {
    ...{ trades: 0, liquidations: 0, funded: 0, queued: 0, splits: 0, dividends: 0, changes: 0 },
    ...{ simFills: 0, simForced: 0 },
  }
  const simAccounts = new Set<string>()
  let seq = 0
  return {
    state,
    seen,
    run(step: Step, observe: (events: readonly EngineEvent[]) => void): Difference | undefined {
      seq += 1
      const sequenced: SequencedCommand = { seq, ...step }
      const { answer, events } = apply(state, sequenced)
      const second = twin.apply(sequenced)
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
      const told = [
        [
          verdictText(answer, verdictOf(sequenced.command, events, answer)),
          verdictText(second.answer, second.verdict),
        ],
        ...(seq % DIGEST_EVERY === 0 ? [[engineDigest(state), twin.digest()]] : []),
      ]
      const unequal = told.find(([engine, other]) => engine !== other)
      return unequal && firstDifference({ seq, command: sequenced.command }, unequal[0]!, unequal[1]!)
    },
    end: (): Difference | undefined =>
      engineDigest(state) === twin.digest()
        ? undefined
        : firstDifference({ seq, command: { kind: 'TickTimer' } }, engineDigest(state), twin.digest()),
  }
}

/** Of an order only its id is looked at. */
const NO_ORDER = { kind: 'PlaceOrder' } as PlaceOrder

const verdictText = (answer: unknown, verdict: unknown): string =>
  JSON.stringify({ answer, verdict }, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  )

/**
 * What the engine said first of the order or the withdrawal that this command asked for; a resting order may have
 * crossed since.
 */
function verdictOf(command: Command, events: readonly EngineEvent[], answer: Answer): unknown {
  if (command.kind === 'ReplaceOrder') return answer.ok ? verdictOf(command.place, events, answer) : undefined
  if (command.kind === 'CloseAllPositions')
    return answer.ok ? answer.ids!.map((id) => verdictOf({ ...NO_ORDER, id }, events, answer)) : undefined
  const inPart = (record: { status: string; code?: number }, filled: number): object => ({
    status: record.status,
    ...(record.code === undefined ? {} : { code: record.code }),
    filled,
  })
  for (const event of events) {
    if (command.kind === 'PlaceOrder' && event.kind === 'OrderUpdated' && event.order.id === command.id)
      return inPart(event.order, event.order.filledSize)
    if (
      command.kind === 'RequestWithdrawal' &&
      event.kind === 'TransferUpdated' &&
      event.transfer.id === command.id
    )
      return inPart(event.transfer, 0)
    if (command.kind === 'PlaceLpOrder' && event.kind === 'LpOrderUpdated' && event.order.id === command.id)
      return inPart(event.order, 0)
  }
  return undefined
}

function firstDifference(at: { seq: number; command: Command }, engine: string, twin: string): Difference {
  const [ours, theirs] = [engine.split('\n'), twin.split('\n')]
  const places = [...ours.keys(), ...theirs.keys()].filter((place) => ours[place] !== theirs[place])
  const pick = (lines: string[]): string =>
    [...new Set(places)]
      .slice(0, 8)
      .map((place) => lines[place] ?? '(nothing)')
      .join('\n')
  return { ...at, engine: pick(ours), twin: pick(theirs) }
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
  const seeds = [1, 2, 3]
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
    expect(splits).toBeGreaterThan(3)
    expect(dividends).toBeGreaterThan(10)
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
