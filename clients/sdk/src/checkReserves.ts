/**
 * A proof of reserves judged where its reader trusts the code: the own leaf is made anew from account, amount and salt, and
 * followed to the root; the root must be the one in the statement, and the statement signed by the signer that it names.
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sumLeaf, sumRoot, type SumNode } from '@vest/formulas'
import {
  bytesToHex,
  hexToBytes,
  parseDecimal,
  personalDigest,
  reservesText,
  type Address,
  type Hex,
  type ReservesProofResponse,
  type ReservesStatement,
  usd6,
  type Usd6,
} from '@vest/protocol'
import { keccak256 } from './keccak256.ts'

export interface ReservesVerdict {
  /** The statement carries the signature of its signer. */
  readonly isSigned: boolean
  /** Undefined: the account is not in it. */
  readonly isIncluded: boolean | undefined
}

/** Never throws: what cannot be read is not proven. `account` is the own one, whatever the answer says. */
export function checkReserves(answer: ReservesProofResponse, account: string): ReservesVerdict {
  const { statement, proof } = answer
  return {
    isSigned: statement !== null && isTrue(() => isSignedStatement(statement)),
    isIncluded:
      statement === null || proof === null ? undefined : isTrue(() => isUnderRoot(statement, proof, account)),
  }
}

function usd6Of(text: string): Usd6 {
  const parsed = parseDecimal(text, 6)
  if (!parsed.ok) throw new TypeError('not an amount')
  return usd6(parsed.value)
}

function isTrue(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

function isUnderRoot(
  statement: ReservesStatement,
  { owed, salt, index, path }: NonNullable<ReservesProofResponse['proof']>,
  account: string,
): boolean {
  // Neither more nor fewer levels than the tree has: an inner node is no leaf.
  if (2 ** path.length !== statement.leaves) return false
  const leaf = sumLeaf(keccak256, salt as Hex, account.toLowerCase() as Address, usd6Of(owed))
  const siblings = path.map(({ hash, sum }): SumNode => ({ hash: hash as Hex, sum: usd6Of(sum) }))
  const root = sumRoot(keccak256, leaf, index, siblings)
  return root?.hash === statement.root && root.sum === usd6Of(statement.liabilities)
}

function isSignedStatement({ signature, ...statement }: ReservesStatement): boolean {
  const bytes = hexToBytes(signature)
  if (bytes.length !== 65) return false
  const digest = personalDigest(keccak256(new TextEncoder().encode(reservesText(statement))), keccak256)
  const recovered = secp256k1.recoverPublicKey(
    Uint8Array.of(bytes[64]! - 27, ...bytes.subarray(0, 64)),
    digest,
    {
      prehash: false,
    },
  )
  const point = secp256k1.Point.fromBytes(recovered).toBytes(false)
  return bytesToHex(keccak256(point.subarray(1)).subarray(12)) === statement.signer.toLowerCase()
}
