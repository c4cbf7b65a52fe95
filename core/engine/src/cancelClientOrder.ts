/** Cancelling an order by the name that its owner gave it; also in HALT. */
import { accountAt } from './account.ts'
import type { CancelClientOrder } from './command.ts'
import type { Answer } from './event.ts'
import { orderAt } from './order.ts'
import { findClientOrder } from './orderExtras.ts'
import { cancelOrder } from './orderLife.ts'
import { spendNonce } from './signedCommand.ts'
import type { Exchange } from './state.ts'
import { cancelDelayed, type DelayedOrder } from './takerDelay.ts'

export function cancelClientOrder(exchange: Exchange, command: CancelClientOrder): Answer {
  const code = spendNonce(exchange, command)
  if (code !== 0) return { ok: false, code }
  const account = accountAt(exchange, command.account)
  const order = account && findClientOrder(exchange, account.id, command.clientId)
  if (order === undefined) {
    const isMeant = (one: DelayedOrder): boolean =>
      one.accountId === account?.id && one.record.clientId === command.clientId
    const [waiting] = cancelDelayed(exchange, isMeant, 0)
    return waiting === undefined ? { ok: false, code: 3017 } : { ok: true, id: waiting }
  }
  const { id } = orderAt(exchange.orderRows, order)
  cancelOrder(exchange, order, 0)
  return { ok: true, id }
}
