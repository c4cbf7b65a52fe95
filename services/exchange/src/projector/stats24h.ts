/**
 * The rolling 24 hours of a market from its one-minute candles. The window begins on a full minute, so that
 * it is exact to the minute and only its last, running candle changes between two reads: everything before is
 * summed once per minute and market.
 *
 *     open  = the mark at the begin of the window: the first sample of its first minute;
 *             in HALT then, the last mark before; in a market younger than that, its first mark
 *     high, low, volume, quoteVolume over all samples and trades of the window;  close = the last mark
 */
import { lots, ticks, timeMs, usd6, type Ticks } from '@vest/protocol'
import { priceChangePercent } from '@vest/formulas'
import type { Stats24h } from '../projectorPort.ts'
import { intervalStartMs } from '../klineTime.ts'
import type { CandleRange, CandleSeries } from './candleSeries.ts'
import type { LiveCandles } from './liveCandles.ts'
import type { MarketCandles } from './marketCandles.ts'

const DAY_MS = 86_400_000

interface ClosedPart extends CandleRange {
  readonly fromMs: number
  /** The oldest candle in memory: the history may come in later than the first mark. */
  readonly firstOpenMs: number
  /** The running candle, which is not part of it. */
  readonly lastOpenMs: number
  /** Share splits that it knows of. */
  readonly splits: number
  readonly open: Ticks
}

/** Reads of the statistics; undefined while the market never had a mark. */
export function createStats24h(live: LiveCandles): (symbol: string) => Stats24h | undefined {
  const closedParts = new Map<string, ClosedPart>()

  function closedPartOf(market: MarketCandles, fromMs: number): ClosedPart {
    const minutes = market.series['1m']
    const firstOpenMs = minutes.openTimeAt(0)
    const lastOpenMs = minutes.lastOpenTime()!
    const known = closedParts.get(market.symbol)
    const splits = market.splits.length
    const isSameTime = known?.fromMs === fromMs && known.lastOpenMs === lastOpenMs
    if (isSameTime && known.firstOpenMs === firstOpenMs && known.splits === splits) return known
    const first = minutes.indexFrom(fromMs)
    const part = {
      fromMs,
      firstOpenMs,
      lastOpenMs,
      splits,
      open: openingMark(minutes, first, fromMs),
      ...minutes.rangeOf(first, minutes.length - 1),
    }
    closedParts.set(market.symbol, part)
    return part
  }

  return (symbol) => {
    const market = live.market(symbol)
    const last = market?.series['1m'].last()
    if (!market || !last || market.mark === undefined) return undefined
    // A store that is read before the first envelope speaks of the time it was written.
    const nowMs = live.timeMs ?? last.openTimeMs
    const fromMs = intervalStartMs('1m', nowMs) - DAY_MS
    const part = closedPartOf(market, fromMs)
    const close = market.mark
    // In a HALT of more than a day the running candle has left the window: nothing happened in it.
    const isRunning = last.openTimeMs >= fromMs
    const high = isRunning ? Math.max(part.high, last.high) : close
    const low = isRunning ? Math.min(part.low, last.low) : close
    return {
      symbol,
      open: part.open,
      close,
      high: ticks(high),
      low: ticks(low),
      volume: lots(part.volume + (isRunning ? last.volume : 0)),
      quoteVolume: usd6(part.quoteVolume + (isRunning ? last.quoteVolume : 0)),
      priceChange: ticks(close - part.open),
      priceChangePercent4: priceChangePercent(close, part.open),
      openTimeMs: timeMs(fromMs),
      closeTimeMs: nowMs,
    }
  }
}

function openingMark(minutes: CandleSeries, first: number, fromMs: number): Ticks {
  if (first < minutes.length && minutes.openTimeAt(first) === fromMs) return minutes.at(first).open
  return first > 0 ? minutes.at(first - 1).close : minutes.at(0).open
}
