/** What stands in the way of saving an address, in the order in which it is said. */
import {
  ADDRESS_LABEL,
  ADDRESS_LABEL_MAX,
  CHAIN_SOLANA,
  isSolanaAddress,
  SAVED_ADDRESSES_MAX,
} from '@vest/protocol'
import { writtenRecipient, type AddressBookIntent } from '@vest/sdk'
import { isAddress } from 'viem'
import type { AddressBookFacts } from './addressBookFacts.ts'

export interface AddressDraft {
  readonly label: string
  /** 0 = Solana; undefined = every EVM chain. */
  readonly chainId: number | undefined
  readonly recipient: string
}

export type AddressProblem =
  | 'label-required'
  | 'label-invalid'
  | 'recipient-required'
  | 'recipient-invalid'
  | 'recipient-solana'
  /** It is in the book, for the same network. */
  | 'saved'
  | 'full'

export type AddressForm =
  | { readonly kind: 'blocked'; readonly problem: AddressProblem }
  | { readonly kind: 'ready'; readonly intent: Extract<AddressBookIntent, { readonly change: 'SAVE' }> }

/** Undefined: nothing stands in its way. */
export function labelProblem(text: string): 'label-required' | 'label-invalid' | undefined {
  const label = text.trim()
  if (label === '') return 'label-required'
  return ADDRESS_LABEL.test(label) && label.length <= ADDRESS_LABEL_MAX ? undefined : 'label-invalid'
}

export const isBookFull = ({ addresses }: Pick<AddressBookFacts, 'addresses'>): boolean =>
  addresses.length >= SAVED_ADDRESSES_MAX

export function checkAddress(draft: AddressDraft, facts: Pick<AddressBookFacts, 'addresses'>): AddressForm {
  const blocked = (problem: AddressProblem): AddressForm => ({ kind: 'blocked', problem })
  const { chainId } = draft
  const recipient = draft.recipient.trim()
  if (isBookFull(facts)) return blocked('full')
  const label = labelProblem(draft.label)
  if (label !== undefined) return blocked(label)
  if (recipient === '') return blocked('recipient-required')
  if (chainId === CHAIN_SOLANA) {
    if (!isSolanaAddress(recipient)) return blocked('recipient-solana')
  } else if (!isAddress(recipient) || /^0x0{40}$/.test(recipient)) return blocked('recipient-invalid')
  const written = writtenRecipient(recipient)
  if (facts.addresses.some((each) => each.recipient === written && each.chainId === chainId))
    return blocked('saved')
  return {
    kind: 'ready',
    intent: {
      change: 'SAVE',
      recipient: written,
      label: draft.label.trim(),
      ...(chainId === undefined ? {} : { chainId }),
    },
  }
}
