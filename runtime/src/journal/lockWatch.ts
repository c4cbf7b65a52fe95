/**
 * Whether the lock on the folder is still held. A stopped process may have been taken for dead and lost the data to
 * another: then nothing more is acknowledged.
 */
import { JournalFatalError } from './errors.ts'
import { fatalError, type FatalFault } from './fatalFault.ts'
import type { Storage, StorageLock } from './storage.ts'

export interface LockWatch {
  /** The error with which the journal has to end; undefined while the lock is held. */
  lost(): JournalFatalError | undefined
  /** Ends the journal and throws if the lock is lost. */
  hold(): void
}

/**
 * No process is taken for dead sooner. At most a second passes between two checks: the timer's commands are written,
 * too.
 */
const LOCK_TRUSTED_MS = 1_000

export function createLockWatch(
  storage: Pick<Storage, 'pathOf'>,
  lock: Pick<StorageLock, 'isHeld'>,
  fault: Pick<FatalFault, 'fail'>,
): LockWatch {
  let seenMs = performance.now()

  const lost = (): JournalFatalError | undefined => {
    const nowMs = performance.now()
    if (nowMs - seenMs < LOCK_TRUSTED_MS) return undefined
    seenMs = nowMs
    try {
      if (lock.isHeld()) return undefined
    } catch (error) {
      return fatalError('look at its lock', error)
    }
    return new JournalFatalError(
      `The lock of ${storage.pathOf('')} is gone, or another process has it: stopped, since only one may write there.`,
    )
  }

  return {
    lost,
    hold() {
      const error = lost()
      if (error === undefined) return
      fault.fail(error)
      throw error
    },
  }
}
