/**
 * SHA-256 over finished segments, chained:
 *
 *   seal(i) = SHA-256( seal(i-1) || bytes of segment i up to its last frame )        seal(0) = 32 zero bytes
 *
 * The seal is written as a note into a later frame, so it is itself covered by the next seal: whoever knows
 * the newest one can tell whether any byte before was changed on purpose. It is computed in small steps
 * between groups, since hashing on the path of orders would cost more than all their checksums.
 */
import { createHash, type Hash } from 'node:crypto'
import { UPKEEP_BYTES_PER_STEP } from '../bounds.ts'
import { JournalDamagedError } from './errors.ts'
import { SEAL_PAYLOAD_BYTES, type JournalInspection, type SegmentSpan } from './inspectJournal.ts'
import type { Storage } from './storage.ts'

export const SEAL_GENESIS = '00'.repeat(32)

export interface SegmentSealer {
  /** A segment is finished: its seal is due. */
  enqueue(span: Pick<SegmentSpan, 'index' | 'name' | 'endOffset'>): void
  /** Hashes one portion; returns the payload of a seal note when a segment is done. */
  step(): Buffer | undefined
}

export function openSegmentSealer(storage: Storage, lastSeal: string): SegmentSealer {
  const queue: Pick<SegmentSpan, 'index' | 'name' | 'endOffset'>[] = []
  let previous = lastSeal
  let hash: Hash | undefined
  let offset = 0
  return {
    enqueue: (span) => void queue.push(span),
    step() {
      const span = queue[0]
      if (span === undefined) return undefined
      hash ??= createHash('sha256').update(previous, 'hex')
      offset += hashPortion({ storage, hash, span, offset })
      if (offset < span.endOffset) return undefined
      previous = hash.digest('hex')
      hash = undefined
      offset = 0
      queue.shift()
      return sealPayload(span.index, previous)
    },
  }
}

function hashPortion(input: {
  readonly storage: Storage
  readonly hash: Hash
  readonly span: Pick<SegmentSpan, 'name' | 'endOffset'>
  readonly offset: number
}): number {
  const file = input.storage.open(input.span.name)
  try {
    const bytes = file.read(input.offset, Math.min(UPKEEP_BYTES_PER_STEP, input.span.endOffset - input.offset))
    input.hash.update(bytes)
    return bytes.length
  } finally {
    file.close()
  }
}

function sealPayload(index: number, seal: string): Buffer {
  const payload = Buffer.alloc(SEAL_PAYLOAD_BYTES)
  payload.writeUInt32LE(index, 0)
  payload.write(seal, 4, 'hex')
  return payload
}

/** Recomputes every seal of the journal. Throws JournalDamagedError on the first that does not fit. */
export function verifySeals(storage: Storage, inspection: JournalInspection): { readonly verified: number } {
  let previous = SEAL_GENESIS
  let verified = 0
  for (const span of inspection.segments) {
    const recorded = inspection.seals.get(span.index)
    if (recorded === undefined) break
    const hash = createHash('sha256').update(previous, 'hex')
    for (let offset = 0; offset < span.endOffset; ) offset += hashPortion({ storage, hash, span, offset })
    previous = hash.digest('hex')
    if (previous !== recorded)
      throw new JournalDamagedError(
        `The journal was changed: ${storage.pathOf(span.name)} does not have the SHA-256 that was recorded when it ` +
          'was finished. Restore it from a backup; nothing was changed by this check.',
      )
    verified += 1
  }
  return { verified }
}
