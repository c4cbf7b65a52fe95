/** Tells of the candle under the crosshair, or of the last one while there is none under it. */
import type { IChartApi } from 'lightweight-charts'
import type { Candle } from '../candles.ts'
import type { FillMark } from '../fillMarks.ts'
import { chartSeconds } from './chartSeconds.ts'
import type { FillMarkers } from './fillMarkers.ts'
import type { IndicatorReading, IndicatorReadings } from './indicatorReadings.ts'

/** The candle under the crosshair, or the last one, with what was filled in it and what the indicators say of it. */
export interface Hovered {
  readonly candle: Candle | undefined
  readonly fills: readonly FillMark[]
  readonly indicators: readonly IndicatorReading[]
}

export interface HoverOptions {
  readonly chart: Pick<IChartApi, 'subscribeCrosshairMove'>
  readonly candles: () => readonly Candle[]
  readonly markers: Pick<FillMarkers, 'at'>
  readonly indicators: Pick<IndicatorReadings, 'at'>
  readonly onHover: (hovered: Hovered) => void
}

export interface Hover {
  /** What is told may have changed. */
  tell(): void
}

export function createHover({ chart, candles, markers, indicators, onHover }: HoverOptions): Hover {
  let under: Candle | undefined

  function tell(): void {
    const index = under === undefined ? candles().length - 1 : candles().indexOf(under)
    const candle = under ?? candles()[index]
    onHover({ candle, fills: markers.at(candle?.timeMs), indicators: indicators.at(index) })
  }

  chart.subscribeCrosshairMove(({ time }) => {
    under =
      typeof time === 'number' ? candles().find(({ timeMs }) => chartSeconds(timeMs) === time) : undefined
    tell()
  })

  return { tell }
}
