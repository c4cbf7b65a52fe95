/** What an owner has withdrawn within the rolling day. */
import type { Account, Exchange, RecentWithdrawal } from '../state/index.ts'
import { WITHDRAW_WINDOW_MS } from '@vest/protocol'

/** Σ of the sizes in [now − span, now). */
export function sumSince(exchange: Exchange, list: readonly RecentWithdrawal[], spanMs: number): number {
  let sum = 0
  for (const { timeMs: at, size } of list) if (exchange.timeMs - at <= spanMs) sum += size
  return sum
}

/** What the owner took out in the last 24 hours, refused ones not counted. */
export const withdrawn24h = (exchange: Exchange, account: Account): number =>
  sumSince(exchange, account.withdrawals, WITHDRAW_WINDOW_MS)
