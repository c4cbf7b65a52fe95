/**
 * Copies a journal frame by frame into a folder of one's own, beside its writer or far from it. Only what continues the copy
 * byte by byte is taken: a source whose past is another than the copy's, or whose next frame does not follow, is refused, and
 * the copy stays as it is. What was copied is durable before it is told.
 */
import { JournalDamagedError } from '../journal/errors.ts'
import { isCommandRecord, parseFrame, parseRecords } from '../journal/frame.ts'
import type { ChainEnd } from '../journal/inspectJournal.ts'
import type { JournalGroup } from '../journal/readJournal.ts'
import { SEGMENT_HEADER_BYTES, segmentName } from '../journal/segment.ts'
import type { Storage } from '../journal/storage.ts'
import { checkedHeader, listVolumes, type Volume } from '../journal/volumes.ts'

/** Where the copy ends: in segment `index`, in front of `offset`; index 0 = nothing is copied yet. */
export interface CopyPlace {
  readonly journalId: string | undefined
  readonly index: number
  readonly offset: number
  readonly chain: ChainEnd
}

export interface CopyInput {
  readonly source: Storage
  readonly own: Storage
  readonly place: CopyPlace
  /** The last command that is known to be durable in the source. */
  readonly toSeq: number
}

export const NOTHING_COPIED: CopyPlace = {
  journalId: undefined,
  index: 0,
  offset: 0,
  chain: { seq: 0, timeMs: 0, epoch: 0, crc: 0 },
}

/** The groups that came, with the place behind them; as many at once as the copy made durable at once. */
export function* copyJournal(
  input: CopyInput,
): Generator<{ readonly groups: readonly JournalGroup[]; readonly place: CopyPlace }> {
  const { source, own, toSeq } = input
  let { place } = input
  for (const volume of volumesFrom(source, place)) {
    if (place.chain.seq >= toSeq) return
    const bytes = volume.read()
    place = enter(volume, bytes, place, source, own)
    const { groups, end } = framesFrom(bytes, place, toSeq, source.pathOf(volume.name))
    if (end.offset > place.offset) append(own, place, bytes.subarray(place.offset, end.offset))
    place = end
    yield { groups, place }
  }
  if (place.chain.seq < toSeq)
    throw new JournalDamagedError(
      `The journal in ${source.pathOf('')} can be copied up to command ${place.chain.seq} only, not to ${toSeq}.`,
    )
}

function volumesFrom(source: Storage, { index }: CopyPlace): Volume[] {
  const volumes = listVolumes(source)
  const first = volumes[0]?.index ?? 1
  if (first > Math.max(1, index))
    throw new JournalDamagedError(
      `What comes next is no longer in ${source.pathOf('')}: it was removed after its time. Begin with the copy of another validator.`,
    )
  return volumes.filter((volume) => volume.index >= index)
}

/** Goes on in the segment where the copy ends, or begins the next one. */
function enter(volume: Volume, bytes: Buffer, place: CopyPlace, source: Storage, own: Storage): CopyPlace {
  const path = source.pathOf(volume.name)
  const header = checkedHeader(bytes, path)
  if (place.journalId !== undefined && header.journalId !== place.journalId)
    throw new JournalDamagedError(`${path} belongs to another journal than the copy in ${own.pathOf('')}.`)
  if (volume.index === place.index) {
    const copied = read(own, segmentName(volume.index), place.offset)
    if (!copied.equals(bytes.subarray(0, place.offset)))
      throw new JournalDamagedError(
        `${path} is not what was copied from it: its past was altered. Nothing was copied.`,
      )
    return place
  }
  const { crc, seq } = place.chain
  if (header.index !== place.index + 1 || header.prevCrc !== crc || header.firstSeq !== seq + 1)
    throw new JournalDamagedError(`${path} does not continue the copy in ${own.pathOf('')}.`)
  const file = own.create(segmentName(volume.index))
  try {
    file.write(bytes.subarray(0, SEGMENT_HEADER_BYTES), 0)
    file.sync()
  } finally {
    file.close()
  }
  own.syncDirectory()
  return { ...place, journalId: header.journalId, index: volume.index, offset: SEGMENT_HEADER_BYTES }
}

function framesFrom(bytes: Buffer, from: CopyPlace, toSeq: number, path: string) {
  const groups: JournalGroup[] = []
  let { chain, offset } = from
  while (chain.seq < toSeq) {
    const frame = parseFrame(bytes, offset)
    if (frame === undefined || frame.prevCrc !== chain.crc) break
    const records = parseRecords(bytes, frame)
    if (records === undefined || frame.firstSeq !== chain.seq + 1 || frame.timeMs < chain.timeMs)
      throw new JournalDamagedError(`${path} does not continue at offset ${offset}.`)
    const commands = records.filter(isCommandRecord)
    const { timeMs, epoch, crc, openBytes } = frame
    chain = { seq: chain.seq + commands.length, timeMs, epoch, crc }
    offset = frame.end
    groups.push({
      firstSeq: frame.firstSeq,
      lastSeq: chain.seq,
      timeMs,
      epoch,
      crc,
      openBytes,
      commands,
      notes: records.filter((record) => !isCommandRecord(record)),
    })
  }
  return { groups, end: { ...from, chain, offset } }
}

function append(own: Storage, { index, offset }: CopyPlace, bytes: Buffer): void {
  const file = own.open(segmentName(index))
  try {
    file.write(bytes, offset)
    file.sync()
  } finally {
    file.close()
  }
}

function read(storage: Storage, name: string, length: number): Buffer {
  const file = storage.open(name)
  try {
    return file.read(0, length)
  } finally {
    file.close()
  }
}
