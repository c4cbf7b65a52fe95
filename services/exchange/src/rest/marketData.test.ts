/** The public calls against the real engine: shapes by the wire's own schemas, figures by hand. */
import {
  REFUSAL,
  chainsResponse,
  depthResponse,
  exchangeInfoResponse,
  fundingHistoryResponse,
  klinesResponse,
  openInterestResponse,
  statusResponse,
  tickers24hrResponse,
  tickersResponse,
  timeResponse,
  tradesResponse,
  tradingHoursResponse,
  ticks,
  lots,
  usd6,
  timeMs,
  type Ticks,
} from '@vest/protocol'
import { launchMarkets } from '@vest/engine'
import type { TradingHours } from '@vest/runtime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START_MS, startTestWorld, type TestWorld } from '../testing/testWorld.ts'

const MINUTE_MS = 60_000

describe('trading hours', () => {
  const OPENS_MS = START_MS + 5 * MINUTE_MS
  const asked: unknown[] = []
  const hours: TradingHours = {
    nextChange: ({ symbol }, nowMs) =>
      symbol === 'BTC-PERP' || nowMs >= OPENS_MS
        ? undefined
        : { session: 'REGULAR', timeMs: timeMs(OPENS_MS) },
    sessionStarts: ({ symbol }, fromMs, untilMs) => {
      asked.push(untilMs - fromMs)
      if (symbol === 'BTC-PERP') return []
      return [
        { session: 'CLOSED', timeMs: timeMs(fromMs - MINUTE_MS) },
        { session: 'REGULAR', timeMs: timeMs(OPENS_MS) },
      ]
    },
  }
  let world: TestWorld
  beforeAll(async () => {
    world = await startTestWorld({ hours })
    await world.setPrice('BTC-PERP', 50_000)
    await world.setPrice('SPY-USD-PERP', 600)
  })
  afterAll(() => world.stop())

  it('a ticker tells mode and session as the engine has them, and the session that follows by the calendar', async () => {
    const tickers = async () => {
      const { body } = await world.call('GET', '/ticker/latest?symbols=SPY-USD-PERP,BTC-PERP')
      const rows = tickersResponse.parse(body).tickers
      return rows.map(({ symbol, status, mode, session, nextSession }) => ({
        symbol,
        says: [status, mode, session, nextSession],
      }))
    }
    const markets = await world.engine.query('markets', {})
    const { marketId } = markets.find(({ spec }) => spec.symbol === 'SPY-USD-PERP')!
    await world.submit({ kind: 'ChangeSession', marketId, session: 'EXTENDED' })
    expect(await tickers()).toEqual([
      {
        symbol: 'SPY-USD-PERP',
        says: ['TRADING', 'OPEN', 'EXTENDED', { session: 'REGULAR', time: OPENS_MS }],
      },
      { symbol: 'BTC-PERP', says: ['TRADING', 'OPEN', 'REGULAR', null] },
    ])
    await world.submit({ kind: 'ChangeSession', marketId, session: 'CLOSED' })
    expect((await tickers())[0]?.says.slice(0, 3)).toEqual(['HALT', 'HALT', 'CLOSED'])
  })

  it('tickers and open interest ask the engine for the figures of the markets that are meant, and for nothing else', async () => {
    const { engine } = world
    const { query } = engine
    const asked: unknown[] = []
    const noting: typeof query = (name, input) => {
      asked.push([name, input])
      return query(name, input)
    }
    Object.assign(engine, { query: noting })
    const { marketId } = (await query('markets', {})).find(({ spec }) => spec.symbol === 'BTC-PERP')!
    for (const path of ['ticker/latest', 'oi'])
      expect((await world.call('GET', `/${path}?symbols=BTC-PERP`)).status).toBe(200)
    Object.assign(engine, { query })
    const meant = ['tickers', { marketIds: [marketId] }]
    expect(asked).toEqual([meant, meant])
  })

  it('the sessions of eight days, one after the other, and one row without ends where nothing is scheduled', async () => {
    const { body } = await world.call('GET', '/tradingHours?symbol=SPY-USD-PERP')
    const rows = tradingHoursResponse.parse(body)
    expect(rows).toEqual([
      { session: 'CLOSED', startTime: rows[0]!.startTime, endTime: OPENS_MS },
      { session: 'REGULAR', startTime: OPENS_MS, endTime: null },
    ])
    expect(asked).toEqual([8 * 24 * 60 * MINUTE_MS])
    expect((await world.call('GET', '/tradingHours?symbol=BTC-PERP')).body).toEqual([
      { session: 'REGULAR', startTime: null, endTime: null },
    ])
    expect((await world.call('GET', '/tradingHours?symbol=X')).body.code).toBe(REFUSAL.BAD_SYMBOL)
    expect((await world.call('GET', '/tradingHours')).status).toBe(422)
  })
})

describe('market data', () => {
  let world: TestWorld
  beforeAll(async () => {
    world = await startTestWorld()
    await world.setPrice('BTC-PERP', 50_000)
    await world.setPrice('SOL-PERP', 100)
  })
  afterAll(() => world.stop())

  const get = async (path: string) => {
    const { status, body } = await world.call('GET', path)
    expect([status, path]).toEqual([200, path])
    return body
  }
  const refusal = async (path: string) => {
    const { status, body } = await world.call('GET', path)
    return [status, body.code, body.detail.code]
  }

  it('[7.12] [3.4] exchangeInfo lists every launch market with integers, short ratios and both statuses', async () => {
    const info = exchangeInfoResponse.parse(await get('/exchangeInfo'))
    expect(info.symbols.map(({ symbol }) => symbol)).toEqual(launchMarkets().map(({ symbol }) => symbol))
    expect(info.symbols.every((market) => market.status === market.tradingStatus)).toBe(true)
    expect(info.symbols.find(({ symbol }) => symbol === 'BTC-PERP')).toMatchObject({
      displayName: 'Bitcoin',
      base: 'BTC',
      quote: 'USDC',
      sizeDecimals: 4,
      priceDecimals: 2,
      initMarginRatio: '0.01',
      maintMarginRatio: '0.005',
      takerFee: '0.0001',
      isolated: false,
      asset: 'crypto',
      status: 'TRADING',
      category: 'crypto',
      fundedInitMarginRatio: '0.2',
    })
    // ETFs count as stocks for clients that know three classes.
    expect(info.symbols.find(({ symbol }) => symbol === 'SPY-USD-PERP')).toMatchObject({
      asset: 'stock',
      category: 'etf',
      status: 'TRADING',
    })
    expect(info.exchange).toEqual({
      lp: '10000000.000000',
      insurance: '1000000.000000',
      collateralDecimals: 6,
      fundingInterval: 3_600_000,
    })
    // What a profit is worth for new orders at night: half of a stock's, all of the others'.
    const offHours = (symbol: string) =>
      info.symbols.find((market) => market.symbol === symbol)?.offHoursProfit
    expect([offHours('SPY-USD-PERP'), offHours('BTC-PERP')]).toEqual(['0.5', '1'])
  })

  it('[0.1] the markets are perpetuals on stocks, ETFs, indices, forex and crypto, each settled in USDC', async () => {
    const { symbols } = exchangeInfoResponse.parse(await get('/exchangeInfo'))
    expect(symbols.every(({ symbol, quote }) => symbol.endsWith('-PERP') && quote === 'USDC')).toBe(true)
    const categories = new Set(symbols.map(({ category }) => category))
    expect([...categories]).toEqual(expect.arrayContaining(['stock', 'etf', 'index', 'forex', 'crypto']))
  })

  it('selects markets by a comma list and refuses an unknown one', async () => {
    const { symbols } = await get('/exchangeInfo?symbols=SOL-PERP,BTC-PERP')
    expect(symbols.map((market: { symbol: string }) => market.symbol)).toEqual(['SOL-PERP', 'BTC-PERP'])
    expect(await refusal('/exchangeInfo?symbols=BTC-PERP,btc-perp')).toEqual([400, 1121, 1121])
  })

  it('[3.5] ticker/latest has mark, index, funding and the change against the earlier mark', async () => {
    const { tickers } = tickersResponse.parse(await get('/ticker/latest?symbols=BTC-PERP'))
    expect(tickers).toEqual([
      expect.objectContaining({
        symbol: 'BTC-PERP',
        markPrice: '50000.00',
        indexPrice: '50000.00',
        imbalance: '0.0000',
        priceChange: '0.00',
        priceChangePercent: '0.0000',
        status: 'TRADING',
        cumFunding: '0.000000000000',
      }),
    ])
    expect(tickers[0]!.oneHrFundingRate).toMatch(/^-?0\.\d{8}$/)
  })

  it('leaves out markets that never had a price', async () => {
    expect((await get('/ticker/latest')).tickers).toHaveLength(2)
    expect((await get('/ticker/24hr')).tickers).toHaveLength(2)
  })

  it('[7.18] [3.6] ticker/24hr formats prices, volumes and the change', async () => {
    await world.setPrice('SOL-PERP', 101)
    const { tickers } = tickers24hrResponse.parse(await get('/ticker/24hr?symbols=SOL-PERP'))
    expect(tickers[0]).toMatchObject({
      openPrice: '100.0000',
      closePrice: '101.0000',
      lastPrice: '101.0000',
      highPrice: '101.0000',
      lowPrice: '100.0000',
      priceChange: '1.0000',
      priceChangePercent: '1.0000',
      volume: '0.00',
      quoteVolume: '0.000000',
    })
  })

  it('[7.17] oi is in base units of users and moves with a trade', async () => {
    const trader = await world.trader(0x31)
    expect((await get('/oi?symbols=BTC-PERP')).ois).toEqual([
      { symbol: 'BTC-PERP', longOi: '0.0000', shortOi: '0.0000' },
    ])
    await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.0100' })
    const { ois } = openInterestResponse.parse(await get('/oi?symbols=BTC-PERP'))
    expect(ois).toEqual([{ symbol: 'BTC-PERP', longOi: '0.0100', shortOi: '0.0000' }])
    expect((await get('/ticker/latest?symbols=BTC-PERP')).tickers[0].imbalance).toBe('0.0100')
  })

  it('[7.16] trades are newest first, negative where the taker sold', async () => {
    const trader = await world.trader(0x33)
    const before = (await get('/trades?symbol=BTC-PERP')).length
    await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.0200', isBuy: true })
    world.clock.advance(10)
    await world.place(trader, { orderType: 'MARKET', limitPrice: '49000', size: '0.0100', isBuy: false })
    const trades = tradesResponse.parse(await get('/trades?symbol=BTC-PERP'))
    expect(trades).toHaveLength(before + 2)
    expect(trades[0]).toMatchObject({ qty: '-0.0100', price: expect.stringMatching(/^49\d{3}\.\d\d$/) })
    expect(trades[1]).toMatchObject({ qty: '0.0200', quoteQty: expect.stringMatching(/^100\d\.\d{6}$/) })
    expect(Number(trades[0]!.id)).toBeGreaterThan(Number(trades[1]!.id))
    const [newest] = await get('/trades?symbol=BTC-PERP&limit=1')
    expect(newest).toEqual(trades[0])
    const paged = await get(`/trades?symbol=BTC-PERP&endTime=${trades[0]!.time - 1}`)
    expect(paged).toEqual(trades.slice(1))
  })

  it('[7.16] a trade that the caller was answered is in the list, also in one with bounds', async () => {
    const trader = await world.trader(0x35)
    for (const query of ['', '&limit=1', `&startTime=${world.clock.nowMs()}`]) {
      world.projector.isHeld = true
      const size = query === '' ? '0.0300' : query === '&limit=1' ? '0.0400' : '0.0500'
      await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size })
      const reading = get(`/trades?symbol=BTC-PERP${query}`)
      await new Promise((resolve) => setImmediate(resolve))
      world.projector.isHeld = false
      expect((await reading)[0].qty).toBe(size)
    }
  })

  it('depth gives 20 levels by default, 100 at most, best first, two texts each', async () => {
    const book = depthResponse.parse(await get('/depth?symbol=BTC-PERP'))
    expect([book.bids.length, book.asks.length]).toEqual([20, 20])
    const prices = (levels: readonly (readonly string[])[]) => levels.map(([price]) => Number(price))
    expect(prices(book.bids)).toEqual([...prices(book.bids)].sort((a, b) => b - a))
    expect(prices(book.asks)).toEqual([...prices(book.asks)].sort((a, b) => a - b))
    expect(prices(book.bids)[0]!).toBeLessThan(prices(book.asks)[0]!)
    expect((await get('/depth?symbol=BTC-PERP&limit=3')).bids).toHaveLength(3)
    expect((await get('/depth?symbol=BTC-PERP&limit=5000')).bids.length).toBeLessThanOrEqual(100)
    expect(await refusal('/depth?symbol=BTC-PERP&limit=0')).toEqual([400, 1130, 1130])
  })

  it('klines put volume before closeTime and keep the order they have', async () => {
    const candle = (openTimeMs: number, close: number) => ({
      openTimeMs: timeMs(openTimeMs),
      open: ticks(5_000_000),
      high: ticks(5_010_000),
      low: ticks(4_990_000),
      close: close as Ticks,
      volume: lots(12_500),
      quoteVolume: usd6(62_500_000_000),
      trades: 3,
    })
    const start = 1_763_700_000_000
    world.projector.scripted.set('BTC-PERP 1m', [
      candle(start, 5_000_100),
      candle(start + MINUTE_MS, 5_000_200),
    ])
    const rows = klinesResponse.parse(await get('/klines?symbol=BTC-PERP'))
    expect(rows).toEqual([
      [start, '50000.00', '50100.00', '49900.00', '50001.00', '1.2500', start + 59_999, '62500.000000', 3],
      [
        start + MINUTE_MS,
        '50000.00',
        '50100.00',
        '49900.00',
        '50002.00',
        '1.2500',
        start + 119_999,
        '62500.000000',
        3,
      ],
    ])
    expect(await refusal('/klines')).toEqual([422, 1130, 1130])
    expect(await refusal('/klines?symbol=NOPE')).toEqual([400, 1121, 1121])
    expect(await refusal('/klines?symbol=BTC-PERP&interval=7m')).toEqual([400, 1130, 1130])
  })

  it('funding history is applied rates at 1h, published rates below, and the same under its older name', async () => {
    const hourMs = Math.floor(world.clock.nowMs() / 3_600_000) * 3_600_000
    world.projector.isHeld = true
    for (const hour of [0, 1, 2]) {
      world.clock.advance(3_600_000)
      await world.submit({ kind: 'TickFunding', hourMs: timeMs(hourMs + hour * 3_600_000) })
    }
    // The store lags; a client that was told what a position paid finds its rate all the same.
    const reading = get('/funding/history?symbol=SOL-PERP&interval=1h')
    await new Promise((resolve) => setImmediate(resolve))
    world.projector.isHeld = false
    const hours = fundingHistoryResponse.parse(await reading)
    expect(hours.map(({ time }) => time)).toEqual([hourMs, hourMs + 3_600_000, hourMs + 7_200_000])
    expect(hours[0]!.oneHrFundingRate).toMatch(/^-?\d\.\d{8}$/)
    expect(await get('/fundingHistory?symbol=SOL-PERP&interval=1h')).toEqual(hours)
    // Paging back with endTime = oldest - 1 meets every row once.
    const pages: number[] = []
    let end = ''
    for (;;) {
      const page = await get(`/funding/history?symbol=SOL-PERP&interval=1h&limit=1${end}`)
      if (page.length === 0) break
      pages.push(page[0].time)
      end = `&endTime=${page[0].time - 1}`
    }
    expect(pages).toEqual(hours.map(({ time }) => time).reverse())
    const [day] = await get('/funding/history?symbol=SOL-PERP&interval=1d')
    expect(day.oneHrFundingRate).toBe(hours.at(-1)!.oneHrFundingRate)
    const minutes = await get('/funding/history?symbol=SOL-PERP')
    expect(minutes.at(-1)).toMatchObject({ symbol: 'SOL-PERP', time: expect.any(Number) })
    expect(minutes.at(-1).time % MINUTE_MS).toBe(0)
  })

  it('[4.3] [7.1] time and status', async () => {
    expect(timeResponse.parse(await get('/time'))).toEqual({ serverTime: world.clock.nowMs() })
    expect(statusResponse.parse(await get('/status'))).toEqual({
      status: 'UP',
      message: null,
      time: world.clock.nowMs(),
    })
  })

  it('chains carry the vault and the token that signatures name', async () => {
    const [chain] = chainsResponse.parse(await get('/transfer/chains'))
    expect(chain).toMatchObject({ chainId: 42161, isDefault: true, withdrawFee: '0.200000', rpcUrl: null })
    expect(chain!.vault).toBe(chain!.router)
  })

  it('needs neither key nor routing header, and takes any value of either', async () => {
    const headers = { 'X-Api-Key': 'PUBLIC', XRestServerMM: 'restserverundefined' }
    expect((await world.call('GET', '/depth?symbol=BTC-PERP', { headers })).status).toBe(200)
  })

  it('answers times that are off in the query, and ignores unknown keys', async () => {
    const now = world.clock.nowMs()
    expect(await get(`/time?time=${now - 5_000}&foo=bar`)).toBeDefined()
    expect(await refusal(`/time?time=${now - 5_001}`)).toEqual([400, 1132, 1132])
    expect(await get(`/time?time=${now - 60_000}&recvWindow=60000`)).toBeDefined()
    expect(await refusal(`/time?time=${now + 1_001}`)).toEqual([400, 1132, 1132])
    expect(await refusal('/time?recvWindow=60001')).toEqual([400, 1131, 1131])
    expect(await refusal('/time?recvWindow=0')).toEqual([400, 1131, 1131])
    expect(await refusal('/time?time=soon')).toEqual([422, 1130, 1130])
  })
})
