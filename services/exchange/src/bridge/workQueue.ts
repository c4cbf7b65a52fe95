/**
 * Work towards the outside that must happen at least once: each piece has a name, runs one at a time per name,
 * and is tried again after a pause as long as the outside cannot be reached, after longer and longer ones: whatever waits
 * through an outage would ask all of it again every few seconds, and have each answer in the log. The pieces are
 * idempotent, so a second run after a lost answer changes nothing.
 */
import { InvariantError } from '@vest/protocol'
import { EngineStoppedError } from '@vest/runtime'
import { BRIDGE_RETRY_MS } from '../limits.ts'

export interface WorkQueue {
  /** Runs the work soon; ignored while work of the same name is waiting or running. */
  add(name: string, work: () => Promise<void>): void
  /** Resolves when nothing is waiting or running; for orderly ends and tests. */
  idle(): Promise<void>
  /** Begins nothing more and waits for what runs. */
  stop(): Promise<void>
}

export interface WorkQueueOptions {
  /** The first pause; each is twice the one before, up to twelve times this. */
  readonly retryMs?: number
  /** The outside could not be reached; the work is tried again. */
  readonly onFailure: (name: string, error: unknown) => void
  /** A broken invariant is no trouble of the outside: the process must stop. */
  readonly onBroken: (error: InvariantError) => void
}

const PAUSES_MAX = 12

export function createWorkQueue({
  retryMs = BRIDGE_RETRY_MS,
  onFailure,
  onBroken,
}: WorkQueueOptions): WorkQueue {
  const pending = new Map<string, { timer?: NodeJS.Timeout }>()
  const waiters = new Set<() => void>()
  const running = new Set<Promise<void>>()
  let stopped = false

  const settle = (name: string): void => {
    pending.delete(name)
    if (pending.size === 0) {
      for (const resolve of waiters) resolve()
      waiters.clear()
    }
  }
  const run = (name: string, work: () => Promise<void>, pauseMs = retryMs): void => {
    const attempt = work().then(
      () => settle(name),
      (error: unknown) => {
        // A stopped engine takes nothing any more; the work is found again at the next start.
        if (stopped || error instanceof EngineStoppedError) return settle(name)
        if (error instanceof InvariantError) {
          settle(name)
          return onBroken(error)
        }
        onFailure(name, error)
        const nextPauseMs = Math.min(2 * pauseMs, PAUSES_MAX * retryMs)
        pending.set(name, { timer: setTimeout(() => run(name, work, nextPauseMs), pauseMs).unref() })
      },
    )
    running.add(attempt)
    void attempt.finally(() => running.delete(attempt))
  }
  return {
    add: (name, work) => {
      if (stopped || pending.has(name)) return
      pending.set(name, {})
      run(name, work)
    },
    idle: () => (pending.size === 0 ? Promise.resolve() : new Promise((resolve) => waiters.add(resolve))),
    stop: async () => {
      stopped = true
      for (const { timer } of pending.values()) clearTimeout(timer)
      await Promise.all(running)
      pending.clear()
      for (const resolve of waiters) resolve()
      waiters.clear()
    },
  }
}
