/**
 * A data folder as a long day leaves it: a journal of a workload's life with a snapshot near its beginning, so that
 * the next start has a long tail to replay.
 */
import { apply, createExchange, encodeState } from '@vest/engine'
import {
  createCommandEncoder,
  exchangeCore,
  journalFolder,
  makeSnapshot,
  openJournal,
  openNodeStorage,
  snapshotFolder,
  stateHash,
} from '@vest/runtime'
import type { TimeMs } from '@vest/protocol'
import type { Step, Workload } from './workload.ts'

/** Commands that are synced together. */
const GROUP = 64

export interface LongTail {
  /** The snapshot's command, and the last one. */
  readonly snapshotSeq: number
  readonly seq: number
  /** What the engine told of the commands behind the snapshot. */
  readonly events: number
  /** Of the state after the last command, which was never stopped. */
  readonly hash: string
}

export interface LongTailOptions {
  readonly dataDir: string
  readonly workload: Workload
  readonly commandsBefore: number
  /** Behind the snapshot: enough when this says so. */
  readonly isLongEnough: (tail: { readonly commands: number; readonly events: number }) => boolean
}

export function writeLongTail(options: LongTailOptions): LongTail {
  const { dataDir, commandsBefore, workload } = options
  const state = createExchange()
  const encode = createCommandEncoder()
  const journalStorage = openNodeStorage(journalFolder(dataDir))
  const snapshotStorage = openNodeStorage(snapshotFolder(dataDir))
  const journal = openJournal({ storage: journalStorage })
  let events = 0
  let group: { readonly timeMs: TimeMs; count: number } | undefined
  const commit = (): void => {
    if (group === undefined) return
    journal.commit(group.timeMs)
    journal.upkeep()
    group = undefined
  }
  /** A group has one time: that of its first command. */
  const run = (step: Step): void => {
    const { kind, payload } = encode(step.command)
    if (group?.count === GROUP || !journal.hasRoom(payload.length)) commit()
    group ??= { timeMs: step.timeMs, count: 0 }
    group.count += 1
    journal.append(kind, payload)
    const { timeMs } = group
    const applied = apply(state, { seq: state.seq + 1, timeMs, command: step.command })
    events += applied.events.length
    workload.observe(applied.events)
  }
  try {
    for (const step of workload.genesis()) run(step)
    while (state.seq < commandsBefore) run(workload.next())
    commit()
    const order = { journalId: journal.journalId, toSeq: state.seq }
    const { seq: snapshotSeq } = makeSnapshot({ core: exchangeCore, journalStorage, snapshotStorage, order })
    events = 0
    while (!options.isLongEnough({ commands: state.seq - snapshotSeq, events })) run(workload.next())
    commit()
    return { snapshotSeq, seq: state.seq, events, hash: stateHash(encodeState(state)) }
  } finally {
    journal.close()
  }
}
