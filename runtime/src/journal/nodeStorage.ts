/**
 * The disk behind the storage port: one folder, files of mode 0600, synchronous calls. They are synchronous on
 * purpose: a writer of little data would only wait for its own fdatasync, and calls that return cannot be reordered.
 * Longer work can be left to another thread. Errors of permission become one clear sentence; all others pass
 * unchanged, those of reading with the name of the file, which the system leaves out.
 */
import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  write,
  writeSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { assert } from '@vest/protocol'
import { StorageError } from './errors.ts'
import { acquireFolderLock } from './folderLock.ts'
import { systemErrorCode, type Storage, type StorageFile } from './storage.ts'

export function openNodeStorage(folder: string): Storage {
  const root = resolve(folder)
  const pathOf = (name: string): string => join(root, name)
  explained(root, () => makeFolder(root))
  return {
    pathOf,
    list: () => explained(root, () => readdirSync(root).sort()),
    open: (name) => nodeFile(pathOf(name), () => openSync(pathOf(name), 'r+')),
    create: (name) => nodeFile(pathOf(name), () => openSync(pathOf(name), 'w+', 0o600)),
    rename: (from, to) => explained(pathOf(to), () => renameSync(pathOf(from), pathOf(to))),
    remove: (name) => explained(pathOf(name), () => rmSync(pathOf(name), { force: true })),
    syncDirectory: () => syncFolder(root),
    lock: () => explained(root, () => acquireFolderLock(root)),
  }
}

/** The same folder for reading, while a writer runs or after it: nothing is created or changed. */
export function openReadOnlyStorage(folder: string): Storage {
  const root = resolve(folder)
  const pathOf = (name: string): string => join(root, name)
  const refuse = (): never => {
    throw new StorageError(`${root} was opened for reading only.`)
  }
  return {
    pathOf,
    list: () => explained(root, () => readdirSync(root).sort()),
    open: (name) => {
      const file = nodeFile(pathOf(name), () => openSync(pathOf(name), 'r'))
      return { ...file, write: refuse, sync: refuse, syncBeside: refuse }
    },
    create: refuse,
    rename: refuse,
    remove: refuse,
    syncDirectory: refuse,
    lock: refuse,
  }
}

/** Creates the missing folders of the path, each new name durable in its parent. */
function makeFolder(folder: string): void {
  const firstCreated = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (firstCreated === undefined) return
  for (let path = folder; path.length >= firstCreated.length; path = dirname(path)) syncFolder(dirname(path))
}

/** System calls count the bytes of one call in 31 bits. */
const atMost = (bytes: number): number => Math.min(bytes, 2 ** 30)

function nodeFile(path: string, open: () => number): StorageFile {
  const fd = explained(path, open)
  // A descriptor that is closed during a call of another thread may belong to another file by then.
  let isBusy = false
  let isClosed = false
  const begin = (): void => {
    assert(!isBusy && !isClosed, 'a file has one call on another thread at a time')
    isBusy = true
  }
  const end = (): void => {
    isBusy = false
    if (isClosed) closeSync(fd)
  }
  return {
    zeroBeside(length, done) {
      begin()
      zeroOnThread(fd, { from: 0, length, isWanted: () => !isClosed }, (error, zeroedBytes) => {
        end()
        if (!isClosed) done(error, zeroedBytes)
      })
    },
    syncBeside(done) {
      begin()
      fdatasync(fd, (error) => {
        end()
        done(error ?? undefined)
      })
    },
    sizeBytes: () => fstatSync(fd).size,
    read(offset, length) {
      const bytes = Buffer.allocUnsafe(length)
      let done = 0
      while (done < length) {
        const count = named(path, () => readSync(fd, bytes, done, atMost(length - done), offset + done))
        if (count === 0) break
        done += count
      }
      return bytes.subarray(0, done)
    },
    write(bytes, offset) {
      let done = 0
      while (done < bytes.length)
        done += writeSync(fd, bytes, done, atMost(bytes.length - done), offset + done)
    },
    sync: () => fdatasyncSync(fd),
    close() {
      isClosed = true
      if (!isBusy) closeSync(fd)
    },
  }
}

/** Size of one write of zeros: large enough to be few, small enough that a sync after it does not wait long. */
const ZEROS = Buffer.alloc(2_097_152)

interface ZeroRange {
  readonly from: number
  readonly length: number
  /** Checked between two writes. */
  readonly isWanted: () => boolean
}

/** Write by write, each made durable before the next; only the callbacks are on this thread. */
function zeroOnThread(
  fd: number,
  range: ZeroRange,
  done: (error: unknown, zeroedBytes: number) => void,
): void {
  const { from, length, isWanted } = range
  if (from === length || !isWanted()) return done(undefined, from)
  write(fd, ZEROS, 0, Math.min(ZEROS.length, length - from), from, (writeError, count) => {
    if (writeError !== null) return done(writeError, from)
    fdatasync(fd, (syncError) => {
      if (syncError !== null) return done(syncError, from)
      zeroOnThread(fd, { ...range, from: from + count }, done)
    })
  })
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

function named<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error) error.message += ` '${path}'`
    throw error
  }
}

const EXPLANATIONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'a file of that name is in the way',
  EISDIR: 'a folder of that name is in the way',
}

/** Permission and path errors as a sentence with the path and, if different, its owner. */
function explained<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    const code = systemErrorCode(error)
    const explanation = code === undefined ? undefined : EXPLANATIONS[code]
    if (explanation === undefined) throw error
    throw new StorageError(`Cannot use ${path}: ${explanation}${ownerNote(path)}.`, { cause: error })
  }
}

function ownerNote(path: string): string {
  const uid = ownerOf(path)
  const own = userInfo().uid
  return uid === undefined || uid === own
    ? ''
    : `, it belongs to the user with id ${uid} and we run as ${own}`
}

/** Owner of the path, or of the nearest folder above it that can be seen. */
function ownerOf(path: string): number | undefined {
  try {
    return statSync(path).uid
  } catch (error) {
    const code = systemErrorCode(error)
    if (code === undefined) throw error
    return dirname(path) === path ? undefined : ownerOf(dirname(path))
  }
}
