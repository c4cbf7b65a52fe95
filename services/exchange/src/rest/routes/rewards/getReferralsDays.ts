/**
 * GET /referrals/days: what the referees traded and paid, by UTC day, newest first. The reward of a day is its part of the
 * day's fees; the engine rounds order by order, so its sum may be some micro-dollars less.
 */
import { referralShare } from '@vest/formulas'
import { formatDecimal, timeMs, USD6_DECIMALS, type ReferralDayRow } from '@vest/protocol'
import { isRefusal } from '../../../refusal.ts'
import { barCapital } from '../../capitalAccounts.ts'
import { windowOf } from '../../query.ts'
import { keyRoute } from '../../route.ts'

/** So many, the newest, are looked at: a list that a query can carry. */
const REFEREES_MAX = 10_000

export const getReferralsDays = keyRoute('referralDays', async (edge, { query }, caller) => {
  const window = windowOf(query)
  if (isRefusal(window)) return window
  const barred = await barCapital(edge, caller)
  if (barred) return barred
  const referees = edge.projector.refereesOf(caller.account, REFEREES_MAX)
  const days = await edge.store.fillDays(
    referees.map(({ account, joinTimeMs }) => ({ account, fromMs: joinTimeMs ?? timeMs(0) })),
    window,
  )
  return days.map(({ dayMs, traders, volume, fees }): ReferralDayRow => ({
    time: dayMs,
    traders,
    volume: formatDecimal(volume, USD6_DECIMALS),
    fees: formatDecimal(fees, USD6_DECIMALS),
    reward: formatDecimal(referralShare(Number(fees)), USD6_DECIMALS),
  }))
})
