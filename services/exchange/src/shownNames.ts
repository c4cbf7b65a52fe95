/**
 * Accounts whose owners let others see them on the leaderboard: none, until they say so. No rule depends on it, so it
 * stands in a file beside the journal; on disk before it is answered.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Address } from '@vest/protocol'
import { replaceFile } from './replaceFile.ts'

export interface ShownNames {
  has(account: Address): boolean
  all(): readonly Address[]
  set(account: Address, isShown: boolean): Promise<void>
}

export function openShownNames(path: string): ShownNames {
  const shown = new Set<Address>(
    existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(isAccount) : [],
  )
  let writing: Promise<void> = Promise.resolve()
  const write = async (): Promise<void> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await replaceFile(path, [...shown, ''].join('\n'))
  }
  return {
    has: (account) => shown.has(account),
    all: () => [...shown],
    async set(account, isShown) {
      if (shown.has(account) === isShown) return
      if (isShown) shown.add(account)
      else shown.delete(account)
      writing = writing.then(write, write)
      await writing
    },
  }
}

const isAccount = (line: string): line is Address => /^0x[0-9a-f]{40}$/.test(line)
