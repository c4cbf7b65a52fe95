/** Cancelling an order by its owner; also in HALT. */
import { accountAt } from './account.ts'
import type { CancelOrder } from './command.ts'
import type { Answer } from './event.ts'
import { textPrint } from './textPrint.ts'
import { findOrder } from './orderIndex.ts'
import { cancelOrder as endLiveOrder } from './orderLife.ts'
import { isInWindow } from './placeOrder.ts'
import { isNonceUsed, noncesOf, useNonce } from './replayGuard.ts'
import type { Exchange } from './state.ts'

/** Refused: used nonce (3015), late (3004), unknown, finished or somebody else's (3017). */
export function cancelOrder(exchange: Exchange, command: CancelOrder): Answer {
  const order = findOrder(exchange.orders, command.id, textPrint(command.id))
  // The owner of the order is nearly always who asks, and is at hand.
  const owner = order === undefined ? undefined : exchange.accounts[order.accountId]!
  const account = owner?.address === command.account ? owner : accountAt(exchange, command.account)
  const nonces = noncesOf(exchange, account, command.signer)
  if (isNonceUsed(nonces, command.nonce)) return { ok: false, code: 3015 }
  useNonce(exchange, nonces, command.nonce)
  if (!isInWindow(exchange, command.orderTimeMs, command.recvWindowMs)) return { ok: false, code: 3004 }
  if (order === undefined || owner !== account) return { ok: false, code: 3017 }
  endLiveOrder(exchange, order)
  return { ok: true, id: command.id }
}
