/**
 * Orders that would take, held back: where prices come from outside, somebody who has seen the next one could take what
 * is quoted at the last. So an order that takes waits for the first index price that is younger than itself, or for the
 * delay (a parameter; 0 = nobody waits), and meets the book as it is then. Whoever makes or cancels never waits. What
 * waits is no order of the book yet: it reserves nothing, and its owner may cancel it.
 */
import type { ErrorCode, Id } from '@vest/protocol'
import type { MarketId, PlaceOrder } from './command.ts'
import type { OrderRecord } from './event.ts'
import { emit, type Exchange } from './state.ts'

export interface DelayedOrder {
  readonly command: PlaceOrder
  /** As it was told when it came. */
  readonly record: OrderRecord
  readonly accountId: number
  readonly marketId: MarketId
}

export function delayOrder(exchange: Exchange, delayed: DelayedOrder): void {
  exchange.delayed.push(delayed)
  emit(exchange, { kind: 'OrderUpdated', order: delayed.record })
}

/** Whom the account calls so among those that wait; nearly always nobody waits. */
export const findWaiting = (
  { delayed }: Exchange,
  accountId: number,
  clientId: string,
): DelayedOrder | undefined =>
  delayed.find((one) => one.accountId === accountId && one.record.clientId === clientId)

/** Takes out, in the order in which they came, those that are asked for. */
export function takeDelayed(exchange: Exchange, isMeant: (one: DelayedOrder) => boolean): DelayedOrder[] {
  if (exchange.delayed.length === 0) return []
  const taken: DelayedOrder[] = []
  const left: DelayedOrder[] = []
  for (const one of exchange.delayed) (isMeant(one) ? taken : left).push(one)
  if (taken.length > 0) exchange.delayed = left
  return taken
}

/** Cancels them; the code tells why the exchange did it, 0 = their owner asked. */
export function cancelDelayed(
  exchange: Exchange,
  isMeant: (one: DelayedOrder) => boolean,
  code: ErrorCode | 0,
): Id[] {
  return takeDelayed(exchange, isMeant).map(({ record }) => {
    const order = { ...record, status: 'CANCELLED' as const, ...(code === 0 ? {} : { code }) }
    emit(exchange, { kind: 'OrderUpdated', order })
    return record.id
  })
}

/** The time of the delay is over. */
export const isOverdue = ({ timeMs, parameters }: Exchange, { record }: DelayedOrder): boolean =>
  timeMs - record.postTimeMs >= parameters.takerDelayMs
