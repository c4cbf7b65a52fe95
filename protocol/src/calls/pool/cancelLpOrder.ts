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
} as const satisfies Call
