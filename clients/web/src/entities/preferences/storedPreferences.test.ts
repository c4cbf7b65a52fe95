import { describe, expect, it } from 'vitest'
import type { Preferences } from './preferenceFields.ts'
import { readStoredPreferences } from './storedPreferences.ts'

const WHOLE: Preferences = {
  theme: 'light',
  palette: 'red-up',
  timeZone: 'utc',
  clock: '12h',
  grouping: 'space',
  amounts: 'full',
  language: 'zh',
  hasShortcuts: false,
  hotkeys: { long: 'shift+j', palette: 'ctrl+p', list: '?' },
  lastMarket: 'kPEPE-PERP',
  favourites: { visitor: ['BTC-PERP', 'SPY-USD-PERP'], '0xab': [] },
  isSidebarOpen: false,
  isBookOpen: false,
  chartInterval: '15m',
  chartHidden: ['fills'],
  chartIndicators: { sma: { isShown: true, parameters: [20] } },
  sizeUnit: 'usd',
  bookUnit: 'usd',
  bookTotals: 'level',
  knownMarkets: ['BTC-PERP'],
}

describe('stored preferences', () => {
  it('come back as they were put', () => {
    expect(readStoredPreferences(JSON.parse(JSON.stringify(WHOLE)))).toEqual(WHOLE)
    expect(readStoredPreferences({ theme: 'dark' })).toEqual({ theme: 'dark' })
  })

  it('of another kind are left out, each for itself', () => {
    const foreign = [
      null,
      5,
      '',
      '<img src=x>',
      '//x.example',
      [],
      [null],
      ['<b>'],
      {},
      { visitor: null },
      { a: [{}] },
    ]
    for (const name of Object.keys(WHOLE))
      for (const value of foreign) {
        const read = readStoredPreferences({ ...WHOLE, [name]: value })
        const isFine =
          JSON.stringify(value) === '[]'
            ? ['knownMarkets', 'chartHidden'].includes(name)
            : JSON.stringify(value) === '{}' && ['favourites', 'hotkeys', 'chartIndicators'].includes(name)
        expect([name, value, name in read], JSON.stringify(value)).toEqual([name, value, isFine])
        expect({ ...WHOLE, ...read, [name]: undefined }).toEqual({ ...WHOLE, [name]: undefined })
      }
  })

  it('are nothing where something else stands, and know no field that the app does not', () => {
    for (const stored of [undefined, null, 'x', 7, [], [WHOLE]])
      expect(readStoredPreferences(stored)).toEqual({})
    expect(readStoredPreferences(JSON.parse('{"__proto__":{"theme":"dark"},"change":"x"}'))).toEqual({})
  })
})
