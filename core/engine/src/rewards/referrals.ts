/**
 * Referrals: an account claims a code, another applies it once. From then on the referee pays a part less of its fees,
 * and a part of what it still pays accrues to the referrer, who is paid every week. A flag in the row of an account
 * marks a referee, so fees of other accounts cost no lookup here.
 */
import { TRANSFER_MIN_USD6, usd6, REFUSAL } from '@vest/protocol'
import type { Answer, ApplyReferral, SetAccountCluster, SetReferralCode } from '../api/index.ts'
import { isSameOwner, repayFromInside } from '../ledger/index.ts'
import {
  accountAt,
  emit,
  type Exchange,
  JOIN_MS,
  recordReferralCode,
  recordReferrer,
} from '../state/index.ts'
import { emitInternalDeposit } from '../transfers/index.ts'

const CODE_FORM = /^[A-Z0-9]{6,12}$/

const PAID_MIN_USD6 = TRANSFER_MIN_USD6

/** Sets a permanent code; one per account, from the account's first credit. */
export function setReferralCode(exchange: Exchange, command: SetReferralCode): Answer {
  const { code } = command
  const account = accountAt(exchange, command.account)
  if (account === undefined || !account.exists) return { ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND }
  if (account.isSim) return { ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE }
  if (!CODE_FORM.test(code)) return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  const owner = exchange.referrals.owners.get(code)
  if (owner === account.id) return { ok: true }
  if (owner !== undefined) return { ok: false, code: REFUSAL.REFERRAL_CLAIMED_BY_OTHER }
  if (exchange.referrals.codes.has(account.id)) return { ok: false, code: REFUSAL.REFERRAL_ALREADY_USED }
  recordReferralCode(exchange.referrals, code, account.id)
  emit(exchange, { kind: 'ReferralCodeSet', account: account.address, code })
  return { ok: true }
}

/** Once per account, before its first trade or in its first week; never within one cluster. */
export function applyReferral(exchange: Exchange, command: ApplyReferral): Answer {
  const { referrals } = exchange
  const account = accountAt(exchange, command.account)
  if (account === undefined) return { ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND }
  if (account.isSim) return { ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE }
  const referrer = referrals.owners.get(command.code)
  if (referrer === undefined) return { ok: false, code: REFUSAL.REFERRAL_NOT_FOUND }
  if (referrals.referrers.has(account.id) || isSameOwner(exchange, account.id, referrer))
    return { ok: false, code: REFUSAL.REFERRAL_ALREADY_USED }
  if (account.hasTraded && exchange.timeMs - account.registeredMs > JOIN_MS)
    return { ok: false, code: REFUSAL.REFERRAL_ALREADY_USED }
  recordReferrer(referrals, account.id, referrer)
  account.isReferred = true
  emit(exchange, {
    kind: 'ReferralApplied',
    account: account.address,
    referrer: exchange.account(referrer).address,
    code: command.code,
  })
  return { ok: true }
}

/** Stores the gateway's knowledge of accounts with a common owner or source of money. */
export function setAccountCluster(exchange: Exchange, command: SetAccountCluster): Answer {
  const account = accountAt(exchange, command.account)
  if (account === undefined) return { ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND }
  if (!Number.isSafeInteger(command.cluster) || command.cluster < 0)
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  exchange.referrals.clusters.set(account.id, command.cluster)
  return { ok: true }
}

/** Every Monday: accruals of a dollar or more are credited to collateral and published as transfers, by account. */
export function payReferrals(exchange: Exchange): void {
  const { accrued, paid } = exchange.referrals
  const due = [...accrued].filter(([, amount]) => amount >= PAID_MIN_USD6).sort(([a], [b]) => a - b)
  for (const [referrer, amount] of due) {
    const account = exchange.account(referrer)
    accrued.delete(referrer)
    paid.set(referrer, usd6((paid.get(referrer) ?? 0) + amount))
    exchange.money.REFERRAL = usd6(exchange.money.REFERRAL - amount)
    account.collateral = usd6(account.collateral + amount)
    repayFromInside(exchange, account, amount)
    emitInternalDeposit(exchange, account.address, amount)
  }
}
