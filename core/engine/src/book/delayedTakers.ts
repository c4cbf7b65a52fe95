/**
 * Delayed takers. Prices come from outside, so a trader who has seen the next price could take what is quoted
 * at the last one. A taker therefore waits for the first index price that is newer than itself, or for the
 * delay (a parameter; 0 = no delay), and then executes against the book of that moment. Makers and
 * cancellations never wait. A delayed order is not in the book yet: it reserves nothing, and its owner may
 * cancel it.
 */
import type { ErrorCode, Id } from '@vest/protocol'
import type { PlaceOrder } from '../api/index.ts'
import { addDelayed, type DelayedOrder, dropDelayed, emit, type Exchange } from '../state/index.ts'

export const waitingOrders = ({ delayed }: Exchange): DelayedOrder[] => [...delayed.byId.values()]

export const waitingOf = ({ delayed }: Exchange, accountId: number): DelayedOrder[] => [
  ...(delayed.byAccount.get(accountId)?.values() ?? []),
]

export function delayOrder(exchange: Exchange, delayed: DelayedOrder): void {
  addDelayed(exchange.delayed, delayed)
  emit(exchange, { kind: 'OrderUpdated', order: delayed.record })
}

/** If this order, made by the exchange itself, is delayed, it will close what is left. */
export function recordClosing({ delayed }: Exchange, { id }: PlaceOrder): void {
  const one = delayed.byId.get(id)
  if (one === undefined) return
  const closing: DelayedOrder = { ...one, isClosing: true }
  delayed.byId.set(id, closing)
  delayed.byAccount.get(one.accountId)!.set(id, closing)
}

/** The account's delayed order with this client id; nearly always none is delayed. */
export const findWaiting = (
  exchange: Exchange,
  accountId: number,
  clientId: string,
): DelayedOrder | undefined =>
  exchange.delayed.count === 0
    ? undefined
    : waitingOf(exchange, accountId).find(
        (one) => one.record.clientId === clientId && one !== exchange.delayed.detached,
      )

/** The account's delayed order with this id. */
export function findWaitingById({ delayed }: Exchange, accountId: number, id: Id): DelayedOrder | undefined {
  const one = delayed.count === 0 ? undefined : delayed.byId.get(id)
  return one?.accountId === accountId ? one : undefined
}

/** Takes out the matching orders, in order of arrival. */
export function takeDelayed(exchange: Exchange, isMeant: (one: DelayedOrder) => boolean): DelayedOrder[] {
  if (exchange.delayed.count === 0) return []
  const taken = waitingOrders(exchange).filter(isMeant)
  for (const one of taken) dropDelayed(exchange.delayed, one)
  return taken
}

/** Cancels delayed orders; the code gives the exchange's reason, 0 = their owner asked. */
export function cancelDelayed(exchange: Exchange, meant: readonly DelayedOrder[], code: ErrorCode | 0): Id[] {
  return meant.map((one) => {
    const { record } = one
    dropDelayed(exchange.delayed, one)
    const order = { ...record, status: 'CANCELLED' as const, ...(code === 0 ? {} : { code }) }
    emit(exchange, { kind: 'OrderUpdated', order })
    return record.id
  })
}

/** The delay has passed. */
export const isOverdue = ({ timeMs, parameters }: Exchange, { record }: DelayedOrder): boolean =>
  timeMs - record.postTimeMs >= parameters.takerDelayMs
