/** Every key by its hash: its holder, when it was last used, and whether it has ended. */
import type { Address, Hex, TimeMs } from '@vest/protocol'
import type { KeyHolder } from './keyHolder.ts'

/** When a key was used, and from which address. */
export interface LastUse {
  readonly timeMs: TimeMs
  readonly address: string
}

/** A holder, and what becomes of its key. */
export interface KeyEntry extends KeyHolder {
  lastUseMs: TimeMs | undefined
  lastUseFrom: string
  isEnded: boolean
}

export interface KeyEntries {
  of(apiKeyHash: Hex): KeyEntry | undefined
  add(holder: KeyHolder): void
  end(apiKeyHash: Hex): void
  /** `holder` as `of` returned it. */
  noteUse(holder: KeyHolder, nowMs: TimeMs, address: string): void
  /** Since this process began. */
  lastUse(apiKeyHash: Hex): LastUse | undefined
  accountsUsedSince(sinceMs: TimeMs): readonly Address[]
}

export function createKeyEntries(): KeyEntries {
  const entries = new Map<Hex, KeyEntry>()
  return {
    of: (apiKeyHash) => entries.get(apiKeyHash),
    add(holder) {
      entries.set(holder.apiKeyHash, { ...holder, lastUseMs: undefined, lastUseFrom: '', isEnded: false })
    },
    end(apiKeyHash) {
      const entry = entries.get(apiKeyHash)
      if (entry !== undefined) entry.isEnded = true
      entries.delete(apiKeyHash)
    },
    noteUse(holder, nowMs, address) {
      // With every request of a key: no object of its own.
      const entry = holder as KeyEntry
      entry.lastUseMs = nowMs
      entry.lastUseFrom = address
    },
    lastUse(apiKeyHash) {
      const entry = entries.get(apiKeyHash)
      return entry?.lastUseMs === undefined
        ? undefined
        : { timeMs: entry.lastUseMs, address: entry.lastUseFrom }
    },
    accountsUsedSince(sinceMs) {
      const used = new Set<Address>()
      for (const { account, lastUseMs } of entries.values())
        if (lastUseMs !== undefined && lastUseMs >= sinceMs) used.add(account)
      return [...used]
    },
  }
}
