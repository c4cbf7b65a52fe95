/**
 * Reads the journal from one command on without looking at what lies before: for those who follow a writer or
 * come after one, and change nothing. Only headers are read of the segments before the place; from there on
 * every frame must continue the one in front of it. What lies behind `toSeq` is not looked at, because a writer
 * may be at work there.
 */
import { JournalDamagedError } from './errors.ts'
import { isCommandRecord, parseFrame, parseRecords, type FrameRecord } from './frame.ts'
import { SEGMENT_HEADER_BYTES, type SegmentHeader } from './segment.ts'
import type { Storage } from './storage.ts'
import { listVolumes, type Volume } from './volumes.ts'

/** The commands of one frame; a frame that holds only notes has none and ends where it begins. */
export interface JournalGroup {
  readonly firstSeq: number
  readonly lastSeq: number
  readonly timeMs: number
  readonly epoch: number
  /** Checksum of the frame: its place in the chain. */
  readonly crc: number
  /** So many bytes in front of the frame were still under way to the disk when it was written. */
  readonly openBytes: number
  readonly commands: readonly FrameRecord[]
  /** What the journal noted for itself. */
  readonly notes: readonly FrameRecord[]
}

export interface ReadJournalOptions {
  readonly storage: Storage
  /** The first frame given holds this command or ends in front of it. */
  readonly fromSeq: number
  /** The last command that is known to be durable. */
  readonly toSeq: number
}

interface OpenedVolume {
  readonly volume: Volume
  readonly header: SegmentHeader
}

/** Frames in order, until the one that ends with `toSeq` and the notes behind it. Throws JournalDamagedError if they do not go so far. */
export function* readJournal(options: ReadJournalOptions): Generator<JournalGroup> {
  const { storage, fromSeq, toSeq } = options
  const segments = segmentsFrom(storage, fromSeq)
  let seq = (segments[0]?.header.firstSeq ?? 1) - 1
  let crc = segments[0]?.header.prevCrc ?? 0
  for (const { volume, header } of segments) {
    const path = storage.pathOf(volume.name)
    if (header.prevCrc !== crc || header.firstSeq !== seq + 1) throw changed(path, 0)
    const bytes = volume.read()
    for (let offset = SEGMENT_HEADER_BYTES; ;) {
      const frame = parseFrame(bytes, offset)
      if (frame === undefined || frame.prevCrc !== crc) break
      const records = parseRecords(bytes, frame)
      if (records === undefined || frame.firstSeq !== seq + 1) throw changed(path, offset)
      const commands = records.filter(isCommandRecord)
      if (commands.length > 0 && seq >= toSeq) return
      seq += commands.length
      crc = frame.crc
      offset = frame.end
      if (seq >= fromSeq - 1)
        yield {
          firstSeq: frame.firstSeq,
          lastSeq: seq,
          timeMs: frame.timeMs,
          epoch: frame.epoch,
          crc,
          openBytes: frame.openBytes,
          commands,
          notes: records.filter((record) => !isCommandRecord(record)),
        }
    }
  }
  if (seq < toSeq)
    throw new JournalDamagedError(
      `The journal in ${storage.pathOf('')} can be read up to command ${seq} only, not to ${toSeq}.`,
    )
}

/** The segments that can hold a command from `fromSeq` on, in order. */
function segmentsFrom(storage: Storage, fromSeq: number): OpenedVolume[] {
  const opened: OpenedVolume[] = []
  for (const volume of listVolumes(storage).reverse()) {
    const header = volume.header()
    opened.unshift({ volume, header })
    // Notes may stand between the command before and the end of its segment: begin in front of it.
    if (header.firstSeq < fromSeq) return opened
  }
  const first = opened[0]
  if (first !== undefined && first.volume.index > 1 && first.header.firstSeq > fromSeq)
    throw new JournalDamagedError(
      `Commands before ${first.header.firstSeq} are no longer in ${storage.pathOf('')}: they were removed after their time. ` +
        `What needs them from ${fromSeq} on can only begin anew, or from a backup.`,
    )
  return opened
}

const changed = (path: string, offset: number): JournalDamagedError =>
  new JournalDamagedError(
    `The journal is damaged: in ${path} at offset ${offset} it does not continue. Restore the data folder from a backup.`,
  )
