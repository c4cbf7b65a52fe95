/**
 * A segment is a file of fixed size, zeroed before its first use, that opens with a header. The header is
 * durable before the first frame is written (it is completed under another name and then renamed), so a
 * damaged header is never the trace of a crash.
 *
 *   magic 8 B | version u32 | index u32 | segmentBytes u32 | prevCrc u32 | firstSeq u64 | journalId 16 B
 *   | epoch u32 | zeros | crc32 u32                                                     64 bytes, little-endian
 */
import { crc32 } from 'node:zlib'
import { readUInt53, writeUInt53 } from './frame.ts'

export const SEGMENT_HEADER_BYTES = 64
const SEGMENT_MAGIC = 'VESTJRNL'
const SEGMENT_VERSION = 1

export interface SegmentHeader {
  readonly index: number
  readonly segmentBytes: number
  /** Checksum of the last frame of the segment before; 0 in the first. */
  readonly prevCrc: number
  /** Sequence number of the first command that this segment can hold. */
  readonly firstSeq: number
  /** Random, once per journal, as 32 hex digits: segments and snapshots of another journal do not fit. */
  readonly journalId: string
  readonly epoch: number
}

/** Name of a segment prepared ahead; 1 is the next. */
export const spareSegmentName = (place: number): string =>
  place === 1 ? 'spare.journal' : `spare-${place}.journal`
const SEGMENT_NAME = /^segment-(\d{8})\.journal$/

export const segmentName = (index: number): string => `segment-${String(index).padStart(8, '0')}.journal`

export function segmentIndex(name: string): number | undefined {
  const match = SEGMENT_NAME.exec(name)
  return match ? Number(match[1]) : undefined
}

export function encodeSegmentHeader(header: SegmentHeader): Buffer {
  const bytes = Buffer.alloc(SEGMENT_HEADER_BYTES)
  bytes.write(SEGMENT_MAGIC, 0, 'latin1')
  bytes.writeUInt32LE(SEGMENT_VERSION, 8)
  bytes.writeUInt32LE(header.index, 12)
  bytes.writeUInt32LE(header.segmentBytes, 16)
  bytes.writeUInt32LE(header.prevCrc, 20)
  writeUInt53(bytes, header.firstSeq, 24)
  bytes.write(header.journalId, 32, 'hex')
  bytes.writeUInt32LE(header.epoch, 48)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 60)), 60)
  return bytes
}

export type SegmentHeaderFault = 'damaged' | 'newer-version'

export function decodeSegmentHeader(bytes: Buffer): SegmentHeader | SegmentHeaderFault {
  if (bytes.length < SEGMENT_HEADER_BYTES) return 'damaged'
  if (bytes.readUInt32LE(60) !== crc32(bytes.subarray(0, 60))) return 'damaged'
  if (bytes.toString('latin1', 0, 8) !== SEGMENT_MAGIC) return 'damaged'
  if (bytes.readUInt32LE(8) !== SEGMENT_VERSION) return 'newer-version'
  return {
    index: bytes.readUInt32LE(12),
    segmentBytes: bytes.readUInt32LE(16),
    prevCrc: bytes.readUInt32LE(20),
    firstSeq: readUInt53(bytes, 24),
    journalId: bytes.toString('hex', 32, 48),
    epoch: bytes.readUInt32LE(48),
  }
}
