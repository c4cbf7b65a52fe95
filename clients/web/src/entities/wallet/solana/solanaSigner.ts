/** The connected Solana wallet as the signer of the registration's text, and what its refusals mean. */
import { WALLET_SENTENCES } from '@vest/protocol'
import type { SolanaPrimarySigner } from '@vest/sdk'
import { ProviderError, USER_REJECTED, walletErrorCode } from '../eip1193.ts'
import type { ConnectedSolanaWallet } from './solanaWalletStore.ts'

/**
 * Declined, by its owner or by a hardware wallet behind it: wallets answer alike where a Ledger is set to sign no
 * messages, without asking it.
 */
export class SolanaDeclined extends ProviderError {
  constructor() {
    super(USER_REJECTED, 'The message was not signed')
  }
}

const DECLINED = /reject|declin|denied|cancel/i
const HARDWARE = /ledger|hardware|not support|unsupported/i

const SIGNATURE_BYTES = 64

export const solanaSignerOf = ({ wallet, account, address }: ConnectedSolanaWallet): SolanaPrimarySigner => ({
  address,
  async signMessage(message) {
    const [output] = await wallet.signMessage.signMessage({ account, message }).catch((error: unknown) => {
      throw isDeclined(error) ? new SolanaDeclined() : error
    })
    if (output?.signature?.length !== SIGNATURE_BYTES)
      throw new ProviderError(-32603, WALLET_SENTENCES.signFailed)
    return { signature: output.signature, signed: output.signedMessage }
  },
})

function isDeclined(error: unknown): boolean {
  if (walletErrorCode(error) === USER_REJECTED) return true
  const message = error instanceof Error ? error.message : ''
  return DECLINED.test(message) || HARDWARE.test(message)
}

/** Signs a transaction without sending it; undefined where the wallet cannot. Throws what the wallet throws. */
export function solanaTransactionSignerOf(
  { wallet, account }: ConnectedSolanaWallet,
  chain: string,
): ((transaction: Uint8Array) => Promise<Uint8Array>) | undefined {
  const { signTransaction } = wallet
  if (signTransaction === undefined) return undefined
  return async (transaction) => {
    const [output] = await signTransaction.signTransaction({ account, transaction, chain })
    if (!(output?.signedTransaction instanceof Uint8Array))
      throw new ProviderError(-32603, 'Failed to sign the transaction')
    return output.signedTransaction
  }
}
