/** The limits that the owner of an account sets for it: each refuses by its own code, and loosening waits for the reset. */
import { beforeAll, describe, expect, it } from 'vitest'
import { guardrailsResponse, idResponse, REFUSAL, type GuardrailsRequest } from '@vest/protocol'
import { createBot, type Bot } from '../world/bot.ts'
import { until } from '../world/until.ts'
import { as, call, expectError, orderBody, type GetWorld, type OrderFields } from './world.ts'

const PATH = '/v2/account/guardrails'
const STRICT = {
  dailyStop: '5000.000000',
  sizeMax: '2000.000000',
  leverageMax: 5,
  // The fee of one order is more than that.
  coolDown: { loss: '0.010000', minutes: 30 },
}
const LOOSE = {
  dailyStop: '6000.000000',
  sizeMax: '30000.000000',
  leverageMax: 10,
  coolDown: { loss: '1.000000', minutes: 20 },
}

export const guardrails = (world: GetWorld) =>
  describe('guardrails', () => {
    let bot: Bot
    beforeAll(async () => (bot = await createBot({ baseUrl: world().baseUrl })), 120_000)

    const told = async (body?: GuardrailsRequest) =>
      guardrailsResponse.parse((await call(world(), PATH, as(bot, body === undefined ? {} : { body }))).body)
    /** What became of a market order. */
    const send = async (fields: OrderFields) => {
      const body = await orderBody(bot, fields)
      const { id } = idResponse.parse((await call(world(), '/v2/orders', as(bot, { body }))).body)
      return until('the order has ended', async () => {
        const [order] = await bot.client.orders({ id })
        return order!.status !== 'NEW' && order
      })
    }
    const refused = (code: number) => ({ status: 'REJECTED', code, filledSize: '0.0000' })

    it('a looser limit waits, a stricter one holds at once; each refuses what opens by its own code, never a close', async () => {
      expect(await told(STRICT)).toMatchObject({ limits: STRICT, pending: null })
      const loosened = await told(LOOSE)
      expect(loosened).toMatchObject({ limits: STRICT, pending: LOOSE, coolUntil: null })
      expect(loosened.nextResetTime % 86_400_000).toBe(0)
      expect(await told()).toEqual(loosened)

      const leverage = { body: { symbol: 'SPY-USD-PERP', value: 6 } }
      expectError(
        await call(world(), '/v2/account/leverage', as(bot, leverage)),
        400,
        REFUSAL.OWN_LEVERAGE_CAP,
      )
      expect(await send({ size: '10.0000' })).toMatchObject(refused(REFUSAL.OWN_SIZE_LIMIT))
      expect(await send({ size: '1.0000' })).toMatchObject({ status: 'FILLED' })
      expect(await send({ size: '0.1000' })).toMatchObject(refused(REFUSAL.OWN_COOL_DOWN))
      expect(await send({ size: '1.0000', isBuy: false, reduceOnly: true })).toMatchObject({
        status: 'FILLED',
      })

      const cooling = await until('the cool-down is told', async () => {
        const now = await told()
        return now.coolUntil !== null && now
      })
      const stricter = await told({ ...STRICT, dailyStop: '0.01' })
      expect(stricter).toMatchObject({
        limits: { ...STRICT, dailyStop: '0.010000' },
        pending: null,
        dailyLeft: '0.000000',
      })
      // The close has lost once more. Where the timer ran between the two orders, its loss is noted by this change.
      expect(stricter.coolUntil).toBeGreaterThanOrEqual(cooling.coolUntil!)
      expect(await send({ size: '0.1000' })).toMatchObject(refused(REFUSAL.OWN_DAILY_STOP))
    })
  })
