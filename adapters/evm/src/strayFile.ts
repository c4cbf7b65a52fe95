/**
 * Which tokens came to which deposit addresses, kept in a file beside the watcher's cursor. It saves time only: without it
 * the chain is read again from the vault's first block.
 */
import { existsSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import type { Address } from '@vest/protocol'

export interface StrayPlace {
  /** The last block that was looked at and is final. */
  readonly number: bigint
  /** By deposit address, in the order in which they came. */
  readonly tokens: Readonly<Record<Address, readonly Address[]>>
}
export interface StrayStore {
  load(): StrayPlace | undefined
  save(place: StrayPlace): Promise<void>
}

export const strayFile = (path: string): StrayStore => ({
  load() {
    if (!existsSync(path)) return undefined
    const { number, tokens } = JSON.parse(readFileSync(path, 'utf8')) as {
      number: string
      tokens: StrayPlace['tokens']
    }
    return { number: BigInt(number), tokens }
  },
  async save({ number, tokens }) {
    await writeFile(`${path}.next`, JSON.stringify({ number: number.toString(), tokens }), { mode: 0o600 })
    await rename(`${path}.next`, path)
  },
})
