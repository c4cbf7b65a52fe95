/** Which candles are in sight: what arrives on the left moves none of them, and who loads more is told near the left edge. */
import type { IChartApi } from 'lightweight-charts'
import type { Candle } from '../candles.ts'
import { showNewest } from '../chartOptions.ts'

export interface VisibleRange {
  showNewest(): void
  /** Runs `add`, which may bring candles on the left, while the same ones stay in sight; the newest, where there were none. */
  keepOver(add: () => void, side: 'newest' | 'older'): void
  /** Calls back with the oldest candle while fewer than so many bars are left of what is in sight; answers how to stop. */
  onLeftEdge(bars: number, load: (oldestMs: number) => void): () => void
}

export function createVisibleRange(
  chart: IChartApi,
  candles: () => readonly Pick<Candle, 'timeMs'>[],
): VisibleRange {
  return {
    showNewest: () => showNewest(chart, candles().length),
    keepOver(add, side) {
      const range = chart.timeScale().getVisibleLogicalRange()
      const before = candles().length
      add()
      if (before === 0) showNewest(chart, candles().length)
      else if (side === 'older' && range !== null) {
        // The view stays on the same candles although there are now more to their left.
        const shift = candles().length - before
        chart.timeScale().setVisibleLogicalRange({ from: range.from + shift, to: range.to + shift })
      }
    },
    onLeftEdge(bars, load) {
      const check = (range: { readonly from: number } | null): void => {
        const oldest = candles()[0]
        if (range !== null && oldest !== undefined && range.from < bars) load(oldest.timeMs)
      }
      chart.timeScale().subscribeVisibleLogicalRangeChange(check)
      return () => chart.timeScale().unsubscribeVisibleLogicalRangeChange(check)
    },
  }
}
