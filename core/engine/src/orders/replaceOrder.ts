/**
 * One order in the place of another: the new one is judged as if the old one were gone, and either both happen or
 * neither. So a stop or a take profit is moved without a moment in which nothing protects the position. The new order
 * has an id and a record of its own; the old one is CANCELLED. A new order of which nothing would come (refused, or
 * cancelled without a fill) leaves the old one where it stands, with its turn.
 */
import { REFUSAL, type ErrorCode } from '@vest/protocol'
import type { Answer, CancelOrder, PlaceOrder, ReplaceOrder } from '../api/index.ts'
import {
  cancelDelayed,
  endDetached,
  findWaitingById,
  detachOrder,
  NOTHING_DETACHED,
  reattachOrder,
} from '../book/index.ts'
import { isIdKnown, isNonceUsed, isUnspent, noncesOf, spendNonce, takeId, useNonce } from '../keys/index.ts'
import { finishCross } from '../matching/index.ts'
import {
  accountAt,
  CANCELLED,
  type CommandRows,
  type Exchange,
  findOrder,
  NONE,
  type Order,
  REJECTED,
  writeOrder,
} from '../state/index.ts'
import { areLegsUsed, hasLegs, takeLegs } from './legChecks.ts'
import { admitOrder } from './placeOrder.ts'

export function replaceOrder(exchange: Exchange, { cancel, place }: ReplaceOrder): Answer {
  const { row } = exchange.work
  const account = accountAt(exchange, place.account)
  const signer = noncesOf(exchange, place.signer).index
  const marketId = exchange.marketIds.get(place.symbol) ?? NONE
  writeOrder(row, 0, place, account?.id ?? NONE, signer, marketId)
  const code = takeBoth(exchange, row, cancel, place)
  if (code !== 0) return { ok: false, code }
  const market = exchange.markets[marketId]
  // While nothing is lifted: what is filled may be the order itself, or what it hangs on.
  if (market?.isCrossPending === true) finishCross(exchange, market)
  const before = findOrder(exchange.orders, cancel.id)
  if (before === undefined) return replaceWaiting(exchange, row, cancel, place)
  if (!isOwn(exchange, before, cancel, place)) return { ok: false, code: REFUSAL.ORDER_NOT_FOUND }

  const detached = detachOrder(exchange, before.at)
  const order = admitOrder(exchange, row, 0, place, detached)
  if (hasCome(exchange, order)) endDetached(exchange, detached)
  else reattachOrder(exchange, detached)
  return { ok: true, id: place.id }
}

/**
 * The order that makes room waits for a price (`delayedTakers.ts`): it is open, and may be replaced by one that rests.
 */
function replaceWaiting(
  exchange: Exchange,
  row: CommandRows,
  cancel: CancelOrder,
  place: PlaceOrder,
): Answer {
  const accountId = accountAt(exchange, cancel.account)?.id ?? NONE
  const one = findWaitingById(exchange, accountId, cancel.id)
  if (one === undefined || !isOwn(exchange, one, cancel, place))
    return { ok: false, code: REFUSAL.ORDER_NOT_FOUND }
  const { delayed } = exchange
  delayed.detached = one
  const order = admitOrder(exchange, row, 0, place, NOTHING_DETACHED)
  delayed.detached = undefined
  if (hasCome(exchange, order)) cancelDelayed(exchange, [one], 0)
  return { ok: true, id: place.id }
}

/**
 * 0, or why nothing happens: a nonce or an id was used (3015, which uses nothing up), or the cancellation is out of its
 * window (3004).
 */
function takeBoth(
  exchange: Exchange,
  row: CommandRows,
  cancel: CancelOrder,
  place: PlaceOrder,
): ErrorCode | 0 {
  const signer = noncesOf(exchange, place.signer).index
  const nonces = [place.nonce, place.takeProfit?.nonce, place.stopLoss?.nonce]
  if (isNonceUsed(exchange, noncesOf(exchange, cancel.signer).index, cancel.nonce)) return REFUSAL.DUPLICATE
  if (cancel.signer === place.signer && nonces.includes(cancel.nonce)) return REFUSAL.DUPLICATE
  if (isNonceUsed(exchange, signer, place.nonce) || isIdKnown(exchange, row.int32s, row.idAt(0)))
    return REFUSAL.DUPLICATE
  if (areLegsUsed(exchange, signer, place)) return REFUSAL.DUPLICATE
  const code = spendNonce(exchange, cancel)
  if (code !== 0 && isUnspent(exchange, cancel.orderTimeMs)) return code
  useNonce(exchange, signer, place.nonce, place.orderTimeMs)
  takeId(exchange, row.int32s, row.idAt(0))
  if (hasLegs(place)) takeLegs(exchange, signer, place)
  return code
}

const isOwn = (
  exchange: Exchange,
  { accountId }: Pick<Order, 'accountId'>,
  cancel: CancelOrder,
  place: PlaceOrder,
): boolean =>
  accountAt(exchange, cancel.account)?.id === accountId &&
  accountAt(exchange, place.account)?.id === accountId

/** It fills or rests. */
function hasCome(exchange: Exchange, order: number): boolean {
  if (order === NONE) return false
  const orders = exchange.orderRows
  if (orders.status(order) === REJECTED) return false
  return orders.status(order) !== CANCELLED || orders.filledSize(order) > 0
}
