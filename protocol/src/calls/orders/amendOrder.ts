import { z } from 'zod'
import { idResponse } from '../../wire/accountAnswers.ts'
import { integerInput } from '../../wire/valueForms.ts'
import { ORDERS } from '../access.ts'
import type { Call } from '../call.ts'

export const amendRequest = z.object({
  order: z.object({
    time: z.number(),
    nonce: integerInput,
    id: z.string().max(80),
    size: z.string(),
    limitPrice: z.string(),
  }),
  recvWindow: z.number().nullish(),
  signature: z.string().max(256),
})
export type AmendRequest = z.infer<typeof amendRequest>

export const amendOrderCall = {
  group: 'Orders',
  method: 'POST',
  path: '/orders/amend',
  ...ORDERS,
  summary: 'Gives a resting LIMIT order another size or price; smaller at the same price, it keeps its turn.',
  body: amendRequest,
  answer: idResponse,
} as const satisfies Call
