/**
 * Reads a journal from the first byte to the last and reports its content; changes nothing. It accepts exactly the
 * longest valid chain of frames and decides the one difficult question: is the rest a torn write, or is durable data
 * missing?
 *
 * Every frame contains how far the journal was durable when it was written. A valid frame after a hole in the part
 * that it counts as durable therefore means damage, and the journal must not be served. Without one, the hole is a
 * group that was under way at the power cut, perhaps with later ones that arrived; groups are acknowledged in their
 * order, so none of them was, and all are dropped. Remains of an older generation (a lower epoch, or numbers that the
 * chain has passed) prove nothing and are ignored.
 */
import { JournalDamagedError } from './errors.ts'
import { countCommands, parseFrame, parseRecords, type Frame } from './frame.ts'
import type { PlantedBug } from './plantedBug.ts'
import { noteSeals, SEAL_GENESIS } from './sealNote.ts'
import { SEGMENT_HEADER_BYTES, type SegmentHeader } from './segment.ts'
import { readArchive, readArchiveHead } from './segmentArchive.ts'
import type { Storage } from './storage.ts'
import { checkedHeader, listVolumes, type Volume } from './volumes.ts'

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
  readonly isArchived: boolean
  readonly segmentBytes: number
  /** Size of the file as found; less than `segmentBytes` if it was truncated. */
  readonly fileBytes: number
  readonly firstSeq: number
  readonly lastSeq: number
  /** Offset after the last frame. */
  readonly endOffset: number
}

export interface JournalInspection {
  readonly journalId: string
  readonly chain: ChainEnd
  /** The first command that the journal still holds: 1, unless archives were removed. */
  readonly firstSeq: number
  /** The segments that were read. */
  readonly segments: readonly SegmentSpan[]
  /** The seal before the first of them. */
  readonly sealBefore: string
  /** SHA-256 (hex) of finished segments, by index. */
  readonly seals: ReadonlyMap<number, string>
  /** Bytes after the last frame that are not zero: the trace of a torn write. */
  readonly tornBytes: number
  /** Checksums of the frames that ended at the requested sequence numbers. */
  readonly marks: ReadonlyMap<number, readonly number[]>
}

export interface InspectOptions {
  readonly storage: Storage
  /** Sequence numbers whose checksums the caller wants to compare (snapshots). */
  readonly marks?: ReadonlySet<number>
  /** Absent: earlier archives are accepted by the head of the newest, which is checked. */
  readonly archives?: 'read'
  readonly plantedBug?: PlantedBug | undefined
}

/** The content of the folder, or undefined without a journal. Throws JournalDamagedError. */
export function inspectJournal(options: InspectOptions): JournalInspection | undefined {
  const { storage } = options
  const volumes = listVolumes(storage)
  if (volumes.length === 0) return undefined
  const archived = options.archives === 'read' ? undefined : archivedBefore(storage, volumes)
  const begin = archived ?? beginOf(volumes[0]!, storage)

  let { chain } = begin
  let { journalId } = begin
  let tornBytes = 0
  const segments: SegmentSpan[] = []
  const seals = new Map(begin.seal === undefined ? [] : [[begin.index, begin.seal]])
  const marks = new Map<number, number[]>()

  for (const volume of volumes) {
    const { index, name } = volume
    if (index <= begin.index) continue
    const path = storage.pathOf(name)
    const bytes = volume.read()
    const header = checkedHeader(bytes, path)
    journalId ??= header.journalId
    checkSuccession({ header, index, chain, journalId, path })
    const isLast = volume === volumes.at(-1)
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
      isArchived: volume.isArchived,
      segmentBytes: header.segmentBytes,
      fileBytes: bytes.length,
      firstSeq: header.firstSeq,
      lastSeq: chain.seq,
      endOffset: scan.endOffset,
    })
  }
  const { sealBefore, firstSeq } = begin
  return { journalId: journalId!, firstSeq, chain, segments, sealBefore, seals, tornBytes, marks }
}

/** Data accepted without reading: everything up to and including segment `index`. */
interface Begin {
  readonly index: number
  readonly chain: ChainEnd
  readonly journalId: string | undefined
  readonly sealBefore: string
  /** The seal of segment `index`. */
  readonly seal: string | undefined
  readonly firstSeq: number
}

/** The newest archive before the first segment that is not archived, checked as a whole; undefined: none. */
function archivedBefore(storage: Storage, volumes: readonly Volume[]): Begin | undefined {
  const last = volumes[volumes.findIndex(({ isArchived }) => !isArchived) - 1]
  if (last === undefined) return undefined
  const { head } = readArchive(storage, last.name)
  const { firstSeq } = volumes[0]!.header()
  const { end, journalId, seal } = head
  return { index: last.index, chain: end, journalId, sealBefore: seal, seal, firstSeq }
}

/** The beginning of the journal, or of its rest after archives were removed. */
function beginOf(first: Volume, storage: Storage): Begin {
  if (first.index === 1)
    return {
      index: 0,
      chain: { seq: 0, timeMs: 0, epoch: 0, crc: 0 },
      journalId: undefined,
      sealBefore: SEAL_GENESIS,
      seal: undefined,
      firstSeq: 1,
    }
  const head = readArchiveHead(storage, first.name)
  return {
    index: first.index - 1,
    chain: { seq: head.firstSeq - 1, timeMs: 0, epoch: head.epoch, crc: head.prevCrc },
    journalId: head.journalId,
    sealBefore: head.sealBefore,
    seal: undefined,
    firstSeq: head.firstSeq,
  }
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
  /** Where to begin; absent: after the header. `chain` is the chain that ends there. */
  readonly fromOffset?: number
  /** Called for every accepted frame; returns the last sequence number after it. */
  readonly visit: (frame: Frame) => number
}

/** Follows the chain through one segment; throws unless the bytes after its end are harmless. */
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

/** The first valid frame after `from` that can only have been written after the data there was durable. */
function findLaterFrame(bytes: Buffer, from: number, chain: ChainEnd): number | undefined {
  for (let offset = from; offset + 8 <= bytes.length; offset += 8) {
    const frame = parseFrame(bytes, offset)
    if (frame === undefined || frame.epoch < chain.epoch || frame.firstSeq <= chain.seq) continue
    const wasUnderWay = offset - frame.openBytes <= from && from < offset
    if (!wasUnderWay) return offset
  }
  return undefined
}

const MISCOUNT = 'its records do not add up although the checksum holds'

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
