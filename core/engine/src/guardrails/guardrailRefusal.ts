/**
 * Judges what an order opens. The losses are judged as they are now, so that no order slips in before the timer has
 * noted them; nothing is noted here, because a refused command changes nothing.
 */
import { type ErrorCode, REFUSAL } from '@vest/protocol'
import { increaseOf } from '../margin/index.ts'
import { type Exchange, findPosition, type Market, NONE } from '../state/index.ts'
import { lossesOf } from './lossLimits.ts'

/** 0, or why the account may not hold so many lots that it opens or adds to; the caller knows that it opens some. */
export function guardrailRefusal(
  exchange: Exchange,
  accountId: number,
  market: Market,
  lotsAfter: number,
): ErrorCode | 0 {
  if (!exchange.accountRows.isGuarded(accountId)) return 0
  const account = exchange.account(accountId)
  const own = account.guardrails!
  const { isStopReached, isCoolDownDue } = lossesOf(exchange, account, own)
  if (own.isStopped || isStopReached) return REFUSAL.OWN_DAILY_STOP
  if (isCoolDownDue || (own.coolUntilMs !== undefined && exchange.timeMs < own.coolUntilMs))
    return REFUSAL.OWN_COOL_DOWN
  const { sizeMaxUsd6 } = own.limits
  const isTooLarge = sizeMaxUsd6 !== undefined && lotsAfter * market.mark! * market.scale > sizeMaxUsd6
  return isTooLarge ? REFUSAL.OWN_SIZE_LIMIT : 0
}

/** The same for an order that fills whole: judged by what it opens beyond what it closes. */
export function guardrailRefusalFor(
  exchange: Exchange,
  accountId: number,
  market: Market,
  isBuy: boolean,
  size: number,
): ErrorCode | 0 {
  const opens = increaseOf(exchange, accountId, market.id, isBuy, size)
  if (opens === 0) return 0
  const { accountRows, positionRows } = exchange
  const at = findPosition(accountRows, positionRows, accountId, market.id)
  const held = at === NONE || opens < size ? 0 : positionRows.size(at)
  return guardrailRefusal(exchange, accountId, market, opens + held)
}
