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
  example: {
    body: {
      order: {
        time: 1700000000000,
        nonce: 1700000000008,
        size: 1000000,
        recipient: '0x1563915e194d8cfba1943570603f7606a3115508',
      },
      recvWindow: 10000,
      signature:
        '0xbd0741232ae3c7a5015bfce63970464afd5935b3770207bfce9c58ac474149ca68668911e5bd1c0b90403e7b37706a13955c245475b02990be92c6b099f5168e1b',
    },
    answer: { id: '0xabababababababababababababababababababababababababababababababab' },
  },
} as const satisfies Call
