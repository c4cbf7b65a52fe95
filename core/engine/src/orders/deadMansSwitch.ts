/**
 * The dead-man's switch: an account that does not say in time that it is still there loses its open orders before
 * the next command is looked at. TP and SL stay, for they
 * protect what it holds.
 */
import { CANCEL_TIMER_MAX_MS, CANCEL_TIMER_MIN_MS, type TimeMs, timeMs, REFUSAL } from '@vest/protocol'
import type { Answer, SetCancelTimer } from '../api/index.ts'
import { cancelDelayed, cancelOrder, waitingOf } from '../book/index.ts'
import { spendNonce } from '../keys/index.ts'
import { type Account, accountAt, emit, type Exchange, liveOrders, scheduleDueTime } from '../state/index.ts'

export function setCancelTimer(exchange: Exchange, command: SetCancelTimer): Answer {
  const code = spendNonce(exchange, command)
  if (code !== 0) return { ok: false, code }
  const account = accountAt(exchange, command.account)
  if (account === undefined) return { ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND }
  const { timeoutMs } = command
  if (timeoutMs === 0) {
    if (disarm(exchange, account.id)) tell(exchange, account)
    return { ok: true }
  }
  const isAllowed =
    Number.isSafeInteger(timeoutMs) && timeoutMs >= CANCEL_TIMER_MIN_MS && timeoutMs <= CANCEL_TIMER_MAX_MS
  if (!isAllowed) return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  const triggerTimeMs = timeMs(exchange.timeMs + timeoutMs)
  arm(exchange, account.id, triggerTimeMs)
  scheduleDueTime(exchange, triggerTimeMs)
  tell(exchange, account, triggerTimeMs)
  return { ok: true, triggerTimeMs }
}

/** Also where a snapshot is read. */
export function arm(exchange: Exchange, accountId: number, atMs: TimeMs): void {
  exchange.cancelTimers.set(accountId, atMs)
  exchange.switchTimes.set(accountId, atMs)
}

function disarm(exchange: Exchange, accountId: number): boolean {
  if (!exchange.cancelTimers.delete(accountId)) return false
  exchange.switchTimes.drop(accountId)
  return true
}

function tell(exchange: Exchange, { address: account }: Account, triggerTimeMs?: TimeMs): void {
  emit(exchange, {
    kind: 'CancelTimerSet',
    account,
    ...(triggerTimeMs === undefined ? {} : { triggerTimeMs }),
  })
}

/** Every switch whose time has come, by account, and every order of it from the oldest on. */
export function fireCancelTimers(exchange: Exchange): void {
  for (const id of exchange.switchTimes.takeDue(exchange.timeMs)) {
    const account = exchange.account(id)
    exchange.cancelTimers.delete(id)
    for (const order of liveOrders(account))
      if (!order.isTrigger) cancelOrder(exchange, order.at, REFUSAL.DEADMAN_CANCELLED)
    cancelDelayed(exchange, waitingOf(exchange, id), REFUSAL.DEADMAN_CANCELLED)
    tell(exchange, account)
  }
}
