/**
 * The funding rate that was published last in each minute, per market, for the fine intervals of
 * GET /funding/history. It is kept in memory for the last thousand minutes of this process; hourly rates, the
 * ones that money moved by, are events and come from the store.
 */
import type { EventEnvelope, MarketRenamed } from '@vest/engine'
import { rate8, type Rate8, type TimeMs, timeMs, type KlineInterval } from '@vest/protocol'
import { FUNDING_MINUTES_KEPT } from './limits.ts'
import { intervalStartMs } from './klineTime.ts'

export interface PublishedRate {
  readonly timeMs: TimeMs
  readonly rate: Rate8
}

export interface FundingRateSeries {
  onEvents(envelopes: readonly EventEnvelope[]): void
  /** One row per interval with a rate, oldest first; `interval` is shorter than an hour. */
  rates(symbol: string, interval: KlineInterval): readonly PublishedRate[]
}

const MINUTE_MS = 60_000

interface Series {
  readonly minutes: number[]
  readonly rates: number[]
}

export function createFundingRateSeries(): FundingRateSeries {
  const bySymbol = new Map<string, Series>()
  return {
    onEvents: (envelopes) => {
      for (const envelope of envelopes)
        for (const event of envelope.events)
          if (event.kind === 'TickersChanged')
            for (const row of event.rows) note(bySymbol, row.symbol, envelope.timeMs, row.rate)
          else if (event.kind === 'MarketRenamed') rename(bySymbol, event)
    },
    rates: (symbol, interval) => foldRates(bySymbol.get(symbol), interval),
  }
}

/** Under a new symbol it goes on. */
function rename(bySymbol: Map<string, Series>, { symbol, formerSymbol }: MarketRenamed): void {
  const series = bySymbol.get(formerSymbol)
  if (series === undefined) return
  bySymbol.delete(formerSymbol)
  bySymbol.set(symbol, series)
}

function note(bySymbol: Map<string, Series>, symbol: string, atMs: number, rate: number): void {
  const series = bySymbol.get(symbol) ?? { minutes: [], rates: [] }
  bySymbol.set(symbol, series)
  const minute = Math.floor(atMs / MINUTE_MS) * MINUTE_MS
  if (series.minutes.at(-1) === minute) series.rates[series.rates.length - 1] = rate
  else {
    series.minutes.push(minute)
    series.rates.push(rate)
  }
  // Twice the length before cutting: one copy per thousand minutes instead of one per minute.
  if (series.minutes.length > 2 * FUNDING_MINUTES_KEPT) {
    series.minutes.splice(0, FUNDING_MINUTES_KEPT)
    series.rates.splice(0, FUNDING_MINUTES_KEPT)
  }
}

function foldRates(series: Series | undefined, interval: KlineInterval): PublishedRate[] {
  const rows: PublishedRate[] = []
  series?.minutes.forEach((minute, index) => {
    const row = { timeMs: timeMs(intervalStartMs(interval, minute)), rate: rate8(series.rates[index]!) }
    if (rows.at(-1)?.timeMs === row.timeMs) rows[rows.length - 1] = row
    else rows.push(row)
  })
  return rows
}
