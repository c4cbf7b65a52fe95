/**
 * The bytes of a full segment with the ends of its groups, as recorded while writing: tests of recovery compute their
 * expectation from it.
 */
import { GROUPS_UNDER_WAY_MAX } from '../bounds.ts'
import { JournalDamagedError } from '../journal/errors.ts'
import { countCommands, frameBytes, RECORD_HEADER_BYTES } from '../journal/frame.ts'
import { inspectJournal, scanFrames, type ChainEnd } from '../journal/inspectJournal.ts'
import { openJournal } from '../journal/journal.ts'
import { SEGMENT_HEADER_BYTES, segmentName } from '../journal/segment.ts'
import { seededRandom } from './seededRandom.ts'
import { createSimulatedStorage, type SimulatedStorage } from './simulatedStorage.ts'

export interface FrameSpan {
  readonly start: number
  readonly end: number
  /** The last sequence number it holds. */
  readonly lastSeq: number
  /** The chain after it. */
  readonly chain: ChainEnd
  /** Everything before this offset was durable when the frame was written: its own start if nothing was under way. */
  readonly durableTo: number
}

export type RecoveryOutcome = { readonly lastSeq: number; readonly endOffset: number } | 'refused'

export interface SegmentImage {
  readonly bytes: Buffer
  /** The opening frame first. */
  readonly frames: readonly FrameSpan[]
  /** The longest prefix of whole frames that ends at or before `offset`. */
  prefixBefore(offset: number): { readonly lastSeq: number; readonly endOffset: number }
  /** Index of the frame that holds this offset. */
  frameAt(offset: number): number
  /** Result of recovery for these bytes as the only segment. */
  inspect(bytes: Buffer): RecoveryOutcome
  /**
   * The same for bytes that are unchanged up to the end of this frame: the scan begins after it, because its result
   * before that depends on those bytes only.
   */
  inspectBehind(frame: number, bytes: Buffer): RecoveryOutcome
  isSame(a: RecoveryOutcome, b: RecoveryOutcome): boolean
}

/** Groups of one to five commands of up to 220 bytes, until less than 1,500 bytes are left. */
export function writeSegmentImage(input: {
  readonly seed: number
  readonly segmentBytes: number
  /** Groups are made durable on another thread, and their syncs end in any order while further ones are written. */
  readonly isBeside?: boolean
}): SegmentImage {
  const { segmentBytes } = input
  const random = seededRandom(input.seed)
  const name = segmentName(1)
  const disk = createSimulatedStorage()
  const underWay = input.isBeside ? syncsOf(disk, seededRandom(input.seed + 1)) : undefined
  const journal = openJournal({ storage: disk, segmentBytes })
  let end = SEGMENT_HEADER_BYTES + frameBytes(RECORD_HEADER_BYTES)
  const frames: FrameSpan[] = [
    { start: SEGMENT_HEADER_BYTES, end, lastSeq: 0, chain: journal.chain, durableTo: SEGMENT_HEADER_BYTES },
  ]
  for (let timeMs = 1; end < segmentBytes - 1_500; timeMs += 1) {
    let payload = 0
    for (let n = 1 + Math.floor(random() * 5); n > 0; n -= 1) {
      const bytes = Buffer.alloc(Math.floor(random() * 220), 1 + Math.floor(random() * 255))
      journal.append(7, bytes)
      payload += RECORD_HEADER_BYTES + bytes.length
    }
    const start = end
    end += frameBytes(payload)
    const durableTo = underWay?.endSome() ?? start
    underWay?.begin(start)
    const { lastSeq } = underWay ? journal.commitBeside(timeMs, () => undefined) : journal.commit(timeMs)
    frames.push({ start, end, lastSeq, chain: journal.written, durableTo })
  }
  const orRefused = (action: () => RecoveryOutcome): RecoveryOutcome => {
    try {
      return action()
    } catch (error) {
      if (error instanceof JournalDamagedError) return 'refused'
      throw error
    }
  }
  const scratch = createSimulatedStorage(new Map([[name, Buffer.alloc(0)]]))
  return {
    bytes: disk.contentOf(name),
    frames,
    prefixBefore(offset) {
      const last = frames.filter((frame) => frame.end <= offset).at(-1)
      return last
        ? { lastSeq: last.lastSeq, endOffset: last.end }
        : { lastSeq: 0, endOffset: SEGMENT_HEADER_BYTES }
    },
    frameAt: (offset) => frames.findIndex((frame) => offset < frame.end),
    inspect(bytes) {
      scratch.replace(name, bytes)
      return orRefused(() => {
        const { chain, segments } = inspectJournal({ storage: scratch })!
        return { lastSeq: chain.seq, endOffset: segments[0]!.endOffset }
      })
    },
    inspectBehind(frame, content) {
      const { chain: from, end: fromOffset } = frames[frame]!
      return orRefused(() => {
        const { chain, endOffset } = scanFrames({
          bytes: content,
          path: name,
          chain: from,
          fromOffset,
          forgetLast: false,
          visit: (found) => found.firstSeq + (countCommands(content, found) ?? 0) - 1,
        })
        return { lastSeq: chain.seq, endOffset }
      })
    },
    isSame(a, b) {
      if (a === 'refused' || b === 'refused') return a === b
      return a.lastSeq === b.lastSeq && a.endOffset === b.endOffset
    },
  }
}

/** Syncs on another thread under control of the test: they end in any order, and usually a few are under way. */
function syncsOf(disk: SimulatedStorage, random: () => number) {
  const groups: { readonly start: number; end: (() => void) | undefined }[] = []
  disk.syncBeside((end) => void (groups[groups.length - 1]!.end = end))
  const running = () => groups.filter((group) => group.end !== undefined)

  return {
    /** A group is written at this offset. */
    begin: (start: number): void => void groups.push({ start, end: undefined }),
    /** Ends some; returns the start of the first group that is not durable, or has an earlier one that is not. */
    endSome(): number | undefined {
      // From time to time all, so that there are groups with nothing under way before them.
      const left = random() < 0.1 ? 0 : Math.floor(random() * GROUPS_UNDER_WAY_MAX)
      for (let open = running(); open.length > left; open = running()) {
        const group = open[Math.floor(random() * open.length)]!
        group.end!()
        group.end = undefined
      }
      return running()[0]?.start
    },
  }
}
