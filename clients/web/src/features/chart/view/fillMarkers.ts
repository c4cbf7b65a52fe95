/** Marks of own fills at their candles. */
import { createSeriesMarkers, type ISeriesApi, type SeriesType, type Time } from 'lightweight-charts'
import type { Candle } from '../candles.ts'
import { cssColour } from '../chartColours.ts'
import { fillMarks, type FillMark, type OwnFill } from '../fillMarks.ts'
import { chartSeconds } from './chartSeconds.ts'

export interface FillMarkers {
  setFills(fills: readonly OwnFill[], candles: readonly Candle[]): void
  /** Anew, at these candles and in the present colours. */
  draw(candles: readonly Candle[]): void
  /** Marks of the candle that opened then. */
  at(timeMs: number | undefined): readonly FillMark[]
}

export function createFillMarkers(series: ISeriesApi<SeriesType, Time>): FillMarkers {
  const markers = createSeriesMarkers(series, [])
  let fills: readonly OwnFill[] = []
  let marks: readonly FillMark[] = []

  function draw(candles: readonly Candle[]): void {
    marks = fillMarks(fills, candles)
    markers.setMarkers(
      marks.map(({ timeMs, isBuy }) => ({
        time: chartSeconds(timeMs),
        position: isBuy ? ('belowBar' as const) : ('aboveBar' as const),
        shape: isBuy ? ('arrowUp' as const) : ('arrowDown' as const),
        color: cssColour('--chalk'),
      })),
    )
  }

  return {
    setFills(next, candles) {
      fills = next
      draw(candles)
    },
    draw,
    at: (timeMs) => marks.filter((mark) => mark.timeMs === timeMs),
  }
}
