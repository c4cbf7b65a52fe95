/**
 * Applies the commands of the journal that the restored state does not contain, and sends the events that the reader
 * has not seen. The reader sets the pace: it confirms each batch, and only a few are under way at a time, so a long
 * replay needs no more memory than a short one.
 */
import { timeMs } from '@vest/protocol'
import { takeBatch, type EventBatch } from '@vest/engine'
import { REPLAY_BATCH_ENVELOPES, REPLAY_BATCHES_IN_FLIGHT_MAX, REPLAY_PROGRESS_EVERY } from '../../bounds.ts'
import { buggify } from '../../buggify.ts'
import { decodeCommand } from '../../codec/commandCodec.ts'
import type { JournalGroup } from '../../journal/readJournal.ts'
import type { Core } from '../core.ts'
import type { FromHost } from '../messages.ts'
import type { Memory } from '../openMemory.ts'
import type { Timers } from '../timers.ts'

export interface JournalReplay {
  /**
   * Resolves with the last applied command once the reader has taken everything. After `stop` it resolves early, and the
   * state is not complete.
   */
  run(): Promise<number>
  /** The reader has taken one batch. */
  noteTaken(): void
  readonly isStopped: boolean
  stop(): void
}

export interface JournalReplayOptions<State> {
  readonly core: Core<State>
  readonly memory: Memory<State>
  /** Events after this command are sent again; absent: no past events. */
  readonly emitFromSeq: number | undefined
  readonly batch: EventBatch
  readonly timers: Pick<Timers, 'soon'>
  readonly send: (message: FromHost) => void
}

export function createJournalReplay<State>(options: JournalReplayOptions<State>): JournalReplay {
  const { core, batch, timers, send } = options
  const { journal, state, seq: snapshotSeq, publishesPresent } = options.memory
  let appliedSeq = snapshotSeq
  let isStopped = false
  /** Batches that the reader has not taken yet, and the callback that waits for it. */
  let batchesInFlight = 0
  let wake = (): void => undefined

  const isReaderBehind = (batches: number): boolean => batchesInFlight >= batches && !isStopped

  /** Sends the collected batch and waits until fewer than `waitFor` batches are under way. */
  const sendReplayed = async (waitFor: number): Promise<void> => {
    if (batch.commands > 0) {
      batchesInFlight += 1
      send({ kind: 'replayed', published: takeBatch(batch) })
    }
    while (isReaderBehind(waitFor)) await new Promise<void>((resolve) => (wake = resolve))
  }

  /** A group may begin before the snapshot's command and end after it. */
  const applyGroup = (group: JournalGroup, emitFromSeq: number): void => {
    for (const [place, record] of group.commands.entries()) {
      const seq = group.firstSeq + place
      if (seq <= snapshotSeq) continue
      const command = decodeCommand(record.kind, record.payload)
      const sequenced = { seq, timeMs: timeMs(group.timeMs), command }
      if (seq > emitFromSeq) core.apply(state, sequenced, batch)
      else core.applyUnpublished(state, sequenced)
      appliedSeq = seq
    }
  }

  return {
    async run() {
      const total = journal.chain.seq
      const emitFromSeq = publishesPresent ? snapshotSeq : (options.emitFromSeq ?? total)
      let reportedSeq = snapshotSeq
      send({ kind: 'progress', seq: appliedSeq, total })
      if (publishesPresent) {
        core.emitCurrentState(state, batch)
        await sendReplayed(REPLAY_BATCHES_IN_FLIGHT_MAX)
      }
      for (const group of journal.read(snapshotSeq + 1)) {
        BUGGIFY: buggify('engine.amidReplay')
        applyGroup(group, emitFromSeq)
        if (batch.commands >= REPLAY_BATCH_ENVELOPES) await sendReplayed(REPLAY_BATCHES_IN_FLIGHT_MAX)
        if (appliedSeq - reportedSeq >= REPLAY_PROGRESS_EVERY) {
          reportedSeq = appliedSeq
          send({ kind: 'progress', seq: appliedSeq, total })
          await new Promise<void>((resolve) => timers.soon(resolve)) // lets a stop message arrive
        }
        if (isStopped) return appliedSeq
      }
      await sendReplayed(1)
      send({ kind: 'progress', seq: appliedSeq, total })
      return appliedSeq
    },
    noteTaken() {
      batchesInFlight -= 1
      wake()
    },
    get isStopped() {
      return isStopped
    },
    stop() {
      isStopped = true
      wake()
    },
  }
}
