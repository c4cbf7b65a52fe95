/**
 * Keys that were right, remembered as they were sent, so that a program that trades is not hashed with every order. Of too
 * many the oldest is forgotten, and one that has ended is found no more.
 */
import { RECENT_KEYS_MAX } from '../limits.ts'
import type { KeyEntry } from './keyEntries.ts'

export interface RecentKeys {
  find(apiKey: string): KeyEntry | undefined
  add(apiKey: string, entry: KeyEntry): void
}

export function createRecentKeys(): RecentKeys {
  /** By the key itself, the oldest first. */
  const recent = new Map<string, KeyEntry>()
  return {
    find(apiKey) {
      const known = recent.get(apiKey)
      if (known === undefined || !known.isEnded) return known
      recent.delete(apiKey)
      return undefined
    },
    add(apiKey, entry) {
      if (recent.size >= RECENT_KEYS_MAX) recent.delete(recent.keys().next().value as string)
      recent.set(apiKey, entry)
    },
  }
}
