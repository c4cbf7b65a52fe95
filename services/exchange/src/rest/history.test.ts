/** What an account did and was paid, over HTTP: fills and funding, newest first, with the sums of its orders. */
import {
  REFUSAL,
  accountResponse,
  closedPositionsResponse,
  depthResponse,
  equityResponse,
  fillsResponse,
  fundingPaymentsResponse,
  ordersResponse,
  tradesResponse,
} from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

const HOUR_MS = 3_600_000

describe('fills and funding payments', () => {
  let world: TestWorld
  let trader: Trader
  let other: Trader
  const ids: string[] = []
  beforeAll(async () => {
    world = await startTestWorld()
    trader = await world.trader(0x31, 100_000)
    other = await world.trader(0x33, 100_000)
    for (const symbol of ['BTC-PERP', 'ETH-PERP'])
      await world.setPrice(symbol, symbol === 'BTC-PERP' ? 50_000 : 3_000)
    ids.push(await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.02' }))
    ids.push(await world.place(trader, { symbol: 'ETH-PERP', limitPrice: '3000', size: '0.1' }))
    await world.place(other, { symbol: 'ETH-PERP', isBuy: false, limitPrice: '3000', size: '0.1' })
    // An hour applies a rate when half of its samples exist: the next full one, with fresh prices all along.
    const hourMs = (Math.ceil(world.clock.nowMs() / HOUR_MS) + 1) * HOUR_MS
    while (world.clock.nowMs() < hourMs) {
      await world.setPrice('BTC-PERP', 50_000)
    }
    await world.submit({ kind: 'TickFunding', hourMs: (hourMs - HOUR_MS) as never })
    await world.setPrice('BTC-PERP', 50_000)
    ids.push(
      await world.place(trader, { orderType: 'MARKET', isBuy: false, limitPrice: '49000', size: '0.02' }),
    )
  })
  afterAll(() => world.stop())

  const fills = async (query = '', by = trader) =>
    fillsResponse.parse((await world.call('GET', `/fills?${query}`, { key: by.apiKey })).body)
  const payments = async (query = '') =>
    fundingPaymentsResponse.parse(
      (await world.call('GET', `/funding/payments?${query}`, { key: trader.apiKey })).body,
    )
  const order = async (id: string) =>
    ordersResponse.parse((await world.call('GET', `/orders?id=${id}`, { key: trader.apiKey })).body)[0]!
  const micros = (text: string) => Math.round(Number(text) * 1e6)

  it('are told newest first, with side, price, size, value, fee and result', async () => {
    const all = await fills()
    expect(all.map((row) => row.time)).toEqual(all.map((row) => row.time).toSorted((a, b) => b - a))
    expect(new Set(all.map((row) => row.orderId))).toEqual(new Set(ids))
    const eth = all.find((row) => row.symbol === 'ETH-PERP')!
    expect(eth).toMatchObject({
      isBuy: true,
      orderType: 'LIMIT',
      size: '0.100',
      isMaker: true,
      fee: '0.015000',
    })
    expect(micros(eth.quoteQty)).toBe(Math.round(Number(eth.price) * 0.1 * 1e6))
  })

  it('have one price each, as the tape has: price · size = quoteQty', async () => {
    const { body: depth } = await world.call('GET', '/depth?symbol=BTC-PERP')
    const asks = depthResponse.parse(depth).asks.slice(0, 3)
    const size = asks.reduce((sum, [, offered]) => sum + Number(offered), 0).toFixed(4)
    const by = await world.trader(0x35, 10_000_000)
    const orderId = await world.place(by, { size, limitPrice: asks[2]![0], timeInForce: 'IOC' })
    const own = await fills(`orderId=${orderId}`, by)
    expect(own.map((row) => [row.price, row.size])).toEqual(asks.toReversed())
    const tape = tradesResponse.parse((await world.call('GET', '/trades?symbol=BTC-PERP&limit=3')).body)
    const digits = (text: string) => BigInt(text.replace('.', ''))
    for (const { price, size: sold, quoteQty, id } of own) {
      expect(digits(price) * digits(sold)).toBe(digits(quoteQty))
      expect(tape.find((trade) => trade.id === id)).toMatchObject({ price, qty: sold, quoteQty })
    }
  })

  it('of an order add up to its record', async () => {
    for (const id of ids) {
      const own = await fills(`orderId=${id.toUpperCase().replace('0X', '0x')}`)
      const row = await order(id)
      const sum = (field: 'fee' | 'realizedPnl' | 'settledFunding') =>
        own.reduce((total, fill) => total + micros(fill[field]), 0)
      expect(own.length).toBeGreaterThan(0)
      expect(own.reduce((total, fill) => total + Number(fill.size), 0)).toBeCloseTo(Number(row.filledSize), 8)
      expect(sum('fee')).toBe(micros(row.fees))
      expect(sum('realizedPnl')).toBe(micros(row.realizedPnl!))
      expect(sum('settledFunding')).toBe(micros(row.settledFunding!))
    }
  })

  it('of one market, within a window, at most so many', async () => {
    const all = await fills()
    expect(await fills('symbol=ETH-PERP')).toEqual(all.filter(({ symbol }) => symbol === 'ETH-PERP'))
    expect(await fills('limit=1')).toEqual(all.slice(0, 1))
    const last = all.at(-1)!.time
    expect(await fills(`endTime=${last}`)).toEqual(all.filter(({ time }) => time <= last))
    expect(await fills(`startTime=${last + 1}`)).toEqual(all.filter(({ time }) => time > last))
  })

  it('are of no other account', async () => {
    expect(await fills(`orderId=${ids[0]}`, other)).toEqual([])
    expect((await fills('', other)).map(({ symbol, isBuy }) => [symbol, isBuy])).toEqual([
      ['ETH-PERP', false],
    ])
  })

  it('funding that was settled stands with its rate, its size and its sign, and equals the order’s', async () => {
    const [row, ...more] = await payments('symbol=BTC-PERP')
    expect(more).toEqual([])
    expect(row).toMatchObject({ symbol: 'BTC-PERP', size: '0.0200', isLong: true })
    expect(row!.id).toMatch(/^0x[0-9a-f]{64}$/)
    expect(micros(row!.payment)).toBe(micros((await order(ids[2]!)).settledFunding!))
    // Longs pay a rate above zero.
    expect(Math.sign(micros(row!.payment))).toBe(-Math.sign(Number(row!.rate)))
    expect(await payments('symbol=ETH-PERP')).toEqual([])
    expect(await payments()).toEqual([row])
  })

  const closed = async (query = '', by = trader) =>
    closedPositionsResponse.parse(
      (await world.call('GET', `/positions/history?${query}`, { key: by.apiKey })).body,
    )
  const equity = async (query = '', by = trader) =>
    equityResponse.parse((await world.call('GET', `/account/equity?${query}`, { key: by.apiKey })).body)
  const account = async (by = trader) =>
    accountResponse.parse((await world.call('GET', '/account', { key: by.apiKey })).body)

  it('a position that has ended is told from its first fill to its last, with what it brought', async () => {
    const [position, ...more] = await closed()
    expect(more).toEqual([])
    const [entry, exit] = [await order(ids[0]!), await order(ids[2]!)]
    expect(position).toMatchObject({
      symbol: 'BTC-PERP',
      isLong: true,
      size: '0.0200',
      entryPrice: entry.avgFilledPrice,
      exitPrice: exit.avgFilledPrice,
      openTime: entry.postTime,
      closeTime: exit.postTime,
      initMarginRatio: entry.initMarginRatio,
      settledFunding: exit.settledFunding,
      closeType: 'MARKET',
    })
    expect(micros(position!.fees)).toBe(micros(entry.fees) + micros(exit.fees))
    expect(micros(position!.realizedPnl)).toBe(micros(entry.realizedPnl!) + micros(exit.realizedPnl!))
    expect(position!.id).toMatch(/^0x[0-9a-f]{64}$/)
  })

  it('ended positions are listed by market and by the time of their end; open ones and others’ are not', async () => {
    const [position] = await closed()
    expect(await closed('symbol=ETH-PERP')).toEqual([])
    expect(await closed('symbol=BTC-PERP')).toEqual([position])
    expect(await closed(`endTime=${position!.closeTime - 1}`)).toEqual([])
    expect(await closed(`startTime=${position!.closeTime}`)).toEqual([position])
    expect(await closed('', other)).toEqual([])
    expect((await account()).positions.map(({ symbol }) => symbol)).toEqual(['ETH-PERP'])
  })

  it('a turn-over ends one position and begins another in the same moment', async () => {
    const before = (await account(other)).positions[0]!
    expect(before).toMatchObject({ symbol: 'ETH-PERP', isLong: false, size: '0.100' })
    await world.setPrice('ETH-PERP', 3_000)
    const id = await world.place(other, {
      symbol: 'ETH-PERP',
      orderType: 'MARKET',
      limitPrice: '3100',
      size: '0.3',
    })
    const fill = (await fills(`orderId=${id}`, other))[0]!
    const [position] = await closed('', other)
    expect(position).toMatchObject({ symbol: 'ETH-PERP', isLong: false, size: '0.100', closeTime: fill.time })
    expect((await account(other)).positions).toMatchObject([{ isLong: true, size: '0.200' }])
    await world.place(other, {
      symbol: 'ETH-PERP',
      isBuy: false,
      orderType: 'MARKET',
      limitPrice: '2900',
      size: '0.2',
    })
    const [second, first] = await closed('', other)
    expect(first).toEqual(position)
    expect(second).toMatchObject({ isLong: true, size: '0.200', openTime: fill.time })
    const spent = (await fills('', other)).reduce((sum, { realizedPnl }) => sum + micros(realizedPnl), 0)
    expect(micros(first!.realizedPnl) + micros(second!.realizedPnl)).toBe(spent)
  })

  it('[4.10] what the account was worth stands at the begin of every hour, at rest too', async () => {
    const rows = await equity()
    expect(rows.length).toBeGreaterThan(0)
    for (const [at, row] of rows.entries()) {
      expect(row.time % HOUR_MS).toBe(0)
      if (at > 0) expect(row.time).toBe(rows[at - 1]!.time + HOUR_MS)
      expect(micros(row.equity)).toBe(micros(row.collateral) + micros(row.unrealizedPnl))
      expect(row.netDeposits).toBe('100000.000000')
    }
    // No account trades any more, and prices stand still: whole hours pass in which nothing is told.
    const last = rows.at(-1)!.time
    for (let hour = 1; hour <= 3; hour += 1) {
      world.clock.advance(HOUR_MS)
      await world.submit({ kind: 'TickTimer' })
    }
    const later = await equity(`startTime=${last + 1}`)
    expect(later.map(({ time }) => time)).toEqual([1, 2, 3].map((hour) => last + hour * HOUR_MS))
    expect(micros(later[2]!.equity)).toBe(micros((await account()).totalAccountValue))
    expect(await equity('limit=1')).toEqual(later.slice(2))
    expect(await equity(`endTime=${last}`)).toEqual(rows)
  })

  it('of longer intervals the last hour stands, where their begin lies', async () => {
    const [hours, days] = [await equity(), await equity('interval=1d')]
    expect(days.at(-1)).toEqual({
      ...hours.at(-1)!,
      time: Math.floor(hours.at(-1)!.time / 86_400_000) * 86_400_000,
    })
    expect((await world.call('GET', '/account/equity?interval=1m', { key: trader.apiKey })).body.code).toBe(
      REFUSAL.INVALID_PARAMETER,
    )
    expect(await equity(`startTime=${hours.at(-1)!.time + 1}`)).toEqual([])
  })

  it('a market that is none is 1121', async () => {
    for (const path of ['/fills', '/funding/payments', '/positions/history'])
      expect((await world.call('GET', `${path}?symbol=NONE-PERP`, { key: trader.apiKey })).body.code).toBe(
        REFUSAL.BAD_SYMBOL,
      )
  })
})

describe('a market under a new symbol', () => {
  let world: TestWorld
  let trader: Trader
  beforeAll(async () => {
    world = await startTestWorld()
    trader = await world.trader(0x31, 100_000)
    await world.setPrice('BTC-PERP', 50_000)
    const order = { orderType: 'MARKET', size: '0.02' } as const
    const buyAndSell = async (symbol: string) => {
      for (const isBuy of [true, false]) {
        world.clock.advance(10)
        await world.place(trader, { ...order, symbol, isBuy, limitPrice: isBuy ? '51000' : '49000' })
      }
    }
    await buyAndSell('BTC-PERP')
    const markets = await world.engine.query('markets', {})
    const { marketId } = markets.find(({ spec }) => spec.symbol === 'BTC-PERP')!
    for (const symbol of ['COIN-PERP', 'XBT-PERP'])
      await world.submit({ kind: 'RenameMarket', marketId, symbol })
    await buyAndSell('XBT-PERP')
  })
  afterAll(() => world.stop())

  const sides = ['-0.0200', '0.0200', '-0.0200', '0.0200']
  it.each(['XBT-PERP', 'COIN-PERP', 'BTC-PERP'])('has its whole past, asked for by %s', async (symbol) => {
    const get = async (path: string) =>
      (await world.call('GET', `${path}?symbol=${symbol}`, { key: trader.apiKey })).body
    const names = ['XBT-PERP', 'XBT-PERP', 'BTC-PERP', 'BTC-PERP']
    expect(ordersResponse.parse(await get('/orders')).map((row) => row.symbol)).toEqual(names)
    expect(fillsResponse.parse(await get('/fills')).map((row) => row.symbol)).toEqual(names)
    expect(closedPositionsResponse.parse(await get('/positions/history'))).toHaveLength(2)
    expect(tradesResponse.parse(await get('/trades')).map(({ qty }) => qty)).toEqual(sides)
    // From the tape and from the store.
    const newest = tradesResponse.parse(
      (await world.call('GET', `/trades?symbol=${symbol}&limit=3`, { key: trader.apiKey })).body,
    )
    expect(newest.map(({ qty }) => qty)).toEqual(sides.slice(0, 3))
  })
})
