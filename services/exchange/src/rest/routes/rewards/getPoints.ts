/** GET /points: what all weeks that have ended gave, and what the present one would give now. */
import { assert, formatDecimal, type PointsResponse } from '@vest/protocol'
import { pointsText } from '../../../wireText.ts'
import { barCapital } from '../../capitalAccounts.ts'
import { keyRoute } from '../../route.ts'

export const getPoints = keyRoute('points', async (edge, _request, caller) => {
  const barred = await barCapital(edge, caller)
  if (barred) return barred
  const points = await edge.engine.query('points', { account: caller.account })
  assert(points !== undefined, 'who has a key is registered')
  const { trading, lp, referral, rank, count, week, multipliers } = points
  const { estimated } = week
  const answer: PointsResponse = {
    total: pointsText(trading + lp + referral),
    rank: rank ?? null,
    epoch: {
      id: week.id,
      startTime: week.startTimeMs,
      endTime: week.endTimeMs,
      pool: pointsText(week.points),
      estimated: pointsText(estimated.trading + estimated.lp + estimated.referral),
      trading: pointsText(estimated.trading),
      lp: pointsText(estimated.lp),
      referral: pointsText(estimated.referral),
      rank: week.rank ?? null,
      count: week.count,
    },
    count,
    shown: edge.shownNames.has(caller.account),
    multipliers: multipliers.map(({ asset, multiplier }) => ({ asset, value: formatDecimal(multiplier, 1) })),
  }
  return answer
})
