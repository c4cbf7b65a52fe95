/**
 * GET /funding/history, also as /fundingHistory: one row per interval with the rate published last in it, oldest
 * first. From 1h on these are the rates that were applied. Finer intervals show what was published meanwhile; of hours of
 * which that is not known any more they have the rate that was applied, which was the last to be published: one row an
 * hour. So every interval reaches back as far as there are rates.
 */
import {
  formatRate8,
  ORDER_QUERY_LIMIT,
  timeMs,
  type FundingHistoryRow,
  type KlineInterval,
  type Rate8,
} from '@vest/protocol'
import type { MarketView } from '@vest/engine'
import type { PastRate } from '@vest/runtime'
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
const HOUR_MS = 3_600_000
const FINE_INTERVALS: readonly KlineInterval[] = ['1m', '3m', '5m', '15m', '30m']

export const getFundingHistory = publicRoute('fundingHistory', fundingHistory)
export const getFundingHistoryOlderName = publicRoute('fundingHistoryOlderName', fundingHistory)

async function fundingHistory(
  edge: Pick<Edge, 'fundingPast' | 'fundingRates' | 'projector' | 'store' | 'view'>,
  { query }: RouteRequest,
): Promise<FundingHistoryRow[] | Refusal> {
  const market = marketOf(edge, query)
  if (isRefusal(market)) return market
  const interval = intervalOf(query)
  if (isRefusal(interval)) return interval
  const window = windowOf(query)
  if (isRefusal(window)) return window
  const { symbol } = market.spec
  const rows = FINE_INTERVALS.includes(interval)
    ? await publishedRates(edge, market, interval, window)
    : await appliedRates(edge, market, window, ({ hourMs }) => intervalStartMs(interval, hourMs))
  return rows.map((row) => ({ symbol, time: row.timeMs, oneHrFundingRate: formatRate8(row.rate) }))
}

async function publishedRates(
  edge: Pick<Edge, 'fundingPast' | 'fundingRates' | 'projector' | 'store' | 'view'>,
  market: MarketView,
  interval: KlineInterval,
  window: ListWindow,
): Promise<readonly RateRow[]> {
  const known = edge.fundingRates.rates(market.spec.symbol, interval)
  const rows = newest(known, window)
  const beforeMs = known[0]?.timeMs
  if (rows.length >= window.limit) return rows
  const olderMs = Math.min(
    window.endTimeMs ?? Number.MAX_SAFE_INTEGER,
    (beforeMs ?? Number.MAX_SAFE_INTEGER) - 1,
  )
  const older = { ...window, endTimeMs: timeMs(Math.max(0, olderMs)), limit: window.limit - rows.length }
  const lastOf = ({ hourMs }: PastRate): number => intervalStartMs(interval, hourMs + HOUR_MS - 1)
  return [...(await appliedRates(edge, market, older, lastOf)), ...rows]
}

/** The newest intervals of the window that have a rate; of several hours of an interval its last one counts. */
async function appliedRates(
  edge: Pick<Edge, 'fundingPast' | 'projector' | 'store' | 'view'>,
  market: MarketView,
  { startTimeMs, endTimeMs, limit }: ListWindow,
  startOf: (hour: PastRate) => number,
): Promise<readonly RateRow[]> {
  const [fromMs, toMs] = [startTimeMs ?? 0, endTimeMs ?? Number.MAX_SAFE_INTEGER]
  const rows: RateRow[] = []
  // A row may bear any time of its hour.
  for await (const hour of hoursBack(edge, market, Math.max(0, fromMs - HOUR_MS), toMs)) {
    const at = startOf(hour)
    if (at < fromMs || at > toMs || rows.at(-1)?.timeMs === at) continue
    if (rows.push({ timeMs: at, rate: hour.rate }) === limit) break
  }
  return rows.reverse()
}

/** Hours of the window that have a rate, the newest first: those that were applied, then those from before. */
async function* hoursBack(
  edge: Pick<Edge, 'fundingPast' | 'projector' | 'store' | 'view'>,
  market: MarketView,
  fromMs: number,
  toMs: number,
): AsyncGenerator<PastRate> {
  const symbols = edge.view.symbolsOf(market)
  // The rate of every funding payment that was told is found here.
  await edge.projector.flushedThrough(edge.view.lastFundingSeq())
  let page = { startTimeMs: timeMs(fromMs), endTimeMs: timeMs(toMs), limit: ORDER_QUERY_LIMIT }
  for (;;) {
    const hours = await edge.store.fundingApplied(symbols, page)
    yield* hours.toReversed()
    const oldest = hours[0]
    if (oldest === undefined || hours.length < page.limit) break
    page = { ...page, endTimeMs: timeMs(oldest.hourMs - 1) }
  }
  const { fundingPast } = edge
  if (fundingPast === undefined) return
  let lastMs = Math.min(toMs, fundingPast.endTimeMs - 1)
  while (lastMs >= fromMs) {
    const firstMs = Math.max(fromMs, lastMs - ORDER_QUERY_LIMIT * HOUR_MS)
    // A market that has another symbol had its past under one of the former ones.
    const hours = symbols
      .map((symbol) => fundingPast.rates(symbol, timeMs(firstMs), timeMs(lastMs)))
      .find((rates) => rates.length > 0)
    if (hours === undefined) return
    yield* hours.toReversed()
    lastMs = firstMs - 1
  }
}

const newest = (
  rows: readonly RateRow[],
  { startTimeMs, endTimeMs, limit }: ListWindow,
): readonly RateRow[] =>
  rows
    .filter((row) => row.timeMs >= (startTimeMs ?? 0) && row.timeMs <= (endTimeMs ?? Number.MAX_SAFE_INTEGER))
    .slice(-limit)
