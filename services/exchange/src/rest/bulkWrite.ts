/**
 * What cancelling all orders and closing all positions have in common: the same body, of one market or of all, and
 * an answer with the ids of what was cancelled or made. Nothing to do is a success.
 */
import { bulkRequest, type IdsResponse, type SignedBulk, REFUSAL } from '@vest/protocol'
import type { Caller } from '../caller.ts'
import type { WritePorts } from '../edge.ts'
import { admitWrite, checkFresh, proveWrite, submitWrite } from '../orders/accountWrite.ts'
import { isRefusal, refuse, type Refusal } from '../refusal.ts'
import { readBody } from './readBody.ts'
import type { RouteRequest } from './route.ts'

const COMMANDS = { cancelAll: 'CancelAllOrders', closeAll: 'CloseAllPositions' } as const

export async function bulkWrite(
  edge: WritePorts,
  request: RouteRequest,
  caller: Caller,
  kind: SignedBulk['kind'],
): Promise<IdsResponse | Refusal> {
  const body = readBody(bulkRequest, request.body)
  if (isRefusal(body)) return body
  const admitted = await admitWrite(edge, caller, body)
  if (isRefusal(admitted)) return admitted
  // Without a market the signature covers "", so an empty text says the same as none.
  const symbol = body.order.symbol ?? ''
  if (symbol !== '' && edge.view.market(symbol) === undefined) return refuse(REFUSAL.BAD_SYMBOL)
  const { time, nonce } = admitted
  const action: SignedBulk = { kind, time, nonce, symbol }
  const stale = await checkFresh(edge, caller, admitted, action, body.signature)
  if (stale) return stale
  const signed = await proveWrite(edge, caller, admitted, action, body.signature, request)
  if (isRefusal(signed)) return signed
  const done = await submitWrite(edge, {
    kind: COMMANDS[kind],
    ...signed,
    ...(symbol === '' ? {} : { symbol }),
  })
  if (isRefusal(done)) return done
  return { ids: [...(done.ids ?? [])] }
}
