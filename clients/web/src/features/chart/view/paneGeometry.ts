/** Where prices and candles stand on the pane of the candles, and back. */
import type { IChartApi, ISeriesApi, Logical, SeriesType, Time } from 'lightweight-charts'
import type { Market } from '../../../live/index.ts'
import { INTERVAL_MS, type Candle, type ChartInterval } from '../candles.ts'
import type { PaneScale } from '../drawings/paneScale.ts'
import type { Point } from '../tagLayout.ts'

export interface PaneGeometryOptions {
  readonly chart: Pick<IChartApi, 'paneSize' | 'timeScale'>
  readonly series: Pick<ISeriesApi<SeriesType, Time>, 'coordinateToPrice' | 'priceToCoordinate'>
  readonly candles: () => readonly Candle[]
  readonly market: Pick<Market, 'priceDecimals'>
  readonly interval: ChartInterval
}

export interface PaneGeometry {
  /** The price at a height of the pane of the candles; beyond its edges that of the edge. */
  priceAt(y: number): number | undefined
  yOf(price: number): number | undefined
  isOnPane(point: Point): boolean
  /** Undefined while there are no candles. */
  scale(): PaneScale | undefined
}

export function createPaneGeometry(options: PaneGeometryOptions): PaneGeometry {
  const { chart, series, market, interval } = options
  return {
    priceAt(y) {
      const last = chart.paneSize(0).height - 1
      return series.coordinateToPrice(Math.min(Math.max(y, 0), last)) ?? undefined
    },
    yOf: (price) => series.priceToCoordinate(price) ?? undefined,
    isOnPane({ x, y }) {
      const { width, height } = chart.paneSize(0)
      return x >= 0 && x < width && y >= 0 && y < height
    },
    scale() {
      const candles = options.candles()
      const [firstX, nextX] = [0, 1].map((bar) => chart.timeScale().logicalToCoordinate(bar as Logical))
      if (candles.length === 0 || typeof firstX !== 'number' || typeof nextX !== 'number') return undefined
      const unit = 10 ** market.priceDecimals
      return {
        candles,
        intervalMs: INTERVAL_MS[interval],
        size: chart.paneSize(0),
        firstX,
        pitchPx: nextX - firstX,
        yOf: (price) => series.priceToCoordinate(price) ?? Number.NaN,
        priceOf: (y) => series.coordinateToPrice(y) ?? Number.NaN,
        roundPrice: (price) => Math.round(price * unit) / unit,
      }
    },
  }
}
