/**
 * The chart as the library draws it: candles, volume, price lines and marks of own fills. It knows nothing of React;
 * data, lines and colours flow past React straight into it. Each part in `view/` owns its state: what is drawn of the
 * prices, of fills and indicators, what is hovered, what is in sight.
 */
import { createChart, type ISeriesPrimitive, type Time } from 'lightweight-charts'
import type { Market } from '../../live/index.ts'
import { joinPage, mergeCandles, type Candle, type ChartInterval } from './candles.ts'
import { cssColour, fontFamily, onRecolour } from './chartColours.ts'
import { chartOptions } from './chartOptions.ts'
import type { ChartLine } from './chartLines.ts'
import type { OwnFill } from './fillMarks.ts'
import type { IndicatorChoices } from './indicatorChoice.ts'
import { LinesPrimitive, type LegendSize } from './linesPrimitive.ts'
import type { LineReach, Point } from './tagLayout.ts'
import { createFillMarkers } from './view/fillMarkers.ts'
import { createHover, type Hovered } from './view/hover.ts'
import { createIndicatorReadings } from './view/indicatorReadings.ts'
import { onceAFrame } from './view/onceAFrame.ts'
import { createPaneGeometry } from './view/paneGeometry.ts'
import { createPriceSeries, type ChartStyle } from './view/priceSeries.ts'
import { createVisibleRange } from './view/visibleRange.ts'

export type { Hovered } from './view/hover.ts'
export type { IndicatorReading } from './view/indicatorReadings.ts'
export type { ChartStyle } from './view/priceSeries.ts'

export interface ChartViewOptions {
  readonly container: HTMLElement
  readonly market: Market
  readonly interval: ChartInterval
  readonly style: ChartStyle
  /** The figures that stand over the candles now. */
  readonly legend: () => LegendSize
  readonly onHover: (hovered: Hovered) => void
}

export type ChartView = ReturnType<typeof createChartView>

export function createChartView({ container, market, interval, style, legend, onHover }: ChartViewOptions) {
  const options = () => chartOptions(interval, document.documentElement.lang)
  let candles: readonly Candle[] = []
  let isRemoved = false
  const chart = createChart(container, { autoSize: true, ...options() })
  const prices = createPriceSeries(chart, market, style)
  const { series } = prices
  const lines = new LinesPrimitive({ resolve: cssColour, fontFamily: fontFamily(), legend })
  series.attachPrimitive(lines)
  const markers = createFillMarkers(series)
  const indicators = createIndicatorReadings(chart, interval)
  const stopRecolour = onRecolour(() => {
    chart.applyOptions(options())
    prices.recolour(candles)
    markers.draw(candles)
    indicators.recolour()
    lines.redraw()
  })
  const hover = createHover({ chart, candles: () => candles, markers, indicators, onHover })
  const range = createVisibleRange(chart, () => candles)
  // Candles may be told faster than frames are painted; what follows from them is reckoned once a frame.
  const following = onceAFrame(() => {
    indicators.follow(candles)
    hover.tell()
  })

  function draw(next: readonly Candle[]): void {
    candles = next
    prices.set(candles)
    indicators.draw(candles)
    markers.draw(candles)
    hover.tell()
  }

  return {
    add: (arrived: readonly Candle[], side: 'newest' | 'older'): void =>
      range.keepOver(() => draw(joinPage(candles, arrived)), side),
    update(candle: Candle): void {
      const last = candles[candles.length - 1]
      const merged = mergeCandles(candles, [candle])
      if (last !== undefined && candle.timeMs < last.timeMs) return draw(merged)
      candles = merged
      prices.update(candle)
      following.ask()
    },
    isEmpty: () => candles.length === 0,
    /** Price scale and newest candles as at first. */
    resetView(): void {
      series.priceScale().applyOptions({ autoScale: true })
      range.showNewest()
    },
    /** The line of an order under a point of the container; a tag is easier to take than a line. */
    lineAt: (point: Point, reach: LineReach): ChartLine | undefined => lines.lineAt(point, reach),
    ...createPaneGeometry({ chart, series, candles: () => candles, market, interval }),
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
      prices.showVolume(next.volume.isShown)
      indicators.setChoices(next, candles)
      hover.tell()
    },
    setFills(next: readonly OwnFill[]): void {
      markers.setFills(next, candles)
      hover.tell()
    },
    onLeftEdge: range.onLeftEdge,
    remove(): void {
      following.cancel()
      stopRecolour()
      isRemoved = true
      chart.remove()
    },
  }
}
