/** Draws {@link IndicatorLine}s with the chart library: one series per line, those with a pane of their own below. */
import {
  LineSeries,
  LineStyle,
  type IChartApi,
  type ISeriesApi,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { cssColour } from './chartColours.ts'
import type { IndicatorLine } from './indicatorChoice.ts'

/** The RSI's usual thresholds; its scale never leaves 0 to 100. */
const LOW = 30
const HIGH = 70
const FULL_SCALE = { priceRange: { minValue: 0, maxValue: 100 } }
/** Of the height of the panes: the candles three parts, what stands below them one. */
const PRICE_STRETCH = 3
const OWN_STRETCH = 1

const STYLES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted } as const

type Series = ISeriesApi<'Line', Time>

export function createIndicatorSeries(chart: IChartApi) {
  const held = new Map<string, Series>()
  let lines: readonly IndicatorLine[] = []
  let times: readonly UTCTimestamp[] = []

  function look(line: IndicatorLine) {
    return {
      color: cssColour(line.colour),
      lineWidth: 1 as const,
      lineStyle: STYLES[line.style],
      lastValueVisible: false,
      priceLineVisible: false,
      crosshairMarkerVisible: false,
    }
  }

  function make(line: IndicatorLine): Series {
    if (line.pane === 'price') return chart.addSeries(LineSeries, look(line))
    const series = chart.addSeries(
      LineSeries,
      {
        ...look(line),
        autoscaleInfoProvider: () => FULL_SCALE,
        priceFormat: { type: 'custom', minMove: 0.1, formatter: (value: number) => value.toFixed(0) },
      },
      1,
    )
    for (const price of [LOW, HIGH])
      series.createPriceLine({
        price,
        color: cssColour('--line-2'),
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: false,
        title: '',
      })
    chart.panes()[0]?.setStretchFactor(PRICE_STRETCH)
    chart.panes()[1]?.setStretchFactor(OWN_STRETCH)
    return series
  }

  const point = (line: IndicatorLine, index: number) => {
    const time = times[index]!
    const value = line.values[index]
    return value === undefined ? { time } : { time, value }
  }

  return {
    /** All values anew. */
    set(next: readonly IndicatorLine[], at: readonly UTCTimestamp[]): void {
      lines = next
      times = at
      const wanted = new Set(next.map((line) => line.id))
      for (const [id, series] of held)
        if (!wanted.has(id)) {
          chart.removeSeries(series)
          held.delete(id)
        }
      for (const line of next) {
        const series = held.get(line.id) ?? make(line)
        held.set(line.id, series)
        series.applyOptions(look(line))
        series.setData(line.values.map((_, index) => point(line, index)))
      }
    },
    /** The same lines, of which only the last values are new. */
    update(next: readonly IndicatorLine[], at: readonly UTCTimestamp[]): void {
      lines = next
      times = at
      for (const line of next) held.get(line.id)?.update(point(line, at.length - 1))
    },
    recolour(): void {
      for (const line of lines) held.get(line.id)?.applyOptions(look(line))
    },
  }
}
