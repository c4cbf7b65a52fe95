/**
 * The memory of the exchange: commands in order, durable before `commit` returns, restored by `open`.
 *
 * Commands are collected in one buffer (`append`) and written as one frame, with one write and one fdatasync
 * (`commit`). A commit either returns (durable), throws JournalFullError (nothing was written, the group may be
 * discarded and the journal continues) or throws JournalFatalError (the content of the disk is unknown; the journal
 * accepts nothing more and the process must end). `commitBeside` leaves the fdatasync to another thread: the next
 * group may be written meanwhile, and each is reported as durable in its order. Opening repairs only what was never
 * acknowledged: the torn tail of the last segment becomes zeros again.
 */
import { assert } from '@vest/protocol'
import { COMMAND_BYTES_MAX, GROUP_PAYLOAD_BYTES_MAX, SEGMENT_BYTES_DEFAULT } from '../bounds.ts'
import { JournalFatalError } from './errors.ts'
import { createFatalFault } from './fatalFault.ts'
import { frameBytes, RECORD_KIND_NOTE_MIN, RECORD_KIND_OPENED } from './frame.ts'
import { createGroupBuffer, type GroupBuffer } from './groupBuffer.ts'
import { createGroupCommits, type CommitDone, type GroupSpan } from './groupCommits.ts'
import type { ChainEnd } from './inspectJournal.ts'
import { createJournalUpkeep } from './journalUpkeep.ts'
import { createLockWatch } from './lockWatch.ts'
import { openSegments, type JournalRecovery, type OpenSegmentsOptions } from './openSegments.ts'
import { readJournal, type JournalGroup } from './readJournal.ts'
import { SEAL_PAYLOAD_BYTES, SEAL_ROOM_BYTES } from './sealNote.ts'
import { SEGMENT_HEADER_BYTES } from './segment.ts'
import type { Storage, StorageLock } from './storage.ts'

export type { CommitDone, GroupSpan } from './groupCommits.ts'
export type { JournalWitness } from './openSegments.ts'

export interface JournalOptions extends Omit<OpenSegmentsOptions, 'segmentBytes'> {
  readonly segmentBytes?: number
}

export interface Journal {
  readonly journalId: string
  readonly epoch: number
  readonly recovered: JournalRecovery
  readonly marks: ReadonlyMap<number, readonly number[]>
  /** The end of what is durable. */
  readonly chain: ChainEnd
  /** The end of the written part: later than the durable one while groups are under way. */
  readonly written: ChainEnd
  /** No further segment can be made for lack of space: only necessary commands should be written. */
  readonly isLow: boolean
  /**
   * `upkeep` has nothing to do: every finished segment is sealed, and there are as many spare segments as were needed
   * so far.
   */
  readonly isAhead: boolean
  /** Returns whether the collected group has space for a command of this size. */
  hasRoom(payloadBytes: number): boolean
  append(kind: number, payload: Uint8Array): void
  /** Only while no group is under way. */
  commit(timeMs: number): GroupSpan
  /** Written when it returns; `done` is called in a later turn, in the order of the groups, once it is durable. */
  commitBeside(timeMs: number, done: CommitDone): GroupSpan
  readonly groupsUnderWay: number
  /** The disk can sync on another thread, and has one free. */
  readonly canCommitBeside: boolean
  /** Drops the collected group. */
  discard(): void
  /** Groups with commands from `fromSeq` on, as durable now; the first may begin earlier. */
  read(fromSeq: number): Generator<JournalGroup>
  /** A small step of work that can wait: spare segments, the seal of a finished one. */
  upkeep(): void
  close(): void
}

export function openJournal(options: JournalOptions): Journal {
  const lock = options.storage.lock()
  try {
    return openLocked(options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

function openLocked(options: JournalOptions, lock: StorageLock): Journal {
  const { storage, plantedBug, segmentBytes = SEGMENT_BYTES_DEFAULT } = options
  const { journalId, chain, recovered, marks, writer, sealer } = openSegments({ ...options, segmentBytes })
  const group = createGroup(segmentBytes)
  const fault = createFatalFault()
  const lockWatch = createLockWatch(storage, lock, fault)
  const upkeep = createJournalUpkeep({ writer, sealer, fault, lockWatch })
  const commits = createGroupCommits({ chain, group, writer, fault, lockWatch, upkeep, plantedBug })

  // What was found is durable from here on, and the first frame of this life begins its epoch.
  try {
    fault.orDie('repair its end', () => writer.repair())
    group.putNote(RECORD_KIND_OPENED, new Uint8Array(0))
    commits.commit(chain.timeMs)
  } catch (error) {
    writer.close()
    throw error
  }

  return {
    journalId,
    epoch: chain.epoch,
    recovered,
    marks,
    get chain() {
      return commits.durable
    },
    get written() {
      return commits.written
    },
    get isLow() {
      return writer.isLow
    },
    get isAhead() {
      return upkeep.isAhead
    },
    hasRoom: (bytes) => group.hasRoom(bytes),
    append(kind, payload) {
      assert(kind > 0 && kind < RECORD_KIND_NOTE_MIN, `not the kind of a command: ${kind}`)
      assert(payload.length <= COMMAND_BYTES_MAX, 'a command fits a record')
      group.putCommand(kind, payload)
    },
    commit: commits.commit,
    commitBeside: commits.commitBeside,
    get groupsUnderWay() {
      return commits.groupsUnderWay
    },
    get canCommitBeside() {
      return commits.canCommitBeside
    },
    discard: () => group.clear(),
    read: (fromSeq) => commandGroups(storage, fromSeq, commits.durable.seq),
    upkeep: () => upkeep.step(),
    close() {
      writer.close()
      commits.forget()
      if (fault.error === undefined) fault.fail(new JournalFatalError('The journal is closed.'))
      lock.release()
    },
  }
}

/** A group with a seal fits an empty segment. */
function createGroup(segmentBytes: number): GroupBuffer {
  return createGroupBuffer({
    payloadBytesMax: Math.min(
      GROUP_PAYLOAD_BYTES_MAX,
      segmentBytes - SEGMENT_HEADER_BYTES - frameBytes(SEAL_ROOM_BYTES),
    ),
    noteBytesMax: SEAL_PAYLOAD_BYTES,
  })
}

function* commandGroups(storage: Storage, fromSeq: number, toSeq: number): Generator<JournalGroup> {
  for (const group of readJournal({ storage, fromSeq, toSeq }))
    if (group.commands.length > 0 && group.lastSeq >= fromSeq) yield group
}
