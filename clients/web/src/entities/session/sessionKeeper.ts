/**
 * The life of a session: registered once by the wallet's signature, or silently by the frame of an embedded wallet; kept,
 * reopened silently on reload, ended by the user, by its expiry, by the exchange, or by another tab. The session store
 * says what holds; this says how it comes about. Each part in `keeper/` owns its state: which session is in use, who the
 * person of an embedded wallet is, the vault, the frame, what other tabs have told.
 */
import { accountAddress, type AccountAddress, type Address, WALLET_SENTENCES } from '@vest/protocol'
import {
  createVestClient,
  isHiddenAccount,
  type PrimarySigner,
  type SessionSigner,
  type SolanaPrimarySigner,
  type VestClient,
} from '@vest/sdk'
import { type SafeStorage } from '../../shared/storage/index.ts'
import { createCapitalSessions, type CapitalSessions, type CapitalWallet } from './capitalSessions.ts'
import type { EmbeddedSessions, EmbeddedStep } from './embeddedSessions.ts'
import { createEmbeddedFrame } from './keeper/embeddedFrame.ts'
import { createEmbeddedPerson } from './keeper/embeddedPerson.ts'
import { createEmbeddedSignIn } from './keeper/embeddedSignIn.ts'
import { endLostSession } from './keeper/endLostSession.ts'
import { followOtherTabs } from './keeper/followOtherTabs.ts'
import { createSessionInUse } from './keeper/sessionInUse.ts'
import { createWalletSignIn } from './keeper/walletSignIn.ts'
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

const isInSight = ({ entry }: CapitalWallet): boolean =>
  !isHiddenAccount(entry.capital_status, { isPrimary: false, isEmailUser: true })

export function createSessionKeeper({
  session,
  openVault,
  loadEmbedded,
  channel,
  storage,
}: SessionKeeperOptions): SessionKeeper {
  const { client } = session.getState()
  const person = createEmbeddedPerson(storage)
  const inUse = createSessionInUse({ session, storage, primaryAccount: person.primaryAccount })
  const frame = createEmbeddedFrame({ loadEmbedded, inUse, person, channel })
  const embedded = createEmbeddedSignIn({ frame, person, inUse, channel })
  const wallet = createWalletSignIn({ client, openVault, inUse, channel })
  const capital = createCapitalSessions({
    person: embedded.whoIsIn,
    clientOf,
    current: () => ({ client, account: inUse.kept()?.account }),
    use: embedded.keep,
  })
  endLostSession({ session, inUse, person, frame, channel, activate, forget })
  const otherTabs = followOtherTabs({ channel, inUse, wallet, activate, forget })

  async function activate(account: AccountAddress): Promise<boolean> {
    if (person.primaryAccount() === account) return embedded.activate(account as Address)
    const endedBefore = otherTabs.endings()
    const kept = await wallet.open(account)
    // A tab that ended a key meanwhile may have ended this one.
    if (otherTabs.endings() !== endedBefore) return activate(account)
    if (kept === undefined)
      return person.primaryAccount() !== undefined && capital.activate(account as Address)
    wallet.use(kept)
    return true
  }

  function forget(account: AccountAddress, isEmbedded: boolean): void {
    if (isEmbedded) frame.forget()
    else wallet.forget(account)
  }

  function keptInUse(): KeptSession {
    const kept = inUse.kept()
    if (kept === undefined) throw new Error(WALLET_SENTENCES.noSigningKey)
    return kept
  }

  return {
    async restoreLast() {
      const account = accountAddress(storage.getItem(REMEMBERED_ACCOUNT) ?? '')
      if (account !== undefined) {
        session.getState().set({ status: 'connecting' })
        if (await activate(account)) return
      } else if (!hasRememberedAccount(storage)) return
      inUse.forgetVisit()
      session.getState().set({ status: 'visitor' })
    },
    activate,
    register: wallet.register,
    registerEmbedded: embedded.register,
    capital,
    async renew(primary) {
      const { account } = keptInUse()
      if (inUse.isEmbedded()) return embedded.renew(account as Address)
      if (primary === undefined || accountAddress(primary.address) !== account)
        throw new Error(WALLET_SENTENCES.notConnected)
      await wallet.register(primary, hasRememberedAccount(storage))
    },
    async signOut({ everywhere = false } = {}) {
      const account = inUse.kept()?.account
      const wasEmbedded = inUse.isEmbedded() || person.isRemembered()
      inUse.drop()
      // A logout leaves no key behind, not even of the other accounts of this browser.
      await wallet.endAll()
      if (wasEmbedded) await frame.end(account, everywhere)
    },
    leave: inUse.drop,
    onEndedElsewhere: otherTabs.onEnded,
    async accounts() {
      const primary = person.primaryAccount()
      const others = await wallet.accounts()
      if (primary === undefined) return others
      const own = await capital.wallets().then(
        (wallets) => wallets.filter(isInSight).map(({ account }) => account),
        // Where the exchange does not say what there is, those that were used here.
        async () => (await frame.load()).list(),
      )
      return [...new Set<AccountAddress>([primary, ...own, ...others])]
    },
    clientSignedBy: (signer) => clientOf(keptInUse(), signer),
  }
}

const clientOf = ({ apiKey, accountGroup, account }: KeptSession, signer?: SessionSigner): VestClient =>
  createVestClient({ baseUrl: '', apiKey, accountGroup, account, signer })
