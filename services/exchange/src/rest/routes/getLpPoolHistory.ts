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
import {
  bigDivFloor,
  formatUsd6,
  ORDER_QUERY_LIMIT,
  POOL_INTERVALS,
  timeMs,
  usd6,
  type PoolHistoryRow,
  type PoolInterval,
  type TimeMs,
  type Usd6,
} from '@vest/protocol'
import type { ReadModelStore } from '@vest/runtime'
import { intervalStartMs } from '../../klineTime.ts'
import { isRefusal, refuse, type Refusal } from '../../refusal.ts'
import { sharesText } from '../../wireText.ts'
import { textOf, windowOf, type ListWindow, type Query } from '../query.ts'
import { publicRoute } from '../route.ts'

interface IntervalValue {
  readonly startMs: number
  readonly value: PoolValued
}

export const getLpPoolHistory = publicRoute('poolHistory', async (edge, { query }) => {
  const interval = poolIntervalOf(query)
  if (isRefusal(interval)) return interval
  const window = windowOf(query)
  if (isRefusal(window)) return window
  await edge.projector.flushedThrough(edge.view.lastPoolSeq())
  const values = await intervalValues(edge.store, interval, window)
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

function poolIntervalOf(query: Query): PoolInterval | Refusal {
  const text = textOf(query, 'interval') ?? '1d'
  if (isRefusal(text)) return text
  return POOL_INTERVALS.find((each) => each === text) ?? refuse(1130, 'interval is one from 1h on')
}

/** Pages back through the hours until `limit` intervals are full or the window is read. */
async function intervalValues(
  store: ReadModelStore,
  interval: PoolInterval,
  { startTimeMs, endTimeMs, limit }: ListWindow,
): Promise<readonly IntervalValue[]> {
  // The interval in which the window begins is told whole or not at all.
  const fromMs = startTimeMs ?? 0
  const found: IntervalValue[] = []
  let toMs = endTimeMs
  for (;;) {
    const page = {
      startTimeMs: timeMs(fromMs),
      ...(toMs === undefined ? {} : { endTimeMs: toMs }),
      limit: ORDER_QUERY_LIMIT,
    }
    const hours = await store.poolValues(page)
    for (const value of hours.toReversed()) {
      const startMs = intervalStartMs(interval, value.hourMs)
      // Going back in time the first hour of an interval that is met is its last.
      if (startMs >= fromMs && found.at(-1)?.startMs !== startMs) found.push({ startMs, value })
    }
    const oldest = hours[0]
    if (oldest === undefined || hours.length < page.limit || found.length > limit) break
    toMs = (oldest.hourMs - 1) as TimeMs
  }
  return found.slice(0, limit).toReversed()
}

function gainOf(value: PoolValued, before: PoolValued | undefined): Usd6 {
  if (before === undefined || before.totalShares === 0) return usd6(0)
  const held = bigDivFloor(BigInt(before.nav) * BigInt(value.totalShares), BigInt(before.totalShares))
  return usd6(value.nav - Number(held))
}
