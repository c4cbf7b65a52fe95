/**
 * The Merkle-sum tree of liabilities: each node carries the sum of its subtree, and its hash covers both hashes and
 * both sums below it. An account that finds its own leaf under the published root knows that the published total
 * includes it. The maker of a tree and the verifier of a leaf use the same code.
 */
import {
  assert,
  bytesToHex,
  concatBytes,
  hexToBytes,
  usd6,
  type Address,
  type Hex,
  type Keccak256,
  type Usd6,
} from '@vest/protocol'

export interface SumNode {
  readonly hash: Hex
  /** Micro-dollars, never negative: the debt of one account does not hide the claim of another. */
  readonly sum: Usd6
}

/** Fewer leaves would reveal too much about the number of accounts. */
const LEAVES_MIN = 64
const LEAF = Uint8Array.of(0)
const NODE = Uint8Array.of(1)

/** 32 bytes, big-endian. */
function word(value: number): Uint8Array {
  const bytes = new Uint8Array(32)
  new DataView(bytes.buffer).setBigUint64(24, BigInt(value))
  return bytes
}

const isSum = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/**
 * hash = keccak256(0x00 ‖ salt ‖ account ‖ owed), salt 32 bytes, account 20, owed 32: without the salt a leaf does not
 * reveal its account.
 */
export function sumLeaf(keccak: Keccak256, salt: Hex, account: Address, owed: Usd6): SumNode {
  assert(isSum(owed), 'a liability is not negative')
  const parts = [LEAF, hexToBytes(salt), hexToBytes(account), word(owed)]
  return { hash: bytesToHex(keccak(concatBytes(...parts))), sum: owed }
}

/** hash = keccak256(0x01 ‖ left.hash ‖ left.sum ‖ right.hash ‖ right.sum); undefined if a sum is out of range. */
export function sumParent(keccak: Keccak256, left: SumNode, right: SumNode): SumNode | undefined {
  const sum = left.sum + right.sum
  if (!isSum(left.sum) || !isSum(right.sum) || !isSum(sum)) return undefined
  const parts = [NODE, hexToBytes(left.hash), word(left.sum), hexToBytes(right.hash), word(right.sum)]
  return { hash: bytesToHex(keccak(concatBytes(...parts))), sum: usd6(sum) }
}

/** A power of two, at least `count`, never below 64. */
export function paddedLeaves(count: number): number {
  let leaves = LEAVES_MIN
  while (leaves < count) leaves *= 2
  return leaves
}

/** From the leaves up to the root, which is the only node of the last level. `leaves` is a power of two. */
export function sumLevels(keccak: Keccak256, leaves: readonly SumNode[]): readonly (readonly SumNode[])[] {
  const levels = [leaves]
  for (let level = leaves; level.length > 1; level = levels.at(-1)!) {
    assert(level.length % 2 === 0, 'a tree is filled up before it is built')
    const above: SumNode[] = []
    for (let at = 0; at < level.length; at += 2) {
      const parent = sumParent(keccak, level[at]!, level[at + 1]!)
      assert(parent !== undefined, 'all that is owed is a safe sum')
      above.push(parent)
    }
    levels.push(above)
  }
  return levels
}

/** The siblings of a leaf, from below. */
export const sumPath = (levels: readonly (readonly SumNode[])[], index: number): readonly SumNode[] =>
  levels.slice(0, -1).map((level, depth) => level[(index >> depth) ^ 1]!)

/** The root over this leaf and its siblings; undefined if the index or a sum is impossible. */
export function sumRoot(
  keccak: Keccak256,
  leaf: SumNode,
  index: number,
  path: readonly SumNode[],
): SumNode | undefined {
  if (!Number.isSafeInteger(index) || index < 0 || index >= 2 ** path.length) return undefined
  let node: SumNode | undefined = leaf
  for (const [depth, sibling] of path.entries()) {
    const isRight = Math.floor(index / 2 ** depth) % 2 === 1
    node = node && (isRight ? sumParent(keccak, sibling, node) : sumParent(keccak, node, sibling))
  }
  return node
}
