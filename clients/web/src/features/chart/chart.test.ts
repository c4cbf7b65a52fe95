import type { TFunction } from 'i18next'
import { describe, expect, it } from 'vitest'
import { computePortfolio } from '../../entities/account/portfolio.ts'
import { at, COIN, MARKETS, positionOf, restingOrder, tickerOf, usd } from '../../testing/fixtures.ts'
import { candleOfMessage, candleOfRow, intervalLabel, isChartInterval, mergeCandles } from './candles.ts'
import { chartLines } from './chartLines.ts'

const t = ((key: string, words: Record<string, unknown> = {}) =>
  [key, ...Object.values(words)].join(' ')) as unknown as TFunction

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

  it('labels days and weeks with capitals', () => {
    expect([intervalLabel('1m'), intervalLabel('1d'), intervalLabel('1w'), isChartInterval('2h')]).toEqual([
      '1m',
      '1D',
      '1W',
      false,
    ])
  })
})

describe('price lines', () => {
  const portfolio = computePortfolio(
    {
      account: {
        address: '0x1',
        collateral: usd(1_200),
        positions: new Map([[COIN.symbol, positionOf(COIN, 'long', 42, 304.15)]]),
        leverages: new Map(),
        timeMs: 0 as never,
        isCapital: false,
      },
      orders: new Map(),
      transfers: new Map(),
    },
    MARKETS,
    new Map([[COIN.symbol, tickerOf(COIN, 312.48)]]),
  )
  const lines = chartLines({
    market: COIN,
    mark: at(COIN, 312.48),
    position: portfolio.positions[0],
    orders: [restingOrder(1), restingOrder(2, { isBuy: false, limitPrice: at(COIN, 330) })],
    t,
  })

  it('draws orders, entry, liquidation and, on top, the mark', () => {
    expect(lines.map((line) => line.id.slice(-11))).toEqual([
      ...lines.slice(0, 2).map((line) => line.id.slice(-11)),
      'entry',
      'liquidation',
      'mark',
    ])
    expect(lines.map((line) => line.axisText)).toEqual([
      '300.00',
      '330.00',
      '304.15',
      lines[3]!.axisText,
      '312.48',
    ])
  })

  it('tags say what a line is and how far away it stands', () => {
    expect(lines[0]?.tag[0]?.text).toBe('chart.limitBuy 10.0000')
    expect(lines[1]).toMatchObject({ tag: [{ text: 'chart.limitSell 10.0000' }], distance: '↑ 5.6%' })
    expect(lines[2]?.tag.map((part) => [part.text, part.colour])).toEqual([
      ['chart.entry side.long 42.0000', '--chalk'],
      ['+$349.86', '--up'],
    ])
    expect(lines[3]?.distance.startsWith('↓')).toBe(true)
  })

  it('draws nothing that is not known', () => {
    expect(chartLines({ market: COIN, mark: undefined, position: undefined, orders: [], t })).toEqual([])
  })
})
