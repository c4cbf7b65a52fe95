/**
 * GET /lp/pool/history: of each interval its begin and the last value that was noted in it, oldest first. The engine
 * tells a value once an hour, so the running interval is as young as the last hour.
 *
 *     pnl = NAV − NAV before · shares / shares before
 *
 * is what those gained who hold the shares: money that came in or left since the row before is no gain. The first row
 * of all has none.
 */
import type { PoolValued } from '@vest/engine'
import { sharePrice } from '@vest/formulas'
import { bigDivFloor, formatUsd6, timeMs, usd6, type PoolHistoryRow, type Usd6 } from '@vest/protocol'
import { isRefusal } from '../../refusal.ts'
import { sharesText } from '../../wireText.ts'
import { historyIntervalOf, intervalValues } from '../intervalValues.ts'
import { windowOf } from '../query.ts'
import { publicRoute } from '../route.ts'

export const getLpPoolHistory = publicRoute('poolHistory', async (edge, { query }) => {
  const interval = historyIntervalOf(query, '1d')
  if (isRefusal(interval)) return interval
  const window = windowOf(query)
  if (isRefusal(window)) return window
  await edge.projector.flushedThrough(edge.view.lastPoolSeq())
  const values = await intervalValues(edge.store.poolValues, interval, window)
  const first = values[0]
  if (first === undefined) return []
  const [before] = await edge.store.poolValues({ endTimeMs: timeMs(first.startMs - 1), limit: 1 })
  return values.map(({ startMs, value }, at): PoolHistoryRow => ({
    time: startMs,
    nav: formatUsd6(value.nav),
    sharePrice: formatUsd6(sharePrice(value.totalShares, value.nav)),
    totalShares: sharesText(value.totalShares),
    pnl: formatUsd6(gainOf(value, at === 0 ? before : values[at - 1]!.value)),
  }))
})

function gainOf(value: PoolValued, before: PoolValued | undefined): Usd6 {
  if (before === undefined || before.totalShares === 0) return usd6(0)
  const held = bigDivFloor(BigInt(before.nav) * BigInt(value.totalShares), BigInt(before.totalShares))
  return usd6(value.nav - Number(held))
}
