/**
 * A segment prepared ahead, so that its use costs a header and a rename. It is zeroed and synced on another thread if
 * the disk can do that, otherwise in small steps between groups.
 */
import { SPARE_BYTES_PER_STEP } from '../bounds.ts'
import { JournalFullError } from './errors.ts'
import { systemErrorCode, type Storage, type StorageFile } from './storage.ts'

export interface SegmentSpare {
  readonly name: string
  /** Zeroed to its end and durable. */
  readonly isReady: boolean
  /** In preparation, here or on the other thread. */
  readonly isBegun: boolean
  /** There was no space for it at the last attempt. */
  readonly isLow: boolean
  /** One step of preparation. Never throws for lack of space. */
  step(): void
  /** Hands over the zeroed file; finishes it first if necessary. Throws JournalFullError. */
  take(): StorageFile
  close(): void
}

const ZEROS = Buffer.alloc(SPARE_BYTES_PER_STEP)

export function openSegmentSpare(storage: Storage, segmentBytes: number, name: string): SegmentSpare {
  let file: StorageFile | undefined
  let zeroedBytes = 0
  let isLow = false

  if (storage.list().includes(name)) {
    const found = storage.open(name)
    if (isZeroed(found, segmentBytes)) {
      file = found
      zeroedBytes = segmentBytes
    } else {
      found.close()
    }
  }

  /** Another thread writes zeros; `failure` is the reason why it stopped early, until that is reported. */
  let isBeside = false
  let failure: unknown

  /** A preparation that has begun in steps continues in steps. */
  const beginBeside = (): boolean => {
    if (file !== undefined) return false
    file = storage.create(name)
    if (file.zeroBeside === undefined) return false
    isBeside = true
    file.zeroBeside(segmentBytes, (error, bytes) => {
      isBeside = false
      failure = error
      zeroedBytes = bytes
    })
    return true
  }

  /** A file that another thread still writes to is not used any more. */
  const abandon = (): void => {
    storage.remove(name)
    file?.close()
    file = undefined
    isBeside = false
  }

  const throwFailure = (): void => {
    if (failure === undefined) return
    const error = failure
    failure = undefined
    throw error
  }

  const advance = (): boolean => {
    if (zeroedBytes >= segmentBytes) return true
    file ??= storage.create(name)
    const bytes = Math.min(ZEROS.length, segmentBytes - zeroedBytes)
    file.write(ZEROS.subarray(0, bytes), zeroedBytes)
    file.sync()
    zeroedBytes += bytes
    return zeroedBytes >= segmentBytes
  }

  return {
    name,
    get isReady() {
      return file !== undefined && zeroedBytes >= segmentBytes
    },
    get isBegun() {
      return file !== undefined
    },
    get isLow() {
      return isLow
    },
    step() {
      try {
        throwFailure()
        if (isBeside || beginBeside()) return
        advance()
        isLow = false
      } catch (error) {
        if (!isSpaceError(error)) throw error
        isLow = true
      }
    },
    take() {
      try {
        throwFailure()
        if (isBeside) abandon()
        while (!advance());
      } catch (error) {
        if (!isSpaceError(error)) throw error
        isLow = true
        throw noSpace(storage, error)
      }
      isLow = false
      const taken = file!
      file = undefined
      zeroedBytes = 0
      return taken
    },
    close() {
      if (isBeside) abandon()
      file?.close()
      file = undefined
    },
  }
}

export const noSpace = (storage: Storage, cause: unknown): JournalFullError =>
  new JournalFullError(
    `No space for the journal in ${storage.pathOf('')}: free some; nothing that was acknowledged is lost.`,
    { cause },
  )

export function isSpaceError(error: unknown): boolean {
  const code = systemErrorCode(error)
  // EFBIG: a limit on the size of files (ulimit -f) counts as lack of space.
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG'
}

function isZeroed(file: StorageFile, segmentBytes: number): boolean {
  if (file.sizeBytes() !== segmentBytes) return false
  for (let offset = 0; offset < segmentBytes; offset += ZEROS.length) {
    const bytes = file.read(offset, Math.min(ZEROS.length, segmentBytes - offset))
    if (bytes.compare(ZEROS, 0, bytes.length) !== 0) return false
  }
  return true
}
