/** Keccak-256 by WebAssembly, made once and then synchronous: 1-2 microseconds for a signed order. */
import { createKeccak } from 'hash-wasm'
import type { Keccak256 } from '@vest/protocol'

export async function createKeccak256(): Promise<Keccak256> {
  const hasher = await createKeccak(256)
  return (bytes) => hasher.init().update(bytes).digest('binary')
}
