/**
 * Reads a journal from the first byte to the last and says what it holds; changes nothing. It accepts exactly
 * the longest valid chain of frames and decides the one hard question: is what follows a torn write, or is
 * something durable missing?
 *
 * A frame is written only after all before it are synced. So a valid frame behind a hole means that the hole
 * was once durable: damage, and the journal must not be served. Without one the hole is the group that was in
 * flight when the power went; it was never acknowledged and is dropped. Left-overs of an older generation (a
 * lower epoch, or numbers the chain has passed) prove nothing and are ignored.
 */
import { JournalDamagedError } from './errors.ts'
import {
  countCommands,
  parseFrame,
  parseRecords,
  RECORD_KIND_SEAL,
  type Frame,
  type FrameRecord,
} from './frame.ts'
import type { PlantedBug } from './plantedBug.ts'
import {
  decodeSegmentHeader,
  SEGMENT_HEADER_BYTES,
  segmentIndex,
  segmentName,
  type SegmentHeader,
} from './segment.ts'
import { readFile, type Storage } from './storage.ts'

/** The end of a chain: what the next frame must continue. */
export interface ChainEnd {
  readonly seq: number
  readonly timeMs: number
  readonly epoch: number
  /** Checksum of the last frame. */
  readonly crc: number
}

export interface SegmentSpan {
  readonly index: number
  readonly name: string
  readonly segmentBytes: number
  /** Size of the file as found; less than `segmentBytes` if it was cut. */
  readonly fileBytes: number
  readonly firstSeq: number
  readonly lastSeq: number
  /** Offset behind the last frame. */
  readonly endOffset: number
}

export interface JournalInspection {
  readonly journalId: string
  readonly chain: ChainEnd
  readonly segments: readonly SegmentSpan[]
  /** SHA-256 (hex) of finished segments, by index. */
  readonly seals: ReadonlyMap<number, string>
  /** Bytes behind the last frame that are not zero: the trace of a torn write. */
  readonly tornBytes: number
  /** Checksums of the frames that ended at the sequence numbers asked for. */
  readonly marks: ReadonlyMap<number, readonly number[]>
}

export interface InspectOptions {
  readonly storage: Storage
  /** Sequence numbers whose place in the chain the caller wants to compare (snapshots). */
  readonly marks?: ReadonlySet<number>
  readonly plantedBug?: PlantedBug | undefined
}

/** What the folder holds, or undefined if there is no journal yet. Throws JournalDamagedError. */
export function inspectJournal(options: InspectOptions): JournalInspection | undefined {
  const { storage } = options
  const indexes = segmentIndexes(storage)
  if (indexes.length === 0) return undefined

  let chain: ChainEnd = { seq: 0, timeMs: 0, epoch: 0, crc: 0 }
  let journalId: string | undefined
  let tornBytes = 0
  const segments: SegmentSpan[] = []
  const seals = new Map<number, string>()
  const marks = new Map<number, number[]>()

  for (const index of indexes) {
    const name = segmentName(index)
    const path = storage.pathOf(name)
    const bytes = readFile(storage, name)
    const header = readHeader(bytes, path)
    journalId ??= header.journalId
    checkSuccession({ header, index, chain, journalId, path })
    const isLast = index === indexes[indexes.length - 1]
    const scan = scanFrames({
      bytes,
      path,
      chain: { ...chain, epoch: header.epoch },
      forgetLast: isLast && options.plantedBug === 'recoveryOffByOne',
      visit(frame) {
        const commands = countCommands(bytes, frame)
        if (commands === undefined) throw damaged({ path, offset: frame.payloadStart, what: MISCOUNT })
        if (commands < frame.records) noteSeals(parseRecords(bytes, frame) ?? [], seals)
        const seq = frame.firstSeq + commands - 1
        if (options.marks?.has(seq)) marks.set(seq, [...(marks.get(seq) ?? []), frame.crc])
        return seq
      },
    })
    chain = scan.chain
    if (isLast) tornBytes = countNonZero(bytes, scan.endOffset)
    segments.push({
      index,
      name,
      segmentBytes: header.segmentBytes,
      fileBytes: bytes.length,
      firstSeq: header.firstSeq,
      lastSeq: chain.seq,
      endOffset: scan.endOffset,
    })
  }
  return { journalId: journalId!, chain, segments, seals, tornBytes, marks }
}

function segmentIndexes(storage: Storage): number[] {
  const indexes = storage
    .list()
    .map(segmentIndex)
    .filter((index) => index !== undefined)
    .sort((a, b) => a - b)
  indexes.forEach((index, place) => {
    if (index !== place + 1)
      throw new JournalDamagedError(
        `The journal is damaged: ${storage.pathOf(segmentName(place + 1))} is missing. Restore it from a backup; nothing was changed.`,
      )
  })
  return indexes
}

function readHeader(bytes: Buffer, path: string): SegmentHeader {
  const header = decodeSegmentHeader(bytes)
  if (header === 'newer-version')
    throw new JournalDamagedError(
      `${path} was written by a newer version: start that version; nothing was changed.`,
    )
  if (header === 'damaged') throw damaged({ path, offset: 0, what: 'its header is damaged' })
  return header
}

function checkSuccession(input: {
  readonly header: SegmentHeader
  readonly index: number
  readonly chain: ChainEnd
  readonly journalId: string
  readonly path: string
}): void {
  const { header, index, chain, journalId, path } = input
  const misfit = (what: string): JournalDamagedError => damaged({ path, offset: 0, what })
  if (header.index !== index) throw misfit(`it is segment ${header.index} under another name`)
  if (header.journalId !== journalId) throw misfit('it belongs to another journal')
  if (header.firstSeq !== chain.seq + 1)
    throw misfit(
      `it begins with command ${header.firstSeq} but the segment before ends with command ${chain.seq}`,
    )
  if (header.prevCrc !== chain.crc) throw misfit('it does not continue the segment before')
  if (header.epoch < chain.epoch) throw misfit('an older writer created it')
}

export interface ScanInput {
  readonly bytes: Buffer
  readonly path: string
  readonly chain: ChainEnd
  readonly forgetLast: boolean
  /** Where to begin; absent: behind the header. `chain` is what ends there. */
  readonly fromOffset?: number
  /** Called for every accepted frame; returns the last sequence number after it. */
  readonly visit: (frame: Frame) => number
}

/** Follows the chain through one segment; throws unless what lies behind its end is harmless. */
export function scanFrames(input: ScanInput): { readonly chain: ChainEnd; readonly endOffset: number } {
  const { bytes, path } = input
  let { chain } = input
  let endOffset = input.fromOffset ?? SEGMENT_HEADER_BYTES
  let before = { chain, endOffset }
  for (;;) {
    const frame = parseFrame(bytes, endOffset)
    if (frame === undefined || frame.prevCrc !== chain.crc) break
    const fault = orderFault(frame, chain)
    if (fault !== undefined) throw damaged({ path, offset: endOffset, what: fault })
    before = { chain, endOffset }
    chain = { seq: input.visit(frame), timeMs: frame.timeMs, epoch: frame.epoch, crc: frame.crc }
    endOffset = frame.end
  }
  const laterOffset = findLaterFrame(bytes, endOffset, chain)
  if (laterOffset !== undefined)
    throw damaged({
      path,
      offset: endOffset,
      what: `the record after command ${chain.seq} is unreadable although valid ones follow at offset ${laterOffset}`,
    })
  return input.forgetLast ? before : { chain, endOffset }
}

/** A frame that continues the chain by its checksum must continue it in every other respect. */
function orderFault(frame: Frame, chain: ChainEnd): string | undefined {
  if (frame.epoch < chain.epoch)
    return `an older writer (epoch ${frame.epoch} after ${chain.epoch}) wrote into it`
  if (frame.firstSeq !== chain.seq + 1) return `command ${frame.firstSeq} follows command ${chain.seq}`
  if (frame.timeMs < chain.timeMs) return `time goes back after command ${chain.seq}`
  return undefined
}

/** The first valid frame behind `from` that can only have been written after the chain's end. */
function findLaterFrame(bytes: Buffer, from: number, chain: ChainEnd): number | undefined {
  for (let offset = from; offset + 8 <= bytes.length; offset += 8) {
    const frame = parseFrame(bytes, offset)
    if (frame !== undefined && frame.epoch >= chain.epoch && frame.firstSeq > chain.seq) return offset
  }
  return undefined
}

const MISCOUNT = 'its records do not add up although the checksum holds'

function noteSeals(records: readonly FrameRecord[], seals: Map<number, string>): void {
  for (const record of records)
    if (record.kind === RECORD_KIND_SEAL)
      seals.set(record.payload.readUInt32LE(0), record.payload.toString('hex', 4))
}

/** Segment index u32, SHA-256. */
export const SEAL_PAYLOAD_BYTES = 36

function countNonZero(bytes: Buffer, from: number): number {
  let count = 0
  for (let offset = from; offset < bytes.length; offset += 1) if (bytes[offset] !== 0) count += 1
  return count
}

function damaged(input: {
  readonly path: string
  readonly offset: number
  readonly what: string
}): JournalDamagedError {
  return new JournalDamagedError(
    `The journal is damaged: in ${input.path} at offset ${input.offset}, ${input.what}. ` +
      'Restore the data folder from a backup; nothing was changed.',
  )
}
