/**
 * The watcher's place on the chain, kept in a file: the last block that is final and wholly reported. It only
 * saves time: without it the watcher begins at the vault's first block, and reporting again changes nothing.
 */
import { existsSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import type { Hex } from '@vest/protocol'

export interface ChainPoint {
  readonly number: bigint
  readonly hash: Hex
}
export interface CursorStore {
  load(): ChainPoint | undefined
  save(point: ChainPoint): Promise<void>
}

export function cursorFile(path: string): CursorStore {
  return {
    load: () => {
      if (!existsSync(path)) return undefined
      const stored = JSON.parse(readFileSync(path, 'utf8')) as { number: string; hash: Hex }
      return { number: BigInt(stored.number), hash: stored.hash }
    },
    // Not synced: an older place is as good, only slower.
    save: async ({ number, hash }) => {
      await writeFile(`${path}.next`, JSON.stringify({ number: number.toString(), hash }))
      await rename(`${path}.next`, path)
    },
  }
}
