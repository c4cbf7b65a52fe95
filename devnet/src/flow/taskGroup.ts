/**
 * The timers and pending calls of a flow, which end together: after the end no timer fires, none begins, and what a pending
 * call fails with is of no interest any more.
 */
import type { FlowClock } from './flowExchange.ts'

export interface TaskGroup {
  start(): void
  isRunning(): boolean
  /** Does work once after a while, unless the end comes first. */
  after(delayMs: number, work: () => void): void
  /** Keeps work that may fail in sight until it has ended. */
  run(work: Promise<unknown>): void
  end(): void
  /** Resolves when the last call under way has ended. */
  settled(): Promise<void>
}

export function createTaskGroup({
  clock,
  onError,
}: {
  readonly clock: FlowClock
  /** Work failed before the end. */
  readonly onError: (error: unknown) => void
}): TaskGroup {
  const timers = new Set<unknown>()
  const underWay = new Set<Promise<unknown>>()
  let isRunning = false

  return {
    start: () => {
      isRunning = true
    },
    isRunning: () => isRunning,
    after(delayMs, work) {
      if (!isRunning) return
      const timer = clock.setTimeout(() => {
        timers.delete(timer)
        if (isRunning) work()
      }, delayMs)
      timers.add(timer)
    },
    run(work) {
      const task = work.catch((error: unknown) => {
        if (isRunning) onError(error)
      })
      underWay.add(task)
      void task.finally(() => underWay.delete(task))
    },
    end() {
      isRunning = false
      for (const timer of timers) clock.clearTimeout(timer)
      timers.clear()
    },
    settled: async () => {
      await Promise.all(underWay)
    },
  }
}
