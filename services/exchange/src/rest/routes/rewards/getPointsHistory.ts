/** GET /points/history: what each week gave, newest first. */
import type { PointsHistoryRow } from '@vest/protocol'
import { isRefusal } from '../../../refusal.ts'
import { pointsText } from '../../../wireText.ts'
import { barCapital } from '../../capitalAccounts.ts'
import { windowOf } from '../../query.ts'
import { keyRoute } from '../../route.ts'

export const getPointsHistory = keyRoute('pointsHistory', async (edge, { query }, caller) => {
  const window = windowOf(query)
  if (isRefusal(window)) return window
  const barred = await barCapital(edge, caller)
  if (barred) return barred
  await edge.projector.flushedThrough(edge.view.lastSeqOf(caller.account))
  const weeks = await edge.store.points(caller.account, window)
  return weeks.map(({ epochId, startTimeMs, endTimeMs, trading, lp, referral, rank }): PointsHistoryRow => ({
    epochId,
    startTime: startTimeMs,
    endTime: endTimeMs,
    trading: pointsText(trading),
    lp: pointsText(lp),
    referral: pointsText(referral),
    total: pointsText(trading + lp + referral),
    rank,
  }))
})
