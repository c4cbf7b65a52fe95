/** Where an account lets money leave for: saved addresses, the list that allows no others, and the lock of withdrawals. */
import type { AddressBookChangeKind, SignedAddressBook } from '@vest/protocol'
import { type SignedWriteError, ValidationError } from './errors.ts'
import { signedAccount } from './signedAccount.ts'
import { sendSigned, type SessionPort, type WriteOptions } from './signedWrite.ts'

/**
 * INVALID_SIGNATURE: not the account's primary key; ADDRESS_BOOK_FULL: remove an address first; ACTION_NOT_AVAILABLE: an
 * account of a Solana wallet or of Vest Capital.
 */
export type ChangeAddressBookError = SignedWriteError<'changeAddressBook'>

/** `chainId`: 0 = Solana; absent = every EVM chain. */
export type AddressBookIntent =
  | { readonly change: 'SAVE'; readonly recipient: string; readonly chainId?: number; readonly label: string }
  | { readonly change: 'REMOVE'; readonly recipient: string; readonly chainId?: number }
  | { readonly change: 'LIST_ON' | 'LIST_OFF' }
  | { readonly change: 'LOCK'; readonly days: number }

export interface SignedAddressBookChange {
  readonly time: number
  readonly signature: string
}

/** A person reads what the wallet shows: the window is the longest there is. */
const RECV_WINDOW_MS = 60_000

/** The parts of the tuple that the intent fills; the others are empty, or 0. */
export function addressBookParts(
  intent: AddressBookIntent,
): Pick<SignedAddressBook, 'change' | 'recipient' | 'chain' | 'label' | 'days'> {
  const { change } = intent
  const recipient = 'recipient' in intent ? writtenRecipient(intent.recipient) : ''
  const chain = 'recipient' in intent ? String(intent.chainId ?? 'EVM') : ''
  return {
    change,
    recipient,
    chain,
    label: 'label' in intent ? intent.label : '',
    days: 'days' in intent ? intent.days : 0,
  }
}

/** As its network writes it: hex in lower case; base58 knows upper and lower case. */
export const writtenRecipient = (recipient: string): string =>
  recipient.startsWith('0x') ? recipient.toLowerCase() : recipient

function orderOf(intent: AddressBookIntent, time: number, nonce: number) {
  const { change } = intent
  return {
    time,
    nonce,
    change,
    ...('recipient' in intent
      ? { recipient: writtenRecipient(intent.recipient), chainId: intent.chainId ?? null }
      : {}),
    ...('label' in intent ? { label: intent.label } : {}),
    ...('days' in intent ? { days: intent.days } : {}),
  }
}

const NEEDS_RECIPIENT: readonly AddressBookChangeKind[] = ['SAVE', 'REMOVE']

export const addressBook = (session: SessionPort) => {
  const send = (
    intent: AddressBookIntent,
    options: WriteOptions,
    sign: (time: number, nonce: number) => Promise<SignedAddressBookChange>,
  ) => {
    if (NEEDS_RECIPIENT.includes(intent.change) && !('recipient' in intent && intent.recipient !== ''))
      throw new ValidationError('recipient', 'Must be an address')
    return sendSigned(session, {
      call: 'changeAddressBook',
      kind: 'addressBook',
      nonces: 1,
      options: { recvWindow: RECV_WINDOW_MS, ...options },
      body: async ({ time, nonce, recvWindow }) => {
        const signed = await sign(time, nonce)
        return { order: orderOf(intent, signed.time, nonce), recvWindow, signature: signed.signature }
      },
    })
  }
  return {
    /**
     * One change, signed by the session's signer, which must be the primary key. What is looser holds after the cool-down;
     * the answer says when. Lost answers are not asked for: the book tells. Throws {@link ChangeAddressBookError}.
     */
    changeAddressBook: async (intent: AddressBookIntent, options: WriteOptions = {}) =>
      send(intent, options, async (time, nonce) => ({
        time,
        signature: await session.signer().sign({
          kind: 'addressBook',
          time,
          nonce,
          account: signedAccount(session),
          ...addressBookParts(intent),
        }),
      })),

    /** The same, signed elsewhere at a time of its own: by the frame of an embedded wallet, after a press. */
    changeAddressBookSignedBy: async (
      intent: AddressBookIntent,
      sign: (nonce: number) => Promise<SignedAddressBookChange>,
      options: WriteOptions = {},
    ) => send(intent, options, (_time, nonce) => sign(nonce)),
  }
}
