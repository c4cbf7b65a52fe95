/** Taking orders that wait for their delay, in the order of acceptance. */
import type { MarketId, OrderRecord, PlaceOrder } from '../../api/index.ts'
import type { Id } from '@vest/protocol'

export interface DelayedOrder {
  readonly command: PlaceOrder
  /** As it was told when it came. */
  readonly record: OrderRecord
  readonly accountId: number
  readonly marketId: MarketId
  /** It closes what is left by then: its owner has asked for all and named no size. */
  readonly isClosing?: true
}

/**
 * Those that wait, in the order in which they came, and of each account its own: whoever cancels, or asks for a name,
 * looks at nobody else's.
 */
export class DelayedOrders {
  count = 0
  readonly byId = new Map<Id, DelayedOrder>()
  readonly byAccount = new Map<number, Map<Id, DelayedOrder>>()
  /** Makes room for another one, and keeps its turn should that not come: until then its name is free. */
  lifted: DelayedOrder | undefined = undefined
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
