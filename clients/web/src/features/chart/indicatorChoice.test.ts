import { describe, expect, it } from 'vitest'
import {
  INDICATOR_DEFAULTS,
  INDICATOR_KINDS,
  indicatorLines,
  isParameter,
  readChoices,
} from './indicatorChoice.ts'

const CANDLES = Array.from({ length: 60 }, (_, index) => ({
  timeMs: index * 60_000,
  open: index,
  high: index,
  low: index,
  close: index,
  volume: 1,
}))
const all = Object.fromEntries(
  INDICATOR_KINDS.map((kind) => [kind, { ...INDICATOR_DEFAULTS[kind], isShown: true }]),
)

describe('chosen indicators', () => {
  it('are volume alone at first, and what was kept after that', () => {
    expect(readChoices(undefined)).toEqual(INDICATOR_DEFAULTS)
    expect(readChoices({ sma: { isShown: true, parameters: [7, 99] } })).toEqual({
      ...INDICATOR_DEFAULTS,
      sma: { isShown: true, parameters: [7, 99] },
    })
  })

  it('what was kept is not trusted: each figure that cannot be is the standard one', () => {
    const kept = {
      sma: { isShown: 'yes', parameters: [0, 10.5] },
      bollinger: { isShown: true, parameters: [30, 2.5] },
      rsi: 'on',
      ema: { parameters: [5] },
      unknown: {},
    }
    expect(readChoices(kept)).toEqual({
      ...INDICATOR_DEFAULTS,
      bollinger: { isShown: true, parameters: [30, 2.5] },
      ema: { isShown: false, parameters: [5, 26] },
    })
    for (const junk of [null, [], 'x', 7]) expect(readChoices(junk)).toEqual(INDICATOR_DEFAULTS)
  })

  it('lengths are whole and within 500, deviations may have a decimal', () => {
    expect([1, 500, 0, 501, 2.5, Number.NaN, '3'].map((value) => isParameter('sma', 0, value))).toEqual([
      true, true, false, false, false, false, false,
    ]) // prettier-ignore
    expect([isParameter('bollinger', 1, 2.5), isParameter('bollinger', 1, 0)]).toEqual([true, false])
  })

  it('nothing is drawn of what is off; RSI has a pane of its own', () => {
    expect(indicatorLines(INDICATOR_DEFAULTS, CANDLES, '1m')).toEqual([])
    const lines = indicatorLines(readChoices(all), CANDLES, '1m')
    expect(lines.map(({ kind, name }) => `${kind} ${name}`.trim())).toEqual([
      'sma 20', 'sma 50', 'ema 12', 'ema 26', 'bollinger 20 2', 'bollinger 20 2', 'bollinger 20 2', 'vwap', 'rsi 14',
    ]) // prettier-ignore
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
    expect(lines.filter(({ pane }) => pane === 'own').map(({ kind }) => kind)).toEqual(['rsi'])
    for (const { values } of lines) expect(values).toHaveLength(CANDLES.length)
    expect(lines[0]?.values.at(-1)).toBe(49.5)
  })
})
