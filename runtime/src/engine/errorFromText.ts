/** Restores the class of an error that crossed a thread, so that callers can distinguish refusals. */
import { InvariantError } from '@vest/protocol'
import { CommandTooLargeError } from '../codec/commandCodec.ts'
import {
  JournalDamagedError,
  JournalFatalError,
  JournalFullError,
  JournalLockedError,
  StorageError,
} from '../journal/errors.ts'
import { ReaderAheadError, ReaderBehindError } from '../ports/engineClient.ts'
import type { ErrorText } from './messages.ts'

// The names are literals: a minifier may rename the classes.
const BY_NAME: Readonly<Record<string, new (message: string) => Error>> = {
  CommandTooLargeError,
  InvariantError,
  JournalDamagedError,
  JournalFatalError,
  JournalFullError,
  JournalLockedError,
  ReaderAheadError,
  ReaderBehindError,
  StorageError,
}

export function errorFromText({ name, message }: ErrorText): Error {
  const ErrorClass = BY_NAME[name]
  if (ErrorClass) return new ErrorClass(message)
  const error = new Error(message)
  error.name = name
  return error
}
