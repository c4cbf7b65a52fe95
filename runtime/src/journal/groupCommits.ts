/**
 * Writes the collected group after the last frame and makes it durable: on the spot, or on another thread while the next
 * group is written. Groups become durable in the order in which they were written. Lack of space leaves the journal as
 * it was; any other error ends it, because what the disk holds is unknown.
 */
import { assert } from '@vest/protocol'
import { GROUPS_UNDER_WAY_MAX } from '../bounds.ts'
import { buggify } from '../buggify.ts'
import type { JournalFatalError } from './errors.ts'
import { fatalError, type FatalFault } from './fatalFault.ts'
import { frameBytes, OPEN_BYTES_MAX, RECORD_KIND_SEAL } from './frame.ts'
import type { GroupBuffer } from './groupBuffer.ts'
import { createGroupsUnderWay, type GroupUnderWay } from './groupsUnderWay.ts'
import type { ChainEnd, SegmentSpan } from './inspectJournal.ts'
import type { JournalUpkeep } from './journalUpkeep.ts'
import type { LockWatch } from './lockWatch.ts'
import type { PlantedBug } from './plantedBug.ts'
import { SEAL_ROOM_BYTES } from './sealNote.ts'
import type { SegmentWriter } from './segmentWriter.ts'

export interface GroupSpan {
  readonly firstSeq: number
  readonly lastSeq: number
}

/** After an error nothing more is reported: the journal accepts nothing more and the process must end. */
export type CommitDone = (error?: JournalFatalError) => void

export interface GroupCommits {
  /** The end of what is durable. */
  readonly durable: ChainEnd
  /** The end of what is written: the next frame continues it. */
  readonly written: ChainEnd
  /** Only while no group is under way. */
  commit(timeMs: number): GroupSpan
  /** Written when it returns; `done` is called in a later turn, in the order of the groups, once it is durable. */
  commitBeside(timeMs: number, done: CommitDone): GroupSpan
  readonly groupsUnderWay: number
  /** The disk can sync on another thread, and has one free. */
  readonly canCommitBeside: boolean
  /** No group will be reported any more. */
  forget(): void
}

export interface GroupCommitsOptions {
  /** The end of what is there: written and durable. */
  readonly chain: ChainEnd
  readonly group: GroupBuffer
  readonly writer: SegmentWriter
  readonly fault: FatalFault
  readonly lockWatch: LockWatch
  readonly upkeep: JournalUpkeep
  readonly plantedBug?: PlantedBug | undefined
}

export function createGroupCommits(options: GroupCommitsOptions): GroupCommits {
  const { group, writer, fault, lockWatch, upkeep, plantedBug } = options
  const { epoch } = options.chain
  const underWay = createGroupsUnderWay(plantedBug)
  let durable = options.chain
  let written = options.chain
  const current = (): SegmentSpan => writer.segments[writer.segments.length - 1]!

  const makeRoom = (size: number): void => {
    let isEarly = false
    BUGGIFY: isEarly = writer.segments.length > 0 && buggify('journal.segmentEarly')
    if (writer.hasRoom(size) && !isEarly) return
    // A segment begins only when everything in the one before is durable: a hole there can only be damage.
    if (underWay.size > 0) fault.orDie('sync', () => writer.sync())
    const finished = fault.orDie('begin a segment', () => writer.begin(written))
    if (finished) upkeep.noteFinished(finished)
  }

  /** Writes the collected group after the last; returns its start in the segment. */
  const write = (timeMs: number): number => {
    fault.check()
    lockWatch.hold()
    assert(timeMs >= written.timeMs, 'journal time never goes back')
    const { seal } = upkeep
    const size = frameBytes(group.payloadBytes + (seal ? SEAL_ROOM_BYTES : 0))
    makeRoom(size)
    if (seal) {
      upkeep.dropSeal()
      group.putNote(RECORD_KIND_SEAL, seal)
    }
    const { endOffset: startOffset } = current()
    const { bytes, crc } = group.finish({
      firstSeq: written.seq + 1,
      timeMs,
      epoch,
      prevCrc: written.crc,
      openBytes: underWay.openBytes(current()),
    })
    BUGGIFY: buggify('journal.beforeWrite')
    fault.orDie('write', () => writer.write(bytes))
    BUGGIFY: buggify('journal.afterWriteBeforeSync')
    written = { seq: written.seq + group.commands, timeMs, epoch, crc }
    writer.accept(size, written.seq)
    group.clear()
    upkeep.noteWritten(size)
    return startOffset
  }

  return {
    get durable() {
      return durable
    },
    get written() {
      return written
    },
    commit(timeMs) {
      assert(underWay.size === 0, 'groups are durable in their order: those under way come first')
      const firstSeq = written.seq + 1
      write(timeMs)
      if (plantedBug !== 'skipSync') fault.orDie('sync', () => writer.sync())
      BUGGIFY: buggify('journal.afterSync')
      lockWatch.hold()
      durable = written
      upkeep.afterCommit()
      return { firstSeq, lastSeq: durable.seq }
    },
    commitBeside(timeMs, done) {
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
        if (fault.error) return
        const failure = error === undefined ? lockWatch.lost() : fatalError('sync', error)
        if (failure === undefined) return underWay.noteSynced(place)
        fault.fail(failure)
        underWay.forget()
        done(failure)
      })
      upkeep.afterCommit()
      return { firstSeq, lastSeq: end.seq }
    },
    get groupsUnderWay() {
      return underWay.size
    },
    get canCommitBeside() {
      if (!writer.canSyncBeside || underWay.size >= GROUPS_UNDER_WAY_MAX) return false
      return underWay.openBytes(current()) <= OPEN_BYTES_MAX
    },
    forget: () => underWay.forget(),
  }
}
