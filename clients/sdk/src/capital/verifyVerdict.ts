/**
 * Verifies a certificate without the exchange: its signature covers every byte of the file, and its content leads to the
 * stated verdict.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { recomputeVerdict, type RecomputedVerdict } from '@vest/formulas'
import {
  bytesToHex,
  canonicalSignature,
  CAPITAL_RULEBOOK,
  readVerdict,
  verdictDigest,
  type CanonicalSignature,
  type VerdictBody,
} from '@vest/protocol'

export type VerdictFault =
  /** No certificate, or not its one text: something was changed. */
  | 'ALTERED'
  /** Signed by another key than the one that was asked for. */
  | 'OTHER_SIGNER'
  /** Judged by rules of another version, which these formulas are not. */
  | 'OTHER_RULEBOOK'
  /** Signed, but the entries lead elsewhere. */
  | 'NOT_FOLLOWING'

export type CheckedVerdict =
  | {
      readonly ok: true
      readonly body: VerdictBody
      readonly signer: string
      readonly recomputed: RecomputedVerdict
    }
  | { readonly ok: false; readonly fault: VerdictFault; readonly recomputed?: RecomputedVerdict }

/** `signer`: the key that the exchange names; absent: the one in the file. */
export function verifyVerdict(text: string, signer?: string): CheckedVerdict {
  const certificate = readVerdict(text)
  if (certificate === undefined) return { ok: false, fault: 'ALTERED' }
  const { body, signature } = certificate
  const canonical = canonicalSignature(signature)
  const recovered = canonical && signerOf(verdictDigest(body, keccak_256), canonical)
  if (canonical?.hex !== signature || recovered !== certificate.signer) return { ok: false, fault: 'ALTERED' }
  if (signer !== undefined && signer.toLowerCase() !== recovered) return { ok: false, fault: 'OTHER_SIGNER' }
  if (body.rulebook !== CAPITAL_RULEBOOK) return { ok: false, fault: 'OTHER_RULEBOOK' }
  const recomputed = recomputeVerdict(body)
  return recomputed.differences.length === 0
    ? { ok: true, body, signer: recovered, recomputed }
    : { ok: false, fault: 'NOT_FOLLOWING', recomputed }
}

/** Undefined where no key can have made it. */
function signerOf(digest: Uint8Array, { compact, recovery }: CanonicalSignature): string | undefined {
  try {
    const recovered = Uint8Array.of(recovery, ...compact)
    const compressed = secp256k1.recoverPublicKey(recovered, digest, { prehash: false })
    const point = secp256k1.Point.fromBytes(compressed).toBytes(false)
    return bytesToHex(keccak_256(point.slice(1)).slice(12))
  } catch {
    return undefined
  }
}
