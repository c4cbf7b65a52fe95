/**
 * When a snapshot is made: after so many commands or so much time, by another thread from the journal, while orders
 * continue; and at the end from the live state, when no command waits. A failed snapshot makes the next restart longer,
 * and is no danger.
 */
import { SNAPSHOT_EVERY_COMMANDS, SNAPSHOT_EVERY_MS } from '../../bounds.ts'
import { buggify } from '../../buggify.ts'
import { saveVerified } from '../../snapshot/makeSnapshot.ts'
import type { SnapshotMaker } from '../../snapshot/snapshotMaker.ts'
import type { Core } from '../core.ts'
import { errorText } from '../messages.ts'
import type { Memory } from '../openMemory.ts'

export interface SnapshotSchedule {
  /** The reader has stored everything up to `seq`. */
  noteReader(seq: number): void
  /** Orders a snapshot if enough commands were applied since the last. */
  afterGroup(appliedSeq: number): void
  /** Orders a snapshot if enough time has passed since the last. */
  afterTick(appliedSeq: number): void
  /** Writes the live state, unless that snapshot is there already. */
  writeLast(appliedSeq: number): void
  /** Cancels the running one. */
  stop(): Promise<void>
}

export interface SnapshotScheduleOptions<State> {
  readonly core: Core<State>
  /** The snapshot that it was restored from counts as the last one. */
  readonly memory: Memory<State>
  readonly snapshotMaker: SnapshotMaker
  /** The events that the reader has stored at the start; absent: there is no reader. */
  readonly readerSeq: number | undefined
  readonly everyCommands?: number | undefined
  /** Milliseconds of a monotonic clock, with fractions. */
  readonly elapsedMs: () => number
  readonly isEnded: () => boolean
  readonly notice: (text: string) => void
}

export function createSnapshotSchedule<State>(options: SnapshotScheduleOptions<State>): SnapshotSchedule {
  const { core, snapshotMaker, elapsedMs } = options
  const { journal, snapshots, state } = options.memory
  const everyCommands = options.everyCommands ?? SNAPSHOT_EVERY_COMMANDS
  let { readerSeq } = options
  /** The command and the time from which the next is counted. */
  let ordered = { seq: options.memory.seq, atMs: elapsedMs() }
  /** The newest that is known to be complete. */
  let savedSeq = options.memory.seq

  const noteFailure = (error: unknown): void =>
    options.notice(`Could not write a snapshot: ${errorText(error).message}`)

  const order = (appliedSeq: number): void => {
    if (snapshotMaker.isBusy) return
    const isNew = appliedSeq !== ordered.seq
    ordered = { seq: appliedSeq, atMs: elapsedMs() }
    if (!isNew) return
    BUGGIFY: if (buggify('snapshot.skipped')) return
    snapshotMaker.make({ journalId: journal.journalId, toSeq: appliedSeq, readerSeq }, (outcome) => {
      if (options.isEnded()) return
      if ('failure' in outcome) noteFailure(outcome.failure)
      else savedSeq = outcome.seq
    })
  }

  return {
    noteReader: (seq) => void (readerSeq = seq),
    afterGroup(appliedSeq) {
      if (appliedSeq - ordered.seq >= everyCommands) order(appliedSeq)
    },
    afterTick(appliedSeq) {
      if (elapsedMs() - ordered.atMs >= SNAPSHOT_EVERY_MS) order(appliedSeq)
    },
    writeLast(appliedSeq) {
      if (savedSeq === appliedSeq) return
      const { timeMs, epoch, crc } = journal.chain
      const place = { journalId: journal.journalId, seq: appliedSeq, timeMs, epoch, chainCrc: crc }
      try {
        saveVerified({ core, snapshots, place, state, readerSeq })
      } catch (error) {
        noteFailure(error)
      }
    },
    stop: () => snapshotMaker.stop(),
  }
}
