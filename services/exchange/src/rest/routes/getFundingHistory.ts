/**
 * GET /funding/history, also as /fundingHistory: one row per interval with the rate published last in it, oldest
 * first. From 1h on these are the rates that were applied; finer intervals show what was published meanwhile.
 */
import {
  formatRate8,
  ORDER_QUERY_LIMIT,
  type FundingHistoryRow,
  type KlineInterval,
  type Rate8,
} from '@vest/protocol'
import type { Edge } from '../../edge.ts'
import { intervalStartMs } from '../../klineTime.ts'
import { isRefusal, type Refusal } from '../../refusal.ts'
import { marketOf } from '../marketSelection.ts'
import { intervalOf, windowOf, type ListWindow } from '../query.ts'
import { publicRoute, type RouteRequest } from '../route.ts'

interface RateRow {
  readonly timeMs: number
  readonly rate: Rate8
}
const FINE_INTERVALS: readonly KlineInterval[] = ['1m', '3m', '5m', '15m', '30m']

export const getFundingHistory = publicRoute('fundingHistory', fundingHistory)
export const getFundingHistoryOlderName = publicRoute('fundingHistoryOlderName', fundingHistory)

async function fundingHistory(edge: Edge, { query }: RouteRequest): Promise<FundingHistoryRow[] | Refusal> {
  const market = marketOf(edge, query)
  if (isRefusal(market)) return market
  const interval = intervalOf(query)
  if (isRefusal(interval)) return interval
  const window = windowOf(query)
  if (isRefusal(window)) return window
  const { symbol } = market.spec
  const rows = FINE_INTERVALS.includes(interval)
    ? newest(edge.fundingRates.rates(symbol, interval), window)
    : await appliedRates(edge, edge.view.symbolsOf(market), interval, window)
  return rows.map((row) => ({ symbol, time: row.timeMs, oneHrFundingRate: formatRate8(row.rate) }))
}

const newest = (
  rows: readonly RateRow[],
  { startTimeMs, endTimeMs, limit }: ListWindow,
): readonly RateRow[] =>
  rows
    .filter((row) => row.timeMs >= (startTimeMs ?? 0) && row.timeMs <= (endTimeMs ?? Number.MAX_SAFE_INTEGER))
    .slice(-limit)

/** Pages back through the hours until `limit` intervals are full or the window is read. */
async function appliedRates(
  edge: Edge,
  symbols: readonly string[],
  interval: KlineInterval,
  window: ListWindow,
): Promise<readonly RateRow[]> {
  // Whoever was told what a position paid finds the rate of it here.
  await edge.projector.flushedThrough(edge.view.lastFundingSeq())
  const rows: RateRow[] = []
  let page: ListWindow = { ...window, limit: ORDER_QUERY_LIMIT }
  for (;;) {
    const hours = await edge.store.fundingApplied(symbols, page)
    for (const hour of hours.toReversed()) {
      const start = intervalStartMs(interval, hour.hourMs)
      // Going back in time the first hour of an interval that is met is its last.
      if (rows.at(-1)?.timeMs !== start) rows.push({ timeMs: start, rate: hour.rate })
    }
    const oldest = hours[0]
    if (oldest === undefined || hours.length < page.limit || rows.length > window.limit) break
    page = { ...page, endTimeMs: (oldest.hourMs - 1) as typeof oldest.hourMs }
  }
  return newest(rows.toReversed(), { ...window, limit: window.limit })
}
