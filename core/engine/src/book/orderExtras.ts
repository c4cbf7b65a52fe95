/**
 * What few orders have, beside the rows that all have: a name given by the trader, legs that ride on the order, the
 * order that a leg came with. An order with any of it has a flag in its row; every other one is never looked up here.
 */
import type { PlaceOrder } from '../api/index.ts'
import { type Exchange, type OrderExtras, putExtras } from '../state/index.ts'
import type { Id } from '@vest/protocol'

/** Puts beside a new row what its command brings and, where it takes the place of a leg, that leg's parent. */
export function attachExtras(
  exchange: Exchange,
  order: number,
  command: PlaceOrder | undefined,
  parentId?: Id,
): void {
  const extras: { -readonly [Key in keyof OrderExtras]: OrderExtras[Key] } = {}
  if (command?.clientId !== undefined) extras.clientId = command.clientId
  if (command?.takeProfit !== undefined) extras.takeProfit = command.takeProfit
  if (command?.stopLoss !== undefined) extras.stopLoss = command.stopLoss
  if (parentId !== undefined) extras.parentId = parentId
  putExtras(exchange, order, extras)
}
