/**
 * The door to `native/signatures.c`, the only native code of our own: loaded where it was built, and believed after it has
 * told good signatures from bad ones on this machine. Without it signatures are recovered one by one.
 */
import { randomFillSync } from 'node:crypto'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { SignatureParts } from '@vest/protocol'
import secp256k1 from 'secp256k1'

/** What the C file exports; the rows are those of its head. */
export interface SignatureAddon {
  areGenuine(signatures: Uint8Array, keys: Uint8Array, weights: Uint8Array): boolean
  /** Writes the 65 bytes of the key; false where there is none. */
  recoverKey(digest: Uint8Array, compact: Uint8Array, recovery: number, key: Uint8Array): boolean
}

export const BATCH_ROWS_MAX = 256
const [ROW_BYTES, KEY_BYTES, WEIGHT_BYTES] = [98, 65, 16]
const [R_AT, RECOVERY_AT, KEY_AT] = [32, 96, 97]

/** A signature, and the key (65 bytes) that is said to have made it. */
export interface ClaimedSignature {
  readonly digest: Uint8Array
  readonly signature: SignatureParts
  readonly publicKey: Uint8Array
}

/** Whether each of up to 256 signatures was made by its key; false tells nothing about any one of them. */
export type BatchCheck = (claims: readonly ClaimedSignature[]) => boolean

/** The key that made a signature, if one did. */
export type KeyRecovery = (digest: Uint8Array, signature: SignatureParts) => Uint8Array | undefined

export interface NativeSignatures {
  readonly areGenuine: BatchCheck
  readonly recoverKey: KeyRecovery
}

export const createKeyRecovery =
  (addon: Pick<SignatureAddon, 'recoverKey'>): KeyRecovery =>
  (digest, { compact, recovery }) => {
    const key = new Uint8Array(KEY_BYTES)
    return addon.recoverKey(digest, compact, recovery, key) ? key : undefined
  }

export function createBatchCheck(addon: Pick<SignatureAddon, 'areGenuine'>): BatchCheck {
  const rows = new Uint8Array(BATCH_ROWS_MAX * ROW_BYTES)
  const keys = new Uint8Array(BATCH_ROWS_MAX * KEY_BYTES)
  const weights = new Uint8Array(BATCH_ROWS_MAX * WEIGHT_BYTES)
  return (claims) => {
    const places = new Map<Uint8Array, number>()
    claims.forEach(({ digest, signature, publicKey }, index) => {
      let place = places.get(publicKey)
      if (place === undefined) {
        place = places.size
        places.set(publicKey, place)
        keys.set(publicKey, place * KEY_BYTES)
      }
      const at = index * ROW_BYTES
      rows.set(digest, at)
      rows.set(signature.compact, at + R_AT)
      rows[at + RECOVERY_AT] = signature.recovery
      rows[at + KEY_AT] = place
    })
    // Drawn when the batch stands: a weight that its sender could foresee would let two false signatures cancel out.
    const drawn = randomFillSync(weights.subarray(0, claims.length * WEIGHT_BYTES))
    return addon.areGenuine(
      rows.subarray(0, claims.length * ROW_BYTES),
      keys.subarray(0, places.size * KEY_BYTES),
      drawn,
    )
  }
}

/** Why there is none is told as a sentence: the addon is absent, does not load or is wrong. */
export function loadSignatureAddon(url: string): NativeSignatures | string {
  try {
    const addon = createRequire(import.meta.url)(fileURLToPath(url)) as SignatureAddon
    const native = { areGenuine: createBatchCheck(addon), recoverKey: createKeyRecovery(addon) }
    return tellsGoodFromBad(native) ? native : 'the addon judges signatures wrongly'
  } catch (error) {
    return (error as Error).message
  }
}

/** A compiler may be broken, too. */
function tellsGoodFromBad({ areGenuine, recoverKey }: NativeSignatures): boolean {
  const secrets = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte))
  const publicKeys = secrets.map((secret) => secp256k1.publicKeyCreate(secret, false))
  const good = Array.from({ length: 12 }, (_, at): ClaimedSignature => {
    const digest = new Uint8Array(32).fill(at)
    const { signature, recid } = secp256k1.ecdsaSign(digest, secrets[at % 3]!)
    const recovery = recid as 0 | 1
    return { digest, signature: { compact: signature, recovery }, publicKey: publicKeys[at % 3]! }
  })
  const madeFalse = (claim: ClaimedSignature): ClaimedSignature => ({
    ...claim,
    digest: new Uint8Array(32).fill(0xff),
  })
  const withOneBad = (bad: number): ClaimedSignature[] =>
    good.map((claim, at) => (at === bad ? madeFalse(claim) : claim))
  const isOfItsKey = ({ digest, signature, publicKey }: ClaimedSignature): boolean => {
    const recovered = recoverKey(digest, signature)
    return recovered !== undefined && Buffer.compare(recovered, publicKey) === 0
  }
  return (
    areGenuine(good) &&
    good.every((_, at) => !areGenuine(withOneBad(at))) &&
    good.every((claim) => isOfItsKey(claim) && !isOfItsKey(madeFalse(claim)))
  )
}
