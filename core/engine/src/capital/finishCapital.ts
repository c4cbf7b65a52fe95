/** Moves an evaluation or funded account to a status without trading. */
import { timeMs } from '@vest/protocol'
import type { CapitalPhase, CapitalReason } from '../api/index.ts'
import { emitCapital } from '../sim/index.ts'
import { type Account, type Capital, emit, type Exchange } from '../state/index.ts'

/** The first such status sets the time of the end. */
export function finishCapital(
  exchange: Exchange,
  account: Account,
  capital: Capital,
  status: CapitalPhase,
  reason?: CapitalReason,
): void {
  recordPassing(exchange, account.id, capital, false)
  capital.status = status
  capital.reason = reason
  capital.endedTimeMs ??= timeMs(exchange.timeMs)
  if (!account.isFrozen) {
    account.isFrozen = true
    emit(exchange, { kind: 'SimAccountStatusChanged', account: account.address, status: 'FROZEN' })
  }
  emitCapital(exchange, account, capital)
}

export function recordPassing(exchange: Exchange, id: number, capital: Capital, isPassing: boolean): void {
  if (!isPassing) capital.passingSinceMs = undefined
  else capital.passingSinceMs ??= timeMs(exchange.timeMs)
  if (isPassing) exchange.sim.capital.passing.add(id)
  else exchange.sim.capital.passing.delete(id)
}
