/**
 * The store of order extras and the index of client ids. A flag in its row marks an order with extras; no
 * other order costs a lookup here.
 */
import type { Exchange } from '../exchange.ts'
import type { OrderExtras } from '../tables/order.ts'
import { ACCOUNT_ID, FLAGS, HAS_EXTRAS, HAS_LEGS } from '../tables/orderLayout.ts'

/** Without extras the order stays as it is. */
export function putExtras(exchange: Exchange, order: number, extras: OrderExtras): void {
  if (Object.keys(extras).length === 0) return
  const { int32s } = exchange.orderRows
  const isParent = extras.takeProfit !== undefined || extras.stopLoss !== undefined
  int32s[2 * order + FLAGS] = int32s[2 * order + FLAGS]! | HAS_EXTRAS | (isParent ? HAS_LEGS : 0)
  exchange.orderRows.extras.set(order, extras)
}

export const clientKey = (accountId: number, clientId: string): string => `${accountId} ${clientId}`

/** Reference of the account's open order with this client id. */
export const findClientOrder = (
  exchange: Exchange,
  accountId: number,
  clientId: string,
): number | undefined => exchange.clientIds.get(clientKey(accountId, clientId))

/** Adds or removes the client id of an order that goes live or ends. */
export function recordClientId(exchange: Exchange, order: number, isLive: boolean): void {
  const clientId = exchange.orderRows.extras.get(order)?.clientId
  if (clientId === undefined) return
  const key = clientKey(exchange.orderRows.int32s[2 * order + ACCOUNT_ID]!, clientId)
  if (isLive) exchange.clientIds.set(key, order)
  else exchange.clientIds.delete(key)
}
