/** What an account did and was paid, over HTTP: fills and funding, newest first, with the sums of its orders. */
import { fillsResponse, fundingPaymentsResponse, ordersResponse } from '@vest/protocol'
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

  it('are nobody else’s', async () => {
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

  it('a market that is none is 1121', async () => {
    for (const path of ['/fills', '/funding/payments'])
      expect((await world.call('GET', `${path}?symbol=NONE-PERP`, { key: trader.apiKey })).body.code).toBe(
        1121,
      )
  })
})
