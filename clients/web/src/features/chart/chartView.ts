/**
 * The chart as the library draws it: candles, volume, price lines and marks of own fills. It knows nothing of React;
 * data, lines and colours flow past React straight into it.
 */
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  LineSeries,
  type ISeriesApi,
  type ISeriesPrimitive,
  type Logical,
  type SeriesType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import type { Market } from '../../live/index.ts'
import { INTERVAL_MS, joinPage, mergeCandles, type Candle, type ChartInterval } from './candles.ts'
import { cssColour, fontFamily, onRecolour, withAlpha } from './chartColours.ts'
import { candleOptions, chartOptions, lineOptions, showNewest } from './chartOptions.ts'
import type { ChartLine } from './chartLines.ts'
import { fillMarks, type FillMark, type OwnFill } from './fillMarks.ts'
import {
  INDICATOR_DEFAULTS,
  indicatorLines,
  type IndicatorChoices,
  type IndicatorLine,
} from './indicatorChoice.ts'
import { createIndicatorSeries } from './indicatorSeries.ts'
import { LinesPrimitive, type LegendSize } from './linesPrimitive.ts'
import type { PaneScale } from './drawings/paneScale.ts'
import type { LineReach, Point } from './tagLayout.ts'

export type ChartStyle = 'candles' | 'line'

export interface ChartViewOptions {
  readonly container: HTMLElement
  readonly market: Market
  readonly interval: ChartInterval
  readonly style: ChartStyle
  /** The figures that stand over the candles now. */
  readonly legend: () => LegendSize
  readonly onHover: (hovered: Hovered) => void
}

/** The candle under the crosshair, or the last one, with what was filled in it and what the indicators say of it. */
export interface Hovered {
  readonly candle: Candle | undefined
  readonly fills: readonly FillMark[]
  readonly indicators: readonly IndicatorReading[]
}
export type IndicatorReading = Omit<IndicatorLine, 'values'> & { readonly value: number | undefined }

export type ChartView = ReturnType<typeof createChartView>

const seconds = (timeMs: number): UTCTimestamp => Math.floor(timeMs / 1000) as UTCTimestamp

export function createChartView({ container, market, interval, style, legend, onHover }: ChartViewOptions) {
  const chart = createChart(container, {
    autoSize: true,
    ...chartOptions(interval, document.documentElement.lang),
  })
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
  const lines = new LinesPrimitive({ resolve: cssColour, fontFamily: fontFamily(), legend })
  series.attachPrimitive(lines)
  const markers = createSeriesMarkers(series, [])
  const indicatorSeries = createIndicatorSeries(chart)
  let choices: IndicatorChoices = INDICATOR_DEFAULTS
  let indicators: readonly IndicatorLine[] = []
  let candles: readonly Candle[] = []
  let fills: readonly OwnFill[] = []
  let marks: readonly FillMark[] = []
  let hovered: Candle | undefined
  let isRemoved = false

  const point = (candle: Candle) =>
    style === 'candles'
      ? {
          time: seconds(candle.timeMs),
          open: candle.open,
          high: candle.high,
          low: candle.low,
          close: candle.close,
        }
      : { time: seconds(candle.timeMs), value: candle.close }
  const bar = (candle: Candle) => ({
    time: seconds(candle.timeMs),
    value: candle.volume,
    color: withAlpha(candle.close >= candle.open ? '--up' : '--down', 0.2),
  })
  const tell = (): void => {
    const index = hovered === undefined ? candles.length - 1 : candles.indexOf(hovered)
    const candle = hovered ?? candles[index]
    onHover({
      candle,
      fills: marks.filter((mark) => mark.timeMs === candle?.timeMs),
      indicators: indicators.map(({ values, ...line }) => ({ ...line, value: values[index] })),
    })
  }
  const times = (): readonly UTCTimestamp[] => candles.map((candle) => seconds(candle.timeMs))
  const drawIndicators = (part: 'all' | 'last'): void => {
    indicators = indicatorLines(choices, candles, interval)
    indicatorSeries[part === 'all' ? 'set' : 'update'](indicators, times())
  }
  // Candles may be told faster than frames are painted; what follows from them is reckoned once a frame.
  let frame: number | undefined
  const followLast = (): void => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined
      drawIndicators('last')
      tell()
    })
  }
  const drawMarks = (): void => {
    marks = fillMarks(fills, candles)
    markers.setMarkers(
      marks.map(({ timeMs, isBuy }) => ({
        time: seconds(timeMs),
        position: isBuy ? ('belowBar' as const) : ('aboveBar' as const),
        shape: isBuy ? ('arrowUp' as const) : ('arrowDown' as const),
        color: cssColour('--chalk'),
      })),
    )
  }
  const drawAll = (): void => {
    series.setData(candles.map(point) as never)
    volume.setData(candles.map(bar))
    drawIndicators('all')
    drawMarks()
    tell()
  }

  const stopRecolour = onRecolour(() => {
    chart.applyOptions(chartOptions(interval, document.documentElement.lang))
    series.applyOptions((style === 'candles' ? candleOptions(market) : lineOptions(market)) as never)
    volume.setData(candles.map(bar))
    drawMarks()
    indicatorSeries.recolour()
    lines.redraw()
  })
  chart.subscribeCrosshairMove((move) => {
    const timeS = move.time
    hovered =
      typeof timeS === 'number' ? candles.find((candle) => seconds(candle.timeMs) === timeS) : undefined
    tell()
  })

  return {
    add(arrived: readonly Candle[], side: 'newest' | 'older'): void {
      const wasEmpty = candles.length === 0
      const range = chart.timeScale().getVisibleLogicalRange()
      const before = candles.length
      candles = joinPage(candles, arrived)
      drawAll()
      if (wasEmpty) showNewest(chart, candles.length)
      else if (side === 'older' && range !== null) {
        // The view stays on the same candles although there are now more to their left.
        const shift = candles.length - before
        chart.timeScale().setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift })
      }
    },
    update(candle: Candle): void {
      const last = candles[candles.length - 1]
      candles = mergeCandles(candles, [candle])
      if (last !== undefined && candle.timeMs < last.timeMs) {
        drawAll()
        return
      }
      series.update(point(candle) as never)
      volume.update(bar(candle))
      followLast()
    },
    isEmpty: () => candles.length === 0,
    /** Price scale and newest candles as at first. */
    resetView(): void {
      series.priceScale().applyOptions({ autoScale: true })
      showNewest(chart, candles.length)
    },
    /** The line of an order under a point of the container; a tag is easier to take than a line. */
    lineAt: (point: Point, reach: LineReach): ChartLine | undefined => lines.lineAt(point, reach),
    /** The price at a height of the pane of the candles; beyond its edges that of the edge. */
    priceAt(y: number): number | undefined {
      const last = chart.paneSize(0).height - 1
      return series.coordinateToPrice(Math.min(Math.max(y, 0), last)) ?? undefined
    },
    yOf: (price: number): number | undefined => series.priceToCoordinate(price) ?? undefined,
    isOnPane: ({ x, y }: Point): boolean => {
      const { width, height } = chart.paneSize(0)
      return x >= 0 && x < width && y >= 0 && y < height
    },
    /** Undefined while there are no candles. */
    scale(): PaneScale | undefined {
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
    /** Paints something of its own over the candles; answers how to take it away. */
    attach(primitive: ISeriesPrimitive<Time>): () => void {
      series.attachPrimitive(primitive)
      return () => {
        // A chart that is gone has taken it along.
        if (!isRemoved) series.detachPrimitive(primitive)
      }
    },
    setLines: (next: readonly ChartLine[]): void => lines.setLines(next),
    setIndicators(next: IndicatorChoices): void {
      choices = next
      volume.applyOptions({ visible: next.volume.isShown })
      drawIndicators('all')
      tell()
    },
    setFills(next: readonly OwnFill[]): void {
      fills = next
      drawMarks()
      tell()
    },
    onLeftEdge(bars: number, load: (oldestMs: number) => void): () => void {
      const check = (range: { readonly from: number } | null): void => {
        const oldest = candles[0]
        if (range !== null && oldest !== undefined && range.from < bars) load(oldest.timeMs)
      }
      chart.timeScale().subscribeVisibleLogicalRangeChange(check)
      return () => chart.timeScale().unsubscribeVisibleLogicalRangeChange(check)
    },
    remove(): void {
      if (frame !== undefined) cancelAnimationFrame(frame)
      stopRecolour()
      isRemoved = true
      chart.remove()
    },
  }
}
