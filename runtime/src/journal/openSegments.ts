/**
 * Opens what the folder holds: reads the journal, refuses it if acknowledged commands are missing, and places the writer
 * behind the last frame, with every finished segment sealed or due for its seal. Nothing is written yet: the repair of
 * a torn end is the next step.
 */
import { randomBytes } from 'node:crypto'
import { assert } from '@vest/protocol'
import { JournalDamagedError } from './errors.ts'
import { inspectJournal, type ChainEnd, type JournalInspection } from './inspectJournal.ts'
import type { PlantedBug } from './plantedBug.ts'
import { SEAL_GENESIS } from './sealNote.ts'
import { openSegmentSealer, type SegmentSealer, type Sha256 } from './segmentSealer.ts'
import { openSegmentWriter, type SegmentWriter } from './segmentWriter.ts'
import type { Storage } from './storage.ts'

export interface OpenSegmentsOptions {
  readonly storage: Storage
  readonly segmentBytes: number
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

/** Findings and repairs of the opening. */
export interface JournalRecovery {
  /** The first command that is still held: 1, unless archives were removed. */
  readonly firstSeq: number
  readonly lastSeq: number
  readonly tornBytes: number
  readonly segments: number
}

export interface OpenedSegments {
  readonly journalId: string
  /** The end of what was found, with the epoch of the writer that opens it now. */
  readonly chain: ChainEnd
  readonly recovered: JournalRecovery
  readonly marks: ReadonlyMap<number, readonly number[]>
  readonly writer: SegmentWriter
  readonly sealer: SegmentSealer
}

export function openSegments(options: OpenSegmentsOptions): OpenedSegments {
  const { storage, segmentBytes, plantedBug, marks } = options
  assert(segmentBytes % 8 === 0, 'segments are 8-aligned, like frames')
  const inspection = inspectJournal({ storage, plantedBug, ...(marks ? { marks } : {}) })
  checkWitnesses(options, inspection)
  const journalId = inspection?.journalId ?? options.newJournalId ?? randomBytes(16).toString('hex')
  const epoch = (inspection?.chain.epoch ?? 0) + 1
  const found = inspection?.segments ?? []
  const chain: ChainEnd = { ...(inspection?.chain ?? { seq: 0, timeMs: 0, crc: 0 }), epoch }
  const recovered = {
    firstSeq: inspection?.firstSeq ?? 1,
    lastSeq: chain.seq,
    tornBytes: inspection?.tornBytes ?? 0,
    segments: found.length,
  }
  const writer = openSegmentWriter({ storage, segmentBytes, journalId, found, plantedBug })
  const sealer = openSegmentSealer(storage, lastSeal(inspection), options.sha256)
  for (const span of found.slice(0, -1)) if (!inspection?.seals.has(span.index)) sealer.enqueue(span)
  return {
    journalId,
    chain,
    recovered,
    marks: inspection?.marks ?? new Map<number, number[]>(),
    writer,
    sealer,
  }
}

/** Before any repair: acknowledged commands must be there. */
function checkWitnesses(
  { storage, witnesses = [] }: OpenSegmentsOptions,
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
