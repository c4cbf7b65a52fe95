import { z } from 'zod'
import { address, hex } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const strayClaimRequest = z.object({
  chainId: z.int(),
  /** Null or absent: the chain's own coin. */
  token: address.nullish(),
})
export type StrayClaimRequest = z.infer<typeof strayClaimRequest>
export const strayClaimResponse = z.object({ txHash: hex })
export type StrayClaimResponse = z.infer<typeof strayClaimResponse>

export const claimStrayCall = {
  group: 'Money',
  method: 'POST',
  path: '/transfer/suspense/claim',
  ...FULL,
  summary:
    'Sends a token or coin that lies at the deposit address of the account to the address of the account itself.',
  body: strayClaimRequest,
  answer: strayClaimResponse,
  example: {
    body: { chainId: 42161, token: '0xaf88d065e77c8cc2239327c5edb3a432268e5831' },
    answer: { txHash: '0xabababababababababababababababababababababababababababababababab' },
  },
} as const satisfies Call
