/** Cancelling an order by the name that its owner gave it; also in HALT. */
import { REFUSAL } from '@vest/protocol'
import type { Answer, CancelClientOrder } from '../api/index.ts'
import { cancelDelayed, cancelOrder, waitingOf } from '../book/index.ts'
import { spendNonce } from '../keys/index.ts'
import { accountAt, type Exchange, findClientOrder, orderAt } from '../state/index.ts'

export function cancelClientOrder(exchange: Exchange, command: CancelClientOrder): Answer {
  const code = spendNonce(exchange, command)
  if (code !== 0) return { ok: false, code }
  const account = accountAt(exchange, command.account)
  const order = account && findClientOrder(exchange, account.id, command.clientId)
  if (order === undefined) {
    const own = account === undefined ? [] : waitingOf(exchange, account.id)
    const named = own.filter(({ record }) => record.clientId === command.clientId)
    const [waiting] = cancelDelayed(exchange, named, 0)
    return waiting === undefined ? { ok: false, code: REFUSAL.ORDER_NOT_FOUND } : { ok: true, id: waiting }
  }
  const { id } = orderAt(exchange.orderRows, order)
  cancelOrder(exchange, order, 0)
  return { ok: true, id }
}
