import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { COIN } from '../../../testing/fixtures.ts'
import type { Candle } from '../candles.ts'
import type { Shape } from './drawing.ts'
import { fibonacciTexts, measureLines, priceOfShape, shapePlace } from './shapeTexts.ts'

const MINUTE = 60_000
const SHORT: Readonly<Record<string, string>> = {
  'drawing.days': 'd',
  'drawing.hours': 'h',
  'drawing.minutes': 'm',
}
const t = ((key: string, words: Readonly<Record<string, unknown>>) =>
  key in SHORT ? `${String(words.n)}${SHORT[key]}` : Object.values(words).join(' ')) as unknown as TFunction
const words = { t, market: COIN }
const START = Date.UTC(2025, 10, 21, 14)
const candle = (n: number): Candle => ({
  timeMs: START + n * MINUTE,
  open: 1,
  high: 1,
  low: 1,
  close: 1,
  volume: 1,
})
const bars = { candles: [candle(0), candle(1)], intervalMs: MINUTE }
const measure = (minutes: number, from: number, to: number): Shape => ({
  id: 'measure',
  kind: 'measure',
  colour: 'chalk',
  anchors: [
    { timeMs: START, price: from },
    { timeMs: START + minutes * MINUTE, price: to },
  ],
})

describe('what a shape says of itself', () => {
  it('prices stand with the decimals of the market', () =>
    expect([312.5, 1_234.567].map((price) => priceOfShape(price, COIN))).toEqual(['312.50', '1,234.57']))

  it('a level has its price alone, a line both of its points with their times', () => {
    const level: Shape = { ...measure(0, 300, 300), kind: 'horizontal', anchors: [{ timeMs: 0, price: 300 }] }
    expect(shapePlace(words, level)).toBe('300.00')
    expect(shapePlace(words, { ...measure(5, 300, 310), kind: 'trend' })).toMatch(
      /^300\.00 \S.* – 310\.00 \S/,
    )
  })

  it('a measure says change, percent, bars and the two largest units of time', () => {
    expect(measureLines(words, measure(90, 300, 303), bars)).toEqual(['+3.00 (+1.00%)', '90 1h 30m'])
    expect(measureLines(words, measure(-1_500, 300, 297.05), bars)).toEqual(['−2.95 (−0.98%)', '-1500 1d 1h'])
    expect(measureLines(words, measure(1_440, 300, 300), bars)[1]).toBe('1440 1d')
    expect(measureLines(words, measure(0, 300, 300), bars)).toEqual(['0.00 (0.00%)', '0 0m'])
  })

  it('each level of a retracement has its price', () =>
    expect(fibonacciTexts(COIN, measure(1, 100, 200)).map(({ text }) => text)).toEqual([
      '0 (200.00)',
      '0.236 (176.40)',
      '0.382 (161.80)',
      '0.5 (150.00)',
      '0.618 (138.20)',
      '0.786 (121.40)',
      '1 (100.00)',
    ]))
})
