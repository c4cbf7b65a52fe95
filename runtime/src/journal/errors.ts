/**
 * Errors of the exchange's memory. Each message is one sentence for a person: what, where, and what to do.
 * `JournalFatalError` means that the content of the disk is unknown: the writer must end, because a second fdatasync
 * after a failed one may succeed without the data being there.
 */

/** A journal that must not be served: durable data is missing or changed. */
export class JournalDamagedError extends Error {
  override readonly name = 'JournalDamagedError'
}

/** Another process (or another engine of this one) holds the data. */
export class JournalLockedError extends Error {
  override readonly name = 'JournalLockedError'
}

/** A write or sync failed: the content of the disk is unknown. Never retried. */
export class JournalFatalError extends Error {
  override readonly name = 'JournalFatalError'
}

/** No space for another segment: nothing of the group was written; the journal continues once space is free. */
export class JournalFullError extends Error {
  override readonly name = 'JournalFullError'
}

/** The folder cannot be used: permission, read-only, not a folder. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}
