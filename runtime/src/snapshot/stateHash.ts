/** The state hash: SHA-256 over the canonical text of the state, as lower-case hex. */
import { sha256 } from './sha256.ts'

export const stateHash = (canonicalState: string | Uint8Array): string =>
  sha256(typeof canonicalState === 'string' ? Buffer.from(canonicalState) : canonicalState)
