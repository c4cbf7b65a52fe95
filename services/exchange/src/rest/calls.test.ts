/** What is served is what the reference says: the same calls, and every field of a query is read. */
import { CALL_LIST, type NamedCall } from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_CHAIN_ID } from '../testing/scriptedChain.ts'
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

  const EXAMPLES: Readonly<Record<string, string>> = {
    symbol: 'BTC-PERP',
    chainId: String(TEST_CHAIN_ID),
    size: '100',
    code: 'FREE2026',
  }
  /** What a call cannot be without, but for one field. */
  const required = ({ query }: NamedCall, but?: string): string =>
    Object.entries(query ?? {})
      .filter(([field, { isRequired }]) => isRequired === true && field !== but)
      .map(([field]) => `${field}=${EXAMPLES[field]}`)
      .join('&')
  const reads = CALL_LIST.filter(({ method }) => method === 'GET')

  it.each(reads.map((call) => [call.name, call] as const))('%s answers by its schema', async (_, call) => {
    const answer = await world.call('GET', `${call.path}?${required(call)}`, { key: trader.apiKey })
    if (call.outside !== undefined) {
      expect([answer.status, answer.body.code, answer.body.msg]).toEqual([
        503,
        0,
        expect.stringMatching(/not open here/),
      ])
      return
    }
    expect(answer.status).toBe(200)
    expect(call.answer.safeParse(answer.body).error).toBeUndefined()
  })

  const fields = reads.flatMap((call) =>
    Object.entries(call.query ?? {}).map(
      ([field, { isRequired }]) => [call.name, field, call, isRequired] as const,
    ),
  )

  it.each(fields)('%s reads %s', async (_name, field, call, isRequired) => {
    const twice = await world.call('GET', `${call.path}?${required(call, field)}&${field}=1&${field}=1`, {
      key: trader.apiKey,
    })
    expect([twice.status, twice.body.code, twice.body.msg]).toEqual([
      422,
      1130,
      `Given more than once: ${field}`,
    ])
    if (isRequired !== true) return
    const without = await world.call('GET', `${call.path}?${required(call, field)}`, { key: trader.apiKey })
    expect([without.status, without.body.msg]).toEqual([422, `Field required: ${field}`])
  })
})
