/**
 * Sessions of people who bring a wallet: it approves a key of the vault once, and the vault signs from then on. The vault is
 * opened at the first need, so that visitors start no worker.
 */
import { accountAddress, TERMS_VERSION, type AccountAddress, WALLET_SENTENCES } from '@vest/protocol'
import type { PrimarySigner, SessionSigner, SolanaPrimarySigner, VestClient } from '@vest/sdk'
import type { SessionChannel } from '../sessionChannel.ts'
import type { KeptSession, KeyVault } from '../vault/keyVault.ts'
import type { SessionInUse } from './sessionInUse.ts'

export interface WalletSignIn {
  /** The session of this account, or undefined when there is none that still holds. */
  open(account: AccountAddress): Promise<KeptSession | undefined>
  use(kept: KeptSession): void
  /** Lets the wallet approve a new key, and brings its session into use. */
  register(primary: PrimarySigner | SolanaPrimarySigner, isPersistent: boolean): Promise<void>
  accounts(): Promise<readonly AccountAddress[]>
  forget(account: AccountAddress): void
  /** Where this tab has used keys, it may hold the one of this account. */
  forgetUsed(account: AccountAddress): void
  /** Ends all sessions of this browser, in all tabs. */
  endAll(): Promise<void>
}

export interface WalletSignInOptions {
  readonly client: Pick<VestClient, 'syncTime' | 'registerSession'>
  readonly openVault: () => KeyVault
  readonly inUse: Pick<SessionInUse, 'use' | 'forgetVisit'>
  readonly channel: Pick<SessionChannel, 'tell'>
}

export function createWalletSignIn({ client, openVault, inUse, channel }: WalletSignInOptions): WalletSignIn {
  let opened: KeyVault | undefined
  const vault = (): KeyVault => (opened ??= openVault())

  function use(kept: KeptSession): void {
    const { account, signerAddress } = kept
    inUse.use(kept, { address: signerAddress, sign: (action) => vault().sign({ account, action }) })
  }

  return {
    open: (account) => vault().open({ account }),
    use,
    async register(primary, isPersistent) {
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
      use(kept)
      if (!isPersistent) inUse.forgetVisit()
      else channel.tell({ kind: 'signed-in', account })
    },
    accounts: () => vault().list(),
    forget: (account) => void vault().forget({ account }),
    forgetUsed: (account) => void opened?.forget({ account }),
    async endAll() {
      for (const account of await vault().list()) {
        await vault().forget({ account })
        channel.tell({ kind: 'signed-out', account })
      }
    },
  }
}
