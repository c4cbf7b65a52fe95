/** Referral codes, the referrer of each account, and what has accrued to the owners of codes. */
import type { Usd6 } from '@vest/protocol'
import { WEEK_MS } from './calendar.ts'

/** Period after registration in which an account that trades may still set its referrer. */
export const JOIN_MS = WEEK_MS

export interface Referrals {
  /** Owner of each code, by account id. */
  readonly owners: Map<string, number>
  /** Referrer of each account. */
  readonly referrers: Map<number, number>
  /** Accrued and not yet paid; the sum equals the balance of REFERRAL. */
  readonly accrued: Map<number, Usd6>
  readonly paid: Map<number, Usd6>
  /** Accounts known to belong to one person or to share one source of money. */
  readonly clusters: Map<number, number>
  // Derived.
  /** The code of an account, and its number of referees. */
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

export function recordReferralCode({ owners, codes }: Referrals, code: string, owner: number): void {
  owners.set(code, owner)
  codes.set(owner, code)
}

export function recordReferrer(
  { referrers, refereeCounts }: Referrals,
  accountId: number,
  referrer: number,
): void {
  referrers.set(accountId, referrer)
  refereeCounts.set(referrer, (refereeCounts.get(referrer) ?? 0) + 1)
}
