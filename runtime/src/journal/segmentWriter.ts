/**
 * The segments as one continuous medium: it knows the end of the last frame, begins the next segment when one is full,
 * and fills the end of a torn journal with zeros. It writes and syncs on request; the meaning for a group is the
 * journal's concern.
 */
import { assert } from '@vest/protocol'
import { GROUPS_UNDER_WAY_MAX } from '../bounds.ts'
import { buggify } from '../buggify.ts'
import type { ChainEnd, SegmentSpan } from './inspectJournal.ts'
import type { PlantedBug } from './plantedBug.ts'
import { encodeSegmentHeader, SEGMENT_HEADER_BYTES, segmentName } from './segment.ts'
import { isSpaceError, noSpace } from './segmentSpare.ts'
import { openSegmentSpares } from './segmentSpares.ts'
import type { Storage, StorageFile } from './storage.ts'

export interface SegmentWriter {
  readonly segments: readonly SegmentSpan[]
  /** No further segment can be made for lack of space. */
  readonly isLow: boolean
  hasRoom(frameBytes: number): boolean
  /** Begins the next segment after this chain; returns the finished one. Throws JournalFullError. */
  begin(chain: ChainEnd): SegmentSpan | undefined
  /** Writes a frame after the last; it counts only after `accept`. */
  write(bytes: Uint8Array): void
  sync(): void
  /** Another sync may begin while others are under way. */
  readonly canSyncBeside: boolean
  /** Makes everything written so far durable on another thread. */
  syncBeside(done: (error: unknown) => void): void
  accept(frameBytes: number, lastSeq: number): void
  /** Zeroes the bytes after the last frame and makes everything before it durable. */
  repair(): void
  /** There are as many spare segments as have been needed so far. */
  readonly isAhead: boolean
  /** One step towards the next segment or, while idle, towards a later one. */
  prepare(isQuiet: boolean): void
  close(): void
}

export interface SegmentWriterOptions {
  readonly storage: Storage
  readonly segmentBytes: number
  readonly journalId: string
  /** The existing segments. */
  readonly found: readonly SegmentSpan[]
  readonly plantedBug?: PlantedBug | undefined
}

export function openSegmentWriter(options: SegmentWriterOptions): SegmentWriter {
  const { storage, segmentBytes, journalId } = options
  const segments: SegmentSpan[] = [...options.found]
  const spares = openSegmentSpares(storage, segmentBytes)
  const last = (): SegmentSpan | undefined => segments[segments.length - 1]
  const current = (): SegmentSpan => segments[segments.length - 1]!
  let file: StorageFile | undefined = last() && storage.open(current().name)
  /** Further openings of the current segment, one for each sync that may be under way. */
  let openings: StorageFile[] = []
  /** Openings without a sync under way. */
  let free: StorageFile[] = []

  const closeOpenings = (): void => {
    for (const opening of openings) opening.close()
    openings = []
    free = []
  }
  const openAgain = (): void => {
    closeOpenings()
    if (file?.syncBeside === undefined) return
    openings = Array.from({ length: GROUPS_UNDER_WAY_MAX }, () => storage.open(current().name))
    free = [...openings]
  }
  openAgain()

  return {
    segments,
    get isLow() {
      return spares.isLow
    },
    get isAhead() {
      return spares.isAhead
    },
    hasRoom: (frameBytes) =>
      segments.length > 0 && current().endOffset + frameBytes <= current().segmentBytes,
    begin(chain) {
      const finished = last()
      const index = (finished?.index ?? 0) + 1
      const name = segmentName(index)
      const firstSeq = chain.seq + 1
      const { file: taken, name: spareName } = spares.take()
      const header = { index, segmentBytes, prevCrc: chain.crc, firstSeq, journalId, epoch: chain.epoch }
      taken.write(encodeSegmentHeader(header), 0)
      taken.sync()
      BUGGIFY: buggify('segment.beforeRename')
      storage.rename(spareName, name)
      BUGGIFY: buggify('segment.afterRename')
      if (options.plantedBug !== 'skipDirectorySync') storage.syncDirectory()
      file?.close()
      file = taken
      segments.push({
        index,
        name,
        isArchived: false,
        segmentBytes,
        fileBytes: segmentBytes,
        firstSeq,
        lastSeq: chain.seq,
        endOffset: SEGMENT_HEADER_BYTES,
      })
      openAgain()
      return finished
    },
    write: (bytes) => file!.write(bytes, current().endOffset),
    sync: () => file!.sync(),
    get canSyncBeside() {
      return free.length > 0
    },
    syncBeside(done) {
      const opening = free.pop()
      assert(opening !== undefined, 'a sync has an opening of its own')
      opening.syncBeside!((error) => {
        // Openings of the segment before are closed.
        if (openings.includes(opening)) free.push(opening)
        done(error)
      })
    },
    accept(frameBytes, lastSeq) {
      const span = current()
      segments[segments.length - 1] = { ...span, lastSeq, endOffset: span.endOffset + frameBytes }
    },
    repair() {
      BUGGIFY: buggify('segment.beforeRepair')
      if (file !== undefined) restore(storage, file, current(), options.plantedBug)
      BUGGIFY: buggify('segment.afterRepair')
    },
    prepare: (isQuiet) => spares.step(isQuiet),
    close() {
      file?.close()
      file = undefined
      closeOpenings()
      spares.close()
    },
  }
}

const ZEROS = Buffer.alloc(1_048_576)

/**
 * Restores the last segment: the frames found are durable, followed by zeros, full size. A process that was killed
 * between write and sync leaves frames that only the page cache holds: they count from now on. They are written again,
 * because a sync alone may do nothing: after a failed one Linux considers the cached pages written.
 */
function restore(
  storage: Storage,
  file: StorageFile,
  span: SegmentSpan,
  plantedBug: PlantedBug | undefined,
): void {
  try {
    if (plantedBug !== 'trustWhatIsFound') writeAgain(file, span.endOffset)
    zeroFrom(file, span.endOffset, Math.max(span.fileBytes, span.segmentBytes))
    file.sync()
    storage.syncDirectory()
  } catch (error) {
    if (isSpaceError(error)) throw noSpace(storage, error)
    throw error
  }
}

/** Writes the same bytes in their place: a torn write leaves what the disk held. */
function writeAgain(file: StorageFile, endOffset: number): void {
  for (let offset = 0; offset < endOffset; offset += ZEROS.length)
    file.write(file.read(offset, Math.min(ZEROS.length, endOffset - offset)), offset)
}

function zeroFrom(file: StorageFile, startOffset: number, fileBytes: number): void {
  for (let offset = startOffset; offset < fileBytes; offset += ZEROS.length) {
    const length = Math.min(ZEROS.length, fileBytes - offset)
    const found = file.read(offset, length)
    const isZero = found.length === length && found.compare(ZEROS, 0, length) === 0
    if (!isZero) file.write(ZEROS.subarray(0, length), offset)
  }
}
