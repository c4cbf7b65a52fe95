/**
 * From where keys were made and last used, for the owner of an account. No rule depends on it, so it stands beside the
 * journal, a file for each account, and says no more than a person needs: networks are cut to /24 or /64, browsers told by
 * name and system. What was made is written at once; last uses once an hour and when the exchange stops, so that a crash
 * takes an hour of them. Keys that are over leave with the next writing.
 */
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { browserText, networkPrefix } from '@vest/identity'
import { type Address, type Hex, type TimeMs } from '@vest/protocol'
import type { KeyRing } from './keyRing.ts'
import { replaceFile } from './replaceFile.ts'

const HOUR_MS = 3_600_000

export interface KeyUse {
  /** Cut to /24 or /64. */
  readonly madeFrom?: string
  /** Browser and system; absent: the program told no name. */
  readonly browser?: string
  readonly usedMs?: number
  readonly usedFrom?: string
}
type Kept = Record<string, KeyUse>

export interface KeyUses {
  noteMade(
    key: { readonly account: Address; readonly apiKeyHash: Hex },
    from: { readonly address: string; readonly browser: string },
  ): void
  /** By the hash of the key; nothing of a key that was neither made nor used since this record began. */
  of(account: Address): Promise<Readonly<Kept>>
  /** Writes what was used since the last time. */
  look(): Promise<void>
  stop(): Promise<void>
}

export interface KeyUsesOptions {
  readonly dir: string
  readonly keys: Pick<KeyRing, 'holdersOf' | 'lastUse' | 'accountsUsedSince'>
  readonly nowMs: () => TimeMs
  readonly onTrouble: (error: unknown) => void
}

export function openKeyUses({ dir, keys, nowMs, onTrouble }: KeyUsesOptions): KeyUses {
  /** Not yet on the disk. */
  const made = new Map<Hex, KeyUse>()
  const writing = new Map<Address, Promise<void>>()
  const pathOf = (account: Address): string => join(dir, `${account}.json`)
  let lookedMs = nowMs()

  async function read(account: Address): Promise<Kept> {
    try {
      return readKept(await readFile(pathOf(account), 'utf8'))
    } catch (error) {
      // Damaged, it begins anew: it is a help, and no truth.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') onTrouble(error)
      return {}
    }
  }
  function present(account: Address, kept: Kept): Kept {
    const now: Kept = {}
    for (const { apiKeyHash } of keys.holdersOf(account)) {
      const last = keys.lastUse(apiKeyHash)
      const use = {
        ...kept[apiKeyHash],
        ...made.get(apiKeyHash),
        ...(last && { usedMs: last.timeMs, usedFrom: networkPrefix(last.address) }),
      }
      if (Object.keys(use).length > 0) now[apiKeyHash] = use
    }
    return now
  }
  async function write(account: Address): Promise<void> {
    const uses = present(account, await read(account))
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await replaceFile(pathOf(account), JSON.stringify(uses))
    for (const hash of Object.keys(uses)) made.delete(hash as Hex)
  }
  /** One writing at a time for each account. */
  function keep(account: Address): Promise<void> {
    const done = (writing.get(account) ?? Promise.resolve())
      .then(() => write(account))
      .catch(onTrouble)
      .finally(() => {
        if (writing.get(account) === done) writing.delete(account)
      })
    writing.set(account, done)
    return done
  }
  async function look(): Promise<void> {
    const sinceMs = lookedMs
    lookedMs = nowMs()
    for (const account of keys.accountsUsedSince(sinceMs)) await keep(account)
  }
  const timer = setInterval(() => void look(), HOUR_MS)
  timer.unref()

  return {
    noteMade({ account, apiKeyHash }, { address, browser }) {
      made.set(apiKeyHash, {
        madeFrom: networkPrefix(address),
        ...(browser === '' ? {} : { browser: browserText(browser) }),
      })
      void keep(account)
    },
    async of(account) {
      await writing.get(account)
      return present(account, await read(account))
    },
    look,
    async stop() {
      clearInterval(timer)
      await look()
      await Promise.all(writing.values())
    },
  }
}

/** Throws where the text is none of ours. */
function readKept(text: string): Kept {
  const kept: unknown = JSON.parse(text)
  if (typeof kept !== 'object' || kept === null) throw new Error('Not a record of keys')
  const uses: Kept = {}
  for (const [hash, use] of Object.entries(kept as Record<string, unknown>)) {
    if (typeof use !== 'object' || use === null) throw new Error('Not a use of a key')
    const { madeFrom, browser, usedMs, usedFrom } = use as Record<string, unknown>
    uses[hash] = {
      ...(typeof madeFrom === 'string' && { madeFrom }),
      ...(typeof browser === 'string' && { browser }),
      ...(typeof usedMs === 'number' && typeof usedFrom === 'string' && { usedMs, usedFrom }),
    }
  }
  return uses
}
