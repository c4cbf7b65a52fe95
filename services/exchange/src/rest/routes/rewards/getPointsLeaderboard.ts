/**
 * GET /points/leaderboard: the most points. Owners are not named, but for those who let others see
 * them: their addresses, shortened, stand beside what they have.
 */
import { hexToBytes, REFUSAL, solanaAddressOf, type Address, type LeaderboardRow } from '@vest/protocol'
import type { Edge } from '../../../edge.ts'
import { isRefusal, refuse } from '../../../refusal.ts'
import { pointsText } from '../../../wireText.ts'
import { limitOf, textOf } from '../../query.ts'
import { publicRoute } from '../../route.ts'
import { shortAddress } from './getReferralsReferees.ts'

const [ROWS, ROWS_MAX] = [10, 100]

export const getPointsLeaderboard = publicRoute('leaderboard', async (edge, { query }) => {
  const scope = textOf(query, 'scope')
  if (isRefusal(scope)) return scope
  if (scope !== undefined && scope !== 'epoch' && scope !== 'all')
    return refuse(REFUSAL.INVALID_PARAMETER, 'scope is epoch or all')
  const limit = limitOf(query, ROWS_MAX, ROWS)
  if (isRefusal(limit)) return limit
  const isWeek = scope !== 'all'
  const [rows, names] = await Promise.all([
    edge.engine.query('leaderboard', { scope: isWeek ? 'week' : 'all', limit }),
    shownWith(edge, isWeek),
  ])
  return rows.map(({ rank, points }): LeaderboardRow => ({
    rank,
    points: pointsText(points),
    // Of several with as much each stands once.
    address: names.get(points)?.shift() ?? null,
  }))
})

/** Shortened addresses by what they have, of those who let others see them. */
async function shownWith(
  { engine, shownNames }: Pick<Edge, 'engine' | 'shownNames'>,
  isWeek: boolean,
): Promise<Map<number, string[]>> {
  const names = new Map<number, string[]>()
  const held = await Promise.all(
    shownNames.all().map(async (account) => ({
      name: await nameOf(engine, account),
      points: await engine.query('points', { account }),
    })),
  )
  for (const { name, points } of held) {
    if (points === undefined) continue
    const { trading, lp, referral } = isWeek ? points.week.estimated : points
    const total = trading + lp + referral
    names.set(total, [...(names.get(total) ?? []), name])
  }
  return names
}

/** As its owner's wallet names it. */
async function nameOf(engine: Edge['engine'], account: Address): Promise<string> {
  const view = await engine.query('account', { account })
  return shortAddress(view?.publicKey === undefined ? account : solanaAddressOf(hexToBytes(view.publicKey)))
}
