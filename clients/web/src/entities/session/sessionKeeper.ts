/**
 * The life of a session: registered once by the wallet's signature, kept in the vault, reopened silently on
 * reload, ended by the user, by its expiry, by the exchange, or by another tab. The session store says what
 * holds; this says how it comes about.
 */
import type { Address } from '@vest/protocol'
import { createVestClient, type PrimarySigner, type SessionSigner, type VestClient } from '@vest/sdk'
import type { SafeStorage } from '../../shared/storage/index.ts'
import type { SessionChannel } from './sessionChannel.ts'
import type { SessionStore } from './SessionContext.tsx'
import type { KeptSession, KeyVault } from './vault/keyVault.ts'

export interface SessionKeeper {
  /** Reopens the session of the last visit, if there is one. */
  restoreLast(): Promise<void>
  /** Reopens the session of this account; false when it has to register. */
  activate(account: Address): Promise<boolean>
  /** Lets the wallet approve a new session key, and signs in. Throws what wallet and exchange throw. */
  register(primary: PrimarySigner, isPersistent: boolean): Promise<void>
  /** Ends the sessions of all accounts of this browser, in all tabs. */
  signOut(): Promise<void>
  /** Leaves the session without ending it: it stays in this browser and can be activated again. */
  leave(): void
  /** Calls back when another tab has ended this tab's session; answers how to stop. */
  onEndedElsewhere(listener: () => void): () => void
  /** Accounts that can be activated without a signature. */
  accounts(): Promise<readonly Address[]>
  /** A client for the same account whose writes are signed by `signer`, e.g. by the wallet itself. */
  clientSignedBy(signer: SessionSigner): VestClient
}

export interface SessionKeeperOptions {
  readonly session: SessionStore
  /** Opened at first need, so that visitors start no worker. */
  readonly openVault: () => KeyVault
  readonly channel: SessionChannel
  readonly storage: SafeStorage
}

const ACTIVE = 'vest.account'

export function createSessionKeeper({
  session,
  openVault,
  channel,
  storage,
}: SessionKeeperOptions): SessionKeeper {
  const endedListeners = new Set<() => void>()
  let opened: KeyVault | undefined
  let current: KeptSession | undefined
  const vault = (): KeyVault => (opened ??= openVault())
  const { client } = session.getState()

  const signerOf = ({ account, signerAddress }: KeptSession): SessionSigner => ({
    address: signerAddress,
    sign: (action) => vault().sign({ account, action }),
  })

  function use(kept: KeptSession): void {
    current = kept
    client.authorize({
      apiKey: kept.apiKey,
      accountGroup: kept.accountGroup,
      account: kept.account,
      signer: signerOf(kept),
    })
    storage.setItem(ACTIVE, kept.account)
    session.getState().set({ status: 'ready', address: kept.account, hasApiKey: true })
  }

  function drop(): void {
    current = undefined
    storage.removeItem(ACTIVE)
    client.forget()
    session.getState().set({ status: 'visitor', address: undefined, hasApiKey: false })
  }

  async function activate(account: Address): Promise<boolean> {
    const kept = await vault().open({ account })
    if (kept === undefined) return false
    use(kept)
    return true
  }

  // The exchange no longer knows the key ([6.1]): it is of no use to anybody, so it goes everywhere.
  session.subscribe((state, before) => {
    if (state.hasApiKey || !before.hasApiKey || current === undefined) return
    const { account } = current
    current = undefined
    storage.removeItem(ACTIVE)
    client.forget()
    void vault().forget({ account })
    channel.tell({ kind: 'signed-out', account })
  })

  channel.onNews(({ kind, account }) => {
    if (kind === 'signed-in') {
      if (current === undefined) void activate(account)
    } else if (current?.account === account) {
      drop()
      void vault().forget({ account })
      for (const listener of [...endedListeners]) listener()
    }
  })

  return {
    async restoreLast() {
      const account = storage.getItem(ACTIVE)
      if (account === null || !/^0x[0-9a-f]{40}$/.test(account)) return
      session.getState().set({ status: 'connecting' })
      if (await activate(account as Address)) return
      storage.removeItem(ACTIVE)
      session.getState().set({ status: 'visitor' })
    },
    activate,
    async register(primary, isPersistent) {
      const account = primary.address.toLowerCase() as Address
      // The approval expires by the exchange's time, not by this machine's ([7.29]).
      await client.syncTime()
      const { signerAddress } = await vault().createKey()
      // The key approves nothing before it is registered, so there is nothing it could sign yet.
      const signer: SessionSigner = {
        address: signerAddress,
        sign: () => Promise.reject(new Error('No signing key found')),
      }
      const { apiKey, accountGroup, expiryTimeMs } = await client.registerSession({ primary, signer })
      const kept: KeptSession = { account, signerAddress, apiKey, accountGroup, expiryTimeMs }
      await vault().keep({ ...kept, isPersistent })
      use(kept)
      if (!isPersistent) storage.removeItem(ACTIVE)
      else channel.tell({ kind: 'signed-in', account })
    },
    async signOut() {
      drop()
      // Whoever logs out leaves no key behind, not even of the other accounts of this browser.
      for (const account of await vault().list()) {
        await vault().forget({ account })
        channel.tell({ kind: 'signed-out', account })
      }
    },
    leave: drop,
    onEndedElsewhere(listener) {
      endedListeners.add(listener)
      return () => void endedListeners.delete(listener)
    },
    accounts: () => vault().list(),
    clientSignedBy(signer) {
      if (current === undefined) throw new Error('No signing key found')
      const { apiKey, accountGroup, account } = current
      return createVestClient({ baseUrl: '', apiKey, accountGroup, account, signer })
    },
  }
}
