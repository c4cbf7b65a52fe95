/**
 * Reads the journal from one command on without reading earlier parts: for readers that follow a writer or come after
 * one, and change nothing. Of the segments before the position only headers are read; from there on every frame must
 * continue the one before it. Bytes after `toSeq` are not read, because a writer may be active there.
 */
import { JournalDamagedError } from './errors.ts'
import { isCommandRecord, parseFrame, parseRecords, type FrameRecord } from './frame.ts'
import { SEGMENT_HEADER_BYTES, type SegmentHeader } from './segment.ts'
import type { Storage } from './storage.ts'
import { listVolumes, type Volume } from './volumes.ts'

/** The commands of one frame; a frame with only notes has none and ends where it begins. */
export interface JournalGroup {
  readonly firstSeq: number
  readonly lastSeq: number
  readonly timeMs: number
  readonly epoch: number
  /** Checksum of the frame: its place in the chain. */
  readonly crc: number
  /** Number of bytes before the frame that were still under way to the disk when it was written. */
  readonly openBytes: number
  readonly commands: readonly FrameRecord[]
  /** The journal's own notes. */
  readonly notes: readonly FrameRecord[]
}

export interface ReadJournalOptions {
  readonly storage: Storage
  /** The first returned frame holds this command or ends before it. */
  readonly fromSeq: number
  /** The last command that is known to be durable. */
  readonly toSeq: number
}

interface OpenedVolume {
  readonly volume: Volume
  readonly header: SegmentHeader
}

/**
 * Frames in order, up to the one that ends with `toSeq` and the notes after it. Throws JournalDamagedError if the
 * journal ends before that.
 */
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
    // Notes may be between the command before and the end of its segment: begin before it.
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
