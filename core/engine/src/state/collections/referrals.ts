/** Referral codes, who joined with which, and what has accrued to their owners. */
import { WEEK_MS } from './calendar.ts'
import type { Usd6 } from '@vest/protocol'

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
