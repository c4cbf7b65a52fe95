/**
 * Who made each of these signatures. One by one that is a recovery each. A signer whose key was recovered before is known
 * by it, so what waits together is asked about in one question: are these all of the keys that they are said to be of?
 * Yes is exactly what recovery would have said of each, but for a chance of 2^-127 (native/signatures.c); after no,
 * each is recovered, so that a bad signature changes nothing for the good ones. It costs its own signer: the signatures of that
 * key are recovered alone until it is reliable again, and cannot spoil one batch after another.
 */
import { bytesToHex, type Address, type Keccak256, type SignatureParts } from '@vest/protocol'
import secp256k1 from 'secp256k1'
import {
  BATCH_ROWS_MAX,
  type BatchCheck,
  type ClaimedSignature,
  type KeyRecovery,
  type NativeSignatures,
} from './signatureAddon.ts'
import type { VerifierWork } from './signatureJob.ts'

export interface SignedDigest {
  readonly digest: Uint8Array
  readonly signature: SignatureParts
  /** The expected signer; the real one is found without it as well. */
  readonly likelySigner?: Address
}

export interface SignerRecovery {
  /** In order; undefined where a signature recovers to no key. */
  signersOf(signed: readonly SignedDigest[]): (Address | undefined)[]
  readonly work: VerifierWork
}

interface KnownKey {
  readonly publicKey: Uint8Array
  /** Good signatures that are recovered alone before the next may be checked with others. */
  probation: number
}

/** Fewer are recovered as fast. */
export const TOGETHER_MIN = 4
export const PROBATION = 64
const KNOWN_KEYS_MAX = 10_000

export function createSignerRecovery(
  keccak: Keccak256,
  { areGenuine, recoverKey = recoverKeyByNpm }: Partial<NativeSignatures> = {},
): SignerRecovery {
  const known = new Map<Address, KnownKey>()
  const work = { together: 0, alone: 0, failedBatches: 0 }

  function recoverAlone({ digest, signature, likelySigner }: SignedDigest): Address | undefined {
    work.alone += 1
    const publicKey = recoverKey(digest, signature)
    const signer = publicKey && addressOf(publicKey, keccak)
    if (areGenuine && likelySigner !== undefined)
      note(likelySigner, signer === likelySigner ? publicKey : undefined)
    return signer
  }
  /** An address is a hash of its key: a key that led to it once is its key for ever. */
  function note(signer: Address, publicKey: Uint8Array | undefined): void {
    const key = known.get(signer)
    if (publicKey === undefined) {
      if (key) key.probation = PROBATION
    } else if (key) {
      if (key.probation > 0) key.probation -= 1
    } else {
      if (known.size >= KNOWN_KEYS_MAX) known.delete(known.keys().next().value!)
      known.set(signer, { publicKey, probation: 0 })
    }
  }
  /** The key of a signer that is not on probation; the least recently used are the first to be forgotten. */
  function keyFor(signer: Address | undefined): Uint8Array | undefined {
    const key = signer === undefined ? undefined : known.get(signer)
    if (key === undefined) return undefined
    known.delete(signer!)
    known.set(signer!, key)
    return key.probation === 0 ? key.publicKey : undefined
  }
  /** Those that are proven to be of their likely signers. */
  function proveTogether(signed: readonly SignedDigest[], check: BatchCheck): ReadonlySet<SignedDigest> {
    const claims: (ClaimedSignature & { readonly one: SignedDigest })[] = []
    for (const one of signed) {
      const publicKey = keyFor(one.likelySigner)
      if (publicKey) claims.push({ digest: one.digest, signature: one.signature, publicKey, one })
    }
    const proven = new Set<SignedDigest>()
    for (let at = 0; at + TOGETHER_MIN <= claims.length; at += BATCH_ROWS_MAX) {
      const batch = claims.slice(at, at + BATCH_ROWS_MAX)
      if (check(batch)) for (const { one } of batch) proven.add(one)
      else work.failedBatches += 1
    }
    work.together += proven.size
    return proven
  }

  return {
    signersOf(signed) {
      const proven = areGenuine && proveTogether(signed, areGenuine)
      return signed.map((one) => (proven?.has(one) ? one.likelySigner : recoverAlone(one)))
    },
    work,
  }
}

/** By npm's library, as it came compiled; undefined where r is no point of the curve. */
export const recoverKeyByNpm: KeyRecovery = (digest, { compact, recovery }) => {
  try {
    return secp256k1.ecdsaRecover(compact, recovery, digest, false)
  } catch {
    // The library throws for well-formed signatures that recover to no key: an answer, not a failure.
    return undefined
  }
}

/** In lower case. */
const addressOf = (publicKey: Uint8Array, keccak: Keccak256): Address =>
  bytesToHex(keccak(publicKey.subarray(1)).subarray(12))
