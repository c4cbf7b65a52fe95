/**
 * What can go wrong with the memory of the exchange. Each message is one sentence for a person: what, where,
 * and what to do. `JournalFatalError` means that nobody knows what is on the disk: the writer must end,
 * because a second fdatasync after a failed one may succeed without the data being there.
 */

/** A journal that must not be served: something that was once durable is missing or changed. */
export class JournalDamagedError extends Error {
  override readonly name = 'JournalDamagedError'
}

/** Another process (or another engine of this one) holds the data. */
export class JournalLockedError extends Error {
  override readonly name = 'JournalLockedError'
}

/** A write or sync failed: what is on the disk is unknown. Never retried. */
export class JournalFatalError extends Error {
  override readonly name = 'JournalFatalError'
}

/** No room for another segment: nothing of the group was written; free space and it goes on. */
export class JournalFullError extends Error {
  override readonly name = 'JournalFullError'
}

/** The folder cannot be used: permission, read-only, not a folder. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
}
