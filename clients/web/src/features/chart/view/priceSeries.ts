/** Candles, or their closes as a line, with the volume of each below them. */
import {
  CandlestickSeries,
  HistogramSeries,
  LineSeries,
  type IChartApi,
  type ISeriesApi,
  type SeriesType,
  type Time,
} from 'lightweight-charts'
import type { Market } from '../../../live/index.ts'
import type { Candle } from '../candles.ts'
import { withAlpha } from '../chartColours.ts'
import { candleOptions, lineOptions } from '../chartOptions.ts'
import { chartSeconds } from './chartSeconds.ts'

export type ChartStyle = 'candles' | 'line'

export interface PriceSeries {
  /** What marks and lines of prices are attached to. */
  readonly series: ISeriesApi<SeriesType, Time>
  set(candles: readonly Candle[]): void
  /** The newest candle, or one more. */
  update(candle: Candle): void
  showVolume(isShown: boolean): void
  recolour(candles: readonly Candle[]): void
}

export function createPriceSeries(chart: IChartApi, market: Market, style: ChartStyle): PriceSeries {
  const series: ISeriesApi<SeriesType, Time> =
    style === 'candles'
      ? chart.addSeries(CandlestickSeries, candleOptions(market))
      : chart.addSeries(LineSeries, lineOptions(market))
  const volume = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volume.priceScale().applyOptions({ scaleMargins: { top: 0.85, bottom: 0 } })
  series.priceScale().applyOptions({ scaleMargins: { top: 0.06, bottom: 0.18 } })

  const point = ({ timeMs, open, high, low, close }: Candle) =>
    style === 'candles'
      ? { time: chartSeconds(timeMs), open, high, low, close }
      : { time: chartSeconds(timeMs), value: close }
  const bar = (candle: Candle) => ({
    time: chartSeconds(candle.timeMs),
    value: candle.volume,
    color: withAlpha(candle.close >= candle.open ? '--up' : '--down', 0.2),
  })

  return {
    series,
    set(candles) {
      series.setData(candles.map(point) as never)
      volume.setData(candles.map(bar))
    },
    update(candle) {
      series.update(point(candle) as never)
      volume.update(bar(candle))
    },
    showVolume: (isShown) => volume.applyOptions({ visible: isShown }),
    recolour(candles) {
      series.applyOptions((style === 'candles' ? candleOptions(market) : lineOptions(market)) as never)
      volume.setData(candles.map(bar))
    },
  }
}
