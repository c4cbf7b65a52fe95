/**
 * The vault of session keys: makes them, signs with them, keeps them sealed, and never lets one out. It runs in
 * a worker of its own (`signingWorker.ts`); the page reaches it by the calls below and there is none that exports.
 * What leaves is the API key of an opened session, because requests carry it.
 *
 * Script in the page can still ask it to sign, so it checks every action, signs at a bounded rate, and ends a
 * session at the expiry that the wallet approved.
 */
import { type AccountAddress, type Address, type Hex, WALLET_SENTENCES } from '@vest/protocol'
import { addressOf, createLocalSigner, createPrivateKey } from '@vest/sdk'
import { checkSignedAction, RefusedAction } from './checkSignedAction.ts'
import { isSealed, seal, unseal, wrappingKey } from './seal.ts'
import type { SecretStore } from './secretStore.ts'

export interface KeptSession {
  readonly account: AccountAddress
  readonly signerAddress: Address
  readonly apiKey: string
  readonly accountGroup: number
  readonly expiryTimeMs: number
}

export interface KeepSession extends KeptSession {
  /** False = until the tab closes: nothing is written. */
  readonly isPersistent: boolean
}

export interface KeyVault {
  /** Makes a key that belongs to no account yet; answers its address. */
  createKey(): Promise<{ readonly signerAddress: Address }>
  keep(session: KeepSession): Promise<void>
  /** The session of this account, or undefined when there is none that still holds. */
  open(request: { readonly account: AccountAddress }): Promise<KeptSession | undefined>
  /** Accounts that have a session here. */
  list(): Promise<readonly AccountAddress[]>
  sign(request: { readonly account: AccountAddress; readonly action: unknown }): Promise<Hex>
  forget(request: { readonly account: AccountAddress }): Promise<void>
}

export interface KeyVaultOptions {
  readonly store: SecretStore
  readonly nowMs: () => number
}

/** Signatures at once and per second: far above what hands can do, far below what a thief wants. */
export const SIGN_BURST = 60
export const SIGN_PER_SECOND = 20
/** Keys that wait for their wallet's approval; the oldest gives way. */
const CANDIDATES_MAX = 4

interface Live extends KeptSession {
  readonly privateKey: Hex
}

const recordName = (account: string): string => `session:${account}`
const PREFIX = recordName('')

export function createKeyVault({ store, nowMs }: KeyVaultOptions): KeyVault {
  const candidates = new Map<Address, Hex>()
  const sessions = new Map<AccountAddress, Live>()
  /** How many times each account's key was ended here. */
  const endings = new Map<AccountAddress, number>()
  const allow = rateLimit(nowMs)

  async function find(account: AccountAddress): Promise<Live | undefined> {
    const endedBefore = endings.get(account)
    const live = sessions.get(account) ?? (await read(account))
    // A key that ends while it is read does not come back to memory.
    if (live === undefined || endings.get(account) !== endedBefore) return undefined
    if (live.expiryTimeMs <= nowMs()) {
      await forget(account)
      return undefined
    }
    sessions.set(account, live)
    return live
  }

  async function read(account: AccountAddress): Promise<Live | undefined> {
    const sealed = await store.get(recordName(account))
    if (!isSealed(sealed)) return undefined
    try {
      return JSON.parse(await unseal(await wrappingKey(store), sealed, account)) as Live
    } catch {
      // A record that its key does not open is of no use; the wallet approves a new one.
      await store.delete(recordName(account))
      return undefined
    }
  }

  async function forget(account: AccountAddress): Promise<void> {
    endings.set(account, (endings.get(account) ?? 0) + 1)
    sessions.delete(account)
    await store.delete(recordName(account))
  }

  return {
    async createKey() {
      const privateKey = createPrivateKey()
      const signerAddress = addressOf(privateKey)
      candidates.set(signerAddress, privateKey)
      const oldest = candidates.keys().next().value
      if (candidates.size > CANDIDATES_MAX && oldest !== undefined) candidates.delete(oldest)
      return { signerAddress }
    },
    async keep({ isPersistent, ...session }) {
      const privateKey = candidates.get(session.signerAddress)
      if (privateKey === undefined) throw new RefusedAction('No such key')
      const live: Live = { ...session, privateKey }
      if (isPersistent)
        await store.put(
          recordName(session.account),
          await seal(await wrappingKey(store), JSON.stringify(live), session.account),
        )
      else await store.delete(recordName(session.account))
      candidates.delete(session.signerAddress)
      sessions.set(session.account, live)
    },
    async open({ account }) {
      const live = await find(account)
      if (live === undefined) return undefined
      const { privateKey: _kept, ...session } = live
      return session
    },
    async list() {
      const stored = (await store.keys())
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length) as AccountAddress)
      return [...new Set([...sessions.keys(), ...stored])]
    },
    async sign({ account, action }) {
      const checked = checkSignedAction(action, account)
      const live = await find(account)
      if (live === undefined) throw new RefusedAction(WALLET_SENTENCES.noSigningKey)
      if (!allow()) throw new RefusedAction('Too many signatures')
      return createLocalSigner(live.privateKey).sign(checked)
    },
    forget: ({ account }) => forget(account),
  }
}

/** A bucket of {@link SIGN_BURST} tokens that fills with {@link SIGN_PER_SECOND} a second. */
function rateLimit(nowMs: () => number): () => boolean {
  let tokens = SIGN_BURST
  let lastMs = nowMs()
  return () => {
    const now = nowMs()
    tokens = Math.min(SIGN_BURST, tokens + (Math.max(0, now - lastMs) / 1_000) * SIGN_PER_SECOND)
    lastMs = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
