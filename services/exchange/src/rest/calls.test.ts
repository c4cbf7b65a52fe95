/** What is served is what the reference says: the same calls, and every field of a query is read. */
import { CALL_LIST } from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'
import { ROUTES } from './routeTable.ts'

describe('the calls of the reference', () => {
  let world: TestWorld
  let trader: Trader
  beforeAll(async () => {
    world = await startTestWorld()
    await world.setPrice('BTC-PERP', 6_000_000)
    trader = await world.trader(1, 10_000)
  })
  afterAll(() => world.stop())

  it('are the routes that are served, each once', () => {
    expect(ROUTES.map(({ name }) => name).toSorted()).toEqual(CALL_LIST.map(({ name }) => name).toSorted())
  })

  const reads = CALL_LIST.filter(({ method }) => method === 'GET')

  it.each(reads.map((call) => [call.name, call] as const))('%s answers by its schema', async (_, call) => {
    const asksForMarket = call.query?.['symbol']?.isRequired === true
    const answer = await world.call('GET', `${call.path}${asksForMarket ? '?symbol=BTC-PERP' : ''}`, {
      key: trader.apiKey,
    })
    expect(answer.status).toBe(200)
    expect(call.answer.safeParse(answer.body).error).toBeUndefined()
  })

  const fields = reads.flatMap((call) =>
    Object.entries(call.query ?? {}).map(
      ([field, { isRequired }]) => [call.name, field, call, isRequired] as const,
    ),
  )

  it.each(fields)('%s reads %s', async (_name, field, call, isRequired) => {
    const market = call.query?.['symbol']?.isRequired === true && field !== 'symbol' ? 'symbol=BTC-PERP&' : ''
    const twice = await world.call('GET', `${call.path}?${market}${field}=1&${field}=1`, {
      key: trader.apiKey,
    })
    expect([twice.status, twice.body.code, twice.body.msg]).toEqual([
      422,
      1130,
      `Given more than once: ${field}`,
    ])
    if (isRequired !== true) return
    const without = await world.call('GET', call.path, { key: trader.apiKey })
    expect([without.status, without.body.msg]).toEqual([422, `Field required: ${field}`])
  })
})
