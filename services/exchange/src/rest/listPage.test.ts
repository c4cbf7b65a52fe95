/** Pages of lists: whatever their size and however many rows bear one millisecond, each row is met once, in order. */
import { ordersResponse, type OrderRow } from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

describe('pages of a list', () => {
  let world: TestWorld
  let trader: Trader
  /** In the order of their acceptance. */
  const ids: string[] = []
  beforeAll(async () => {
    world = await startTestWorld()
    await world.setPrice('BTC-PERP', 50_000)
    trader = await world.trader(0x31, 100_000)
    // The clock stands still: runs of orders within one millisecond, each filled as it comes.
    for (const count of [1, 7, 2, 5]) {
      for (let n = 0; n < count; n += 1)
        ids.push(await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.001' }))
      world.clock.advance(1)
    }
  })
  afterAll(() => world.stop())

  const get = (path: string) => world.call('GET', path, { key: trader.apiKey })
  const walk = async (path: string, limit: number, filter = '') => {
    const rows = []
    let cursor: string | undefined
    for (;;) {
      const answer = await get(
        `${path}?limit=${limit}${filter}${cursor === undefined ? '' : `&cursor=${cursor}`}`,
      )
      expect(answer.status).toBe(200)
      // A list is a bare array, with or without a cursor.
      expect(Array.isArray(answer.body)).toBe(true)
      rows.push(...answer.body)
      cursor = answer.headers['x-next-cursor'] as string | undefined
      if (cursor === undefined) return rows
      expect(answer.body).toHaveLength(limit)
    }
  }

  it.each([1, 2, 3, 5, 14, 15, 1_000])(
    '[3.7] of %i orders: newest first, as they were accepted',
    async (limit) => {
      const rows = ordersResponse.parse(await walk('/orders', limit))
      expect(rows.map(({ id }) => id)).toEqual(ids.toReversed())
      expect(new Set(rows.map(({ postTime }) => postTime)).size).toBe(4)
    },
  )

  it.each(['/fills', '/trades'])('%s: every row once, whatever the page', async (path) => {
    const filter = '&symbol=BTC-PERP'
    const all = await walk(path, 1_000, filter)
    expect(all.length).toBeGreaterThanOrEqual(ids.length)
    for (const limit of [1, 3, 4]) expect(await walk(path, limit, filter)).toEqual(all)
  })

  it('goes on where it stopped, whatever comes in meanwhile, within the window and the filter', async () => {
    const first = await get('/orders?limit=4&status=FILLED')
    const cursor = first.headers['x-next-cursor'] as string
    const late = await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.001' })
    const rest = (await get(`/orders?status=FILLED&cursor=${cursor}`)).body as OrderRow[]
    expect([...first.body, ...rest].map(({ id }) => id)).toEqual(ids.toReversed())
    const { postTime } = first.body[0]
    const none = await get(`/orders?startTime=${postTime}&cursor=${cursor}`)
    expect(none.body.every((row: OrderRow) => row.postTime === postTime)).toBe(true)
    expect((await get('/orders?limit=1')).body[0].id).toBe(late)
    ids.push(late)
  })

  it('tells the header to other origins, and no cursor where nothing is behind', async () => {
    const headers = { origin: 'http://elsewhere.example' }
    const answer = await world.call('GET', '/orders?limit=1', { key: trader.apiKey, headers })
    expect(answer.headers['access-control-expose-headers']).toContain('x-next-cursor')
    expect(answer.headers['x-next-cursor']).toMatch(/^[\w-]+$/)
    const whole = await world.call('GET', `/orders?limit=${ids.length}`, { key: trader.apiKey, headers })
    expect([whole.body.length, whole.headers['x-next-cursor']]).toEqual([ids.length, undefined])
  })

  it.each([
    'x',
    '%00',
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('[1,2,"3"]').toString('base64url'),
    Buffer.from('[1,2,-3]').toString('base64url'),
    Buffer.from('[1,2,1e400]').toString('base64url'),
    Buffer.from('{"length":3}').toString('base64url'),
    'a'.repeat(300),
  ])('refuses a cursor that it never gave: %s', async (cursor) => {
    const { status, body } = await get(`/orders?cursor=${cursor}`)
    expect([status, body.code, body.msg]).toEqual([422, 1130, 'Malformed: cursor'])
  })
})
