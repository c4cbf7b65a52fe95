/** GET /points/leaderboard: the most points, without names: whose they are is nobody else's matter. */
import { REFUSAL, type LeaderboardRow } from '@vest/protocol'
import { isRefusal, refuse } from '../../../refusal.ts'
import { pointsText } from '../../../wireText.ts'
import { limitOf, textOf } from '../../query.ts'
import { publicRoute } from '../../route.ts'

const [ROWS, ROWS_MAX] = [10, 100]

export const getPointsLeaderboard = publicRoute('leaderboard', async ({ engine }, { query }) => {
  const scope = textOf(query, 'scope')
  if (isRefusal(scope)) return scope
  if (scope !== undefined && scope !== 'epoch' && scope !== 'all')
    return refuse(REFUSAL.INVALID_PARAMETER, 'scope is epoch or all')
  const limit = limitOf(query, ROWS_MAX, ROWS)
  if (isRefusal(limit)) return limit
  const rows = await engine.query('leaderboard', { scope: scope === 'all' ? 'all' : 'week', limit })
  return rows.map(({ rank, points }): LeaderboardRow => ({ rank, points: pointsText(points) }))
})
