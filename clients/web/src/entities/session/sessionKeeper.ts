/**
 * The life of a session: registered once by the wallet's signature, or silently by the frame of an embedded wallet; kept,
 * reopened silently on reload, ended by the user, by its expiry, by the exchange, or by another tab. The session store
 * says what holds; this says how it comes about.
 */
import {
  accountAddress,
  TERMS_VERSION,
  type AccountAddress,
  type Address,
  WALLET_SENTENCES,
} from '@vest/protocol'
import {
  createVestClient,
  isHiddenAccount,
  type PrimarySigner,
  type SessionSigner,
  type SolanaPrimarySigner,
  type VestClient,
} from '@vest/sdk'
import { type SafeStorage } from '../../shared/storage/index.ts'
import {
  createCapitalSessions,
  type CapitalSessions,
  type CapitalWallet,
  type Person,
} from './capitalSessions.ts'
import type { EmbeddedSessions, EmbeddedStep, KeptEmbedded } from './embeddedSessions.ts'
import { hasRememberedAccount, REMEMBERED_ACCOUNT } from './rememberedAccount.ts'
import type { SessionChannel } from './sessionChannel.ts'
import type { SessionStore } from './SessionContext.tsx'
import type { KeptSession, KeyVault } from './vault/keyVault.ts'

export interface SessionKeeper {
  /** Reopens the session of the last visit, if there is one. */
  restoreLast(): Promise<void>
  /** Reopens the session of this account; false when it has to register. */
  activate(account: AccountAddress): Promise<boolean>
  /** Lets the wallet approve a new session key, and signs in. Throws what wallet and exchange throw. */
  register(primary: PrimarySigner | SolanaPrimarySigner, isPersistent: boolean): Promise<void>
  /** Signs in whom the frame of the embedded wallet has just let in ([4.16]). Throws what frame and exchange throw. */
  registerEmbedded(isPersistent: boolean, onStep: (step: EmbeddedStep) => void): Promise<void>
  /**
   * A new key in the place of the one in use, for as long again: of an embedded wallet without a question, of another by
   * one signature of `primary`. The former one is left to end. Throws what wallet, frame and exchange throw.
   */
  renew(primary: PrimarySigner | SolanaPrimarySigner | undefined): Promise<void>
  /** Ends the sessions of all accounts of this browser, in all tabs; `everywhere`: the person's sign-ins elsewhere too. */
  signOut(options?: { readonly everywhere?: boolean }): Promise<void>
  /** Leaves the session without ending it: it stays in this browser and can be activated again. */
  leave(): void
  /** Calls back when another tab has ended this tab's session; answers how to stop. */
  onEndedElsewhere(listener: () => void): () => void
  /** Accounts of Vest Capital of a person who has signed in with e-mail or Google. */
  readonly capital: CapitalSessions
  /** Accounts that can be activated without a signature: the first of a person, theirs of Vest Capital ([4.12]), others. */
  accounts(): Promise<readonly AccountAddress[]>
  /** A client for the same account whose writes are signed by `signer`, e.g. by the wallet itself. */
  clientSignedBy(signer: SessionSigner): VestClient
}

export interface SessionKeeperOptions {
  readonly session: SessionStore
  /** Opened at first need, so that visitors start no worker. */
  readonly openVault: () => KeyVault
  /** Loaded at first need. */
  readonly loadEmbedded: () => Promise<EmbeddedSessions>
  readonly channel: SessionChannel
  readonly storage: SafeStorage
}

/** The first account of an embedded wallet that is kept here. */
const EMBEDDED = 'vest.embedded'

const isInSight = ({ entry }: CapitalWallet): boolean =>
  !isHiddenAccount(entry.capital_status, { isPrimary: false, isEmailUser: true })

export function createSessionKeeper({
  session,
  openVault,
  loadEmbedded,
  channel,
  storage,
}: SessionKeeperOptions): SessionKeeper {
  const endedListeners = new Set<() => void>()
  let opened: KeyVault | undefined
  let embedded: Promise<EmbeddedSessions> | undefined
  let current: KeptSession | undefined
  let isEmbedded = false
  /** Keys that other tabs have told the end of. */
  let endedElsewhere = 0
  /** Of a person who is signed in here without being remembered. */
  let passing: Address | undefined
  const primaryAccount = (): Address | undefined =>
    passing ?? (storage.getItem(EMBEDDED) as Address | null) ?? undefined
  const vault = (): KeyVault => (opened ??= openVault())
  const { client } = session.getState()

  const signerOf = ({ account, signerAddress }: KeptSession): SessionSigner => ({
    address: signerAddress,
    sign: (action) => vault().sign({ account, action }),
  })

  /** `email`: of whom the account is, where its wallet is embedded. */
  function use(kept: KeptSession, signer: SessionSigner, email?: string): void {
    current = kept
    isEmbedded = email !== undefined
    client.authorize({
      apiKey: kept.apiKey,
      accountGroup: kept.accountGroup,
      account: kept.account,
      signer,
    })
    storage.setItem(REMEMBERED_ACCOUNT, kept.account)
    const primary = isEmbedded ? primaryAccount() : undefined
    session.getState().set({ status: 'ready', address: kept.account, hasApiKey: true, email, primary })
  }

  const noPerson = { email: undefined, primary: undefined } as const

  function drop(): void {
    current = undefined
    isEmbedded = false
    storage.removeItem(REMEMBERED_ACCOUNT)
    client.forget()
    session.getState().set({ status: 'visitor', address: undefined, hasApiKey: false, ...noPerson })
  }

  async function loadedEmbedded(): Promise<EmbeddedSessions> {
    embedded ??= loadEmbedded().then((sessions) => {
      sessions.onEnded(() => {
        if (current === undefined || !isEmbedded) return
        drop()
        forgetEmbedded(sessions)
      })
      return sessions
    })
    return embedded
  }

  function forgetEmbedded(sessions: EmbeddedSessions): void {
    passing = undefined
    storage.removeItem(EMBEDDED)
    void sessions.forgetAll()
  }

  function useEmbedded(kept: KeptEmbedded, sessions: EmbeddedSessions): void {
    use(kept, sessions.signerOf(kept), kept.email)
  }

  async function activate(account: AccountAddress): Promise<boolean> {
    if (primaryAccount() === account) return activateEmbedded(account as Address)
    const endedBefore = endedElsewhere
    const kept = await vault().open({ account })
    // A tab that ended a key meanwhile may have ended this one.
    if (endedElsewhere !== endedBefore) return activate(account)
    if (kept === undefined) return primaryAccount() !== undefined && capital.activate(account as Address)
    use(kept, signerOf(kept))
    return true
  }

  /** With the session of their first account, registered anew where it has ended. */
  async function person(): Promise<Person | undefined> {
    const account = primaryAccount()
    if (account === undefined) return undefined
    const sessions = await loadedEmbedded()
    const isPersistent = passing === undefined
    const kept = await sessions.open(account)
    if (kept !== undefined) return { sessions, primary: kept, isPersistent }
    if (!(await sessions.stands())) return undefined
    const primary = await sessions.register(isPersistent, () => undefined)
    await sessions.keep(primary, isPersistent)
    return { sessions, primary, isPersistent }
  }

  const capital = createCapitalSessions({
    person,
    clientOf: ({ apiKey, accountGroup, account }) =>
      createVestClient({ baseUrl: '', apiKey, accountGroup, account }),
    current: () => ({ client, account: current?.account }),
    async use(kept, { sessions, isPersistent }) {
      await sessions.keep(kept, isPersistent)
      useEmbedded(kept, sessions)
      if (!isPersistent) storage.removeItem(REMEMBERED_ACCOUNT)
    },
  })

  async function activateEmbedded(account: Address): Promise<boolean> {
    const sessions = await loadedEmbedded()
    const kept = await sessions.open(account)
    if (kept === undefined) {
      storage.removeItem(EMBEDDED)
      // The approval has ended, the sign-in has not: registered anew without a question ([4.16]).
      if (!(await sessions.stands())) return false
      await registerEmbedded(true, () => undefined)
      return true
    }
    useEmbedded(kept, sessions)
    // The account is there at once; whether its owner has signed out elsewhere the frame finds out meanwhile. Where it
    // cannot be reached the first signature says so.
    void sessions.stands().catch(() => undefined)
    return true
  }

  async function registerEmbedded(
    isPersistent: boolean,
    onStep: (step: EmbeddedStep) => void,
  ): Promise<void> {
    const sessions = await loadedEmbedded()
    const kept = await sessions.register(isPersistent, onStep)
    await sessions.keep(kept, isPersistent)
    if (isPersistent) storage.setItem(EMBEDDED, kept.account)
    passing = isPersistent ? undefined : kept.account
    useEmbedded(kept, sessions)
    if (!isPersistent) return storage.removeItem(REMEMBERED_ACCOUNT)
    channel.tell({ kind: 'signed-in', account: kept.account })
  }

  function forget(account: AccountAddress, wasEmbedded: boolean): void {
    if (wasEmbedded) void loadedEmbedded().then(forgetEmbedded)
    else void vault().forget({ account })
  }

  // The exchange no longer knows the key ([6.1]): it is of no use, so it goes everywhere.
  session.subscribe((state, before) => {
    if (state.hasApiKey || !before.hasApiKey || current === undefined) return
    const { account } = current
    const primary = isEmbedded ? primaryAccount() : undefined
    current = undefined
    storage.removeItem(REMEMBERED_ACCOUNT)
    client.forget()
    session.getState().set(noPerson)
    if (primary !== undefined && primary !== account) {
      // One account of the person's has lost its key; the first goes on. Other tabs find out by themselves.
      isEmbedded = false
      void loadedEmbedded()
        .then((sessions) => sessions.forget(account as Address))
        .then(() => activate(primary))
        .catch(() => undefined)
      return
    }
    forget(account, isEmbedded)
    isEmbedded = false
    channel.tell({ kind: 'signed-out', account })
  })

  channel.onNews(({ kind, account }) => {
    if (kind === 'signed-in') {
      if (current === undefined) void activate(account)
      return
    }
    endedElsewhere += 1
    if (current?.account === account) {
      const wasEmbedded = isEmbedded
      drop()
      forget(account, wasEmbedded)
      for (const listener of [...endedListeners]) listener()
    } else if (opened !== undefined) {
      // A key that this tab has used before is gone as well.
      void opened.forget({ account })
    }
  })

  async function register(
    primary: PrimarySigner | SolanaPrimarySigner,
    isPersistent: boolean,
  ): Promise<void> {
    const account = accountAddress(primary.address)
    if (account === undefined) throw new Error('The wallet has no address')
    // The approval expires by the exchange's time, not by this machine's ([7.29]).
    await client.syncTime()
    const { signerAddress } = await vault().createKey()
    // The key approves nothing before it is registered, so there is nothing it could sign yet.
    const signer: SessionSigner = {
      address: signerAddress,
      sign: () => Promise.reject(new Error(WALLET_SENTENCES.noSigningKey)),
    }
    const { apiKey, accountGroup, expiryTimeMs } = await client.registerSession({
      primary,
      signer,
      termsVersion: TERMS_VERSION,
    })
    const kept: KeptSession = { account, signerAddress, apiKey, accountGroup, expiryTimeMs }
    await vault().keep({ ...kept, isPersistent })
    use(kept, signerOf(kept))
    if (!isPersistent) storage.removeItem(REMEMBERED_ACCOUNT)
    else channel.tell({ kind: 'signed-in', account })
  }

  async function renewEmbedded(account: Address): Promise<void> {
    const isPersistent = passing === undefined
    if (account === primaryAccount()) return registerEmbedded(isPersistent, () => undefined)
    const sessions = await loadedEmbedded()
    const place = (await sessions.open(account))?.place
    if (place === undefined) throw new Error(WALLET_SENTENCES.noSigningKey)
    const kept = await sessions.registerPlace(place, isPersistent)
    await sessions.keep(kept, isPersistent)
    useEmbedded(kept, sessions)
    if (!isPersistent) storage.removeItem(REMEMBERED_ACCOUNT)
  }

  return {
    async restoreLast() {
      const account = accountAddress(storage.getItem(REMEMBERED_ACCOUNT) ?? '')
      if (account !== undefined) {
        session.getState().set({ status: 'connecting' })
        if (await activate(account)) return
      } else if (!hasRememberedAccount(storage)) return
      storage.removeItem(REMEMBERED_ACCOUNT)
      session.getState().set({ status: 'visitor' })
    },
    activate,
    register,
    registerEmbedded,
    capital,
    async renew(primary) {
      if (current === undefined) throw new Error(WALLET_SENTENCES.noSigningKey)
      const { account } = current
      if (isEmbedded) return renewEmbedded(account as Address)
      if (primary === undefined || accountAddress(primary.address) !== account)
        throw new Error(WALLET_SENTENCES.notConnected)
      await register(primary, storage.getItem(REMEMBERED_ACCOUNT) !== null)
    },
    async signOut({ everywhere = false } = {}) {
      const account = current?.account
      const wasEmbedded = isEmbedded || storage.getItem(EMBEDDED) !== null
      drop()
      // A logout leaves no key behind, not even of the other accounts of this browser.
      for (const kept of await vault().list()) {
        await vault().forget({ account: kept })
        channel.tell({ kind: 'signed-out', account: kept })
      }
      if (!wasEmbedded) return
      const sessions = await loadedEmbedded()
      // Another tab may have another account of the same person in use.
      for (const kept of new Set([...(await sessions.list()), ...(account === undefined ? [] : [account])]))
        channel.tell({ kind: 'signed-out', account: kept })
      passing = undefined
      storage.removeItem(EMBEDDED)
      await sessions.end(everywhere)
    },
    leave: drop,
    onEndedElsewhere(listener) {
      endedListeners.add(listener)
      return () => void endedListeners.delete(listener)
    },
    async accounts() {
      const primary = primaryAccount()
      const others = await vault().list()
      if (primary === undefined) return others
      const own = await capital.wallets().then(
        (wallets) => wallets.filter(isInSight).map(({ account }) => account),
        // Where the exchange does not say what there is, those that were used here.
        async () => (await loadedEmbedded()).list(),
      )
      return [...new Set<AccountAddress>([primary, ...own, ...others])]
    },
    clientSignedBy(signer) {
      if (current === undefined) throw new Error(WALLET_SENTENCES.noSigningKey)
      const { apiKey, accountGroup, account } = current
      return createVestClient({ baseUrl: '', apiKey, accountGroup, account, signer })
    },
  }
}
