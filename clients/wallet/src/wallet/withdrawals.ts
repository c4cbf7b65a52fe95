/**
 * Withdrawals: shown from the very object that is signed, and signed by the wallet's own key after a press in this frame.
 * Recipients that could not keep what they get are refused before the person is asked.
 */
import {
  actionDigest,
  actionHash,
  bytesToHex,
  CHAIN_SOLANA,
  solanaPublicKey,
  type Address,
  type FrameAnswer,
  type FrameParams,
  type Hex,
  type SignedWithdraw,
  type WalletConfig,
} from '@vest/protocol'
import { keccak256, signDigest } from '@vest/sdk'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import type { FrameSession } from '../session/frameSession.ts'
import { readEvmAddress } from './evmAddressForm.ts'
import type { KnownRecipients } from './knownRecipients.ts'
import type { AskPerson } from './personQuestion.ts'
import type { SeedVault } from './seedVault.ts'
import { AHEAD_MAX_MS } from './tradingKeys.ts'

export interface Withdrawals {
  approve(params: FrameParams<'withdrawal.approve'>): Promise<FrameAnswer<'withdrawal.approve'>>
}

export interface WithdrawalsOptions {
  readonly config: WalletConfig
  readonly session: FrameSession
  readonly vault: SeedVault
  readonly recipients: KnownRecipients
  readonly askPerson: AskPerson
}

export function createWithdrawals({
  config,
  session,
  vault,
  recipients,
  askPerson,
}: WithdrawalsOptions): Withdrawals {
  async function approved(
    action: SignedWithdraw,
    shown: { readonly chainName: string; readonly recipient: string },
    userId: string,
  ): Promise<Hex> {
    const known = await recipients.of(userId)
    const { recipient, chainName } = shown
    const { account } = action
    const isApproved = await askPerson({
      kind: 'withdrawal',
      action,
      chainName,
      recipient,
      hash: bytesToHex(actionHash(action, keccak256)),
      recipientIs: recipient === account ? 'own' : known.includes(recipient) ? 'known' : 'new',
    })
    if (!isApproved) throw new FrameRefusal('userExited')
    const signature = await vault.withKeys(({ evmKey, evmAddress }) => {
      if (evmAddress !== account) throw new FrameRefusal('walletLocked')
      return signDigest(actionDigest(action, keccak256), evmKey)
    })
    await recipients.note(userId, recipient)
    return signature
  }

  return {
    async approve({ network, recipient, token, size, chainId, time, nonce }) {
      // A key of ed25519 signs no such tuple.
      if (network === 'solana') throw new FrameRefusal('unsupportedChain')
      // What goes to Solana is burned on the default chain.
      const chain =
        chainId === CHAIN_SOLANA ? config.chains[0] : config.chains.find((each) => each.chainId === chainId)
      if (chain === undefined) throw new FrameRefusal('unsupportedChain')
      if (!isSame(token, chain.token.address) || size === 0) throw new FrameRefusal('invalidRequest')
      if (time > session.serverNowMs() + AHEAD_MAX_MS) throw new FrameRefusal('invalidRequest')
      const contracts = [chain.vault, chain.token.address, config.registrationContract]
      const to = chainId === CHAIN_SOLANA ? readSolanaKey(recipient) : readEvmAddress(recipient)
      if (to === undefined || contracts.some((contract) => isSame(contract, to)))
        throw new FrameRefusal('invalidRecipient')
      const { userId, wallet } = await session.user()
      if (wallet === null) throw new FrameRefusal('walletLocked')
      const account = wallet.evmAddress.toLowerCase() as Address
      const tokenAddress = chain.token.address.toLowerCase()
      const action: SignedWithdraw = {
        kind: 'withdraw',
        time,
        nonce,
        account,
        recipient: to,
        token: tokenAddress,
        size,
        chainId,
      }
      const shown =
        chainId === CHAIN_SOLANA
          ? { chainName: 'Solana', recipient }
          : { chainName: chain.name, recipient: to }
      return { signature: await approved(action, shown, userId) }
    },
  }
}

/** The key of a wallet of Solana, as the signed tuple carries it. */
function readSolanaKey(address: string): Hex | undefined {
  const key = solanaPublicKey(address)
  return key && bytesToHex(key)
}

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
