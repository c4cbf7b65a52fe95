import { describe, expect, it } from 'vitest'
import {
  candleOfMessage,
  candleOfRow,
  intervalLabel,
  isChartInterval,
  joinPage,
  mergeCandles,
} from './candles.ts'

describe('candles', () => {
  it('reads REST and socket tuples, whose orders differ, into the same candle', () => {
    const row = candleOfRow([60_000, '1.0', '4.0', '0.5', '2.0', '12.5', 119_999, '25.0', 3])
    expect(row).toEqual({ timeMs: 60_000, open: 1, high: 4, low: 0.5, close: 2, volume: 12.5 })
    expect(candleOfMessage([60_000, '1.0', '4.0', '0.5', '2.0', 119_999, '12.5', '25.0', '3'])).toEqual(row)
  })

  it('merges older and newer pages: ascending, each open time once, the newer word wins', () => {
    const candle = (timeMs: number, close: number) => ({ timeMs, open: 1, high: 1, low: 1, close, volume: 0 })
    expect(
      mergeCandles([candle(2, 20), candle(3, 30)], [candle(1, 10), candle(2, 21)]).map((one) => [
        one.timeMs,
        one.close,
      ]),
    ).toEqual([
      [1, 10],
      [2, 21],
      [3, 30],
    ])
  })

  it('joins a page to what is held, and takes it alone once the shares were split', () => {
    const candle = (timeMs: number, open: number, close = open) => ({
      timeMs,
      open,
      high: open,
      low: open,
      close,
      volume: 0,
    })
    const held = [candle(1, 8), candle(2, 12)]
    expect(joinPage(held, [candle(2, 12, 13), candle(3, 13)])).toEqual([
      candle(1, 8),
      candle(2, 12, 13),
      candle(3, 13),
    ])
    const retold = [candle(2, 3), candle(3, 4)]
    expect(joinPage(held, retold)).toEqual(retold)
  })

  it('labels days and weeks with capitals', () => {
    expect([intervalLabel('1m'), intervalLabel('1d'), intervalLabel('1w'), isChartInterval('2h')]).toEqual([
      '1m',
      '1D',
      '1W',
      false,
    ])
  })
})
