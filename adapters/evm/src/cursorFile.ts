/**
 * The watcher's place on the chain, kept in a file: the last block that is final and wholly reported. It only
 * saves time: without it the watcher begins at the vault's first block, and reporting again changes nothing.
 */
import { existsSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import type { Address, Hex } from '@vest/protocol'

export interface ChainPoint {
  readonly number: bigint
  readonly hash: Hex
}
export interface ChainCursor extends ChainPoint {
  /** What lies in the vault after this block, by the logs up to it. */
  readonly expectedUsd6: bigint
  /** Deposit addresses that may hold money after this block. */
  readonly unswept: readonly Address[]
}
export interface CursorStore {
  load(): ChainCursor | undefined
  save(point: ChainCursor): Promise<void>
}

interface StoredCursor {
  readonly number: string
  readonly hash: Hex
  readonly expectedUsd6: string
  readonly unswept?: readonly Address[]
}

export function cursorFile(path: string): CursorStore {
  return {
    load: () => {
      if (!existsSync(path)) return undefined
      const stored = JSON.parse(readFileSync(path, 'utf8')) as StoredCursor
      return {
        number: BigInt(stored.number),
        hash: stored.hash,
        expectedUsd6: BigInt(stored.expectedUsd6),
        unswept: stored.unswept ?? [],
      }
    },
    // Not synced: an older place is as good, only slower.
    save: async ({ number, hash, expectedUsd6, unswept }) => {
      const stored: StoredCursor = {
        number: number.toString(),
        hash,
        expectedUsd6: expectedUsd6.toString(),
        unswept,
      }
      await writeFile(`${path}.next`, JSON.stringify(stored), { mode: 0o600 })
      await rename(`${path}.next`, path)
    },
  }
}
