/**
 * The bytes of the journal. A *frame* is one committed group: what was written by one write and made durable
 * by one fdatasync. A *record* is one command (or note of the journal itself) inside a frame.
 *
 *   frame   magic u16 | version u8 | kind u8 | payloadBytes u32 | firstSeq u64 | timeMs u64 | epoch u32
 *           | prevCrc u32 | records u16 | open u16 | payload | zeros | crc32 u32         little-endian, 8-aligned
 *   record  kind u8 | bytes u24 | bytes
 *
 * The checksum belongs to the frame because the frame is what a crash can tear: a group is durable whole or
 * it was never acknowledged. At 200 B per command one crc32 over the group costs a fifth of one per command.
 * A frame contains how many bytes before it, in eights, were still under way to the disk when it was written
 * (`open`, none in most): everything before those was durable. So a damaged frame before a valid one that
 * counts it as durable proves that data was lost; without one it is a torn write, and anything that follows it
 * was never acknowledged either.
 *
 * crc32 covers every byte of the frame before it, zeros and `prevCrc` included: each checksum depends on all
 * frames before it. That chain finds accidents at 4 GB/s; against manipulation there is SHA-256 over whole segments
 * (see segmentSealer.ts), outside the path of orders.
 */
import { crc32 } from 'node:zlib'
import { assert } from '@vest/protocol'

/** Bytes f5 fe: neither occurs in UTF-8, so no text inside a payload can look like a frame. */
export const FRAME_MAGIC = 0xfef5
export const FRAME_VERSION = 1
export const FRAME_KIND_GROUP = 1
export const FRAME_HEADER_BYTES = 36
export const RECORD_HEADER_BYTES = 4
const CRC_BYTES = 4
export const OPEN_BYTES_MAX = 65_535 * 8
const TWO_32 = 4_294_967_296

/** Kinds from here on are notes of the journal itself, without a sequence number. */
export const RECORD_KIND_NOTE_MIN = 0xf0
/** A writer opened the journal: it makes the new epoch durable. */
export const RECORD_KIND_OPENED = 0xf0
/** SHA-256 over a finished segment and the seal before it. */
export const RECORD_KIND_SEAL = 0xf1

export interface FrameHeader {
  readonly firstSeq: number
  readonly timeMs: number
  readonly epoch: number
  readonly prevCrc: number
  readonly records: number
  /** Number of bytes before the frame that were not known to be durable when it was written; at most OPEN_BYTES_MAX. */
  readonly openBytes: number
}

export interface Frame extends FrameHeader {
  readonly crc: number
  readonly payloadStart: number
  readonly payloadEnd: number
  /** Offset after the frame. */
  readonly end: number
}

/** Size of a frame with this payload. */
export const frameBytes = (payloadBytes: number): number =>
  Math.ceil((FRAME_HEADER_BYTES + payloadBytes + CRC_BYTES) / 8) * 8

/** Completes the frame whose payload is at FRAME_HEADER_BYTES of `target`; returns its checksum. */
export function finishFrame(target: Buffer, payloadBytes: number, header: FrameHeader): number {
  const size = frameBytes(payloadBytes)
  target.writeUInt16LE(FRAME_MAGIC, 0)
  target[2] = FRAME_VERSION
  target[3] = FRAME_KIND_GROUP
  target.writeUInt32LE(payloadBytes, 4)
  writeUInt53(target, header.firstSeq, 8)
  writeUInt53(target, header.timeMs, 16)
  target.writeUInt32LE(header.epoch, 24)
  target.writeUInt32LE(header.prevCrc, 28)
  target.writeUInt16LE(header.records, 32)
  assert(header.openBytes % 8 === 0 && header.openBytes <= OPEN_BYTES_MAX, 'the header holds the open bytes')
  target.writeUInt16LE(header.openBytes / 8, 34)
  target.fill(0, FRAME_HEADER_BYTES + payloadBytes, size - CRC_BYTES)
  const crc = crc32(target.subarray(0, size - CRC_BYTES))
  target.writeUInt32LE(crc, size - CRC_BYTES)
  return crc
}

/** The frame at `offset`, if its bytes are valid; its place in the chain is not checked. */
export function parseFrame(bytes: Buffer, offset: number): Frame | undefined {
  if (offset + FRAME_HEADER_BYTES + CRC_BYTES > bytes.length) return undefined
  if (bytes.readUInt16LE(offset) !== FRAME_MAGIC) return undefined
  if (bytes[offset + 2] !== FRAME_VERSION || bytes[offset + 3] !== FRAME_KIND_GROUP) return undefined
  const payloadBytes = bytes.readUInt32LE(offset + 4)
  const end = offset + frameBytes(payloadBytes)
  if (end > bytes.length) return undefined
  const crc = bytes.readUInt32LE(end - CRC_BYTES)
  if (crc32(bytes.subarray(offset, end - CRC_BYTES)) !== crc) return undefined
  return {
    firstSeq: readUInt53(bytes, offset + 8),
    timeMs: readUInt53(bytes, offset + 16),
    epoch: bytes.readUInt32LE(offset + 24),
    prevCrc: bytes.readUInt32LE(offset + 28),
    records: bytes.readUInt16LE(offset + 32),
    openBytes: bytes.readUInt16LE(offset + 34) * 8,
    crc,
    payloadStart: offset + FRAME_HEADER_BYTES,
    payloadEnd: offset + FRAME_HEADER_BYTES + payloadBytes,
    end,
  }
}

export interface FrameRecord {
  readonly kind: number
  /** A view into the frame's bytes. */
  readonly payload: Buffer
}

/** The records of a frame, or undefined if they do not fill its payload exactly. */
export function parseRecords(bytes: Buffer, frame: Frame): FrameRecord[] | undefined {
  const records: FrameRecord[] = []
  let at = frame.payloadStart
  while (at + RECORD_HEADER_BYTES <= frame.payloadEnd) {
    const start = at + RECORD_HEADER_BYTES
    const end = start + bytes.readUIntLE(at + 1, 3)
    if (end > frame.payloadEnd) return undefined
    records.push({ kind: bytes[at]!, payload: bytes.subarray(start, end) })
    at = end
  }
  return at === frame.payloadEnd && records.length === frame.records ? records : undefined
}

/** Number of commands in a frame, without decoding them; undefined if its records do not fill it. */
export function countCommands(bytes: Buffer, frame: Frame): number | undefined {
  let commands = 0
  let records = 0
  let at = frame.payloadStart
  while (at + RECORD_HEADER_BYTES <= frame.payloadEnd) {
    if (bytes[at]! < RECORD_KIND_NOTE_MIN) commands += 1
    records += 1
    at += RECORD_HEADER_BYTES + bytes.readUIntLE(at + 1, 3)
  }
  return at === frame.payloadEnd && records === frame.records ? commands : undefined
}

export function writeRecordHeader(target: Buffer, at: number, kind: number, payloadBytes: number): void {
  target[at] = kind
  target.writeUIntLE(payloadBytes, at + 1, 3)
}

export const isCommandRecord = (record: FrameRecord): boolean => record.kind < RECORD_KIND_NOTE_MIN

export function writeUInt53(target: Buffer, value: number, at: number): void {
  assert(Number.isSafeInteger(value) && value >= 0, `not an unsigned safe integer: ${value}`)
  target.writeUInt32LE(value % TWO_32, at)
  target.writeUInt32LE(Math.floor(value / TWO_32), at + 4)
}

export const readUInt53 = (source: Buffer, at: number): number =>
  source.readUInt32LE(at) + source.readUInt32LE(at + 4) * TWO_32
