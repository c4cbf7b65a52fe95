/**
 * Who signs a withdrawal: the session for the account itself; for another recipient the wallet's frame, or the connected wallet
 * where it is that of the account.
 */
import { isSolanaAddress, type AccountAddress, type Address, type ChainInfo } from '@vest/protocol'
import type { VestClient } from '@vest/sdk'
import { useSession, useSessionKeeper, type SessionKeeper } from '../../entities/session/index.ts'
import { actionSignerOf, useWallet } from '../../entities/wallet/index.ts'
import type { ReadyForm } from './withdrawForm.ts'

export interface WithdrawSigner {
  readonly isEmbedded: boolean
  /** Their wallet can call the vault; neither an embedded nor a Solana one can. */
  readonly mayCall: boolean
  /** The default chain: what goes to Solana is burned there. */
  readonly home: ChainInfo | undefined
  /** To Solana an EVM wallet on the default chain is needed ([8.65]). */
  lacksEvmWallet(chain: ChainInfo): boolean
  /** Undefined where another wallet has to be connected first. */
  clientFor(form: Pick<ReadyForm, 'isOwn'>): VestClient | undefined
}

export function useWithdrawSigner(account: AccountAddress, home: ChainInfo | undefined): WithdrawSigner {
  const keeper = useSessionKeeper()
  const client = useSession((state) => state.client)
  const isEmbedded = useSession((state) => state.email !== undefined)
  const connected = useWallet((state) => state.connected)
  const mayCall = !isEmbedded && !isSolanaAddress(account)
  return {
    isEmbedded,
    mayCall,
    home,
    lacksEvmWallet: ({ networkType }) =>
      networkType === 1 && mayCall && (connected === undefined || connected.chainId !== home?.chainId),
    clientFor({ isOwn }) {
      // Another recipient is the wallet's to approve, and only the wallet of this account can.
      if (mayCall && !isOwn && connected?.address !== account) return undefined
      if (isEmbedded) return embeddedClient(keeper, client, account as Address)
      return isOwn || connected === undefined || isSolanaAddress(account)
        ? client
        : keeper.clientSignedBy(actionSignerOf(connected))
    },
  }
}

/** Asks the wallet's frame, which is loaded by then or loads now, for each signature. */
function embeddedClient(keeper: SessionKeeper, client: VestClient, account: Address): VestClient {
  return keeper.clientSignedBy({
    address: account,
    async sign(action) {
      const { embeddedWalletOf } = await import('../../entities/embedded/loadEmbedded.ts')
      return (await embeddedWalletOf(client)).withdrawalSigner(account).sign(action)
    },
  })
}
