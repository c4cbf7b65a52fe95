/** Against worked numbers; RSI and EMA against the tables with which the indicators are usually taught. */
import { describe, expect, it } from 'vitest'
import { bollinger, ema, rsi, sma, vwap, vwapPeriod, type IndicatorValues } from './indicators.ts'

const rounded = (values: IndicatorValues, places = 2) =>
  values.map((value) => (value === undefined ? undefined : Number(value.toFixed(places))))
const nothing = (count: number): undefined[] => Array.from({ length: count }, () => undefined)

describe('moving averages', () => {
  it('SMA is the mean of the last n, and nothing before there are n', () => {
    expect(sma([11, 12, 13, 14, 15, 16, 17], 5)).toEqual([...nothing(4), 13, 14, 15])
    expect(sma([1, 2, 4], 1)).toEqual([1, 2, 4])
    expect(sma([1, 2], 3)).toEqual([undefined, undefined])
  })

  it('EMA begins with the mean of the first n and follows by 2 / (n + 1)', () => {
    const closes = [
      22.27, 22.19, 22.08, 22.17, 22.18, 22.13, 22.23, 22.43, 22.24, 22.29, 22.15, 22.39, 22.38, 22.61, 23.36,
      24.05,
    ]
    expect(rounded(ema(closes, 10))).toEqual([...nothing(9), 22.22, 22.21, 22.24, 22.27, 22.33, 22.52, 22.8])
    expect(ema([2, 4, 10], 2)).toEqual([undefined, 3, 3 + (2 / 3) * 7])
  })
})

describe('Bollinger bands', () => {
  it('stand k deviations of all n from their mean', () => {
    const { upper, middle, lower } = bollinger([2, 4, 4, 4, 5, 5, 7, 9, 9], 8, 2)
    expect([upper[7], middle[7], lower[7]]).toEqual([9, 5, 1])
    expect([upper[6], middle[6], lower[6]]).toEqual(nothing(3))
    expect(middle[8]).toBe(5.875)
  })

  it('close on a price that stands still', () => {
    const { upper, lower } = bollinger([3, 3, 3], 3, 2)
    expect([upper[2], lower[2]]).toEqual([3, 3])
  })
})

describe('RSI', () => {
  it('is Wilder’s', () => {
    const closes = [
      44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931,
      46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439,
    ]
    expect(rounded(rsi(closes, 14))).toEqual([...nothing(14), 70.53, 66.32, 66.55, 69.41, 66.36, 57.97])
  })

  it('is 100 where all went up, 0 where all went down, 50 where nothing moved', () => {
    expect([rsi([1, 2, 3], 2)[2], rsi([3, 2, 1], 2)[2], rsi([1, 1, 1], 2)[2]]).toEqual([100, 0, 50])
  })
})

describe('VWAP', () => {
  const DAY_MS = 86_400_000
  const candle = (timeMs: number, price: number, volume: number) => ({
    timeMs,
    high: price + 2,
    low: price - 2,
    close: price,
    volume,
  })
  const hours = [
    candle(0, 100, 10),
    candle(3_600_000, 110, 30),
    candle(7_200_000, 90, 0),
    candle(DAY_MS, 200, 5),
  ]

  it('weighs the typical price by volume and begins anew each day', () => {
    expect(vwap(hours, vwapPeriod('1h'))).toEqual([100, 107.5, 107.5, 200])
    expect(vwap([{ ...candle(0, 100, 10), high: 106 }], vwapPeriod('1h'))).toEqual([304 / 3])
  })

  it('adds up months of days and years of weeks', () => {
    expect(rounded(vwap(hours, vwapPeriod('1d')))).toEqual([100, 107.5, 107.5, 117.78])
    expect([vwapPeriod('1d')(0), vwapPeriod('1w')(0), vwapPeriod('15m')(0)]).toEqual([
      '1970-01',
      '1970',
      '1970-01-01',
    ])
  })

  it('says nothing before anything was traded', () => {
    expect(vwap([candle(0, 100, 0)], vwapPeriod('1h'))).toEqual([undefined])
  })
})
