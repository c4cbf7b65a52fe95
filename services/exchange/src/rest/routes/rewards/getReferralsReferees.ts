/** GET /referrals/referees: who came by the account's code, newest first; shortened, for they are other people's accounts. */
import { referralShare } from '@vest/formulas'
import { formatDecimal, ORDER_QUERY_LIMIT, USD6_DECIMALS, type RefereeRow } from '@vest/protocol'
import { isRefusal } from '../../../refusal.ts'
import { barCapital } from '../../capitalAccounts.ts'
import { limitOf } from '../../query.ts'
import { keyRoute } from '../../route.ts'

export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`

export const getReferralsReferees = keyRoute('referees', async (edge, { query }, caller) => {
  const limit = limitOf(query, ORDER_QUERY_LIMIT, ORDER_QUERY_LIMIT)
  if (isRefusal(limit)) return limit
  const barred = await barCapital(edge, caller)
  if (barred) return barred
  return edge.projector
    .refereesOf(caller.account, limit)
    .map(({ account, joinTimeMs, volume, fees }): RefereeRow => ({
      address: shortAddress(account),
      joinTime: joinTimeMs ?? null,
      volume: formatDecimal(volume, USD6_DECIMALS),
      fees: formatDecimal(fees, USD6_DECIMALS),
      reward: formatDecimal(referralShare(Number(fees)), USD6_DECIMALS),
    }))
})
