/**
 * The watcher's place on Solana, kept in a file: the newest transaction that is final and reported, with all before it. It
 * only saves time: without it the watcher begins at the first, and reporting again changes nothing.
 */
import { existsSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'

export interface SolanaCursor {
  /** Undefined before the first. */
  readonly signature: string | undefined
  readonly slot: number
  /** Of the transaction among those of its slot that touched the vault. */
  readonly place: number
  /** What lies in the vault after it, by the transactions up to it. */
  readonly expectedUsd6: bigint
}
export interface SolanaCursorStore {
  load(): SolanaCursor | undefined
  save(cursor: SolanaCursor): Promise<void>
}

export const solanaCursorFile = (path: string): SolanaCursorStore => ({
  load() {
    if (!existsSync(path)) return undefined
    const stored = JSON.parse(readFileSync(path, 'utf8')) as Omit<SolanaCursor, 'expectedUsd6'> & {
      expectedUsd6: string
    }
    return { ...stored, expectedUsd6: BigInt(stored.expectedUsd6) }
  },
  // Not synced: an older place is as good, only slower.
  async save(cursor) {
    const text = JSON.stringify({ ...cursor, expectedUsd6: cursor.expectedUsd6.toString() })
    await writeFile(`${path}.next`, text, { mode: 0o600 })
    await rename(`${path}.next`, path)
  },
})
