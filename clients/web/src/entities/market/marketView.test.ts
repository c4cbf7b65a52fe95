import { describe, expect, it } from 'vitest'
import { lots, rate8 } from '@vest/protocol'
import type { Market } from '../../live/index.ts'
import { COIN, sized, tickerOf, usd } from '../../testing/fixtures.ts'
import {
  DROPDOWN_TABS,
  MARKET_TABS,
  apyOf,
  marketRow,
  rowsOfTab,
  tickerStrip,
  trendingMarkets,
  type MarketRow,
} from './marketView.ts'
import { marketOfSymbol } from './marketOfSymbol.ts'
import { searchMarkets } from './searchMarkets.ts'

const market = (base: string, change: Partial<Market> = {}): Market => ({
  ...COIN,
  symbol: `${base}-USD-PERP`,
  label: `${base}-USD`,
  base,
  displayName: base,
  ...change,
})
const row = (
  base: string,
  options: { readonly change?: number; readonly volume?: number; readonly market?: Partial<Market> } = {},
): MarketRow => {
  const listed = market(base, options.market)
  return marketRow(listed, {
    ticker: { ...tickerOf(COIN, 300), symbol: listed.symbol, priceChangePercent4: options.change ?? 0 },
    stats: { quoteVolume: usd(options.volume ?? 0), highPrice: 0 as never, lowPrice: 0 as never },
    openInterest: undefined,
  })
}
const symbols = (rows: readonly MarketRow[]): string[] => rows.map((item) => item.market.base)

describe('figures', () => {
  it('[3.6] open interest is the larger side at the mark, its share that of the longs', () => {
    const figures = marketRow(COIN, {
      ticker: tickerOf(COIN, 300),
      stats: undefined,
      openInterest: { longOi: sized(COIN, 58), shortOi: sized(COIN, 42) },
    })
    expect([figures.openInterest, figures.longPercent, figures.quoteVolume]).toEqual([
      usd(17_400),
      58,
      undefined,
    ])
    const none = marketRow(COIN, {
      ticker: undefined,
      stats: undefined,
      openInterest: { longOi: lots(0), shortOi: lots(0) },
    })
    expect([none.openInterest, none.longPercent]).toEqual([undefined, undefined])
  })

  it('[9.4] funding is shown for eight hours, APY = three times that times 365', () => {
    const ticker = tickerOf(COIN, 300, { oneHrFundingRate: rate8(525) })
    expect([
      marketRow(COIN, { ticker, stats: undefined, openInterest: undefined }).funding8h,
      apyOf(ticker),
    ]).toEqual([4_200, 4_599_000])
  })

  it('a halted ticker makes the row halted whatever the list said', () => {
    expect(
      marketRow(COIN, {
        ticker: tickerOf(COIN, 300, { status: 'HALT' }),
        stats: undefined,
        openInterest: undefined,
      }).isHalted,
    ).toBe(true)
  })
})

describe('lists', () => {
  const rows = [
    row('AAA', { change: 10_000, volume: 5 }),
    row('BBB', { change: -90_000, volume: 1 }),
    row('CCC', { change: 40_000, volume: 9 }),
    row('DDD', { market: { category: 'etf' } }),
  ]

  it('[2.31] has the tabs of the product; the dropdown begins with all and the favourites', () => {
    expect(MARKET_TABS).toEqual(['stock', 'trending', 'ipo', 'dat', 'etf', 'index', 'forex', 'crypto'])
    expect(DROPDOWN_TABS.slice(0, 2)).toEqual(['all', 'favourites'])
    expect(symbols(rowsOfTab(rows, 'etf', []))).toEqual(['DDD'])
    expect(symbols(rowsOfTab(rows, 'favourites', ['CCC-USD-PERP']))).toEqual(['CCC'])
    expect(rowsOfTab(rows, 'all', [])).toBe(rows)
  })

  it('trending are the largest moves, either way, of markets that trade', () => {
    expect(symbols(trendingMarkets(rows, 2))).toEqual(['BBB', 'CCC'])
    const halted = { ...rows[1]!, isHalted: true }
    expect(symbols(trendingMarkets([halted, ...rows.slice(2)], 1))).toEqual(['CCC'])
  })

  it('[2.24] the strip shows trending markets and then the top five by volume, each once', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      row(`M${index}`, { change: index * 1_000, volume: 100 - index }),
    )
    const strip = symbols(tickerStrip(many))
    expect(strip.slice(0, 10)).toEqual(Array.from({ length: 10 }, (_, index) => `M${19 - index}`))
    expect(strip.slice(10)).toEqual(['M0', 'M1', 'M2', 'M3', 'M4'])
    expect(new Set(strip).size).toBe(strip.length)
  })
})

describe('search', () => {
  const rows = [
    row('COIN', { market: { displayName: 'Coinbase' } }),
    row('NVDA', { market: { displayName: 'NVIDIA' } }),
    row('TSLA', { market: { displayName: 'Tesla' } }),
  ]

  it('finds by symbol, base and name, in any case', () => {
    for (const text of ['coin', 'COIN-USD', 'base'])
      expect(symbols(searchMarkets(rows, rows, text).rows), text).toEqual(['COIN'])
    expect(searchMarkets(rows, rows, '  ').rows).toBe(rows)
  })

  it('[2.31] knows names that people use, however they spell them', () => {
    const listed = [
      ...rows,
      row('BTC', { market: { symbol: 'BTC-PERP', label: 'BTC-PERP', displayName: 'Bitcoin' } }),
      row('ETH', { market: { symbol: 'ETH-PERP', label: 'ETH-PERP', displayName: 'Ether' } }),
      row('META', { market: { displayName: 'Meta Platforms' } }),
      row('GOOGL', { market: { displayName: 'Alphabet' } }),
      row('MSTR', { market: { displayName: 'Strategy (BTC treasury)' } }),
      row('SPX', { market: { displayName: 'S&P 500' } }),
    ]
    const cases = [
      ['Ethereum', 'ETH'],
      ['facebook', 'META'],
      ['MicroStrategy', 'MSTR'],
      ['micro strategy', 'MSTR'],
      ['google', 'GOOGL'],
      ['s&p', 'SPX'],
      ['S and P', 'SPX'],
      ['sp500', 'SPX'],
      ['谷歌', 'GOOGL'],
      ['coinbase/usd', 'COIN'],
      ['eth usdt perp', 'ETH'],
      ['ethusdt', 'ETH'],
    ] as const
    for (const [text, base] of cases)
      expect(symbols(searchMarkets(listed, listed, text).rows), text).toEqual([base])
    for (const text of ['btc usd', 'BTC/USD', 'btc-usd'])
      expect(symbols(searchMarkets(listed, listed, text).rows), text).toContain('BTC')
    for (const text of ['&', 'btc nothing'])
      expect(searchMarkets(listed, listed, text).rows, text).toEqual([])
    expect(searchMarkets(listed, listed, 'facebok').suggestion?.market.base).toBe('META')
  })

  it('[2.2] a symbol in an address is found whatever its case, the exact one first', () => {
    const named = new Map(['BTC-PERP', 'btc-perp', 'kPEPE-PERP'].map((symbol) => [symbol, { symbol }]))
    const found = (symbol: string) => marketOfSymbol(named, symbol)?.symbol
    expect(['btc-perp', 'BTC-perp', 'KPEPE-PERP', 'BTC'].map(found)).toEqual([
      'btc-perp',
      'BTC-PERP',
      'kPEPE-PERP',
      undefined,
    ])
  })

  it('[5.14] suggests the nearest market from two characters on, with a score above 0.5 and below exact', () => {
    expect(searchMarkets(rows, rows, 'nvidai').suggestion?.market.base).toBe('NVDA')
    expect(searchMarkets(rows, rows, 'teslla').suggestion?.market.base).toBe('TSLA')
    expect(searchMarkets(rows, rows, 'x').suggestion).toBeUndefined()
    expect(searchMarkets(rows, rows, 'qqzzxxyy').suggestion).toBeUndefined()
    // What matches exactly is a result, not a suggestion.
    expect(searchMarkets(rows, rows, 'nvidia').suggestion).toBeUndefined()
  })
})
