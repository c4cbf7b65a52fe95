import { z } from 'zod'
import { idResponse } from '../../wire/accountAnswers.ts'
import { integerInput } from '../../wire/valueForms.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'

export const profitWithdrawRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    size: integerInput,
    recipient: z.string().max(64),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type ProfitWithdrawRequest = z.infer<typeof profitWithdrawRequest>

export const withdrawProfitsCall = {
  group: 'Capital',
  method: 'POST',
  path: '/transfer/withdraw/profits',
  ...FULL,
  isSigned: true,
  summary: 'Takes profit out of a funded account; the owner gets 90 % of it.',
  body: profitWithdrawRequest,
  answer: idResponse,
  refusals: ['INVALID_NONCE', 'DECLINE_WITHDRAW_FROM_MOBILE', 'TRANSFER_DUPLICATE'],
  fields: {
    size: 'Amount in micro-dollars; signed as it is.',
  },
} as const satisfies Call
