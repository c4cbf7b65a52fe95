/** A clock that moves only when a test says so; timers run in the order of their times. */
import type { ClientClock } from '../src/clientClock.ts'

export interface ManualClock extends ClientClock {
  /** Moves on by `ms`, running due timers, and lets promises settle before and after each. */
  advance(ms: number): Promise<void>
  /** Moves on at once; for code without promises. */
  advanceSync(ms: number): void
  /** Times from now at which timers are due, ascending. */
  pending(): number[]
}

/** Lets everything that is already resolved run, also chains of promises. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export function createManualClock(startMs = 1_700_000_000_000): ManualClock {
  let nowMs = startMs
  let nextHandle = 1
  const timers = new Map<number, { readonly atMs: number; readonly run: () => void }>()
  const due = (untilMs: number): [number, { readonly atMs: number; readonly run: () => void }] | undefined =>
    [...timers]
      .filter(([, timer]) => timer.atMs <= untilMs)
      .sort(([a, x], [b, y]) => x.atMs - y.atMs || a - b)[0]
  const runNext = (untilMs: number): boolean => {
    const next = due(untilMs)
    if (next === undefined) return false
    timers.delete(next[0])
    nowMs = Math.max(nowMs, next[1].atMs)
    next[1].run()
    return true
  }
  return {
    now: () => nowMs,
    setTimeout(callback, delayMs) {
      timers.set(nextHandle, { atMs: nowMs + delayMs, run: callback })
      return nextHandle++
    },
    clearTimeout: (handle) => void timers.delete(handle as number),
    async advance(ms) {
      const untilMs = nowMs + ms
      await settle()
      while (runNext(untilMs)) await settle()
      nowMs = untilMs
    },
    advanceSync(ms) {
      const untilMs = nowMs + ms
      while (runNext(untilMs)) continue
      nowMs = untilMs
    },
    pending: () => [...timers.values()].map((timer) => timer.atMs - nowMs).sort((a, b) => a - b),
  }
}
