/**
 * The disk as a port: a flat folder of files with exactly the guarantees that the journal relies on. Nothing is
 * durable before `sync` (contents) and `syncDirectory` (names) returned. Tests use a disk that loses, tears and
 * reorders unsynced data.
 */
import { buggify } from '../buggify.ts'

export interface StorageFile {
  sizeBytes(): number
  /** Bytes from `offset`, fewer than `length` only at the end of the file. */
  read(offset: number, length: number): Buffer<ArrayBuffer>
  /** Writes all bytes or throws; extends the file. */
  write(bytes: Uint8Array, offset: number): void
  /**
   * Fills the first `length` bytes of a new file with zeros, durably, on another thread, and reports its progress in a
   * later turn, with the error if it did not finish. Until then the bytes belong to it: a caller that cannot wait
   * removes the name and makes another file. `close` may be called meanwhile; then nothing is reported. Absent: this
   * disk does everything synchronously.
   */
  zeroBeside?(length: number, done: (error: unknown, zeroedBytes: number) => void): void
  /** fdatasync: returns when everything written so far is durable. A failure is final. */
  sync(): void
  /**
   * The same on another thread, reported in a later turn, also if the file was closed meanwhile. One at a time per
   * opening of the file: a system reports a failure once per opening, so if two syncs shared one, the second would
   * report success. Absent: this disk has no other thread.
   */
  syncBeside?(done: (error: unknown) => void): void
  close(): void
}

export interface Storage {
  /** The full path of a file, for messages. */
  pathOf(name: string): string
  list(): readonly string[]
  open(name: string): StorageFile
  /** A new, empty file; an existing one of that name is replaced. */
  create(name: string): StorageFile
  rename(from: string, to: string): void
  remove(name: string): void
  /** fsync of the folder: creations, renames and removals so far are durable. */
  syncDirectory(): void
  /** Locks the folder for this owner only, or throws JournalLockedError. */
  lock(): StorageLock
}

export interface StorageLock {
  /** False once it was removed or taken over. */
  isHeld(): boolean
  release(): void
}

/**
 * Writes a whole file so that after a crash either the old or the new one is there, never a part. A failed write frees
 * its space: the disk may be full, and other files need it.
 */
export function writeFileAtomically(storage: Storage, name: string, ...parts: readonly Uint8Array[]): void {
  const temporary = `${name}.tmp`
  try {
    writeDurably(storage, temporary, parts)
    BUGGIFY: buggify('snapshot.beforeRename')
    storage.rename(temporary, name)
  } catch (error) {
    removeIfPossible(storage, temporary)
    throw error
  }
  BUGGIFY: buggify('snapshot.afterRename')
  storage.syncDirectory()
}

function writeDurably(storage: Storage, name: string, parts: readonly Uint8Array[]): void {
  const file = storage.create(name)
  try {
    let offset = 0
    for (const part of parts) {
      file.write(part, offset)
      offset += part.length
    }
    file.sync()
  } finally {
    file.close()
  }
}

function removeIfPossible(storage: Storage, name: string): void {
  try {
    storage.remove(name)
  } catch {
    // The error of the failed write is the one to report.
  }
}

export function readFile(storage: Storage, name: string): Buffer {
  const file = storage.open(name)
  try {
    return file.read(0, file.sizeBytes())
  } finally {
    file.close()
  }
}

/** The system's error code (`ENOSPC`, `EIO`, ...), if it is one. */
export function systemErrorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
