import { z } from 'zod'
import { idResponse } from '../../wire/accountAnswers.ts'
import { integerInput } from '../../wire/valueForms.ts'
import { CANCELS } from '../access.ts'
import type { Call } from '../call.ts'

export const cancelRequest = z.object({
  order: z.object({ id: z.string().max(80), nonce: integerInput, time: z.number() }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type CancelRequest = z.infer<typeof cancelRequest>

export const cancelOrderCall = {
  group: 'Orders',
  method: 'POST',
  path: '/orders/cancel',
  ...CANCELS,
  summary:
    'Cancels an open order. One that is finished is told under 200 with code 3017: nothing is left to cancel.',
  query: {
    strict: { schema: z.enum(['0', '1']), text: '1: code 3017 comes with status 400 in every case.' },
  },
  body: cancelRequest,
  answer: idResponse,
  refusals: ['INVALID_NONCE', 'ACCOUNT_NOT_FOUND', 'DUPLICATE', 'ORDER_NOT_FOUND'],
  fields: {
    id: 'Of the order.',
  },
  example: {
    body: {
      order: {
        time: 1700000000000,
        nonce: 1700000000003,
        id: '0xabababababababababababababababababababababababababababababababab',
      },
      recvWindow: 10000,
      signature:
        '0x27631e0d5f60a3a7468d1a7e812ce0ea7ed24f0cfe7cffc280b752ea18bc81be10e4720226f8108ec85d60090675e57348ec62c44dabcbb8882851938ce2821e1b',
    },
    answer: { id: '0xabababababababababababababababababababababababababababababababab' },
  },
} as const satisfies Call
