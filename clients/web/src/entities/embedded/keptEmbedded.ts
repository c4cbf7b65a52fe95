/**
 * The API key of a person who logged in without a wallet, sealed in this browser for the next visit, or in memory alone.
 * No key that signs is here: those are the frame's.
 */
import type { Address } from '@vest/protocol'
import type { KeptEmbedded } from '../session/embeddedSessions.ts'
import { isSealed, seal, unseal, wrappingKey } from '../session/vault/seal.ts'
import type { SecretStore } from '../session/vault/secretStore.ts'

export interface KeptEmbeddedStore {
  read(account: Address): Promise<KeptEmbedded | undefined>
  write(session: KeptEmbedded, isPersistent: boolean): Promise<void>
  accounts(): Promise<readonly Address[]>
  forget(account: Address): Promise<void>
  forgetAll(): Promise<void>
}

const PREFIX = 'embedded:'

export function createKeptEmbedded(store: SecretStore, nowMs: () => number): KeptEmbeddedStore {
  const memory = new Map<string, KeptEmbedded>()

  async function unsealed(account: Address): Promise<KeptEmbedded | undefined> {
    const sealed = await store.get(`${PREFIX}${account}`)
    if (!isSealed(sealed)) return undefined
    try {
      return JSON.parse(await unseal(await wrappingKey(store), sealed, account)) as KeptEmbedded
    } catch {
      // A record that its key does not open is of no use; a new code makes a new one.
      await store.delete(`${PREFIX}${account}`)
      return undefined
    }
  }

  return {
    async read(account) {
      const held = memory.get(account) ?? (await unsealed(account))
      if (held === undefined || held.expiryTimeMs > nowMs()) return held
      memory.delete(account)
      await store.delete(`${PREFIX}${account}`)
      return undefined
    },
    async write(session, isPersistent) {
      const { account } = session
      memory.set(account, session)
      if (isPersistent)
        await store.put(
          `${PREFIX}${account}`,
          await seal(await wrappingKey(store), JSON.stringify(session), account),
        )
      else await store.delete(`${PREFIX}${account}`)
    },
    async accounts() {
      const stored = (await store.keys())
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length))
      // An embedded wallet's account is of its EVM key.
      return [...new Set([...memory.keys(), ...stored])] as Address[]
    },
    async forget(account) {
      memory.delete(account)
      await store.delete(`${PREFIX}${account}`)
    },
    async forgetAll() {
      memory.clear()
      for (const key of await store.keys()) if (key.startsWith(PREFIX)) await store.delete(key)
    },
  }
}
