/** The owner of an account sets limits for it; an order beyond them is refused by their code. */
import { guardrailsResponse, REFUSAL } from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

const PATH = '/account/guardrails'

describe('guardrails', () => {
  let world: TestWorld
  let trader: Trader
  beforeAll(async () => {
    world = await startTestWorld()
    await world.setPrice('BTC-PERP', 50_000)
    trader = await world.trader(0x31, 10_000)
  })
  afterAll(() => world.stop())

  it('are told with what waits to loosen them, and refuse an order by their own code', async () => {
    const set = (body: object) => world.call('POST', PATH, { key: trader.apiKey, body })
    const first = await set({ sizeMax: '1000', coolDown: { loss: '50', minutes: 30 } })
    expect(guardrailsResponse.parse(first.body)).toMatchObject({
      limits: { dailyStop: null, sizeMax: '1000.000000', coolDown: { loss: '50.000000', minutes: 30 } },
      pending: null,
      dailyLeft: null,
    })
    const looser = await set({ sizeMax: '2000', dailyStop: '100' })
    expect(guardrailsResponse.parse(looser.body)).toMatchObject({
      limits: { dailyStop: '100.000000', sizeMax: '1000.000000' },
      pending: { sizeMax: '2000.000000', coolDown: null },
      dailyLeft: '100.000000',
    })
    const order = await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.03' })
    const { body } = await world.call('GET', `/orders?id=${order}`, { key: trader.apiKey })
    expect(body[0]).toMatchObject({ status: 'REJECTED', code: REFUSAL.OWN_SIZE_LIMIT })
    expect((await world.call('GET', PATH, { key: trader.apiKey })).body).toEqual(looser.body)
  })

  it('refuse what is no limit', async () => {
    const code = async (body: object) =>
      (await world.call('POST', PATH, { key: trader.apiKey, body })).body.code
    expect(await code({ dailyStop: '0' })).toBe(REFUSAL.INVALID_PARAMETER)
    expect(await code({ sizeMax: '-5' })).toBe(REFUSAL.INVALID_PARAMETER)
    expect(await code({ leverageMax: 2.5 })).toBe(REFUSAL.INVALID_PARAMETER)
    expect(await code({ coolDown: { loss: '5', minutes: 1_441 } })).toBe(REFUSAL.INVALID_PARAMETER)
  })
})
