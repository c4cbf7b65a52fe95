/**
 * Snapshots: the canonical text of the state after one command, so that a restart replays only what came
 * later. A snapshot is never truth: it says which journal it belongs to and where in the chain it stands, it
 * is checked whole before it is used, and whatever does not fit is passed over for an older one.
 *
 *   {"format":"vest-snapshot-1", ... , "stateHash":"..."}\n  canonical text  \n  SHA-256 of all before \n
 */
import { createHash } from 'node:crypto'
import { SNAPSHOTS_KEPT } from '../bounds.ts'
import { readFile, writeFileAtomically, type Storage } from '../journal/storage.ts'
import { stateHash } from './stateHash.ts'

const FORMAT = 'vest-snapshot-1'
const NAME = /^snapshot-(\d{16})\.vest$/
const TRAILER_BYTES = 65

export interface SnapshotPlace {
  readonly journalId: string
  readonly seq: number
  readonly timeMs: number
  readonly epoch: number
  /** Checksum of the frame that ends with `seq`. */
  readonly chainCrc: number
}

export interface Snapshot extends SnapshotPlace {
  readonly stateHash: string
  readonly text: string
}

export type SnapshotFault = { readonly fault: string }

export interface SnapshotStore {
  /** Sequence numbers of the snapshots there are, newest first. */
  list(): readonly number[]
  load(seq: number): Snapshot | SnapshotFault
  /** Writes one atomically, reads it back, and removes all but the newest few. */
  save(place: SnapshotPlace, text: string): { readonly stateHash: string }
}

export function openSnapshotStore(storage: Storage): SnapshotStore {
  const list = (): number[] =>
    storage
      .list()
      .map((name) => NAME.exec(name)?.[1])
      .filter((digits) => digits !== undefined)
      .map(Number)
      .sort((a, b) => b - a)

  return {
    list,
    load: (seq) => parseSnapshot(readFile(storage, snapshotName(seq)), seq),
    save(place, text) {
      const hash = stateHash(text)
      writeFileAtomically(
        storage,
        snapshotName(place.seq),
        encodeSnapshot({ ...place, stateHash: hash, text }),
      )
      const written = parseSnapshot(readFile(storage, snapshotName(place.seq)), place.seq)
      if ('fault' in written) throw new Error(`A snapshot just written does not read back: ${written.fault}`)
      for (const seq of list().slice(SNAPSHOTS_KEPT)) storage.remove(snapshotName(seq))
      for (const name of storage.list()) if (name.endsWith('.tmp')) storage.remove(name)
      storage.syncDirectory()
      return { stateHash: hash }
    },
  }
}

export const snapshotName = (seq: number): string => `snapshot-${String(seq).padStart(16, '0')}.vest`

function encodeSnapshot(snapshot: Snapshot): Buffer {
  const { text, ...header } = snapshot
  const body = Buffer.from(`${JSON.stringify({ format: FORMAT, ...header })}\n${text}\n`)
  return Buffer.concat([body, Buffer.from(`${createHash('sha256').update(body).digest('hex')}\n`)])
}

function parseSnapshot(bytes: Buffer, seq: number): Snapshot | SnapshotFault {
  const body = bytes.subarray(0, Math.max(0, bytes.length - TRAILER_BYTES))
  const trailer = bytes.toString('latin1', body.length)
  if (trailer !== `${createHash('sha256').update(body).digest('hex')}\n`)
    return { fault: 'its SHA-256 does not fit' }
  const headerEnd = body.indexOf(10)
  const { format, ...header } = JSON.parse(body.toString('utf8', 0, headerEnd)) as { format: string } & Omit<
    Snapshot,
    'text'
  >
  if (format !== FORMAT) return { fault: `it has the format ${format} of another version` }
  if (header.seq !== seq) return { fault: `it belongs to command ${header.seq}` }
  return { ...header, text: body.toString('utf8', headerEnd + 1, body.length - 1) }
}
