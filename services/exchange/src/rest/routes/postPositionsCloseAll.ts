/**
 * POST /positions/closeAll: one reduce-only MARKET order per position at the default slippage. What cannot close
 * says why on the record of its order; the call has succeeded all the same.
 */
import { bulkWrite } from '../bulkWrite.ts'
import { keyRoute } from '../route.ts'

export const postPositionsCloseAll = keyRoute('closeAllPositions', (edge, request, caller) =>
  bulkWrite(edge, request, caller, 'closeAll'),
)
