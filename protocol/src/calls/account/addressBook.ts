import { z } from 'zod'
import { timeMs } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const savedAddressRow = z.object({
  /** As its network writes it: lower-case hex, or base58 on Solana. */
  recipient: z.string(),
  /** 0 = Solana; null = every EVM chain. */
  chainId: z.int().nullable(),
  label: z.string(),
  /** While only saved addresses are paid, this one is paid from then on. */
  usableTime: timeMs,
})
export type SavedAddressRow = z.infer<typeof savedAddressRow>
export const addressBookResponse = z.object({
  /** In the order in which they were saved. */
  addresses: z.array(savedAddressRow),
  /** Only saved addresses are paid. */
  isListOn: z.boolean(),
  /** The list goes off then; null = it stays as it is. */
  listEndTime: timeMs.nullable(),
  /** Nothing leaves until then; null = not locked. */
  lockedUntil: timeMs.nullable(),
  /** Milliseconds until what is looser holds. */
  coolDown: z.int(),
  /** Addresses that withdrawals of the account have reached, the last one first; of the newest 1000 withdrawals. */
  paid: z.array(z.object({ recipient: z.string(), chainId: z.int(), lastTime: timeMs })),
})
export type AddressBookResponse = z.infer<typeof addressBookResponse>

export const addressBookCall = {
  group: 'Account',
  method: 'GET',
  path: '/account/addressBook',
  ...PRIVATE,
  summary: 'Saved addresses, whether only they are paid, the lock of withdrawals, and who was paid before.',
  answer: addressBookResponse,
  refusals: ['ACCOUNT_NOT_FOUND'],
  fields: { coolDown: 'Milliseconds until what is looser holds.' },
  example: {
    answer: {
      addresses: [
        {
          recipient: '0x1563915e194d8cfba1943570603f7606a3115508',
          chainId: null,
          label: 'Cold wallet',
          usableTime: 1700000000000,
        },
      ],
      isListOn: true,
      listEndTime: null,
      lockedUntil: null,
      coolDown: 86400000,
      paid: [],
    },
  },
} as const satisfies Call
