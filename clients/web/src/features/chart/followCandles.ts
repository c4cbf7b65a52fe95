/** Reads candles from the exchange into the chart: the newest at first, older ones at its left edge, live ones as they come. */
import type { VestClient } from '@vest/sdk'
import type { Live, Market } from '../../live/index.ts'
import { candleOfMessage, candleOfRow, type ChartInterval } from './candles.ts'
import type { ChartView } from './chartView.ts'

export type ChartStatus = 'loading' | 'ready' | 'empty' | 'failed'

const PAGE = 500
/** Older candles are read when fewer bars than this are left of the view. */
const OLDER_AT = 20

export interface CandleSource {
  readonly view: ChartView
  readonly client: Pick<VestClient, 'klines'>
  readonly live: Pick<Live, 'watchCandles' | 'onReconnect' | 'tickers'>
  readonly market: Market
  readonly interval: ChartInterval
  readonly onStatus: (status: ChartStatus) => void
}

/** Answers how to stop. */
export function followCandles({ view, client, live, market, interval, onStatus }: CandleSource): () => void {
  let isCurrent = true
  let isReading = false
  let hasAll = false
  /** The newest were asked for while others were being read. */
  let isDue = false
  onStatus('loading')

  async function read(endTime?: number): Promise<void> {
    if (isReading) {
      isDue ||= endTime === undefined
      return
    }
    isReading = true
    try {
      const rows = await client.klines({
        symbol: market.symbol,
        interval,
        limit: PAGE,
        ...(endTime === undefined ? {} : { endTime }),
      })
      if (!isCurrent) return
      hasAll = endTime !== undefined && rows.length === 0
      view.add(rows.map(candleOfRow), endTime === undefined ? 'newest' : 'older')
      onStatus(view.isEmpty() ? 'empty' : 'ready')
    } catch {
      // The panel says so and offers to try again; a chart is no reason to lose the page.
      if (isCurrent && endTime === undefined) onStatus('failed')
    } finally {
      isReading = false
      if (isDue && isCurrent) {
        isDue = false
        void read()
      }
    }
  }

  const isHalted = (): boolean => live.tickers.latest().get(market.symbol)?.status === 'HALT'
  let wasHalted = isHalted()

  void read()
  const stops = [
    live.watchCandles(market.symbol, interval, (kline) => {
      if (!isCurrent) return
      view.update(candleOfMessage(kline))
      onStatus('ready')
    }),
    live.onReconnect(() => void read()),
    // Shares are split in a halt alone: afterwards what is past may be told otherwise.
    live.tickers.subscribe(() => {
      if (wasHalted && !isHalted()) void read()
      wasHalted = isHalted()
    }),
    view.onLeftEdge(OLDER_AT, (oldestMs) => {
      if (!hasAll) void read(oldestMs - 1)
    }),
  ]
  return () => {
    isCurrent = false
    for (const stop of stops) stop()
  }
}
