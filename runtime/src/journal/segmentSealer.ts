/**
 * SHA-256 over finished segments, chained:
 *
 *   seal(i) = SHA-256( seal(i-1) || SHA-256(portion 1) || SHA-256(portion 2) || ... )     seal(0) = 32 zero bytes
 *
 * where the portions are the bytes of segment i up to its last frame, SEAL_PORTION_BYTES each. The seal is
 * written as a note into a later frame, so the next seal covers it: the newest seal is enough
 * to detect any change of earlier bytes. Portions are hashed one at a time on another thread:
 * in the path of orders SHA-256 would cost as much as all other work of the journal.
 */
import { createHash, webcrypto } from 'node:crypto'
import { JournalDamagedError } from './errors.ts'
import type { JournalInspection, SegmentSpan } from './inspectJournal.ts'
import { SEAL_PAYLOAD_BYTES } from './sealNote.ts'
import type { Storage } from './storage.ts'
import { listVolumes } from './volumes.ts'

/** Part of the format. */
export const SEAL_PORTION_BYTES = 2_097_152

/** SHA-256 of bytes, 32 bytes. */
export type Sha256 = (bytes: Buffer<ArrayBuffer>) => Promise<Uint8Array>

/** On another thread, whenever that thread has finished. */
export const sha256Beside: Sha256 = async (bytes) =>
  new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes))

/** Immediately, so that the same calls write the same journal. */
export const sha256Here: Sha256 = (bytes) => Promise.resolve(createHash('sha256').update(bytes).digest())

type SealedSpan = Pick<SegmentSpan, 'index' | 'name' | 'endOffset'>

export interface SegmentSealer {
  /** A segment is finished: its seal is due. */
  enqueue(span: SealedSpan): void
  /** Segments whose seal is due. */
  readonly waiting: number
  /** Begins the next portion if none is under way; returns the payload of a seal note when a segment is done. */
  step(): Buffer | undefined
}

export function openSegmentSealer(
  storage: Storage,
  lastSeal: string,
  sha256: Sha256 = sha256Beside,
): SegmentSealer {
  const queue: SealedSpan[] = []
  let previous = lastSeal
  let portions: Uint8Array[] = []
  let isHashing = false
  let failure: unknown

  const begin = (span: SealedSpan): void => {
    isHashing = true
    sha256(readPortion(storage, span, portions.length)).then(
      (digest) => {
        portions.push(digest)
        isHashing = false
      },
      (error: unknown) => (failure = error),
    )
  }

  return {
    enqueue: (span) => void queue.push(span),
    get waiting() {
      return queue.length
    },
    step() {
      if (failure !== undefined) throw failure
      const span = queue[0]
      if (span === undefined || isHashing) return undefined
      if (portions.length < portionsOf(span)) {
        begin(span)
        return undefined
      }
      previous = combine(previous, portions)
      portions = []
      queue.shift()
      return sealPayload(span.index, previous)
    },
  }
}

const portionsOf = (span: SealedSpan): number => Math.ceil(span.endOffset / SEAL_PORTION_BYTES)

function readPortion(storage: Storage, span: SealedSpan, portion: number): Buffer<ArrayBuffer> {
  const offset = portion * SEAL_PORTION_BYTES
  const file = storage.open(span.name)
  try {
    return file.read(offset, Math.min(SEAL_PORTION_BYTES, span.endOffset - offset))
  } finally {
    file.close()
  }
}

/** The seal of a segment, given its bytes up to its last frame. */
export function sealOf(sealBefore: string, bytes: Buffer): string {
  const portions: Buffer[] = []
  for (let offset = 0; offset < bytes.length; offset += SEAL_PORTION_BYTES)
    portions.push(
      createHash('sha256')
        .update(bytes.subarray(offset, offset + SEAL_PORTION_BYTES))
        .digest(),
    )
  return combine(sealBefore, portions)
}

function combine(previous: string, portions: readonly Uint8Array[]): string {
  const hash = createHash('sha256').update(previous, 'hex')
  for (const portion of portions) hash.update(portion)
  return hash.digest('hex')
}

function sealPayload(index: number, seal: string): Buffer {
  const payload = Buffer.alloc(SEAL_PAYLOAD_BYTES)
  payload.writeUInt32LE(index, 0)
  payload.write(seal, 4, 'hex')
  return payload
}

/** Recomputes every seal of the journal. Throws JournalDamagedError on the first that does not fit. */
export function verifySeals(storage: Storage, inspection: JournalInspection): { readonly verified: number } {
  let previous = inspection.sealBefore
  let verified = 0
  const volumes = new Map(listVolumes(storage).map((volume) => [volume.index, volume]))
  for (const span of inspection.segments) {
    const recorded = inspection.seals.get(span.index)
    const bytes = recorded === undefined ? undefined : volumes.get(span.index)?.read()
    if (bytes === undefined) break
    previous = sealOf(previous, bytes.subarray(0, span.endOffset))
    if (previous !== recorded)
      throw new JournalDamagedError(
        `The journal was changed: ${storage.pathOf(span.name)} does not have the SHA-256 that was recorded when it ` +
          'was finished. Restore it from a backup; nothing was changed by this check.',
      )
    verified += 1
  }
  return { verified }
}
