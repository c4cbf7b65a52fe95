/** The state hash: SHA-256 over the canonical text of the state, as lower-case hex. */
import { createHash } from 'node:crypto'

export const stateHash = (canonicalState: string): string =>
  createHash('sha256').update(canonicalState).digest('hex')
