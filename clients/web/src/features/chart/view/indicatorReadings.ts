/** Lines of the chosen indicators, reckoned from the candles, and what they say of one of them. */
import type { IChartApi } from 'lightweight-charts'
import type { Candle, ChartInterval } from '../candles.ts'
import {
  INDICATOR_DEFAULTS,
  indicatorLines,
  type IndicatorChoices,
  type IndicatorLine,
} from '../indicatorChoice.ts'
import { createIndicatorSeries } from '../indicatorSeries.ts'
import { chartSeconds } from './chartSeconds.ts'

export type IndicatorReading = Omit<IndicatorLine, 'values'> & { readonly value: number | undefined }

export interface IndicatorReadings {
  setChoices(choices: IndicatorChoices, candles: readonly Candle[]): void
  draw(candles: readonly Candle[]): void
  /** Only the last candle has changed, or is one more. */
  follow(candles: readonly Candle[]): void
  /** What they say of the candle at this place. */
  at(index: number): readonly IndicatorReading[]
  recolour(): void
}

export function createIndicatorReadings(chart: IChartApi, interval: ChartInterval): IndicatorReadings {
  const series = createIndicatorSeries(chart)
  let choices: IndicatorChoices = INDICATOR_DEFAULTS
  let lines: readonly IndicatorLine[] = []

  const reckon = (part: 'set' | 'update', candles: readonly Candle[]): void => {
    lines = indicatorLines(choices, candles, interval)
    const times = candles.map(({ timeMs }) => chartSeconds(timeMs))
    series[part](lines, times)
  }

  return {
    setChoices(next, candles) {
      choices = next
      reckon('set', candles)
    },
    draw: (candles) => reckon('set', candles),
    follow: (candles) => reckon('update', candles),
    at: (index) => lines.map(({ values, ...line }) => ({ ...line, value: values[index] })),
    recolour: series.recolour,
  }
}
