import { z } from 'zod'
import { idResponse } from '../../wire/accountAnswers.ts'
import { integerInput } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const withdrawRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    recipient: z.string().max(64),
    token: z.string().max(64),
    size: integerInput,
    chainId: z.number(),
  }),
  execute: z.boolean().nullish(),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type WithdrawRequest = z.infer<typeof withdrawRequest>

export const withdrawCall = {
  group: 'Money',
  method: 'POST',
  path: '/transfer/withdraw',
  ...FULL,
  isSigned: true,
  summary: 'Asks for a withdrawal to a chain.',
  body: withdrawRequest,
  answer: idResponse,
  refusals: ['INVALID_NONCE', 'DECLINE_WITHDRAW_FROM_MOBILE', 'TRANSFER_DUPLICATE'],
  fields: {
    size: 'Amount in micro-dollars; signed as it is.',
  },
} as const satisfies Call
