/** A clock whose time moves only when a test says so; timers fire in the order of their time. */
import type { ClientClock } from '@vest/sdk'

export interface ManualClock extends ClientClock {
  /** Moves time on, firing what falls due. */
  advance(byMs: number): Promise<void>
}

/** Lets everything that is already resolved run, also chains of promises. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

export function createManualClock(startMs = 1_000_000): ManualClock {
  let nowMs = startMs
  let next = 0
  const timers = new Map<number, { readonly atMs: number; readonly callback: () => void }>()
  return {
    now: () => nowMs,
    setTimeout(callback, delayMs) {
      next += 1
      timers.set(next, { atMs: nowMs + delayMs, callback })
      return next
    },
    clearTimeout: (handle) => void timers.delete(handle as number),
    async advance(byMs) {
      const untilMs = nowMs + byMs
      for (;;) {
        await settle()
        const due = [...timers]
          .filter(([, timer]) => timer.atMs <= untilMs)
          .sort((a, b) => a[1].atMs - b[1].atMs)[0]
        if (due === undefined) break
        timers.delete(due[0])
        nowMs = due[1].atMs
        due[1].callback()
      }
      nowMs = untilMs
      await settle()
    },
  }
}
