/** Cancelling every open order of an account at once, oldest first, TP and SL included; also in HALT. */
import { REFUSAL, type Id } from '@vest/protocol'
import type { Answer, CancelAllOrders } from '../api/index.ts'
import { cancelDelayed, cancelOrder, waitingOf } from '../book/index.ts'
import { spendNonce } from '../keys/index.ts'
import { accountAt, type Exchange, liveOrders, marketOf } from '../state/index.ts'

/** With nothing to cancel it has done what was asked. */
export function cancelAllOrders(exchange: Exchange, command: CancelAllOrders): Answer {
  const code = spendNonce(exchange, command)
  if (code !== 0) return { ok: false, code }
  const account = accountAt(exchange, command.account)
  if (account === undefined) return { ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND }
  const market = command.symbol === undefined ? undefined : marketOf(exchange, command.symbol)
  if (command.symbol !== undefined && market === undefined) return { ok: false, code: REFUSAL.BAD_SYMBOL }
  const ids: Id[] = []
  for (const order of liveOrders(account)) {
    if (market !== undefined && order.marketId !== market.id) continue
    ids.push(order.id)
    cancelOrder(exchange, order.at, 0)
  }
  const waiting = waitingOf(exchange, account.id).filter(
    ({ marketId }) => market === undefined || marketId === market.id,
  )
  return { ok: true, ids: [...ids, ...cancelDelayed(exchange, waiting, 0)] }
}
