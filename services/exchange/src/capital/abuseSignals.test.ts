import { describe, expect, it } from 'vitest'
import { abuseSignals, type SignalFill } from './abuseSignals.ts'

const fill = (seconds: number, side: 'buy' | 'sell', pnl = 0, size = 10, symbol = 'AAPL-PERP'): SignalFill =>
  ({ timeMs: seconds * 1_000, symbol, isBuy: side === 'buy', size, pnl }) as SignalFill
const minute = (at: number, open: number, close = open) => ({ openTimeMs: at * 60_000, open, close }) as never
const quiet = new Map([['AAPL-PERP', [0, 1, 2, 3, 4, 5, 6].map((at) => minute(at, 10_000))]])
const of = (fills: readonly SignalFill[], others: readonly (readonly SignalFill[])[] = [], minutes = quiet) =>
  abuseSignals({ fills, others, minutes })

describe('signals of mechanics 9.8', () => {
  it('are none for patient trades that win and lose', () => {
    expect(of([fill(0, 'buy'), fill(60, 'sell', 100), fill(70, 'sell'), fill(200, 'buy', -20)])).toEqual([])
  })

  it('see more than 30 % of the profit in lots held for less than 10 s, the newest first', () => {
    const patient = [fill(0, 'buy'), fill(100, 'sell', 69)]
    expect(of([...patient, fill(200, 'buy'), fill(209, 'sell', 31)])).toEqual(['BRIEF_TRADES'])
    expect(of([...patient, fill(200, 'buy'), fill(210, 'sell', 31)])).toEqual([])
    expect(of([...patient, fill(200, 'buy'), fill(209, 'sell', 29)])).toEqual([])
    // A position that stands all the time hides nothing.
    expect(of([fill(0, 'buy'), fill(200, 'buy'), fill(205, 'sell', 50), fill(300, 'sell', 50)])).toEqual([
      'BRIEF_TRADES',
    ])
    expect(of([fill(0, 'buy'), fill(1, 'sell', -50)])).toEqual([])
  })

  it('see more than half of the profit beside a gap or a halt', () => {
    const fills = [fill(0, 'buy'), fill(130, 'sell', 60), fill(200, 'buy'), fill(320, 'sell', 40)]
    const jump = new Map([['AAPL-PERP', [0, 1].map((at) => minute(at, 10_000)).concat(minute(2, 10_050))]])
    const halt = new Map([['AAPL-PERP', [minute(0, 10_000), minute(2, 10_000)]]])
    const small = new Map([['AAPL-PERP', [0, 1].map((at) => minute(at, 10_000)).concat(minute(2, 10_049))]])
    expect(of(fills, [], jump)).toEqual(['PRICE_GAPS'])
    expect(of(fills, [], halt)).toEqual(['PRICE_GAPS'])
    expect(of(fills, [], small)).toEqual([])
  })

  it('see opposite positions of one owner in one market within ten minutes', () => {
    const own = [fill(0, 'buy')]
    expect(of(own, [[fill(600, 'sell')]])).toEqual(['OPPOSITE_POSITIONS'])
    expect(of(own, [[fill(601, 'sell')]])).toEqual([])
    expect(of(own, [[fill(10, 'buy'), fill(20, 'sell')]])).toEqual([])
    expect(of(own, [[fill(10, 'sell', 0, 10, 'TSLA-PERP')]])).toEqual([])
  })
})
