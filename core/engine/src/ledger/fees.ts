/** Fees of a fill: the charge after referral discounts, the referrer's accrual, and the division of the rest. */
import { discountedFee, insuranceShare, referralShare, treasuryShare } from '@vest/formulas'
import { usd6 } from '@vest/protocol'
import { creditHouse, type Exchange, type Market, pointsMultiplier, sleeveOf } from '../state/index.ts'

/**
 * Distributes a fee charged to an account among referrer, insurance, treasury and the pool of the market, and adds it
 * to the account's points weight. A fee in SIM has none of these effects.
 */
export function distributeFee(exchange: Exchange, market: Market, net: number, accountId: number): void {
  if (net === 0) return
  if (market.sim !== undefined) return creditHouse(exchange, net)
  const { money, accountRows: accounts } = exchange
  accounts.markTraded(accountId)
  accounts.addFillWeight(accountId, net * pointsMultiplier(market))
  const fee = accounts.isReferred(accountId) ? accrueReferral(exchange, accountId, net) : net
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
 * Returns whether a referrer earns from this referee. Accounts of one owner do not refer each other, from the moment
 * at which the common owner becomes known.
 */
export const isReferralEarning = (exchange: Exchange, accountId: number, referrer: number): boolean =>
  !isSameOwner(exchange, accountId, referrer)

/** The part of a fee that an account pays after its discount. */
export const chargedFee = (exchange: Exchange, accountId: number, fee: number): number =>
  exchange.accountRows.isReferred(accountId) ? discountedFee(fee) : fee

/** Accrues the referrer's part of a charged fee and returns the rest. The account must have a referrer. */
export function accrueReferral(exchange: Exchange, accountId: number, net: number): number {
  const { accrued, referrers } = exchange.referrals
  const referrer = referrers.get(accountId)!
  const share = isReferralEarning(exchange, accountId, referrer) ? referralShare(net) : 0
  if (share === 0) return net
  accrued.set(referrer, usd6((accrued.get(referrer) ?? 0) + share))
  exchange.money.REFERRAL = usd6(exchange.money.REFERRAL + share)
  return net - share
}
