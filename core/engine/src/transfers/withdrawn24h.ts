/** What an owner has withdrawn within the rolling day. */
import { type Id, WITHDRAW_WINDOW_MS } from '@vest/protocol'
import type { Account, Exchange, RecentWithdrawal } from '../state/index.ts'

const isOld = ({ timeMs: now }: Exchange, { timeMs: at }: RecentWithdrawal): boolean =>
  now - at > WITHDRAW_WINDOW_MS

/** What the owner took out in the last 24 hours, refused ones not counted; only what no tick has dropped yet is looked at. */
export function withdrawn24h(exchange: Exchange, { withdrawals, withdrawalSum }: Account): number {
  let sum = withdrawalSum
  for (const one of withdrawals) {
    if (!isOld(exchange, one)) break
    sum -= one.size
  }
  return sum
}

export function recordWithdrawal(exchange: Exchange, account: Account, withdrawal: RecentWithdrawal): void {
  account.withdrawals.push(withdrawal)
  account.withdrawalSum += withdrawal.size
  exchange.recentWithdrawals.push(withdrawal)
}

/** It was refused after all: of longer ago there is nothing left to forget. */
export function forgetWithdrawal(exchange: Exchange, account: Account, id: Id): void {
  drop(account, id)
  const { recentWithdrawals } = exchange
  const at = recentWithdrawals.findIndex((one) => one.id === id)
  if (at >= 0) recentWithdrawals.splice(at, 1)
}

/** By the timer. Each is the first of its account as well, so no other account is looked at. */
export function forgetOld(exchange: Exchange, accountOf: (id: Id) => Account): void {
  const { recentWithdrawals } = exchange
  let count = 0
  while (count < recentWithdrawals.length && isOld(exchange, recentWithdrawals[count]!)) count += 1
  for (const { id } of recentWithdrawals.splice(0, count)) drop(accountOf(id), id)
}

function drop(account: Account, id: Id): void {
  const at = account.withdrawals.findIndex((one) => one.id === id)
  if (at < 0) return
  const [dropped] = account.withdrawals.splice(at, 1)
  account.withdrawalSum -= dropped!.size
}
