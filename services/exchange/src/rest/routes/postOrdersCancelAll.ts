/** POST /orders/cancelAll: every open order, TP and SL included, oldest first; also in HALT. */
import { bulkWrite } from '../bulkWrite.ts'
import { keyRoute } from '../route.ts'

export const postOrdersCancelAll = keyRoute('cancelAllOrders', (edge, request, caller) =>
  bulkWrite(edge, request, caller, 'cancelAll'),
)
