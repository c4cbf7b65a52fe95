/**
 * One statement with everything that its proofs need: the seed of the salts and what each account was owed. The file is for the
 * owner of the data alone; reading it builds the tree anew, whose root must be the signed one.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { paddedLeaves, sumLeaf, sumLevels, sumPath, type SumNode } from '@vest/formulas'
import {
  assert,
  bytesToHex,
  concatBytes,
  hexToBytes,
  usd6,
  type Address,
  type Hex,
  type Keccak256,
  type ReservesStatement,
  type Usd6,
} from '@vest/protocol'
import { replaceFileSync } from '../replaceFile.ts'

export interface OwedLeaf {
  readonly account: Address
  readonly owed: Usd6
  readonly salt: Hex
  readonly index: number
  readonly path: readonly SumNode[]
}

export interface StatementTree {
  readonly root: SumNode
  readonly leaves: number
  leafOf(account: Address): OwedLeaf | undefined
}

/**
 * Leaves stand in the order of their hashes. Fresh salts change that order in each statement, so that the place of a leaf says
 * neither which account it is nor whether it is one.
 */
export function statementTree(
  keccak: Keccak256,
  seed: Hex,
  owedUsd6: readonly (readonly [Address, Usd6])[],
): StatementTree {
  const secret = hexToBytes(seed)
  const saltOf = (bytes: Uint8Array): Hex => bytesToHex(keccak(concatBytes(secret, bytes)))
  const placed: { readonly node: SumNode; readonly account?: Address; readonly salt: Hex }[] = owedUsd6.map(
    ([account, owed]) => {
      const salt = saltOf(hexToBytes(account))
      return { node: sumLeaf(keccak, salt, account, owed), account, salt }
    },
  )
  for (let n = 0; placed.length < paddedLeaves(owedUsd6.length); n += 1) {
    // Twenty-one bytes: no account has the salt of an empty leaf.
    const salt = saltOf(Uint8Array.of(1, ...new Uint8Array(16), n >>> 24, n >>> 16, n >>> 8, n))
    placed.push({ node: sumLeaf(keccak, salt, `0x${'0'.repeat(40)}`, usd6(0)), salt })
  }
  placed.sort((a, b) => (a.node.hash < b.node.hash ? -1 : 1))
  const levels = sumLevels(
    keccak,
    placed.map(({ node }) => node),
  )
  const places = new Map(placed.flatMap(({ account }, index) => (account ? [[account, index] as const] : [])))
  return {
    root: levels.at(-1)![0]!,
    leaves: placed.length,
    leafOf(account) {
      const index = places.get(account)
      if (index === undefined) return undefined
      const { node, salt } = placed[index]!
      return { account, owed: node.sum, salt, index, path: sumPath(levels, index) }
    },
  }
}

export interface StoredStatement {
  readonly statement: ReservesStatement
  readonly seed: Hex
  readonly owedUsd6: readonly (readonly [Address, Usd6])[]
}

const KEPT = 40
const NAME = /^statement-\d{15}\.json$/

export function saveStatement(dir: string, stored: StoredStatement): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, `statement-${String(stored.statement.time).padStart(15, '0')}.json`)
  replaceFileSync(path, JSON.stringify(stored))
  for (const name of statementNames(dir).slice(0, -KEPT)) rmSync(join(dir, name))
}

/** The newest, if there is one; throws where its tree is not what was signed. */
export function newestStatement(
  dir: string,
  keccak: Keccak256,
): { readonly stored: StoredStatement; readonly tree: StatementTree } | undefined {
  const name = statementNames(dir).at(-1)
  if (name === undefined) return undefined
  const stored = JSON.parse(readFileSync(join(dir, name), 'utf8')) as StoredStatement
  const tree = statementTree(keccak, stored.seed, stored.owedUsd6)
  assert(tree.root.hash === stored.statement.root, `${name} is not what was signed`)
  return { stored, tree }
}

const statementNames = (dir: string): string[] =>
  existsSync(dir)
    ? readdirSync(dir)
        .filter((name) => NAME.test(name))
        .sort()
    : []
