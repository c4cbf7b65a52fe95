/**
 * Changes of the address book: who may be paid is said by the wallet's own key alone, after a press in this frame, at the
 * time of that press. What could not be paid is refused before the person is asked.
 */
import {
  actionDigest,
  type Address,
  CHAIN_SOLANA,
  type FrameAnswer,
  type FrameParams,
  solanaPublicKey,
  type SignedAddressBook,
  type WalletConfig,
} from '@vest/protocol'
import { keccak256, signDigest } from '@vest/sdk'
import { FrameRefusal } from '../bridge/frameRefusal.ts'
import type { FrameSession } from '../session/frameSession.ts'
import { readEvmAddress } from './evmAddressForm.ts'
import type { AddressBookQuestion, AskPerson } from './personQuestion.ts'
import type { SeedVault } from './seedVault.ts'

export interface AddressBookApprovals {
  approve(params: FrameParams<'addressBook.approve'>): Promise<FrameAnswer<'addressBook.approve'>>
}

export function createAddressBookApprovals(options: {
  readonly config: WalletConfig
  readonly session: FrameSession
  readonly vault: SeedVault
  readonly askPerson: AskPerson
}): AddressBookApprovals {
  const { config, session, vault, askPerson } = options
  return {
    async approve({ nonce, change, recipient, chain, label, days }) {
      const isPlace = change === 'SAVE' || change === 'REMOVE'
      if ((change === 'SAVE') !== (label !== '') || (change === 'LOCK') !== days > 0)
        throw new FrameRefusal('invalidRequest')
      const to = isPlace ? placeOf(config, recipient, chain) : undefined
      const { wallet } = await session.user()
      if (wallet === null) throw new FrameRefusal('walletLocked')
      const account = wallet.evmAddress.toLowerCase() as Address
      const shown: AddressBookQuestion = {
        kind: 'addressBook',
        account,
        change,
        label,
        days,
        recipient: to?.recipient ?? '',
        chainName: to?.chainName,
      }
      if (!(await askPerson(shown))) throw new FrameRefusal('userExited')
      const time = session.serverNowMs()
      const action: SignedAddressBook = {
        kind: 'addressBook',
        time,
        nonce,
        account,
        change,
        label,
        days,
        recipient: to?.recipient ?? '',
        chain: isPlace ? chain : '',
      }
      const signature = await vault.withKeys(({ evmKey, evmAddress }) => {
        if (evmAddress !== account) throw new FrameRefusal('walletLocked')
        return signDigest(actionDigest(action, keccak256), evmKey)
      })
      return { time, signature }
    },
  }
}

/** As its network writes it, and the name of the network; undefined = every EVM network. */
function placeOf(
  { chains, registrationContract }: WalletConfig,
  recipient: string,
  chain: string,
): { readonly recipient: string; readonly chainName: string | undefined } {
  if (chain === String(CHAIN_SOLANA)) {
    if (solanaPublicKey(recipient) === undefined) throw new FrameRefusal('invalidRecipient')
    return { recipient, chainName: 'Solana' }
  }
  const one = chains.find(({ chainId }) => String(chainId) === chain)
  if (chain !== 'EVM' && one === undefined) throw new FrameRefusal('unsupportedChain')
  const to = readEvmAddress(recipient)
  const contracts = [registrationContract, ...chains.flatMap(({ vault, token }) => [vault, token.address])]
  if (to === undefined || contracts.some((contract) => contract.toLowerCase() === to))
    throw new FrameRefusal('invalidRecipient')
  return { recipient: to, chainName: one?.name }
}
