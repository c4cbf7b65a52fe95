/** Reduce-only orders must reduce the position, and the sum of each kind must not exceed it. */
import {
  type Exchange,
  FILLED_SIZE,
  findPosition,
  IS_LONG,
  isTriggerType,
  type Market,
  MARKET,
  NONE,
  placesIn,
  POSITION_SIZE,
  REDUCE_ONLY_BIT,
  SIZE,
  typeIn,
  WORDS,
} from '../state/index.ts'
import { REFUSAL, type ErrorCode } from '@vest/protocol'

export function reduceOnlyRefusal(
  exchange: Exchange,
  accountId: number,
  market: Market,
  type: number,
  isBuy: boolean,
  size: number,
): ErrorCode | 0 {
  const { positionRows } = exchange
  const position = findPosition(exchange.accountRows, positionRows, accountId, market.id)
  if (position === NONE) return REFUSAL.REDUCE_ONLY_INCREASES
  const isLong = positionRows.halves[2 * position + IS_LONG] === 1
  if (isLong === isBuy)
    return isTriggerType(type) ? REFUSAL.INCREASE_WITH_SL_TP : REFUSAL.REDUCE_ONLY_INCREASES
  const held = positionRows.numbers[position + POSITION_SIZE]!
  if (type === MARKET) return size > held ? REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE : 0
  return reduceOnlySum(exchange, accountId, market.id, type) + size > held
    ? REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE
    : 0
}

/** Sum of the remaining lots of the open reduce-only orders of one kind. */
export function reduceOnlySum(exchange: Exchange, accountId: number, marketId: number, type: number): number {
  const { numbers, halves } = exchange.orderRows
  let sum = 0
  for (const order of placesIn(exchange, accountId, marketId)) {
    const words = halves[2 * order + WORDS]!
    if ((words & REDUCE_ONLY_BIT) !== 0 && typeIn(words) === type)
      sum += numbers[order + SIZE]! - numbers[order + FILLED_SIZE]!
  }
  return sum
}
