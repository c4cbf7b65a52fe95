import { z } from 'zod'
import { idResponse } from '../../wire/accountAnswers.ts'
import { ORDERS } from '../access.ts'
import type { Call } from '../call.ts'
import { cancelRequest } from './cancelOrder.ts'
import { orderRequest, placeOrderCall } from './placeOrder.ts'

/** A cancellation and an order, each signed by itself with a nonce of its own. */
export const replaceRequest = z.object({
  cancel: cancelRequest.pick({ order: true, signature: true }),
  place: orderRequest.pick({ order: true, signature: true }),
  recvWindow: z.number().nullish(),
})
export type ReplaceRequest = z.infer<typeof replaceRequest>

export const replaceOrderCall = {
  group: 'Orders',
  method: 'POST',
  path: '/orders/replace',
  ...ORDERS,
  summary:
    'Cancels an order and places another, together or not at all; refused, the new one is recorded and the old one stays.',
  body: replaceRequest,
  answer: idResponse,
  fields: {
    cancel: 'The order that makes room.',
    place: 'The order that takes the place.',
  },
  refusals: [...placeOrderCall.refusals, 'ORDER_STALE', 'ORDER_NOT_FOUND'],
} as const satisfies Call
