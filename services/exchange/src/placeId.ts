/** An id for what has none of its own: the place in the journal of the event that began it. */
import type { Id } from '@vest/protocol'

/** Sequence number, and number of the event within its envelope. */
export const placeId = (seq: number, index: number): Id =>
  `0x${seq.toString(16).padStart(56, '0')}${index.toString(16).padStart(8, '0')}`
