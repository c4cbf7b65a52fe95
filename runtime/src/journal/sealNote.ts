/** The seal of a finished segment as a note in a later frame (segmentSealer.ts defines what it covers). */
import { RECORD_HEADER_BYTES, RECORD_KIND_SEAL, type FrameRecord } from './frame.ts'

export const SEAL_GENESIS = '00'.repeat(32)

export function noteSeals(records: readonly FrameRecord[], seals: Map<number, string>): void {
  for (const record of records)
    if (record.kind === RECORD_KIND_SEAL)
      seals.set(record.payload.readUInt32LE(0), record.payload.toString('hex', 4))
}

/** Segment index u32, SHA-256. */
export const SEAL_PAYLOAD_BYTES = 36
/** What the note takes of a frame. */
export const SEAL_ROOM_BYTES = RECORD_HEADER_BYTES + SEAL_PAYLOAD_BYTES
