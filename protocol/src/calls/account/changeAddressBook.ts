import { z } from 'zod'
import { ADDRESS_BOOK_CHANGES } from '../../enums.ts'
import { integerInput } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { addressBookCall, addressBookResponse } from './addressBook.ts'

/** One change, signed by the account's primary key. A field that the change does not need must be absent or null. */
export const addressBookRequest = z.strictObject({
  order: z.strictObject({
    time: z.number(),
    nonce: integerInput,
    change: z.enum(ADDRESS_BOOK_CHANGES),
    /** SAVE and REMOVE. */
    recipient: z.string().max(64).nullish(),
    /** SAVE and REMOVE: 0 = Solana; null or absent = every EVM chain. */
    chainId: z.number().nullish(),
    /** SAVE: one to 32 characters. */
    label: z.string().max(64).nullish(),
    /** LOCK: one to 30. */
    days: z.number().nullish(),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type AddressBookRequest = z.infer<typeof addressBookRequest>

export const changeAddressBookCall = {
  group: 'Account',
  method: 'POST',
  path: '/account/addressBook',
  ...FULL,
  isSigned: true,
  summary:
    'Saves or removes an address, switches the list of saved addresses on or off, or locks withdrawals. Stricter holds at once, looser after the cool-down.',
  body: addressBookRequest,
  answer: addressBookResponse,
  refusals: ['INVALID_NONCE', 'ACCOUNT_NOT_FOUND', 'ORDER_STALE', 'DUPLICATE', 'ADDRESS_BOOK_FULL'],
  fields: {
    change: 'What is done: SAVE, REMOVE, LIST_ON, LIST_OFF or LOCK.',
    coolDown: 'Milliseconds until what is looser holds.',
    days: 'For how many days nothing leaves; a lock is never shortened.',
  },
  example: {
    body: {
      order: {
        time: 1700000000000,
        nonce: 1700000000011,
        change: 'SAVE',
        recipient: '0x1563915e194d8cfba1943570603f7606a3115508',
        chainId: null,
        label: 'Cold wallet',
      },
      recvWindow: 60000,
      signature:
        '0x99f1476127621a6beff14ca97e8a6cdd31a57d7050cfc2f8507b693cb1c9dde009c4af93d2723003f24fb7e00fdcdec6b55cd857d2403453f6a914580c9ae82f1b',
    },
    answer: addressBookCall.example.answer,
  },
} as const satisfies Call
