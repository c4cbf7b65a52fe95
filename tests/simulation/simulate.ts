/**
 * One simulated life: genesis, M seeded commands, and after every command what the auditor sees, the engine's cheap
 * invariants and those of what the command has touched; all of them every hundred commands and at the end. A life in
 * which anything was found is lived once more, with all of them after every command since they last held, so that the
 * finding names its command. At the end the recorded commands are replayed from a snapshot taken on the way, and from
 * genesis; all states must have the same hash.
 */
import { createHash } from 'node:crypto'
import {
  advance,
  apply,
  assertCheapInvariants,
  assertInvariants,
  assertTouched,
  createExchange,
  decodeState,
  type EngineEvent,
  encodeState,
  type Exchange,
  type SequencedCommand,
  takeRows,
} from '@vest/engine'
import { createAuditor } from './auditor.ts'
import { createCapWitness } from './capWitness.ts'
import { createPrng } from './prng.ts'
import { createCounter, type Counts } from './reach.ts'
import { createWorkload, type Step } from './workload.ts'

export interface SimulationOptions {
  readonly seed: number
  readonly ops: number
  /** The whole set of invariants after every command, or every hundred (the usual). */
  readonly audits?: 'always' | 'often'
  /** At the end from genesis and from the snapshot (the usual), or only from the snapshot. */
  readonly replays?: 'whole' | 'tail'
  /** Called about every tenth of the way. */
  readonly onProgress?: (done: number) => void
  /** A planted bug: changes commands or state behind the engine's back; the nets must catch it. */
  readonly sabotage?: (command: SequencedCommand, state: Exchange) => void
}
export interface SimulationResult {
  /** Commands that were executed after genesis. */
  readonly ops: number
  /** What was found at the first command at which anything was found, or at the end. */
  readonly violations: readonly string[]
  readonly hash: string
  readonly counts: Counts
  /** How often the whole set of invariants was checked, and how many commands were replayed. */
  readonly audits: number
  readonly replayed: number
}

type Market = Exchange['markets'][number]
type Account = Exchange['accounts'][number]

const AUDIT_EVERY = 100
/** The snapshot is taken at a drawn command of this last part of a life. */
const SNAPSHOT_IN_LAST = 0.3

export const stateHash = (state: Exchange): string =>
  createHash('sha256').update(encodeState(state)).digest('hex')

export function simulate(options: SimulationOptions): SimulationResult {
  const first = live(options, options.audits === 'always' ? 1 : Infinity)
  if (first.violations.length === 0 || options.audits === 'always') return first
  const { onProgress: _, ...same } = options
  const second = live({ ...same, ops: first.ops }, first.lastAudit + 1)
  return second.violations.length > 0 ? second : first
}

/** @param auditedFrom sequence number from which on all invariants are looked at after every command */
function live(options: SimulationOptions, auditedFrom: number): SimulationResult & { lastAudit: number } {
  const { seed, ops, sabotage } = options
  const workload = createWorkload(createPrng(seed))
  const auditor = createAuditor()
  const state = createExchange()
  const caps = createCapWitness(state)
  const log: SequencedCommand[] = []
  const accounts = new Map<string, Account>()
  const violations: string[] = []
  const counter = createCounter()
  const snapshotAt = ops - Math.floor(ops * SNAPSHOT_IN_LAST * createPrng(~seed).next())
  let snapshot: { readonly text: string; readonly seq: number } | undefined
  let audits = 0
  let lastAudit = 0
  let replayed = 0

  /** The accounts and markets whose orders or positions these events speak of. */
  const touchedBy = (events: readonly EngineEvent[]): readonly [Set<Market>, Set<Account>] => {
    const markets = new Set<Market>()
    const touched = new Set<Account>()
    for (let id = accounts.size; id < state.accounts.length; id += 1)
      accounts.set(state.accounts[id]!.address, state.accounts[id]!)
    for (const event of events) {
      if (event.kind !== 'OrderUpdated' && event.kind !== 'PositionChanged') continue
      const { account, symbol } = event.kind === 'OrderUpdated' ? event.order : event
      const marketId = state.marketIds.get(symbol)
      if (marketId !== undefined) markets.add(state.markets[marketId]!)
      if (accounts.has(account)) touched.add(accounts.get(account)!)
    }
    return [markets, touched]
  }

  const audit = (seq: number, events: readonly EngineEvent[]): void => {
    if (seq >= auditedFrom || seq % AUDIT_EVERY === 0) {
      assertInvariants(state)
      audits += 1
      lastAudit = seq
      return
    }
    assertCheapInvariants(state)
    assertTouched(state, ...touchedBy(events))
  }

  const run = (step: Step): void => {
    const sequenced: SequencedCommand = { seq: log.length + 1, ...step }
    const { seq, command } = sequenced
    log.push(sequenced)
    let events: readonly EngineEvent[]
    try {
      const applied = apply(state, sequenced)
      events = applied.events
      sabotage?.(sequenced, state)
      counter.note(command, applied.answer, events, state.markets)
      violations.push(...auditor.check(sequenced, applied.answer, events), ...caps.check(sequenced))
      workload.observe(events)
    } catch (error) {
      // A broken state makes the engine itself stop: that is a finding.
      violations.push(`the engine stopped at seq ${seq} (${command.kind}): ${(error as Error).message}`)
      return
    }
    try {
      audit(seq, events)
    } catch (error) {
      violations.push(`${(error as Error).message} after seq ${seq} (${command.kind})`)
    }
  }

  const replayOn = (exchange: Exchange, what: string): void => {
    try {
      assertInvariants(exchange)
    } catch (error) {
      violations.push(`${(error as Error).message} in the exchange for ${what}`)
      return
    }
    for (let at = exchange.seq; at < log.length; at += 1, replayed += 1) {
      advance(exchange, log[at]!)
      takeRows(exchange.work.log)
    }
    if (stateHash(exchange) !== hash) violations.push(`I4: ${what} has another hash`)
  }

  for (const step of workload.genesis()) run(step)
  const genesis = log.length
  const tenth = Math.max(1, Math.floor(ops / 10))
  while (log.length < genesis + ops && violations.length === 0) {
    run(workload.next())
    const done = log.length - genesis
    if (done === snapshotAt) snapshot = { text: encodeState(state), seq: log.length }
    if (done % tenth === 0) options.onProgress?.(done)
  }
  if (violations.length === 0) {
    audits += 1
    try {
      assertInvariants(state)
    } catch (error) {
      violations.push(`${(error as Error).message} at the end`)
    }
  }
  const hash = stateHash(state)
  if (sabotage === undefined && violations.length === 0) {
    if (snapshot) replayOn(decodeState(snapshot.text), 'snapshot and tail')
    if (options.replays !== 'tail') replayOn(createExchange(), 'replay from genesis')
  }
  return { ops: log.length - genesis, violations, hash, counts: counter.counts, audits, replayed, lastAudit }
}
