/**
 * The spare segments. One is enough for an exchange that is never busy. A burst that uses them faster than they are
 * made shares its disk with their zeros, so each time that happens one more is kept ready, made while the exchange is
 * idle. While none can be made for lack of space, the journal is *low*: the segment in use is the last reserve, for
 * necessary commands only (see `isTakenWhenLow`).
 */
import { SPARE_SEGMENTS_MAX } from '../bounds.ts'
import { spareSegmentName } from './segment.ts'
import { openSegmentSpare } from './segmentSpare.ts'
import type { Storage, StorageFile } from './storage.ts'

export interface SegmentSpares {
  readonly isLow: boolean
  /** There are as many spares as have been needed so far. */
  readonly isAhead: boolean
  /** One step of preparation. While the exchange is busy, only for the segment that is needed next. */
  step(isQuiet: boolean): void
  /** Hands over a zeroed file and its name; finishes it first if necessary. Throws JournalFullError. */
  take(): { readonly file: StorageFile; readonly name: string }
  close(): void
}

export function openSegmentSpares(storage: Storage, segmentBytes: number): SegmentSpares {
  const spares = Array.from({ length: SPARE_SEGMENTS_MAX }, (_, index) =>
    openSegmentSpare(storage, segmentBytes, spareSegmentName(index + 1)),
  )
  let wanted = 1

  const missing = () => spares.slice(0, wanted).filter((spare) => !spare.isReady)
  const hasReady = (): boolean => spares.some((spare) => spare.isReady)

  return {
    get isLow() {
      return !hasReady() && spares.some((spare) => spare.isLow)
    },
    get isAhead() {
      return missing().length === 0
    },
    step(isQuiet) {
      const open = missing()
      const next = open.find((spare) => spare.isBegun) ?? open[0]
      if (next !== undefined && (isQuiet || next.isBegun || !hasReady())) next.step()
    },
    take() {
      if (missing().length > 0) wanted = Math.min(SPARE_SEGMENTS_MAX, wanted + 1)
      const next =
        spares.find((spare) => spare.isReady) ?? spares.find((spare) => spare.isBegun) ?? spares[0]!
      return { file: next.take(), name: next.name }
    },
    close() {
      for (const spare of spares) spare.close()
    },
  }
}
