/** What any client may read about markets. */
import { launchMarkets } from '@vest/engine'
import { describe, expect, it } from 'vitest'
import {
  depthResponse,
  exchangeInfoResponse,
  fundingHistoryResponse,
  klinesResponse,
  openInterestResponse,
  tickers24hrResponse,
  tickersResponse,
  tradesResponse,
} from '@vest/protocol'
import { as, call, deepBid, expectError, orderBody, type GetWorld } from './world.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const LAUNCHED = launchMarkets()
  .map(({ symbol }) => symbol)
  .toSorted()

/** `firstTickers`: what `/ticker/latest` said as soon as the stack called itself ready. */
export const marketData = (world: GetWorld, firstTickers: () => unknown) =>
  describe('public data', () => {
    const get = async (path: string): Promise<unknown> => (await call(world(), `/v2${path}`)).body
    const info = async () => exchangeInfoResponse.parse(await get('/exchangeInfo')).symbols

    it('[7.12] wire 10: every launch market, in three asset classes, with whole decimals; funds and indices are stock', async () => {
      const markets = await info()
      expect(markets.map(({ symbol }) => symbol).toSorted()).toEqual(LAUNCHED)
      for (const market of markets) {
        expect(['stock', 'crypto', 'forex']).toContain(market.asset)
        expect(market.tradingStatus).toBe(market.status)
        expect(market.priceDecimals + market.sizeDecimals).toBeLessThanOrEqual(6)
        if (market.category === 'etf' || market.category === 'index') expect(market.asset).toBe('stock')
      }
    })

    it('an exchange that calls itself ready has a price for every market', () => {
      const { tickers } = tickersResponse.parse(firstTickers())
      expect(tickers.filter(({ markPrice }) => Number(markPrice) > 0)).toHaveLength(LAUNCHED.length)
    })

    it('wire 11: every ticker carries both changes', async () => {
      const { tickers } = tickersResponse.parse(await get('/ticker/latest'))
      expect(tickers).toHaveLength(LAUNCHED.length)
      for (const ticker of tickers) expect(ticker.priceChangePercent).toMatch(/^-?\d+\.\d{4}$/)
    })

    it('[7.18] wire 12: a hundred symbols give a hundred rows', async () => {
      const symbols = (await info()).slice(0, 100).map((market) => market.symbol)
      const { tickers } = tickers24hrResponse.parse(await get(`/ticker/24hr?symbols=${symbols.join(',')}`))
      expect(tickers.map((ticker) => ticker.symbol)).toEqual(symbols)
      for (const row of tickers) expect(row.lastPrice).toBe(row.closePrice)
    })

    it('[2.27] wire 13: candles are oldest first, aligned, without a gap from a week ago to now; the one that holds startTime is there; limit is clamped', async () => {
      const now = Date.now()
      for (const symbol of ['BTC-PERP', 'AAPL-USD-PERP', 'EUR-USD-PERP']) {
        const page = async (endTime: number) =>
          klinesResponse.parse(await get(`/klines?symbol=${symbol}&limit=5000&endTime=${endTime}`))
        const rows = await page(now)
        expect(rows).toHaveLength(1000)
        expect(rows.at(-1)![6]).toBeGreaterThanOrEqual(now - 1_000)
        while (rows[0]![0] > now - 7 * DAY_MS) rows.unshift(...(await page(rows[0]![0] - 1)))
        rows.forEach(([openTime, open, high, low, close, , closeTime], at) => {
          expect(openTime % MINUTE_MS).toBe(0)
          expect(closeTime).toBe(openTime + MINUTE_MS - 1)
          if (at > 0) expect(openTime).toBe(rows[at - 1]![0] + MINUTE_MS)
          expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)))
          expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)))
        })
      }
      const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
      const inside = today - DAY_MS + 3_600_000
      const daily = klinesResponse.parse(
        await get(`/klines?symbol=BTC-PERP&interval=1d&startTime=${inside}&endTime=${inside + 1000}`),
      )
      expect(daily.map(([openTime]) => openTime)).toEqual([today - DAY_MS])
    })

    it('[7.16] [7.17] wire 15, 17: trades are newest first and negative when the taker sold; open interest is in base units', async () => {
      const { trader } = world()
      const take = async (isBuy: boolean, size: string, reduceOnly: boolean): Promise<void> => {
        const answer = await call(
          world(),
          '/v2/orders',
          as(trader, { body: await orderBody(trader, { symbol: 'QQQ-USD-PERP', isBuy, size, reduceOnly }) }),
        )
        expect(answer.status).toBe(200)
      }
      await take(true, '0.5000', false)
      const { ois } = openInterestResponse.parse(await get('/oi?symbols=QQQ-USD-PERP'))
      expect(ois).toEqual([{ symbol: 'QQQ-USD-PERP', longOi: '0.5000', shortOi: '0.0000' }])
      await take(false, '0.5000', true)
      // A client that was answered finds it: no waiting.
      const trades = tradesResponse.parse(await get('/trades?symbol=QQQ-USD-PERP'))
      expect(trades.map((trade) => trade.qty)).toEqual(['-0.5000', '0.5000'])
      for (const trade of trades)
        expect(Number(trade.quoteQty)).toBeCloseTo(Math.abs(Number(trade.qty)) * Number(trade.price), 5)
    })

    it('wire 16: depth has 20 levels by default, at most 100, best first', async () => {
      const { trader } = world()
      const limitPrice = await deepBid(world())
      await call(
        world(),
        '/v2/orders',
        as(trader, { body: await orderBody(trader, { orderType: 'LIMIT', limitPrice }) }),
      )
      const usual = depthResponse.parse(await get('/depth?symbol=SPY-USD-PERP'))
      expect([usual.bids.length, usual.asks.length]).toEqual([20, 20])
      const deep = depthResponse.parse(await get('/depth?symbol=SPY-USD-PERP&limit=1000'))
      expect(deep.bids.length).toBeLessThanOrEqual(100)
      const prices = (levels: readonly (readonly [string, string])[]): number[] =>
        levels.map(([price]) => Number(price))
      expect(prices(deep.bids)).toEqual(prices(deep.bids).toSorted((a, b) => b - a))
      expect(prices(deep.asks)).toEqual(prices(deep.asks).toSorted((a, b) => a - b))
      expect(prices(deep.bids)[0]).toBeLessThan(prices(deep.asks)[0]!)
      expect(deep.bids.at(-1)).toEqual([limitPrice, '0.1000'])
    })

    it('wire 17, 18: both names of funding history; paging back visits every row once', async () => {
      const startTime = Date.now() - DAY_MS
      const all = fundingHistoryResponse.parse(
        await get(`/funding/history?symbol=BTC-PERP&interval=1h&startTime=${startTime}`),
      )
      expect(
        fundingHistoryResponse.parse(
          await get(`/fundingHistory?symbol=BTC-PERP&interval=1h&startTime=${startTime}`),
        ),
      ).toEqual(all)
      const seen: number[] = []
      let endTime = Date.now()
      for (;;) {
        const page = fundingHistoryResponse.parse(
          await get(
            `/funding/history?symbol=BTC-PERP&interval=1h&startTime=${startTime}&endTime=${endTime}&limit=2`,
          ),
        )
        if (page.length === 0) break
        seen.unshift(...page.map((row) => row.time))
        endTime = page[0]!.time - 1
      }
      expect(seen).toEqual(all.map((row) => row.time))
    })

    it('an unknown symbol is refused everywhere', async () => {
      for (const path of ['/depth', '/trades', '/klines', '/funding/history', '/tradingHours'])
        expectError(await call(world(), `/v2${path}?symbol=X`), 400, 1121)
      for (const path of ['/ticker/latest', '/ticker/24hr', '/oi', '/exchangeInfo'])
        expectError(await call(world(), `/v2${path}?symbols=BTC-PERP,X`), 400, 1121)
    })
  })
