/**
 * The key of the demo wallet: made in this browser at first use, sealed under a key that no script can read, and
 * opened for the moment of a signature. Whether the page is connected to it is remembered beside it.
 */
import { generatePrivateKey, privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts'
import type { Hex } from 'viem'
import { isSealed, seal, unseal, wrappingKey } from '../../entities/session/vault/seal.ts'
import type { SecretStore } from '../../entities/session/vault/secretStore.ts'

const KEY = 'demo-wallet'
const CONNECTED = 'demo-wallet:connected'

export interface DemoKey {
  /** Makes the key at first use. */
  account(): Promise<PrivateKeyAccount>
  isConnected(): Promise<boolean>
  setConnected(isConnected: boolean): Promise<void>
}

export function createDemoKey(store: SecretStore): DemoKey {
  return {
    async account() {
      const key = await wrappingKey(store)
      const made = await seal(key, generatePrivateKey(), KEY)
      const held = await store.putIfAbsent(KEY, made)
      if (!isSealed(held)) throw new Error('The demo wallet could not open its key')
      return privateKeyToAccount((await unseal(key, held, KEY)) as Hex)
    },
    isConnected: async () => (await store.get(CONNECTED)) === true,
    setConnected: (isConnected) => (isConnected ? store.put(CONNECTED, true) : store.delete(CONNECTED)),
  }
}
