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
import { randomBytes } from 'node:crypto'
import { assert } from '@vest/protocol'
import {
  COMMAND_BYTES_MAX,
  GROUP_PAYLOAD_BYTES_MAX,
  GROUPS_UNDER_WAY_MAX,
  SEGMENT_BYTES_DEFAULT,
  UNSEALED_SEGMENTS_MAX,
  UPKEEP_EVERY_BYTES,
} from '../bounds.ts'
import { buggify } from '../buggify.ts'
import { JournalDamagedError, JournalFatalError, JournalFullError } from './errors.ts'
import {
  frameBytes,
  OPEN_BYTES_MAX,
  RECORD_HEADER_BYTES,
  RECORD_KIND_NOTE_MIN,
  RECORD_KIND_OPENED,
  RECORD_KIND_SEAL,
} from './frame.ts'
import { createGroupBuffer } from './groupBuffer.ts'
import { createGroupsUnderWay, type GroupUnderWay } from './groupsUnderWay.ts'
import { inspectJournal, type ChainEnd, type JournalInspection, type SegmentSpan } from './inspectJournal.ts'
import type { PlantedBug } from './plantedBug.ts'
import { readJournal, type JournalGroup } from './readJournal.ts'
import { SEAL_GENESIS, SEAL_PAYLOAD_BYTES } from './sealNote.ts'
import { SEGMENT_HEADER_BYTES } from './segment.ts'
import { openSegmentSealer, type Sha256 } from './segmentSealer.ts'
import { openSegmentWriter } from './segmentWriter.ts'
import type { Storage, StorageLock } from './storage.ts'

export interface JournalOptions {
  readonly storage: Storage
  readonly segmentBytes?: number
  /** Sequence numbers whose checksum in the chain is requested (see `marks`). */
  readonly marks?: ReadonlySet<number>
  /** Snapshots, newest first, that may know a command of this journal: if it is missing there, nothing is changed. */
  readonly witnesses?: Iterable<JournalWitness> | undefined
  /** The id of a new journal, 32 hex digits. Absent: random. */
  readonly newJournalId?: string | undefined
  /** For the seals. Absent: on another thread. */
  readonly sha256?: Sha256 | undefined
  readonly plantedBug?: PlantedBug | undefined
}

export interface JournalWitness {
  readonly journalId: string
  readonly seq: number
  readonly path: string
}

export interface Journal {
  readonly journalId: string
  readonly epoch: number
  /** Findings and repairs of the opening. */
  readonly recovered: {
    /** The first command that is still held: 1, unless archives were removed. */
    readonly firstSeq: number
    readonly lastSeq: number
    readonly tornBytes: number
    readonly segments: number
  }
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

export interface GroupSpan {
  readonly firstSeq: number
  readonly lastSeq: number
}

/** After an error nothing more is reported: the journal accepts nothing more and the process must end. */
export type CommitDone = (error?: JournalFatalError) => void

export function openJournal(options: JournalOptions): Journal {
  const lock = options.storage.lock()
  try {
    return openLocked(options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

/**
 * No process is taken for dead sooner. At most a second passes between two checks: the timer's commands are written,
 * too.
 */
const LOCK_TRUSTED_MS = 1_000
const SEAL_ROOM_BYTES = RECORD_HEADER_BYTES + SEAL_PAYLOAD_BYTES

function openLocked(options: JournalOptions, lock: StorageLock): Journal {
  const { storage, plantedBug, marks } = options
  const segmentBytes = options.segmentBytes ?? SEGMENT_BYTES_DEFAULT
  assert(segmentBytes % 8 === 0, 'segments are 8-aligned, like frames')
  const inspection = inspectJournal({ storage, plantedBug, ...(marks ? { marks } : {}) })
  checkWitnesses(options, inspection)
  const journalId = inspection?.journalId ?? options.newJournalId ?? randomBytes(16).toString('hex')
  const epoch = (inspection?.chain.epoch ?? 0) + 1
  const found = inspection?.segments ?? []
  let durable: ChainEnd = { ...(inspection?.chain ?? { seq: 0, timeMs: 0, crc: 0 }), epoch }
  /** The end of what is written: the next frame continues it. */
  let written = durable
  const recovered = {
    firstSeq: inspection?.firstSeq ?? 1,
    lastSeq: durable.seq,
    tornBytes: inspection?.tornBytes ?? 0,
    segments: found.length,
  }

  const writer = openSegmentWriter({ storage, segmentBytes, journalId, found, plantedBug })
  const sealer = openSegmentSealer(storage, lastSeal(inspection), options.sha256)
  for (const span of found.slice(0, -1)) if (!inspection?.seals.has(span.index)) sealer.enqueue(span)
  const current = (): SegmentSpan => writer.segments[writer.segments.length - 1]!
  const seals: Buffer[] = []
  const group = createGroupBuffer({
    payloadBytesMax: Math.min(
      GROUP_PAYLOAD_BYTES_MAX,
      segmentBytes - SEGMENT_HEADER_BYTES - frameBytes(SEAL_ROOM_BYTES),
    ),
    noteBytesMax: SEAL_PAYLOAD_BYTES,
  })
  const underWay = createGroupsUnderWay(plantedBug)
  let bytesSinceUpkeep = 0
  /** Enough was written since the last timer that commits did their own upkeep. */
  let isBusy = false
  let fatal: JournalFatalError | undefined
  let lockSeenMs = performance.now()

  /** A stopped process may have been taken for dead and lost the data to another: then nothing more is acknowledged. */
  const lostLock = (): JournalFatalError | undefined => {
    const nowMs = performance.now()
    if (nowMs - lockSeenMs < LOCK_TRUSTED_MS) return undefined
    lockSeenMs = nowMs
    try {
      if (lock.isHeld()) return undefined
    } catch (error) {
      return fatalError('look at its lock', error)
    }
    return new JournalFatalError(
      `The lock of ${storage.pathOf('')} is gone, or another process has it: stopped, since only one may write there.`,
    )
  }
  const holdLock = (): void => {
    const lost = lostLock()
    if (lost === undefined) return
    fatal = lost
    throw lost
  }

  /** Any error except lack of space ends the journal: the content of the disk is unknown. */
  const orDie = <T>(what: string, action: () => T): T => {
    if (fatal) throw fatal
    try {
      return action()
    } catch (error) {
      if (error instanceof JournalFullError) throw error
      fatal = fatalError(what, error)
      throw fatal
    }
  }

  const upkeep = (isQuiet: boolean): void => {
    bytesSinceUpkeep = 0
    BUGGIFY: if (buggify('journal.noUpkeep')) return
    holdLock()
    // A seal takes as long as a group or two and can wait: a burst gets the disk and the caches for itself.
    if (isQuiet || sealer.waiting > UNSEALED_SEGMENTS_MAX) {
      const seal = orDie('read a finished segment', () => sealer.step())
      if (seal) seals.push(seal)
    }
    orDie('prepare the next segment', () => writer.prepare(isQuiet))
  }

  const makeRoom = (size: number): void => {
    let isEarly = false
    BUGGIFY: isEarly = writer.segments.length > 0 && buggify('journal.segmentEarly')
    if (writer.hasRoom(size) && !isEarly) return
    // A segment begins only when everything in the one before is durable: a hole there can only be damage.
    if (underWay.size > 0) orDie('sync', () => writer.sync())
    const finished = orDie('begin a segment', () => writer.begin(written))
    if (finished) sealer.enqueue(finished)
  }

  /** Writes the collected group after the last; returns its start in the segment. */
  const write = (timeMs: number): number => {
    if (fatal) throw fatal
    holdLock()
    assert(timeMs >= written.timeMs, 'journal time never goes back')
    const seal = seals[0]
    const size = frameBytes(group.payloadBytes + (seal ? SEAL_ROOM_BYTES : 0))
    makeRoom(size)
    if (seal) group.putNote(RECORD_KIND_SEAL, seals.shift()!)
    const { endOffset: startOffset } = current()
    const { bytes, crc } = group.finish({
      firstSeq: written.seq + 1,
      timeMs,
      epoch,
      prevCrc: written.crc,
      openBytes: underWay.openBytes(current()),
    })
    BUGGIFY: buggify('journal.beforeWrite')
    orDie('write', () => writer.write(bytes))
    BUGGIFY: buggify('journal.afterWriteBeforeSync')
    written = { seq: written.seq + group.commands, timeMs, epoch, crc }
    writer.accept(size, written.seq)
    group.clear()
    bytesSinceUpkeep += size
    return startOffset
  }

  const upkeepIfDue = (): void => {
    if (bytesSinceUpkeep < UPKEEP_EVERY_BYTES) return
    isBusy = true
    upkeep(false)
  }

  const commit = (timeMs: number): GroupSpan => {
    assert(underWay.size === 0, 'groups are durable in their order: those under way come first')
    const firstSeq = written.seq + 1
    write(timeMs)
    if (plantedBug !== 'skipSync') orDie('sync', () => writer.sync())
    BUGGIFY: buggify('journal.afterSync')
    holdLock()
    durable = written
    upkeepIfDue()
    return { firstSeq, lastSeq: durable.seq }
  }

  const commitBeside = (timeMs: number, done: CommitDone): GroupSpan => {
    const firstSeq = written.seq + 1
    const startOffset = write(timeMs)
    const end = written
    const place: GroupUnderWay = {
      segmentIndex: current().index,
      startOffset,
      whenDurable() {
        durable = end
        done()
      },
    }
    underWay.add(place)
    writer.syncBeside((error) => {
      if (fatal) return
      const failure = error === undefined ? lostLock() : fatalError('sync', error)
      if (failure === undefined) return underWay.noteSynced(place)
      fatal = failure
      underWay.forget()
      done(fatal)
    })
    upkeepIfDue()
    return { firstSeq, lastSeq: end.seq }
  }

  const close = (): void => {
    writer.close()
    underWay.forget()
    fatal ??= new JournalFatalError('The journal is closed.')
    lock.release()
  }

  try {
    orDie('repair its end', () => writer.repair())
    group.putNote(RECORD_KIND_OPENED, new Uint8Array(0))
    commit(durable.timeMs)
  } catch (error) {
    writer.close()
    throw error
  }

  return {
    journalId,
    epoch,
    recovered,
    marks: inspection?.marks ?? new Map<number, number[]>(),
    get chain() {
      return durable
    },
    get written() {
      return written
    },
    get isLow() {
      return writer.isLow
    },
    get isAhead() {
      return writer.isAhead && sealer.waiting === 0
    },
    hasRoom: (bytes) => group.hasRoom(bytes),
    append(kind, payload) {
      assert(kind > 0 && kind < RECORD_KIND_NOTE_MIN, `not the kind of a command: ${kind}`)
      assert(payload.length <= COMMAND_BYTES_MAX, 'a command fits a record')
      group.putCommand(kind, payload)
    },
    commit,
    commitBeside,
    get groupsUnderWay() {
      return underWay.size
    },
    get canCommitBeside() {
      if (!writer.canSyncBeside || underWay.size >= GROUPS_UNDER_WAY_MAX) return false
      return underWay.openBytes(current()) <= OPEN_BYTES_MAX
    },
    discard: () => group.clear(),
    read: (fromSeq) => commandGroups(storage, fromSeq, durable.seq),
    upkeep() {
      upkeep(!isBusy)
      isBusy = false
    },
    close,
  }
}

function fatalError(what: string, cause: unknown): JournalFatalError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new JournalFatalError(
    `The journal could not ${what} (${reason}): stopped, because what the disk holds is unknown. ` +
      'Check the disk, then start again.',
    { cause },
  )
}

/** Before any repair: acknowledged commands must be there. */
function checkWitnesses(
  { storage, witnesses = [] }: JournalOptions,
  inspection: JournalInspection | undefined,
): void {
  const lastSeq = inspection?.chain.seq ?? 0
  for (const { journalId, seq, path } of witnesses) {
    if (seq <= lastSeq) return
    // A snapshot of another journal proves nothing about this one, and must not hide one that does.
    if (inspection !== undefined && inspection.journalId !== journalId) continue
    throw new JournalDamagedError(
      `The journal in ${storage.pathOf('')} ends at command ${lastSeq} but ${path} knows command ${seq}: ` +
        'acknowledged commands are missing. Restore the data folder from a backup; nothing was changed.',
    )
  }
}

/** The seal that the next one continues. Seals are written in order, so the highest index is the last. */
function lastSeal(inspection: JournalInspection | undefined): string {
  const newest = Math.max(0, ...(inspection?.seals.keys() ?? []))
  return inspection?.seals.get(newest) ?? SEAL_GENESIS
}

function* commandGroups(storage: Storage, fromSeq: number, toSeq: number): Generator<JournalGroup> {
  for (const group of readJournal({ storage, fromSeq, toSeq }))
    if (group.commands.length > 0 && group.lastSeq >= fromSeq) yield group
}
