/** Reduce-only orders must reduce the position, and the sum of each kind must not exceed it. */
import { REFUSAL, type ErrorCode } from '@vest/protocol'
import {
  type Exchange,
  findPosition,
  isTriggerType,
  type Market,
  MARKET,
  NONE,
  orderRefsIn,
} from '../state/index.ts'

export function reduceOnlyRefusal(
  exchange: Exchange,
  accountId: number,
  market: Market,
  type: number,
  isBuy: boolean,
  size: number,
): ErrorCode | 0 {
  const positions = exchange.positionRows
  const position = findPosition(exchange.accountRows, positions, accountId, market.id)
  if (position === NONE) return REFUSAL.REDUCE_ONLY_INCREASES
  if (positions.isLong(position) === isBuy)
    return isTriggerType(type) ? REFUSAL.INCREASE_WITH_SL_TP : REFUSAL.REDUCE_ONLY_INCREASES
  const held = positions.size(position)
  if (type === MARKET) return size > held ? REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE : 0
  return reduceOnlySum(exchange, accountId, market.id, type) + size > held
    ? REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE
    : 0
}

/** Sum of the remaining lots of the open reduce-only orders of one kind. */
export function reduceOnlySum(exchange: Exchange, accountId: number, marketId: number, type: number): number {
  const orders = exchange.orderRows
  let sum = 0
  for (const order of orderRefsIn(exchange, accountId, marketId))
    if (orders.isReduceOnly(order) && orders.type(order) === type) sum += orders.remaining(order)
  return sum
}
