import { describe, expect, it } from 'vitest'
import { feedSymbol } from './feedSymbol.ts'

const known = (symbol: string): boolean => symbol === 'AAPL-USD-PERP'

describe('the name under which a feed knows a market', () => {
  it.each([
    ['AAPL-USD-PERP', undefined, 'AAPL-USD-PERP'],
    ['PEAR-USD-PERP', ['AAPL-USD-PERP'], 'AAPL-USD-PERP'],
    ['PLUM-USD-PERP', ['AAPL-USD-PERP', 'PEAR-USD-PERP'], 'AAPL-USD-PERP'],
    ['AAPL-USD-PERP', ['PEAR-USD-PERP'], 'AAPL-USD-PERP'],
    ['NEW-PERP', ['OLD-PERP'], 'NEW-PERP'],
  ])('of %s, once %s, is %s', (symbol, formerSymbols, expected) => {
    const market = { spec: { symbol }, ...(formerSymbols && { formerSymbols }) }
    expect(feedSymbol(market, known)).toBe(expected)
  })
})
