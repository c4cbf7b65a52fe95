/** Extras of an order (client id, legs, origin), stored when it is accepted. */
import type { Id } from '@vest/protocol'
import type { PlaceOrder } from '../api/index.ts'
import { type Exchange, type OrderExtras, putExtras } from '../state/index.ts'

/** Stores the extras of a command with the new row and, if the order replaces a leg, the leg's parent. */
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
