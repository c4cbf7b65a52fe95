/** Taker orders that wait for their delay, in the order of acceptance. */
import type { Id } from '@vest/protocol'
import type { MarketId, OrderRecord, PlaceOrder } from '../../api/index.ts'

export interface DelayedOrder {
  readonly command: PlaceOrder
  /** The order record that was published on arrival. */
  readonly record: OrderRecord
  readonly accountId: number
  readonly marketId: MarketId
  /** The order closes whatever remains of the position at execution: its command named no size. */
  readonly isClosing?: true
}

/**
 * The waiting orders in the order of acceptance, with an index by account: a cancellation, or a search for an
 * id, reads the orders of one account only.
 */
export class DelayedOrders {
  count = 0
  readonly byId = new Map<Id, DelayedOrder>()
  readonly byAccount = new Map<number, Map<Id, DelayedOrder>>()
  /** An order taken out while its replacement is checked. It keeps its place if the replacement is refused. */
  detached: DelayedOrder | undefined = undefined
}

export function addDelayed(delayed: DelayedOrders, one: DelayedOrder): void {
  const { record, accountId } = one
  delayed.count += 1
  delayed.byId.set(record.id, one)
  const own = delayed.byAccount.get(accountId) ?? new Map<Id, DelayedOrder>()
  delayed.byAccount.set(accountId, own.set(record.id, one))
}

export function dropDelayed(delayed: DelayedOrders, { record, accountId }: DelayedOrder): void {
  delayed.count -= 1
  delayed.byId.delete(record.id)
  const own = delayed.byAccount.get(accountId)!
  own.delete(record.id)
  if (own.size === 0) delayed.byAccount.delete(accountId)
}
