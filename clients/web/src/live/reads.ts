/** Reads by REST, and what becomes of their failures: the listeners of errors are told, and nothing is thrown. */
import type { Unsubscribe } from '@vest/sdk'
import { createListeners } from './listeners.ts'

/** Pause before a failed read is tried again. */
export const RETRY_MS = 2_000

export interface Reads {
  /** Runs a read; resolves also where it failed. */
  run(read: () => Promise<void>): Promise<void>
  /** Tells the listeners of a failure. */
  fail(error: unknown): void
  onError(listener: (error: unknown) => void): Unsubscribe
}

export function createReads(): Reads {
  const errors = createListeners<unknown>()
  return {
    async run(read) {
      try {
        await read()
      } catch (error) {
        errors.emit(error)
      }
    },
    fail: errors.emit,
    onError: errors.add,
  }
}
