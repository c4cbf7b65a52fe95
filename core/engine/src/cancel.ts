/** Cancelling an order by its owner; also in HALT. */
import { accountAt } from './account.ts'
import type { CancelOrder } from './command.ts'
import type { Answer } from './event.ts'
import { cancelOrder as endLiveOrder } from './orderLife.ts'
import { isInWindow } from './placeOrder.ts'
import { isNonceUsed, useNonce } from './replayGuard.ts'
import type { Exchange } from './state.ts'

/** Refused: used nonce (3015), late (3004), unknown, finished or somebody else's (3017). */
export function cancelOrder(exchange: Exchange, command: CancelOrder): Answer {
  if (isNonceUsed(exchange, command.signer, command.nonce)) return { ok: false, code: 3015 }
  useNonce(exchange, command.signer, command.nonce)
  if (!isInWindow(exchange, command)) return { ok: false, code: 3004 }
  const order = exchange.orders.get(command.id)
  if (order === undefined || accountAt(exchange, command.account)?.id !== order.accountId)
    return { ok: false, code: 3017 }
  endLiveOrder(exchange, order)
  return { ok: true, id: command.id }
}
