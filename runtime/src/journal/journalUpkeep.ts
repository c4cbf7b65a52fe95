/**
 * Work of the journal that can wait: spare segments, and seals of finished segments. It goes in small steps, by the
 * timer or, while much is written, after commits. A seal that is ready waits here until a frame takes it along.
 */
import { UNSEALED_SEGMENTS_MAX, UPKEEP_EVERY_BYTES } from '../bounds.ts'
import { buggify } from '../buggify.ts'
import type { FatalFault } from './fatalFault.ts'
import type { SegmentSpan } from './inspectJournal.ts'
import type { LockWatch } from './lockWatch.ts'
import type { SegmentSealer } from './segmentSealer.ts'
import type { SegmentWriter } from './segmentWriter.ts'

export interface JournalUpkeep {
  /** Every finished segment is sealed, and there are as many spare segments as were needed so far. */
  readonly isAhead: boolean
  /** Payload of the note for the next frame, if a seal is ready. */
  readonly seal: Buffer | undefined
  /** The next frame has this seal. */
  dropSeal(): void
  /** A segment is finished: its seal is due. */
  noteFinished(span: SegmentSpan): void
  noteWritten(bytes: number): void
  /** A step, if enough was written since the last. */
  afterCommit(): void
  /** A step of the timer. */
  step(): void
}

export interface JournalUpkeepOptions {
  readonly writer: Pick<SegmentWriter, 'isAhead' | 'prepare'>
  readonly sealer: SegmentSealer
  readonly fault: Pick<FatalFault, 'orDie'>
  readonly lockWatch: Pick<LockWatch, 'hold'>
}

export function createJournalUpkeep(options: JournalUpkeepOptions): JournalUpkeep {
  const { writer, sealer, fault, lockWatch } = options
  const seals: Buffer[] = []
  let bytesSinceStep = 0
  /** Enough was written since the last timer that commits did their own upkeep. */
  let isBusy = false

  const step = (isQuiet: boolean): void => {
    bytesSinceStep = 0
    BUGGIFY: if (buggify('journal.noUpkeep')) return
    lockWatch.hold()
    // A seal takes as long as a group or two and can wait: a burst gets the disk and the caches for itself.
    if (isQuiet || sealer.waiting > UNSEALED_SEGMENTS_MAX) {
      const seal = fault.orDie('read a finished segment', () => sealer.step())
      if (seal) seals.push(seal)
    }
    fault.orDie('prepare the next segment', () => writer.prepare(isQuiet))
  }

  return {
    get isAhead() {
      return writer.isAhead && sealer.waiting === 0
    },
    get seal() {
      return seals[0]
    },
    dropSeal: () => void seals.shift(),
    noteFinished: (span) => sealer.enqueue(span),
    noteWritten: (bytes) => void (bytesSinceStep += bytes),
    afterCommit() {
      if (bytesSinceStep < UPKEEP_EVERY_BYTES) return
      isBusy = true
      step(false)
    },
    step() {
      step(!isBusy)
      isBusy = false
    },
  }
}
