/**
 * Fees of a fill: what is charged after referral discounts, what accrues to the referrer, and how the rest is divided.
 */
import {
  ACCOUNT_FLAGS,
  accountRow,
  creditHouse,
  type Exchange,
  FILL_WEIGHT,
  HAS_TRADED,
  IS_REFERRED,
  type Market,
  pointsMultiplier,
  sleeveOf,
} from '../state/index.ts'
import { discountedFee, insuranceShare, referralShare, treasuryShare } from '@vest/formulas'
import { usd6 } from '@vest/protocol'

/**
 * Distributes a fee that an account was charged: whoever referred it, insurance, treasury, the pool of the market. It
 * weighs for the account's points. A fee of SIM is none of this.
 */
export function distributeFee(exchange: Exchange, market: Market, net: number, accountId: number): void {
  if (net === 0) return
  if (market.sim !== undefined) return creditHouse(exchange, net)
  const { money, accountRows } = exchange
  const row = accountRow(accountId)
  const flags = accountRows.halves[2 * row + ACCOUNT_FLAGS]!
  if ((flags & HAS_TRADED) === 0) accountRows.halves[2 * row + ACCOUNT_FLAGS] = flags | HAS_TRADED
  accountRows.numbers[row + FILL_WEIGHT] =
    accountRows.numbers[row + FILL_WEIGHT]! + net * pointsMultiplier(market)
  const fee = (flags & IS_REFERRED) === 0 ? net : accrueReferral(exchange, accountId, net)
  const insurance = insuranceShare(fee)
  const treasury = treasuryShare(fee)
  const pool = sleeveOf(market)
  money.INSURANCE = usd6(money.INSURANCE + insurance)
  money.TREASURY = usd6(money.TREASURY + treasury)
  money[pool] = usd6(money[pool] + fee - insurance - treasury)
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
 * they are.
 */
export const isReferralEarning = (exchange: Exchange, accountId: number, referrer: number): boolean =>
  !isSameOwner(exchange, accountId, referrer)

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
