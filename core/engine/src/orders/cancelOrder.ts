/** Cancelling an order by its owner; also in HALT. */
import { REFUSAL, type ErrorCode } from '@vest/protocol'
import { cancelDelayed, cancelOrder as endLiveOrder } from '../book/index.ts'
import { spendNonceOf } from '../keys/index.ts'
import { type CommandRows, type Exchange, findOrderAt, NONE } from '../state/index.ts'

/** 0, or why not: used nonce (3015), late (3004), unknown, finished or of another account (3017). */
export function cancelOrder(exchange: Exchange, rows: CommandRows, at: number): ErrorCode | 0 {
  const accountId = rows.accountId(at)
  const signer = rows.signer(at)
  const nonce = rows.nonce(at)
  const signedMs = rows.signedMs(at)
  const code = spendNonceOf(exchange, signer, nonce, signedMs, rows.windowMs(at))
  if (code !== 0) return code
  const order = findOrderAt(exchange.orders, rows.int32s, rows.idAt(at))
  if (order === NONE && cancelWaiting(exchange, rows, at, accountId)) return 0
  if (order === NONE || exchange.orderRows.accountId(order) !== accountId) return REFUSAL.ORDER_NOT_FOUND
  endLiveOrder(exchange, order, 0)
  return 0
}

/** One that waits for a price. */
function cancelWaiting(exchange: Exchange, rows: CommandRows, at: number, accountId: number): boolean {
  if (exchange.delayed.count === 0) return false
  const one = exchange.delayed.byId.get(rows.id(at))
  return one?.accountId === accountId && cancelDelayed(exchange, [one], 0).length > 0
}
