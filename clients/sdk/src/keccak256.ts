/** The hash of Ethereum. It stands apart from the signers: reading an address takes no curve. */
import { keccak_256 } from '@noble/hashes/sha3.js'

export const keccak256 = (bytes: Uint8Array): Uint8Array => keccak_256(bytes)
