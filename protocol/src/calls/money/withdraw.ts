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
  example: {
    body: {
      order: {
        time: 1700000000000,
        nonce: 1700000000009,
        recipient: '0x1563915e194d8cfba1943570603f7606a3115508',
        token: '0xaf88d065e77c8cc2239327c5edb3a432268e5831',
        size: 2000000,
        chainId: 42161,
      },
      execute: true,
      recvWindow: 10000,
      signature:
        '0x99f1476127621a6beff14ca97e8a6cdd31a57d7050cfc2f8507b693cb1c9dde009c4af93d2723003f24fb7e00fdcdec6b55cd857d2403453f6a914580c9ae82f1b',
    },
    answer: { id: '0xabababababababababababababababababababababababababababababababab' },
  },
} as const satisfies Call
