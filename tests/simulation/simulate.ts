/**
 * One simulated life: genesis, M seeded commands, and after every command what the auditor sees, the engine's cheap
 * invariants and those of what the command has touched; all of them every hundred commands and at the end. A life in
 * which anything was found is lived once more, with all of them after every command since they last held, so that the
 * finding names its command. Some lives have a twin beside them that must say the same. At the end the recorded commands are replayed from a snapshot taken on the way, and from
 * genesis; all states must have the same hash.
 */
import { createHash } from 'node:crypto'
import {
  advance,
  type Applied,
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
import { createBandWitness } from './bandWitness.ts'
import { createCapWitness } from './capWitness.ts'
import { createPrng } from './prng.ts'
import { createCounter, type Counts } from './reach.ts'
import { createCompanion, DIGEST_EVERY, type Difference, differenceText } from './twin/companion.ts'
import type { Twin } from './twin/twin.ts'
import { createWorkload, type Step } from './workload.ts'

export interface SimulationOptions {
  readonly seed: number
  readonly ops: number
  /** The whole set of invariants after every command, or every hundred (the usual). */
  readonly audits?: 'always' | 'often'
  /** At the end from genesis and from the snapshot (the usual), or only from the snapshot. */
  readonly replays?: 'whole' | 'tail'
  /** The second implementation that lives the same life and is compared with the engine; made once for each attempt. */
  readonly twin?: () => Twin
  /** Claims and payouts are looked at by an operator; seeds lead to other lives then. */
  readonly isReviewed?: boolean
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

export const AUDIT_EVERY = 100
/** The snapshot is taken at a drawn command of this last part of a life. */
const SNAPSHOT_IN_LAST = 0.3

export const stateHash = (state: Exchange): string =>
  createHash('sha256').update(encodeState(state)).digest('hex')

export function simulate(options: SimulationOptions): SimulationResult {
  const isAlways = options.audits === 'always'
  const first = live(options, { auditedFrom: isAlways ? 1 : Infinity, digestsFrom: Infinity })
  if (first.violations.length === 0 || (isAlways && options.twin === undefined)) return first
  const { onProgress: _, ...same } = options
  const second = live(
    { ...same, ops: first.ops },
    { auditedFrom: isAlways ? 1 : first.lastAudit + 1, digestsFrom: first.seq - DIGEST_EVERY + 1 },
  )
  return second.violations.length > 0 ? second : first
}

/** Sequence numbers from which on all invariants, and all that the twin can say, are looked at after every command. */
interface Closeness {
  readonly auditedFrom: number
  readonly digestsFrom: number
}

function live(
  options: SimulationOptions,
  { auditedFrom, digestsFrom }: Closeness,
): SimulationResult & { readonly lastAudit: number; readonly seq: number } {
  const { seed, ops, sabotage } = options
  const workload = createWorkload(createPrng(seed), options.isReviewed)
  const auditor = createAuditor()
  const state = createExchange()
  const caps = createCapWitness(state)
  const band = createBandWitness(state)
  const companion = options.twin && createCompanion(state, { twin: options.twin(), digestsFrom })
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

  /** What the twin says to it; a twin that stops is a finding as well. */
  const compare = (difference: () => Difference | undefined): void => {
    try {
      const found = difference()
      if (found !== undefined) violations.push(differenceText(found))
    } catch (error) {
      violations.push(`the twin stopped at seq ${log.length}: ${(error as Error).message}`)
    }
  }

  const run = (step: Step): void => {
    const sequenced: SequencedCommand = { seq: log.length + 1, ...step }
    const { seq, command } = sequenced
    log.push(sequenced)
    let applied: Applied
    try {
      applied = apply(state, sequenced)
      const { events } = applied
      sabotage?.(sequenced, state)
      counter.note(command, applied.answer, events, state.markets)
      violations.push(
        ...auditor.check(sequenced, applied.answer, events),
        ...caps.check(sequenced),
        ...band.check(sequenced, events),
      )
      workload.observe(events)
    } catch (error) {
      // A broken state makes the engine itself stop: that is a finding.
      violations.push(`the engine stopped at seq ${seq} (${command.kind}): ${(error as Error).message}`)
      return
    }
    try {
      audit(seq, applied.events)
    } catch (error) {
      violations.push(`${(error as Error).message} after seq ${seq} (${command.kind})`)
    }
    if (companion !== undefined) compare(() => companion.follow(sequenced, applied))
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
    if (companion !== undefined) compare(() => companion.end())
  }
  const hash = stateHash(state)
  if (sabotage === undefined && violations.length === 0) {
    if (snapshot) replayOn(decodeState(snapshot.text), 'snapshot and tail')
    if (options.replays !== 'tail') replayOn(createExchange(), 'replay from genesis')
  }
  return {
    ops: log.length - genesis,
    violations,
    hash,
    counts: counter.counts,
    audits,
    replayed,
    lastAudit,
    seq: log.length,
  }
}
