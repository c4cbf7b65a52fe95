/**
 * Snapshots: the canonical text of the state after one command, so that a restart replays only what came
 * later. A snapshot is never the source of truth: it names its journal and its place in the chain, it
 * is verified as a whole before use, and one that does not fit is skipped for an older one.
 *
 *   {"format":"vest-snapshot-1", ... , "stateHash":"..."}\n  canonical text  \n  SHA-256 of all before \n
 */
import { buggify } from '../buggify.ts'
import { SNAPSHOTS_KEPT } from '../bounds.ts'
import type { PlantedBug } from '../journal/plantedBug.ts'
import { readFile, systemErrorCode, writeFileAtomically, type Storage } from '../journal/storage.ts'
import { sha256 } from './sha256.ts'
import { stateHash } from './stateHash.ts'

const FORMAT = 'vest-snapshot-1'
const NAME = /^snapshot-(\d{16})\.vest$/
const TRAILER_BYTES = 65
const LINE_END = Buffer.from('\n')

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
  /** In UTF-8. */
  readonly text: Buffer
}

export type SnapshotFault = { readonly fault: string }

export interface SnapshotStore {
  /** Sequence numbers of the existing snapshots, newest first. */
  list(): readonly number[]
  load(seq: number): Snapshot | SnapshotFault
  /**
   * Writes one atomically and reads it back; `reload` returns the text of the restored state, which must be the same.
   * Only then are older ones removed: all after the newest few complete ones, except the one that a reader at
   * `readerSeq` needs.
   */
  save(
    place: SnapshotPlace,
    text: Buffer,
    reload: (text: Buffer) => Buffer,
    readerSeq?: number,
  ): { readonly stateHash: string }
}

export function openSnapshotStore(storage: Storage, plantedBug?: PlantedBug): SnapshotStore {
  const list = (): number[] =>
    storage
      .list()
      .map((name) => NAME.exec(name)?.[1])
      .filter((digits) => digits !== undefined)
      .map(Number)
      .sort((a, b) => b - a)

  const load = (seq: number): Snapshot | SnapshotFault => {
    let bytes: Buffer
    try {
      bytes = readFile(storage, snapshotName(seq))
    } catch (error) {
      // A bad sector is one more kind of damage. An error that a person has to fix, such as permissions, is reported
      // unchanged.
      if (systemErrorCode(error) === undefined) throw error
      return { fault: `it cannot be read (${(error as Error).message})` }
    }
    return parseSnapshot(bytes, seq, plantedBug !== 'trustAnySnapshot')
  }

  /** Damaged ones do not count among the kept ones: three unreadable snapshots are none. */
  const removeOld = (journalId: string, readerSeq = Infinity): void => {
    let whole = 0
    let isReaderServed: boolean = false
    BUGGIFY: buggify('snapshot.beforeRemovingOld')
    for (const seq of list()) {
      const isOfReader: boolean = !isReaderServed && seq <= readerSeq
      if ((whole < SNAPSHOTS_KEPT || isOfReader) && isOf(load(seq), journalId)) {
        whole += 1
        isReaderServed ||= isOfReader
      } else if (whole >= SNAPSHOTS_KEPT) storage.remove(snapshotName(seq))
    }
    BUGGIFY: buggify('snapshot.amidRemovingOld')
    storage.syncDirectory()
  }

  /** A process that died during a write leaves it, under a name that is never written again. */
  const removeHalves = (): void => {
    for (const name of storage.list()) if (name.endsWith('.tmp')) storage.remove(name)
  }

  return {
    list,
    load,
    save(place, text, reload, readerSeq) {
      removeHalves()
      const hash = stateHash(text)
      const name = snapshotName(place.seq)
      writeFileAtomically(storage, name, ...encodeSnapshot({ ...place, stateHash: hash, text }))
      const fault = reloadFault(load(place.seq), hash, reload)
      if (fault !== undefined) {
        storage.remove(name)
        throw new Error(`A snapshot just written does not read back: ${fault}`)
      }
      removeOld(place.journalId, readerSeq)
      return { stateHash: hash }
    },
  }
}

const isOf = (snapshot: Snapshot | SnapshotFault, journalId: string): boolean =>
  !('fault' in snapshot) && snapshot.journalId === journalId

function reloadFault(
  written: Snapshot | SnapshotFault,
  hash: string,
  reload: (text: Buffer) => Buffer,
): string | undefined {
  if ('fault' in written) return written.fault
  return stateHash(reload(written.text)) === hash ? undefined : 'the state that comes of it is another'
}

export const snapshotName = (seq: number): string => `snapshot-${String(seq).padStart(16, '0')}.vest`

/** In parts: the text is too large to be copied for its first and last line. */
function encodeSnapshot({ text, ...header }: Snapshot): readonly Uint8Array[] {
  const body = [Buffer.from(`${JSON.stringify({ format: FORMAT, ...header })}\n`), text, LINE_END]
  return [...body, Buffer.from(`${sha256(...body)}\n`)]
}

function parseSnapshot(bytes: Buffer, seq: number, isChecked: boolean): Snapshot | SnapshotFault {
  const body = bytes.subarray(0, Math.max(0, bytes.length - TRAILER_BYTES))
  const trailer = bytes.toString('latin1', body.length)
  if (isChecked && trailer !== `${sha256(body)}\n`) return { fault: 'its SHA-256 does not fit' }
  const headerEnd = body.indexOf(10)
  const { format, ...header } = JSON.parse(body.toString('utf8', 0, headerEnd)) as { format: string } & Omit<
    Snapshot,
    'text'
  >
  if (format !== FORMAT) return { fault: `it has the format ${format} of another version` }
  if (header.seq !== seq) return { fault: `it belongs to command ${header.seq}` }
  return { ...header, text: body.subarray(headerEnd + 1, body.length - 1) }
}
