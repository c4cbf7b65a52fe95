/**
 * Referrals: an account claims a code, another applies it once. From then on the other is spared a part of its fees,
 * and a part of what it still pays accrues to the first, who is paid every week. A flag in the row of an account says
 * that it was referred, so fees of the others cost no look here.
 */
import { discountedFee, referralShare } from '@vest/formulas'
import { TRANSFER_MIN_USD6, type Usd6, usd6 } from '@vest/protocol'
import { accountAt } from './account.ts'
import { ACCOUNT_FLAGS, accountRow, IS_REFERRED } from './accountRows.ts'
import type { ApplyReferral, SetAccountCluster, SetReferralCode } from './command.ts'
import type { Answer } from './event.ts'
import { repayFromInside } from './ledger.ts'
import { emit, type Exchange } from './state.ts'
import { tellInternalDeposit } from './transfers.ts'
import { WEEK_MS } from './week.ts'

const CODE_FORM = /^[A-Z0-9]{6,12}$/
const PAID_MIN_USD6 = TRANSFER_MIN_USD6
/** How long after its registration an account that trades may still say by whose code it came. */
export const JOIN_MS = WEEK_MS

export interface Referrals {
  /** Who owns a code, by account id. */
  readonly owners: Map<string, number>
  /** Who referred an account. */
  readonly referrers: Map<number, number>
  /** Accrued and not yet paid; their sum is REFERRAL. */
  readonly accrued: Map<number, Usd6>
  readonly paid: Map<number, Usd6>
  /** Accounts known to belong to one person or to be funded from one source. */
  readonly clusters: Map<number, number>
  // Derived.
  /** The code of an account, and how many it has referred. */
  readonly codes: Map<number, string>
  readonly refereeCounts: Map<number, number>
}

export const createReferrals = (): Referrals => ({
  owners: new Map(),
  referrers: new Map(),
  accrued: new Map(),
  paid: new Map(),
  clusters: new Map(),
  codes: new Map(),
  refereeCounts: new Map(),
})

/** A code for ever; one per account, from the account's first credit on. */
export function setReferralCode(exchange: Exchange, command: SetReferralCode): Answer {
  const { code } = command
  const account = accountAt(exchange, command.account)
  if (account === undefined || !account.exists) return { ok: false, code: 1099 }
  if (account.isSim) return { ok: false, code: 1149 }
  if (!CODE_FORM.test(code)) return { ok: false, code: 1130 }
  const owner = exchange.referrals.owners.get(code)
  if (owner === account.id) return { ok: true }
  if (owner !== undefined) return { ok: false, code: 1140 }
  if (exchange.referrals.codes.has(account.id)) return { ok: false, code: 1142 }
  noteCode(exchange.referrals, code, account.id)
  emit(exchange, { kind: 'ReferralCodeSet', account: account.address, code })
  return { ok: true }
}

export function noteCode({ owners, codes }: Referrals, code: string, owner: number): void {
  owners.set(code, owner)
  codes.set(owner, code)
}

export function noteReferrer(
  { referrers, refereeCounts }: Referrals,
  accountId: number,
  referrer: number,
): void {
  referrers.set(accountId, referrer)
  refereeCounts.set(referrer, (refereeCounts.get(referrer) ?? 0) + 1)
}

/** Once per account, before its first trade or in its first week; never within one cluster. */
export function applyReferral(exchange: Exchange, command: ApplyReferral): Answer {
  const { referrals } = exchange
  const account = accountAt(exchange, command.account)
  if (account === undefined) return { ok: false, code: 1099 }
  if (account.isSim) return { ok: false, code: 1149 }
  const referrer = referrals.owners.get(command.code)
  if (referrer === undefined) return { ok: false, code: 1141 }
  if (referrals.referrers.has(account.id) || isSameOwner(exchange, account.id, referrer))
    return { ok: false, code: 1142 }
  if (account.hasTraded && exchange.timeMs - account.registeredMs > JOIN_MS) return { ok: false, code: 1142 }
  noteReferrer(referrals, account.id, referrer)
  account.isReferred = true
  emit(exchange, {
    kind: 'ReferralApplied',
    account: account.address,
    referrer: exchange.accounts[referrer]!.address,
    code: command.code,
  })
  return { ok: true }
}

/** What the edge knows of who stands behind an account. */
export function setAccountCluster(exchange: Exchange, command: SetAccountCluster): Answer {
  const account = accountAt(exchange, command.account)
  if (account === undefined) return { ok: false, code: 1099 }
  if (!Number.isSafeInteger(command.cluster) || command.cluster < 0) return { ok: false, code: 1130 }
  exchange.referrals.clusters.set(account.id, command.cluster)
  return { ok: true }
}

/** One account, or two of one owner or source of funds. */
export function isSameOwner(exchange: Exchange, a: number, b: number): boolean {
  if (a === b) return true
  const { clusters } = exchange.referrals
  if (clusters.size === 0) return false
  const cluster = clusters.get(a)
  return cluster !== undefined && cluster === clusters.get(b)
}

/**
 * Does a referrer earn by this account of its? One owner's accounts do not refer each other, whenever it becomes known that
 * they are; before the feature only those that were known when the code was applied.
 */
export const isReferralEarning = (exchange: Exchange, accountId: number, referrer: number): boolean =>
  !isSameOwner(exchange, accountId, referrer) || !exchange.features.secondReading

/** What an account really pays of a fee. */
export function chargedFee(exchange: Exchange, accountId: number, fee: number): number {
  const flags = exchange.accountRows.halves[2 * accountRow(accountId) + ACCOUNT_FLAGS]!
  return (flags & IS_REFERRED) === 0 ? fee : discountedFee(fee)
}

/** Accrues the referrer's part of a charged fee and returns the rest. The account is a referred one. */
export function accrueReferral(exchange: Exchange, accountId: number, net: number): number {
  const { accrued, referrers } = exchange.referrals
  const referrer = referrers.get(accountId)!
  const share = isReferralEarning(exchange, accountId, referrer) ? referralShare(net) : 0
  if (share === 0) return net
  accrued.set(referrer, usd6((accrued.get(referrer) ?? 0) + share))
  exchange.money.REFERRAL = usd6(exchange.money.REFERRAL + share)
  return net - share
}

/** Every Monday: accruals of a dollar or more become collateral, told as transfers, by account. */
export function payReferrals(exchange: Exchange): void {
  const { accrued, paid } = exchange.referrals
  const due = [...accrued].filter(([, amount]) => amount >= PAID_MIN_USD6).sort(([a], [b]) => a - b)
  for (const [referrer, amount] of due) {
    const account = exchange.accounts[referrer]!
    accrued.delete(referrer)
    paid.set(referrer, usd6((paid.get(referrer) ?? 0) + amount))
    exchange.money.REFERRAL = usd6(exchange.money.REFERRAL - amount)
    account.collateral = usd6(account.collateral + amount)
    repayFromInside(exchange, account, amount)
    tellInternalDeposit(exchange, account.address, amount)
  }
}
