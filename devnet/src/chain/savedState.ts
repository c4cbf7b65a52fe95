/**
 * The saved chain in its generations. A new save takes the place of the one before only if it still holds the
 * chain's own genesis and the block that was final at the last save, so that a node that was reset, or set back
 * too far, cannot destroy the only good copy; the generation before is kept beside it. A start takes the newest
 * generation that reads back whole.
 */
import { copyFileSync, existsSync, linkSync, renameSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Hex } from '@vest/protocol'
import { writeDurably } from './durableFile.ts'

/** The node's memory is no continuation of what was saved. */
export class ChainStateLostError extends Error {
  override readonly name = 'ChainStateLostError'
}

export const previousGeneration = (file: string): string => `${file}.previous`
const damagedCopy = (file: string): string => `${file}.damaged`

/** Whether a dumped chain holds this block: some other block of it names it as its parent. */
export const holdsBlock = (dump: Uint8Array, hash: Hex): boolean =>
  Buffer.from(dump.buffer, dump.byteOffset, dump.byteLength).includes(`"parentHash":"${hash}"`)

/** Replaces the saved chain by a dump that holds all of `required`. */
export async function replaceSavedState(
  file: string,
  dump: Uint8Array,
  required: readonly Hex[],
): Promise<void> {
  const missing = required.find((hash) => !holdsBlock(dump, hash))
  if (missing !== undefined)
    throw new ChainStateLostError(
      `The local chain no longer holds its block ${missing}; ${file} keeps what was saved before.`,
    )
  if (existsSync(file)) keepAside(file, previousGeneration(file))
  await writeDurably(file, dump, 0o600)
}

/** Under its second name at once, without a moment at which neither is there. */
function keepAside(file: string, aside: string): void {
  const draft = `${aside}.next`
  rmSync(draft, { force: true })
  try {
    linkSync(file, draft)
  } catch {
    // A file system without links.
    copyFileSync(file, draft)
  }
  renameSync(draft, aside)
}

/**
 * Puts the generation before in the place of a saved chain that is missing or cannot be continued. Returns what an
 * operator should know about it; undefined where all is well.
 */
export async function restoreSavedState(file: string, genesisHash: Hex): Promise<string | undefined> {
  if (await isWhole(file, genesisHash)) return undefined
  const previous = previousGeneration(file)
  if (!(await isWhole(previous, genesisHash))) return undefined
  if (existsSync(file)) renameSync(file, damagedCopy(file))
  copyFileSync(previous, file)
  return `the saved chain could not be read; it continues from the save before (${previous})`
}

async function isWhole(file: string, genesisHash: Hex): Promise<boolean> {
  if (!existsSync(file)) return false
  const bytes = await readFile(file)
  try {
    JSON.parse(bytes.toString('utf8'))
  } catch {
    return false
  }
  return holdsBlock(bytes, genesisHash)
}
