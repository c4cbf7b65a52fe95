/**
 * Listen keys open the private socket: 32 random hex digits, valid for an hour and never longer than their API key, of
 * which each has one, kept in memory
 * (after a restart the client hears 4004 and makes a new one). The last one of an API key that expired or was deleted is
 * remembered for a while, because its owner must hear "expired" and not "never seen"; keys
 * before it are forgotten, or a client that makes and deletes keys by turns would fill the memory.
 */
import { randomBytes } from 'node:crypto'
import { LISTEN_KEY_VALID_MS, type Address, type Hex, type TimeMs } from '@vest/protocol'
import { LISTEN_KEY_MEMORY_MS } from '../limits.ts'

export interface ListenKeys {
  /** The caller's valid key, extended, or a new one. */
  create(owner: ListenKeyOwner): string
  /** Extends the caller's key; undefined where it has none that is valid. */
  extend(owner: ListenKeyOwner): string | undefined
  remove(owner: ListenKeyOwner): void
  find(key: string): FoundListenKey
  /** Called when a key expires or is deleted. */
  onEnd(listener: (key: string) => void): () => void
  stop(): void
}
export interface ListenKeyOwner {
  readonly account: Address
  readonly apiKeyHash: Hex
  /** Of the API key; absent = until it is revoked. */
  readonly expiryTimeMs?: TimeMs
}
export type FoundListenKey =
  | { readonly state: 'valid'; readonly account: Address; readonly apiKeyHash: Hex }
  | { readonly state: 'expired' }
  | { readonly state: 'unknown' }

interface Entry {
  readonly key: string
  readonly account: Address
  readonly apiKeyHash: Hex
  timer: NodeJS.Timeout
}

export interface ListenKeyTimes {
  readonly validMs: number
  readonly rememberedMs: number
}

export function createListenKeys(
  nowMs: () => TimeMs,
  times: ListenKeyTimes = { validMs: LISTEN_KEY_VALID_MS, rememberedMs: LISTEN_KEY_MEMORY_MS },
): ListenKeys {
  const byKey = new Map<string, Entry>()
  const byOwner = new Map<string, Entry>()
  const ended = new Map<string, NodeJS.Timeout>()
  /** The last that ended, by API key. */
  const lastEnded = new Map<Hex, string>()
  const listeners = new Set<(key: string) => void>()

  const forget = (key: string, apiKeyHash: Hex): void => {
    clearTimeout(ended.get(key))
    ended.delete(key)
    lastEnded.delete(apiKeyHash)
  }
  const end = (entry: Entry): void => {
    clearTimeout(entry.timer)
    byKey.delete(entry.key)
    byOwner.delete(entry.apiKeyHash)
    const before = lastEnded.get(entry.apiKeyHash)
    if (before !== undefined) forget(before, entry.apiKeyHash)
    lastEnded.set(entry.apiKeyHash, entry.key)
    const timer = setTimeout(() => forget(entry.key, entry.apiKeyHash), times.rememberedMs).unref()
    ended.set(entry.key, timer)
    for (const listener of listeners) listener(entry.key)
  }
  const arm = (entry: Entry, { expiryTimeMs }: ListenKeyOwner): void => {
    clearTimeout(entry.timer)
    const leftMs = expiryTimeMs === undefined ? times.validMs : Math.max(0, expiryTimeMs - nowMs())
    entry.timer = setTimeout(() => end(entry), Math.min(times.validMs, leftMs)).unref()
  }
  return {
    create: (owner) => {
      const known = byOwner.get(owner.apiKeyHash)
      const { account, apiKeyHash } = owner
      const entry = known ?? {
        account,
        apiKeyHash,
        key: randomBytes(16).toString('hex'),
        timer: setTimeout(() => undefined, 0),
      }
      arm(entry, owner)
      byKey.set(entry.key, entry)
      byOwner.set(entry.apiKeyHash, entry)
      return entry.key
    },
    extend: (owner) => {
      const entry = byOwner.get(owner.apiKeyHash)
      if (entry) arm(entry, owner)
      return entry?.key
    },
    remove: (owner) => {
      const entry = byOwner.get(owner.apiKeyHash)
      if (entry) end(entry)
    },
    find: (key) => {
      const entry = byKey.get(key)
      if (entry) return { state: 'valid', account: entry.account, apiKeyHash: entry.apiKeyHash }
      return { state: ended.has(key) ? 'expired' : 'unknown' }
    },
    onEnd: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: () => {
      for (const entry of byKey.values()) clearTimeout(entry.timer)
      for (const timer of ended.values()) clearTimeout(timer)
      byKey.clear()
      byOwner.clear()
      ended.clear()
      lastEnded.clear()
    },
  }
}
