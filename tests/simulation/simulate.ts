/**
 * One simulated life: genesis, M seeded commands, and after every command the engine's own invariants and
 * the auditor's. At the end the recorded commands are replayed from genesis, and from a snapshot taken on
 * the way; all three states must have the same hash.
 */
import { createHash } from 'node:crypto'
import {
  apply,
  assertInvariants,
  createExchange,
  decodeState,
  encodeState,
  type SequencedCommand,
} from '@vest/engine'
import { createAuditor } from './auditor.ts'
import { createCapWitness } from './capWitness.ts'
import { createPrng } from './prng.ts'
import { createCounter, type Counts } from './reach.ts'
import { createWorkload } from './workload.ts'

export interface SimulationOptions {
  readonly seed: number
  readonly ops: number
  /** Called about every tenth of the way. */
  readonly onProgress?: (done: number) => void
  /** A planted bug: changes commands or state behind the engine's back; the nets must catch it. */
  readonly sabotage?: (command: SequencedCommand, state: ReturnType<typeof createExchange>) => void
}
export interface SimulationResult {
  readonly ops: number
  readonly violations: readonly string[]
  readonly hash: string
  readonly counts: Counts
}

const VIOLATIONS_KEPT = 20

export const stateHash = (state: ReturnType<typeof createExchange>): string =>
  createHash('sha256').update(encodeState(state)).digest('hex')

export function simulate(options: SimulationOptions): SimulationResult {
  const workload = createWorkload(createPrng(options.seed))
  const auditor = createAuditor()
  const state = createExchange()
  const caps = createCapWitness(state)
  const log: SequencedCommand[] = []
  const violations: string[] = []
  const counter = createCounter()
  let seq = 0
  let snapshot: { text: string; seq: number } | undefined
  const say = (what: string): void => void (violations.length < VIOLATIONS_KEPT && violations.push(what))

  /** A broken state makes the engine itself stop: that is a finding, and the end of this life. */
  let isStopped = false
  const applyOrStop = (sequenced: SequencedCommand): ReturnType<typeof apply> | undefined => {
    try {
      return apply(state, sequenced)
    } catch (error) {
      say(
        `the engine stopped at seq ${sequenced.seq} (${sequenced.command.kind}): ${(error as Error).message}`,
      )
      isStopped = true
      return undefined
    }
  }

  const run = (step: { timeMs: SequencedCommand['timeMs']; command: SequencedCommand['command'] }): void => {
    seq += 1
    const sequenced: SequencedCommand = { seq, ...step }
    log.push(sequenced)
    const applied = applyOrStop(sequenced)
    if (applied === undefined) return
    const { answer, events } = applied
    options.sabotage?.(sequenced, state)
    counter.note(step.command, answer, events, state.markets)
    for (const finding of auditor.check(sequenced, answer, events)) say(finding)
    for (const finding of caps.check(sequenced)) say(finding)
    try {
      assertInvariants(state)
    } catch (error) {
      say(`${(error as Error).message} after seq ${seq} (${step.command.kind})`)
    }
    workload.observe(events)
  }

  for (const step of workload.genesis()) run(step)
  const tenth = Math.max(1, Math.floor(options.ops / 10))
  for (let op = 1; op <= options.ops && !isStopped && violations.length < VIOLATIONS_KEPT; op += 1) {
    run(workload.next())
    if (op === Math.floor(options.ops / 2)) snapshot = { text: encodeState(state), seq }
    if (op % tenth === 0) options.onProgress?.(op)
  }

  const hash = stateHash(state)
  if (options.sabotage === undefined && !isStopped) {
    const replayed = createExchange()
    for (const command of log) apply(replayed, command)
    if (stateHash(replayed) !== hash) say('I4: replay from genesis has another hash')
    if (snapshot) {
      const restored = decodeState(snapshot.text)
      for (const command of log) if (command.seq > snapshot.seq) apply(restored, command)
      if (stateHash(restored) !== hash) say('I4: snapshot and tail have another hash')
    }
  }
  return { ops: options.ops, violations, hash, counts: counter.counts }
}
