import { z } from 'zod'
import { decimalText } from '../../wire/valueForms.ts'
import { PRIVATE } from '../access.ts'
import type { Call } from '../call.ts'

export const depositAddressesResponse = z.array(
  z.object({
    chainId: z.int(),
    networkType: z.int(),
    address: z.string(),
    memo: z.string().nullable(),
    tokens: z.array(z.string()),
    minDeposit: decimalText,
  }),
)
export type DepositAddressesResponse = z.infer<typeof depositAddressesResponse>

export const depositAddressesCall = {
  group: 'Money',
  method: 'GET',
  path: '/transfer/deposit/addresses',
  ...PRIVATE,
  summary: 'Where USDC may be sent from the address of the account, by chain.',
  answer: depositAddressesResponse,
  fields: {
    address: 'Where to send.',
    memo: 'To be sent along; null where none is needed.',
  },
  example: { answer: [] },
} as const satisfies Call
