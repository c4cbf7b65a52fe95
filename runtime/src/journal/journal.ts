/**
 * The memory of the exchange: commands in order, durable before `commit` returns, found again by `open`.
 *
 * Commands are collected in one buffer (`append`) and leave as one frame, one write and one fdatasync
 * (`commit`). A commit either returns (durable), throws JournalFullError (nothing was written, the group may
 * be discarded and the journal goes on) or throws JournalFatalError (what is on the disk is unknown; the
 * journal accepts nothing more and the process must end). Opening repairs only what was never acknowledged:
 * the torn tail of the last segment becomes zeros again.
 */
import { randomBytes } from 'node:crypto'
import { assert } from '@vest/protocol'
import { COMMAND_BYTES_MAX, GROUP_PAYLOAD_BYTES_MAX, SEGMENT_BYTES_DEFAULT, UPKEEP_EVERY_BYTES } from '../bounds.ts'
import { JournalDamagedError, JournalFatalError, JournalFullError } from './errors.ts'
import {
  finishFrame, FRAME_HEADER_BYTES, frameBytes, isCommandRecord, parseFrame, parseRecords, RECORD_HEADER_BYTES,
  RECORD_KIND_NOTE_MIN, RECORD_KIND_OPENED, RECORD_KIND_SEAL, writeRecordHeader, type FrameRecord,
} from './frame.ts'
import { inspectJournal, SEAL_PAYLOAD_BYTES, type ChainEnd, type JournalInspection, type SegmentSpan } from './inspectJournal.ts'
import type { PlantedBug } from './plantedBug.ts'
import { encodeSegmentHeader, SEGMENT_HEADER_BYTES, segmentName, SPARE_SEGMENT_NAME } from './segment.ts'
import { openSegmentSealer, SEAL_GENESIS } from './segmentSealer.ts'
import { isSpaceError, noSpace, openSegmentSpare } from './segmentSpare.ts'
import type { Storage, StorageFile } from './storage.ts'

export interface JournalOptions {
  readonly storage: Storage
  readonly segmentBytes?: number
  /** Sequence numbers whose checksum in the chain is wanted (see `marks`). */
  readonly marks?: ReadonlySet<number>
  /** Somebody (a snapshot) who knows a command of this journal: if it is not there any more, nothing is touched. */
  readonly witness?: JournalWitness | undefined
  readonly plantedBug?: PlantedBug | undefined
}

export interface JournalWitness {
  readonly journalId: string
  readonly seq: number
  readonly path: string
}

/** The commands of one frame. */
export interface JournalGroup {
  readonly firstSeq: number
  readonly timeMs: number
  readonly commands: readonly FrameRecord[]
}

export interface Journal {
  readonly journalId: string
  readonly epoch: number
  /** What opening found and repaired. */
  readonly recovered: { readonly lastSeq: number; readonly tornBytes: number; readonly segments: number }
  readonly marks: ReadonlyMap<number, readonly number[]>
  /** The end of what is durable. */
  readonly chain: ChainEnd
  /** No further segment can be made for lack of space: only what must be written should be. */
  readonly isLow: boolean
  /** Whether the collected group takes another command of this size. */
  hasRoom(payloadBytes: number): boolean
  append(kind: number, payload: Uint8Array): void
  commit(timeMs: number): { readonly firstSeq: number; readonly lastSeq: number }
  /** Drops the collected group. */
  discard(): void
  /** Groups that hold commands from `fromSeq` on, as durable now; the first may begin earlier. */
  read(fromSeq: number): Generator<JournalGroup>
  /** A small step of work that need not be done now: the spare segment, the seal of the finished one. */
  upkeep(): void
  close(): void
}

export function openJournal(options: JournalOptions): Journal {
  const release = options.storage.lock()
  try {
    return openLocked(options, release)
  } catch (error) {
    release()
    throw error
  }
}

const SEAL_ROOM_BYTES = RECORD_HEADER_BYTES + SEAL_PAYLOAD_BYTES

function openLocked(options: JournalOptions, release: () => void): Journal {
  const { storage, plantedBug } = options
  const segmentBytes = options.segmentBytes ?? SEGMENT_BYTES_DEFAULT
  const inspection = inspectJournal({ storage, plantedBug, ...(options.marks ? { marks: options.marks } : {}) })
  checkWitness(options, inspection)
  const journalId = inspection?.journalId ?? randomBytes(16).toString('hex')
  const epoch = (inspection?.chain.epoch ?? 0) + 1
  const segments: SegmentSpan[] = [...(inspection?.segments ?? [])]
  let chain: ChainEnd = { ...(inspection?.chain ?? { seq: 0, timeMs: 0, crc: 0 }), epoch }
  const recovered = {
    lastSeq: chain.seq,
    tornBytes: inspection?.tornBytes ?? 0,
    segments: segments.length,
  }

  const spare = openSegmentSpare(storage, segmentBytes)
  const sealer = openSegmentSealer(storage, lastSeal(inspection))
  for (const span of segments.slice(inspection?.seals.size ?? 0, -1)) sealer.enqueue(span)
  const pendingSeals: Buffer[] = []

  // The group under way: payload behind the place of its header.
  const payloadBytesMax = Math.min(
    GROUP_PAYLOAD_BYTES_MAX,
    segmentBytes - SEGMENT_HEADER_BYTES - frameBytes(0) - SEAL_ROOM_BYTES,
  )
  const group = Buffer.alloc(frameBytes(payloadBytesMax + SEAL_ROOM_BYTES))
  let payloadBytes = 0
  let records = 0
  let commands = 0

  let file: StorageFile | undefined
  let bytesSinceUpkeep = 0
  let fatal: JournalFatalError | undefined

  const die = (what: string, cause: unknown): JournalFatalError => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    fatal = new JournalFatalError(
      `The journal could not ${what} (${reason}): stopped, since nobody knows what the disk holds. Check the disk, then start again.`,
      { cause },
    )
    return fatal
  }

  /** Anything but lack of space ends the journal. */
  const orDie = <T>(what: string, action: () => T): T => {
    try {
      return action()
    } catch (error) {
      if (error instanceof JournalFullError) throw error
      throw die(what, error)
    }
  }

  const put = (kind: number, payload: Uint8Array): void => {
    writeRecordHeader(group, FRAME_HEADER_BYTES + payloadBytes, kind, payload.length)
    group.set(payload, FRAME_HEADER_BYTES + payloadBytes + RECORD_HEADER_BYTES)
    payloadBytes += RECORD_HEADER_BYTES + payload.length
    records += 1
  }

  const clear = (): void => {
    payloadBytes = 0
    records = 0
    commands = 0
  }

  const current = (): SegmentSpan => segments[segments.length - 1]!

  const beginSegment = (): void => {
    const taken = spare.take()
    const index = segments.length + 1
    const name = segmentName(index)
    taken.write(
      encodeSegmentHeader({ index, segmentBytes, prevCrc: chain.crc, firstSeq: chain.seq + 1, journalId, epoch }),
      0,
    )
    taken.sync()
    storage.rename(SPARE_SEGMENT_NAME, name)
    storage.syncDirectory()
    file?.close()
    file = taken
    if (segments.length > 0) sealer.enqueue(current())
    segments.push({
      index,
      name,
      segmentBytes,
      fileBytes: segmentBytes,
      firstSeq: chain.seq + 1,
      lastSeq: chain.seq,
      endOffset: SEGMENT_HEADER_BYTES,
    })
  }

  const upkeep = (): void => {
    bytesSinceUpkeep = 0
    const seal = orDie('read a finished segment', () => sealer.step())
    if (seal) pendingSeals.push(seal)
    orDie('prepare the next segment', () => spare.step())
  }

  const commit = (timeMs: number): { firstSeq: number; lastSeq: number } => {
    if (fatal) throw fatal
    assert(records > 0, 'a group holds at least one record')
    assert(timeMs >= chain.timeMs, 'journal time never goes back')
    const hasSeal = pendingSeals.length > 0
    if (hasSeal) put(RECORD_KIND_SEAL, pendingSeals[0]!)
    const size = frameBytes(payloadBytes)
    if (segments.length === 0 || current().endOffset + size > current().segmentBytes) {
      try {
        orDie('begin a segment', beginSegment)
      } catch (error) {
        if (hasSeal) {
          payloadBytes -= SEAL_ROOM_BYTES
          records -= 1
        }
        throw error
      }
    }
    const firstSeq = chain.seq + 1
    const crc = finishFrame(group, payloadBytes, { firstSeq, timeMs, epoch, prevCrc: chain.crc, records })
    const span = current()
    orDie('write', () => file!.write(group.subarray(0, size), span.endOffset))
    if (plantedBug !== 'skipSync') orDie('sync', () => file!.sync())
    chain = { seq: chain.seq + commands, timeMs, epoch, crc }
    segments[segments.length - 1] = { ...span, lastSeq: chain.seq, endOffset: span.endOffset + size }
    if (hasSeal) pendingSeals.shift()
    clear()
    bytesSinceUpkeep += size
    if (bytesSinceUpkeep >= UPKEEP_EVERY_BYTES) upkeep()
    return { firstSeq, lastSeq: chain.seq }
  }

  const close = (): void => {
    file?.close()
    file = undefined
    spare.close()
    fatal ??= new JournalFatalError('The journal is closed.')
    release()
  }

  if (inspection) {
    file = storage.open(current().name)
    try {
      orDie('repair its end', () => zeroTail(storage, file!, current()))
    } catch (error) {
      file.close()
      spare.close()
      throw error
    }
  }
  put(RECORD_KIND_OPENED, new Uint8Array(0))
  try {
    commit(chain.timeMs)
  } catch (error) {
    file?.close()
    spare.close()
    throw error
  }

  return {
    journalId,
    epoch,
    recovered,
    marks: inspection?.marks ?? new Map<number, number[]>(),
    get chain() {
      return chain
    },
    get isLow() {
      return spare.isLow
    },
    hasRoom: (bytes) => payloadBytes + RECORD_HEADER_BYTES + bytes <= payloadBytesMax,
    append(kind, payload) {
      assert(kind > 0 && kind < RECORD_KIND_NOTE_MIN, `not the kind of a command: ${kind}`)
      assert(payload.length <= COMMAND_BYTES_MAX, 'a command fits a record')
      assert(payloadBytes + RECORD_HEADER_BYTES + payload.length <= payloadBytesMax, 'the command fits the group')
      put(kind, payload)
      commands += 1
    },
    commit,
    discard: clear,
    read: (fromSeq) => readGroups({ storage, segments: segments.map((span) => ({ ...span })), fromSeq }),
    upkeep() {
      if (fatal) throw fatal
      upkeep()
    },
    close,
  }
}

/** Before anything is repaired: what was once acknowledged must be there. */
function checkWitness({ storage, witness }: JournalOptions, inspection: JournalInspection | undefined): void {
  if (witness === undefined || witness.seq <= (inspection?.chain.seq ?? 0)) return
  if (inspection !== undefined && inspection.journalId !== witness.journalId) return // a snapshot of another journal
  throw new JournalDamagedError(
    `The journal in ${storage.pathOf('')} ends at command ${inspection?.chain.seq ?? 0} but ${witness.path} knows command ` +
      `${witness.seq}: acknowledged commands are missing. Restore the data folder from a backup; nothing was changed.`,
  )
}

/** The seal that the next one continues. Seals are written in order, so the highest index is the last. */
function lastSeal(inspection: JournalInspection | undefined): string {
  const seals = inspection?.seals
  return seals?.get(seals.size) ?? SEAL_GENESIS
}

const ZEROS = Buffer.alloc(1_048_576)

/** Makes the last segment what it was when it was new: zeros behind the last frame, full size. */
function zeroTail(storage: Storage, file: StorageFile, span: SegmentSpan): void {
  let isChanged = span.fileBytes < span.segmentBytes
  const fileBytes = Math.max(span.fileBytes, span.segmentBytes)
  try {
    for (let offset = span.endOffset; offset < fileBytes; offset += ZEROS.length) {
      const length = Math.min(ZEROS.length, fileBytes - offset)
      const found = file.read(offset, length)
      if (found.length === length && found.compare(ZEROS, 0, length) === 0) continue
      isChanged = true
      file.write(ZEROS.subarray(0, length), offset)
    }
    // A process killed between write and sync leaves frames that only the page cache holds; they count from now on.
    file.sync()
    if (isChanged) storage.syncDirectory()
  } catch (error) {
    if (isSpaceError(error)) throw noSpace(storage, error)
    throw error
  }
}

function* readGroups(input: {
  readonly storage: Storage
  readonly segments: readonly SegmentSpan[]
  readonly fromSeq: number
}): Generator<JournalGroup> {
  for (const span of input.segments) {
    if (span.lastSeq < input.fromSeq || span.lastSeq < span.firstSeq) continue
    const file = input.storage.open(span.name)
    const bytes = file.read(0, span.endOffset)
    file.close()
    for (let offset = SEGMENT_HEADER_BYTES; offset < span.endOffset; ) {
      const frame = parseFrame(bytes, offset)
      const records = frame && parseRecords(bytes, frame)
      if (frame === undefined || records === undefined)
        throw new JournalDamagedError(
          `The journal is damaged: ${input.storage.pathOf(span.name)} changed at offset ${offset} while it was read. ` +
            'Restore the data folder from a backup.',
        )
      offset = frame.end
      const commands = records.filter(isCommandRecord)
      if (commands.length > 0 && frame.firstSeq + commands.length > input.fromSeq)
        yield { firstSeq: frame.firstSeq, timeMs: frame.timeMs, commands }
    }
  }
}
