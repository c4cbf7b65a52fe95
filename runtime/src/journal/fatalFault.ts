/**
 * The end of a journal by an error: what the disk holds is unknown, or another process may write there. Everything that
 * would write afterwards fails with that error, and nothing is tried again.
 */
import { JournalFatalError, JournalFullError } from './errors.ts'

export interface FatalFault {
  readonly error: JournalFatalError | undefined
  /** Throws the error if there is one. */
  check(): void
  /** Any error except lack of space ends the journal: the content of the disk is unknown. */
  orDie<T>(what: string, action: () => T): T
  /** The journal ends with this error. */
  fail(error: JournalFatalError): void
}

export function createFatalFault(): FatalFault {
  let fatal: JournalFatalError | undefined

  return {
    get error() {
      return fatal
    },
    check() {
      if (fatal) throw fatal
    },
    orDie(what, action) {
      if (fatal) throw fatal
      try {
        return action()
      } catch (error) {
        if (error instanceof JournalFullError) throw error
        fatal = fatalError(what, error)
        throw fatal
      }
    },
    fail: (error) => void (fatal = error),
  }
}

export function fatalError(what: string, cause: unknown): JournalFatalError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new JournalFatalError(
    `The journal could not ${what} (${reason}): stopped, because what the disk holds is unknown. ` +
      'Check the disk, then start again.',
    { cause },
  )
}
