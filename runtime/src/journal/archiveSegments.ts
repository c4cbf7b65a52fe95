/**
 * Archives finished segments that verified snapshots cover, and removes archives after their retention. A segment is
 * removed only after its SHA-256 seal was verified, and its archive is durable and was read back.
 */
import { buggify } from '../buggify.ts'
import { parseFrame } from './frame.ts'
import type { PlantedBug } from './plantedBug.ts'
import { readJournal } from './readJournal.ts'
import { noteSeals, SEAL_GENESIS } from './sealNote.ts'
import { SEGMENT_HEADER_BYTES } from './segment.ts'
import {
  archiveDamaged,
  archiveName,
  encodeArchive,
  readArchive,
  readArchiveHead,
  type ArchiveHead,
} from './segmentArchive.ts'
import { sealOf } from './segmentSealer.ts'
import { writeFileAtomically, type Storage } from './storage.ts'
import { checkedHeader, listVolumes, type Volume } from './volumes.ts'

export interface ArchiveInput {
  readonly storage: Storage
  /** Segments that end before this command are covered. */
  readonly coveredSeq: number
  /** The last command that is durable. */
  readonly toSeq: number
  /** Archives that end this long before `nowMs` are removed, except for the newest one. Absent: none. */
  readonly keptMs?: number | undefined
  readonly nowMs: number
  readonly plantedBug?: PlantedBug | undefined
}

/** Archives covered and sealed segments, then removes archives older than the retention. */
export function archiveSegments(input: ArchiveInput): {
  readonly archived: number
  readonly removed: number
} {
  const { storage } = input
  for (const name of storage.list()) if (name.endsWith('.archive.tmp')) storage.remove(name)
  const archived = archiveCovered(input)
  return { archived, removed: input.keptMs === undefined ? 0 : removeOld(input, input.keptMs) }
}

function archiveCovered(input: ArchiveInput): number {
  const { storage, coveredSeq, toSeq } = input
  const volumes = listVolumes(storage)
  const live = volumes.filter((volume) => !volume.isArchived)
  const firstSeqs = live.map((volume) => volume.header().firstSeq)
  // The last segment belongs to the writer; a segment ends where the next begins.
  const covered = live.filter((_, place) => (firstSeqs[place + 1] ?? Infinity) - 1 < coveredSeq)
  if (covered.length === 0) return 0
  const seals = sealsFrom(storage, firstSeqs[0]!, toSeq)
  let sealBefore = sealOfArchive(storage, volumes, covered[0]!.index - 1)
  let archived = 0
  for (const volume of covered) {
    const seal = seals.get(volume.index)
    if (seal === undefined || sealBefore === undefined) break
    archiveOne(input, { volume, seal, sealBefore })
    sealBefore = seal
    archived += 1
  }
  return archived
}

function sealsFrom(storage: Storage, fromSeq: number, toSeq: number): ReadonlyMap<number, string> {
  const seals = new Map<number, string>()
  for (const { notes } of readJournal({ storage, fromSeq, toSeq })) noteSeals(notes, seals)
  return seals
}

function sealOfArchive(storage: Storage, volumes: readonly Volume[], index: number): string | undefined {
  if (index === 0) return SEAL_GENESIS
  const volume = volumes.find((candidate) => candidate.index === index)
  return volume?.isArchived ? readArchiveHead(storage, volume.name).seal : undefined
}

function archiveOne(
  input: ArchiveInput,
  {
    volume,
    seal,
    sealBefore,
  }: { readonly volume: Volume; readonly seal: string; readonly sealBefore: string },
): void {
  const { storage } = input
  const { endOffset, end, bytes } = endOfSegment(volume, storage.pathOf(volume.name))
  if (sealOf(sealBefore, bytes) !== seal)
    throw archiveDamaged(
      storage.pathOf(volume.name),
      'it does not have the SHA-256 that was recorded when it was finished',
    )
  const name = archiveName(volume.index)
  const archive = encodeArchive({ ...volume.header(), endOffset, end, sealBefore, seal }, bytes)
  if (input.plantedBug === 'skipArchiveSync') writeUnsynced(storage, name, archive)
  else writeFileAtomically(storage, name, archive)
  if (!readArchive(storage, name).bytes.equals(bytes))
    throw new Error(`An archive just written does not read back: ${storage.pathOf(name)}`)
  BUGGIFY: buggify('archive.beforeRemoving')
  storage.remove(volume.name)
  storage.syncDirectory()
  BUGGIFY: buggify('archive.afterRemoving')
}

function writeUnsynced(storage: Storage, name: string, bytes: Buffer): void {
  storage.create(name).write(bytes, 0)
}

/** Follows the frames of a finished segment to the last. */
function endOfSegment(
  volume: Volume,
  path: string,
): { readonly endOffset: number; readonly end: ArchiveHead['end']; readonly bytes: Buffer } {
  const bytes = volume.read()
  const { firstSeq, prevCrc, epoch } = checkedHeader(bytes, path)
  let end = { seq: firstSeq - 1, timeMs: 0, epoch, crc: prevCrc }
  let endOffset = SEGMENT_HEADER_BYTES
  for (;;) {
    const frame = parseFrame(bytes, endOffset)
    if (frame === undefined || frame.prevCrc !== end.crc) break
    const seq = frame.firstSeq + volume.commandsOf(bytes, frame) - 1
    end = { seq, timeMs: frame.timeMs, epoch: frame.epoch, crc: frame.crc }
    endOffset = frame.end
  }
  return { endOffset, end, bytes: bytes.subarray(0, endOffset) }
}

function removeOld({ storage, nowMs }: ArchiveInput, keptMs: number): number {
  const archives = listVolumes(storage).filter((volume) => volume.isArchived)
  let removed = 0
  // The newest one gives the position at which the journal continues, so it stays.
  for (const { name } of archives.slice(0, -1)) {
    if (readArchiveHead(storage, name).end.timeMs > nowMs - keptMs) break
    storage.remove(name)
    storage.syncDirectory()
    removed += 1
  }
  return removed
}
