/**
 * The segments of a journal in order, in either form: as the writer left them, or archived. If both are there (a crash
 * between archiving and removing), the segment itself counts.
 */
import { assert } from '@vest/protocol'
import { JournalDamagedError } from './errors.ts'
import { countCommands, type Frame } from './frame.ts'
import {
  decodeSegmentHeader,
  SEGMENT_HEADER_BYTES,
  segmentIndex,
  segmentName,
  type SegmentHeader,
} from './segment.ts'
import { archiveIndex, archiveName, readArchive, readArchiveHead } from './segmentArchive.ts'
import { readFile, systemErrorCode, type Storage } from './storage.ts'

export interface Volume {
  readonly index: number
  /** The file. */
  readonly name: string
  readonly isArchived: boolean
  header(): SegmentHeader
  /** The bytes of the segment; of an archived one those up to its last frame. */
  read(): Buffer
  /** Commands of a frame of these bytes. */
  commandsOf(bytes: Buffer, frame: Frame): number
}

/** Throws JournalDamagedError if one is missing between the first and the last. */
export function listVolumes(storage: Storage): Volume[] {
  const names = storage.list()
  const live = new Set(names.map(segmentIndex).filter((index) => index !== undefined))
  const archived = new Set(names.map(archiveIndex).filter((index) => index !== undefined))
  const indexes = [...new Set([...live, ...archived])].sort((a, b) => a - b)
  // Removed segments are before an archive; no other may be missing.
  const begin = indexes.length > 0 && !live.has(indexes[0]!) ? indexes[0]! : 1
  indexes.forEach((index, place) => {
    if (index !== begin + place) throw missing(storage, begin + place)
  })
  const last = indexes.at(-1)
  if (last !== undefined && !live.has(last)) throw missing(storage, last + 1)
  return indexes.map((index) =>
    live.has(index) ? liveVolume(storage, index) : archivedVolume(storage, index),
  )
}

const missing = (storage: Storage, index: number): JournalDamagedError =>
  new JournalDamagedError(
    `The journal is damaged: ${storage.pathOf(segmentName(index))} is missing. Restore it from a backup; nothing was changed.`,
  )

function commandsOf(bytes: Buffer, frame: Frame): number {
  const commands = countCommands(bytes, frame)
  assert(commands !== undefined, 'the records of a valid frame add up')
  return commands
}

function liveVolume(storage: Storage, index: number): Volume {
  const name = segmentName(index)
  return {
    index,
    name,
    isArchived: false,
    header: () => orArchived(storage, index, liveHeader, (volume) => volume.header()),
    read: () => orArchived(storage, index, readFile, (volume) => volume.read()),
    commandsOf,
  }
}

function liveHeader(storage: Storage, name: string): SegmentHeader {
  const file = storage.open(name)
  try {
    return checkedHeader(file.read(0, SEGMENT_HEADER_BYTES), storage.pathOf(name))
  } finally {
    file.close()
  }
}

/** While an exchange runs, a segment may have been archived since the folder was listed. */
function orArchived<T>(
  storage: Storage,
  index: number,
  live: (storage: Storage, name: string) => T,
  archived: (volume: Volume) => T,
): T {
  try {
    return live(storage, segmentName(index))
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT' || !storage.list().includes(archiveName(index))) throw error
    return archived(archivedVolume(storage, index))
  }
}

function archivedVolume(storage: Storage, index: number): Volume {
  const name = archiveName(index)
  return {
    index,
    name,
    isArchived: true,
    header: () => readArchiveHead(storage, name),
    read: () => readArchive(storage, name).bytes,
    commandsOf,
  }
}

export function checkedHeader(bytes: Buffer, path: string): SegmentHeader {
  const header = decodeSegmentHeader(bytes)
  if (header === 'newer-version')
    throw new JournalDamagedError(
      `${path} was written by a newer version: start that version; nothing was changed.`,
    )
  if (header === 'damaged')
    throw new JournalDamagedError(
      `The journal is damaged: in ${path} at offset 0, its header is damaged. ` +
        'Restore the data folder from a backup; nothing was changed.',
    )
  return header
}
