/**
 * Finished segments that verified snapshots cover, compressed, in the same folder under another name:
 *
 *   {"format":"vest-archive-1", ... }\n  deflate of the segment up to its last frame  \n  SHA-256 of all before \n
 *
 * An archived segment holds the same frames at the same place of the chain; its head contains what the next
 * segment continues, so that a start need not open it. Reading gives the bytes of the segment again.
 */
import { createHash } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import { JournalDamagedError } from './errors.ts'
import { segmentName, type SegmentHeader } from './segment.ts'
import { readFile, type Storage } from './storage.ts'

const FORMAT = 'vest-archive-1'
const NAME = /^segment-(\d{8})\.archive$/
const TRAILER_BYTES = 66
/** Larger than any head. */
const HEAD_BYTES_MAX = 1_024

export interface ArchiveHead extends SegmentHeader {
  /** Offset after the last frame. */
  readonly endOffset: number
  /** The end of the chain in it. */
  readonly end: {
    readonly seq: number
    readonly timeMs: number
    readonly epoch: number
    readonly crc: number
  }
  readonly sealBefore: string
  readonly seal: string
}

export const archiveName = (index: number): string => segmentName(index).replace(/journal$/, 'archive')

export function archiveIndex(name: string): number | undefined {
  const match = NAME.exec(name)
  return match ? Number(match[1]) : undefined
}

/** The head of the file; its checksum is not verified. */
export function readArchiveHead(storage: Storage, name: string): ArchiveHead {
  const file = storage.open(name)
  try {
    return parseHead(file.read(0, HEAD_BYTES_MAX), storage.pathOf(name))
  } finally {
    file.close()
  }
}

/** Verified as a whole. Throws JournalDamagedError. */
export function readArchive(storage: Storage, name: string): { head: ArchiveHead; bytes: Buffer } {
  const file = readFile(storage, name)
  const path = storage.pathOf(name)
  const body = file.subarray(0, Math.max(0, file.length - TRAILER_BYTES))
  if (file.toString('latin1', body.length) !== trailerOf(body))
    throw archiveDamaged(path, 'its SHA-256 does not fit')
  const head = parseHead(body, path)
  const bytes = inflateSync(body.subarray(body.indexOf(10) + 1))
  if (bytes.length !== head.endOffset) throw archiveDamaged(path, 'it is not as long as it says')
  return { head, bytes }
}

const trailerOf = (body: Buffer): string => `\n${createHash('sha256').update(body).digest('hex')}\n`

function parseHead(bytes: Buffer, path: string): ArchiveHead {
  const end = bytes.indexOf(10)
  let head: { readonly format?: unknown } | undefined
  try {
    head = JSON.parse(bytes.toString('utf8', 0, Math.max(0, end))) as { readonly format?: unknown }
  } catch {
    throw archiveDamaged(path, 'its head is damaged')
  }
  if (head.format !== FORMAT) throw archiveDamaged(path, 'another version wrote it')
  return head as unknown as ArchiveHead
}

export function encodeArchive(head: ArchiveHead, bytes: Buffer): Buffer {
  const text = Buffer.from(`${JSON.stringify({ format: FORMAT, ...head })}\n`)
  const body = Buffer.concat([text, deflateSync(bytes)])
  return Buffer.concat([body, Buffer.from(trailerOf(body))])
}

export const archiveDamaged = (path: string, what: string): JournalDamagedError =>
  new JournalDamagedError(
    `The journal is damaged: ${path}: ${what}. Restore the data folder from a backup; nothing was changed.`,
  )
