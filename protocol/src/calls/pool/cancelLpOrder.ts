import { idResponse } from '../../wire/accountAnswers.ts'
import { FULL } from '../access.ts'
import type { Call } from '../call.ts'
import { cancelRequest } from '../orders/cancelOrder.ts'

export const cancelLpOrderCall = {
  group: 'Pool',
  method: 'POST',
  path: '/lp/cancel',
  ...FULL,
  isSigned: true,
  summary:
    'Takes a scheduled withdrawal back: what has not been paid of it stays in the pool, free at once. Signed as the cancellation of an order; 3017 where it is paid, taken back, or of another account.',
  body: cancelRequest,
  answer: idResponse,
  refusals: ['INVALID_NONCE', 'ACCOUNT_NOT_FOUND', 'ORDER_STALE', 'DUPLICATE', 'ORDER_NOT_FOUND'],
  example: {
    body: {
      order: {
        time: 1700000000000,
        nonce: 1700000000011,
        id: '0xabababababababababababababababababababababababababababababababab',
      },
      recvWindow: 10000,
      signature:
        '0xd42c95f83f9be4bd5017082f876092734e25f34de22ea62f22b197facb9303ca050bfdb925cefec70b56efff8df5fa39ea719ce1f2309ed9bba9603082c1eada1c',
    },
    answer: { id: '0xabababababababababababababababababababababababababababababababab' },
  },
} as const satisfies Call
