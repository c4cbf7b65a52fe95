/**
 * Orders that would take, held back: where prices come from outside, somebody who has seen the next one could take what
 * is quoted at the last. So an order that takes waits for the first index price that is younger than itself, or for the
 * delay (a parameter; 0 = nobody waits), and meets the book as it is then. Whoever makes or cancels never waits. What
 * waits is no order of the book yet: it reserves nothing, and its owner may cancel it.
 */
import type { PlaceOrder } from '../api/index.ts'
import { addDelayed, type DelayedOrder, dropDelayed, emit, type Exchange } from '../state/index.ts'
import type { ErrorCode, Id } from '@vest/protocol'

export const waitingOrders = ({ delayed }: Exchange): DelayedOrder[] => [...delayed.byId.values()]

export const waitingOf = ({ delayed }: Exchange, accountId: number): DelayedOrder[] => [
  ...(delayed.byAccount.get(accountId)?.values() ?? []),
]

export function delayOrder(exchange: Exchange, delayed: DelayedOrder): void {
  addDelayed(exchange.delayed, delayed)
  emit(exchange, { kind: 'OrderUpdated', order: delayed.record })
}

/** If this order of the exchange's own making waits, it will close what is left. */
export function noteClosing({ delayed }: Exchange, { id }: PlaceOrder): void {
  const one = delayed.byId.get(id)
  if (one === undefined) return
  const closing: DelayedOrder = { ...one, isClosing: true }
  delayed.byId.set(id, closing)
  delayed.byAccount.get(one.accountId)!.set(id, closing)
}

/** Whom the account calls so among those that wait; nearly always nobody waits. */
export const findWaiting = (
  exchange: Exchange,
  accountId: number,
  clientId: string,
): DelayedOrder | undefined =>
  exchange.delayed.count === 0
    ? undefined
    : waitingOf(exchange, accountId).find(
        (one) => one.record.clientId === clientId && one !== exchange.delayed.lifted,
      )

/** The order of this id and account among those that wait. */
export function findWaitingById({ delayed }: Exchange, accountId: number, id: Id): DelayedOrder | undefined {
  const one = delayed.count === 0 ? undefined : delayed.byId.get(id)
  return one?.accountId === accountId ? one : undefined
}

/** Takes out, in the order in which they came, those that are asked for. */
export function takeDelayed(exchange: Exchange, isMeant: (one: DelayedOrder) => boolean): DelayedOrder[] {
  if (exchange.delayed.count === 0) return []
  const taken = waitingOrders(exchange).filter(isMeant)
  for (const one of taken) dropDelayed(exchange.delayed, one)
  return taken
}

/** Cancels them; the code tells why the exchange did it, 0 = their owner asked. */
export function cancelDelayed(exchange: Exchange, meant: readonly DelayedOrder[], code: ErrorCode | 0): Id[] {
  return meant.map((one) => {
    const { record } = one
    dropDelayed(exchange.delayed, one)
    const order = { ...record, status: 'CANCELLED' as const, ...(code === 0 ? {} : { code }) }
    emit(exchange, { kind: 'OrderUpdated', order })
    return record.id
  })
}

/** The time of the delay is over. */
export const isOverdue = ({ timeMs, parameters }: Exchange, { record }: DelayedOrder): boolean =>
  timeMs - record.postTimeMs >= parameters.takerDelayMs
