import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, usd6, type Address, type Hex } from '@vest/protocol'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paddedLeaves, sumLeaf, sumLevels, sumPath, sumRoot, type SumNode } from './sumTree.ts'

const keccak = (bytes: Uint8Array): Uint8Array => keccak_256(bytes)
const hex = (length: number): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((bytes) => bytesToHex(bytes))
const owed = fc.oneof(fc.constant(0), fc.nat(10), fc.nat(2 ** 45)).map((n) => usd6(Math.floor(n)))
const people = fc.array(fc.record({ salt: hex(32), account: hex(20), owed }), {
  minLength: 1,
  maxLength: 100,
})

const treeOf = (all: readonly { salt: Hex; account: Hex; owed: ReturnType<typeof usd6> }[]) => {
  const leaves = all.map((one) => sumLeaf(keccak, one.salt, one.account as Address, one.owed))
  const empty = sumLeaf(keccak, `0x${'7'.repeat(64)}`, `0x${'0'.repeat(40)}`, usd6(0))
  while (leaves.length < paddedLeaves(all.length)) leaves.push(empty)
  return { leaves, levels: sumLevels(keccak, leaves) }
}
const flip = (hash: Hex, at: number): Hex => {
  const digit = (Number.parseInt(hash[2 + at]!, 16) ^ 1).toString(16)
  return `${hash.slice(0, 2 + at)}${digit}${hash.slice(3 + at)}` as Hex
}

describe('the tree of liabilities', () => {
  it('every leaf leads to the root, whose sum is that of all leaves; any change leads to another root', () => {
    fc.assert(
      fc.property(people, fc.nat(), fc.nat(63), fc.nat(), (all, pick, digit, depthPick) => {
        const { leaves, levels } = treeOf(all)
        const root = levels.at(-1)![0]!
        expect(levels.at(-1)).toHaveLength(1)
        expect(root.sum).toBe(all.reduce((sum, one) => sum + one.owed, 0))
        const index = pick % all.length
        const leaf = leaves[index]!
        const path = sumPath(levels, index)
        expect(sumRoot(keccak, leaf, index, path)).toEqual(root)

        const { salt, account, owed: amount } = all[index]!
        const at = depthPick % path.length
        const sibling = path[at]!
        const other = (node: SumNode) => path.map((one, place) => (place === at ? node : one))
        const changed: (SumNode | undefined)[] = [
          sumRoot(keccak, sumLeaf(keccak, flip(salt, digit), account as Address, amount), index, path),
          sumRoot(keccak, sumLeaf(keccak, salt, flip(account, digit % 40) as Address, amount), index, path),
          sumRoot(keccak, sumLeaf(keccak, salt, account as Address, usd6(amount + 1)), index, path),
          sumRoot(keccak, { ...leaf, sum: usd6(leaf.sum + 1) }, index, path),
          sumRoot(keccak, leaf, index, other({ ...sibling, hash: flip(sibling.hash, digit) })),
          sumRoot(keccak, leaf, index, other({ ...sibling, sum: usd6(sibling.sum + 1) })),
          // Liabilities hidden behind a negative one.
          sumRoot(keccak, leaf, index, other({ ...sibling, sum: -1 as never })),
          sumRoot(keccak, leaf, index, path.slice(1)),
          sumRoot(keccak, leaf, 2 ** path.length + index, path),
        ]
        for (const [place, one] of changed.entries())
          expect(one === undefined || one.hash !== root.hash, String(place)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('a node is never taken for a leaf, and no liability is negative', () => {
    const { levels } = treeOf([
      { salt: `0x${'1'.repeat(64)}`, account: `0x${'2'.repeat(40)}`, owed: usd6(5) },
    ])
    const inner = levels[1]![0]!
    expect(sumRoot(keccak, inner, 0, sumPath(levels, 0))).not.toEqual(levels.at(-1)![0])
    expect(() => sumLeaf(keccak, `0x${'1'.repeat(64)}`, `0x${'2'.repeat(40)}`, -1 as never)).toThrow()
    expect([1, 64, 65, 128, 129].map(paddedLeaves)).toEqual([64, 64, 128, 128, 256])
  })
})
