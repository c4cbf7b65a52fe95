/** Times at which callers wait for the chain to be final. A time is wanted until the final point has passed it. */
import type { Head } from '../vaultNode.ts'

export interface WantedTimes {
  add(timeMs: number): void
  /**
   * The earliest one that has come to pass, by our own clock or the chain's: only such a one is worth asking the chain
   * for. Infinity = none has.
   */
  dueMs(head: Head): number
  /** The final point has come to this time, and that was told. */
  settle(timeMs: number): void
}

export function createWantedTimes(nowMs: () => number): WantedTimes {
  let wantedMs: readonly number[] = []
  return {
    add: (timeMs) => {
      if (!wantedMs.includes(timeMs)) wantedMs = [...wantedMs, timeMs]
    },
    dueMs: (head) => {
      const atMs = Math.max(nowMs(), head.timeMs + 1)
      return wantedMs.reduce(
        (least, timeMs) => (timeMs <= atMs && timeMs < least ? timeMs : least),
        Number.POSITIVE_INFINITY,
      )
    },
    settle: (reachedMs) => {
      wantedMs = wantedMs.filter((timeMs) => timeMs > reachedMs)
    },
  }
}
