import { z } from 'zod'
import { walletProof } from '../../wire/outsideParts.ts'
import { timeMs } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const capitalCheckoutRequest = z.object({
  address: z.string().max(64),
  priceId: z.string().max(128),
  /** That of the sign-in. */
  email: z.string().max(320),
  /** Proves that the buyer has signed in and that the account of the key is of their embedded wallet. */
  accessToken: z.string().max(8192).nullish(),
  proof: walletProof.nullish(),
})
export type CapitalCheckoutRequest = z.infer<typeof capitalCheckoutRequest>
export const capitalCheckoutResponse = z.object({
  url: z.string(),
  session_id: z.string(),
  expires_time: timeMs,
})
export type CapitalCheckoutResponse = z.infer<typeof capitalCheckoutResponse>

export const capitalCheckoutCall = {
  group: 'Capital',
  method: 'POST',
  path: '/capital/checkoutSession',
  ...FULL,
  outside: 'capital',
  summary: 'Begins the payment of a plan: the page to send the buyer to.',
  body: capitalCheckoutRequest,
  answer: capitalCheckoutResponse,
  refusals: ['INVALID_SIGNATURE', 'ACCOUNT_NOT_FOUND'],
  fields: {
    email: 'Where the receipt goes.',
    session_id: 'Of the checkout.',
  },
  example: {
    body: {
      address: '0x1563915e194d8cfba1943570603f7606a3115508',
      priceId: 'price_10k',
      email: 'ada@example.org',
    },
    answer: { url: 'https://checkout.example/pay', session_id: 'cs_1', expires_time: 1700000000000 },
  },
} as const satisfies Call
