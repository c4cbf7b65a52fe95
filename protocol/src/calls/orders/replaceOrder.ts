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
  example: {
    body: {
      cancel: {
        order: {
          time: 1700000000000,
          nonce: 1700000000002,
          id: '0xabababababababababababababababababababababababababababababababab',
        },
        signature:
          '0xcf4b4cc87cbb972691b816573c9597111e5e75f55ef09417005b39084fb97854562e17fd1863bd73fa70c46edc604e051db91c33015f01887dd485571be869b51c',
      },
      place: {
        order: {
          time: 1700000000000,
          nonce: 1700000000001,
          symbol: 'BTC-PERP',
          isBuy: true,
          size: '0.1000',
          orderType: 'LIMIT',
          limitPrice: '60000.00',
          reduceOnly: false,
          timeInForce: 'GTC',
        },
        signature:
          '0x1b341205d2e94b305006efe4872a086e734e838712d3192b1a883a0b4d8a2103214350c9ec196890f6d87321726628f28187aac217c4f11240832d9626b537101b',
      },
      recvWindow: 10000,
    },
    answer: { id: '0xabababababababababababababababababababababababababababababababab' },
  },
} as const satisfies Call
