/**
 * Amending an order, cancelling all, closing all, the dead-man's switch and the trader's own names of orders, over
 * the wire. Its trader is its own, so that it closes and cancels nothing of another.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  REFUSAL,
  accountResponse,
  deadmanResponse,
  idResponse,
  idsResponse,
  listenKeyResponse,
  nonceResponse,
  ordersResponse,
} from '@vest/protocol'
import { createLocalSigner } from '@vest/sdk/node'
import { createBot, type Bot } from '../world/bot.ts'
import { until } from '../world/until.ts'
import { openLine, type Line } from './socket.ts'
import {
  as,
  call,
  cancelBody,
  deepBid,
  expectError,
  freshNonce,
  orderBody,
  sendWrite,
  WRITE_KINDS,
  writeBody,
  type Answer,
  type GetWorld,
  type OrderFields,
  type WriteKind,
  type WriteOptions,
} from './world.ts'

const SYMBOL = 'SPY-USD-PERP'
const HALTED = 'IWM-USD-PERP'

export const orderWrites = (world: GetWorld) =>
  describe('amending, all at once, the switch and names', () => {
    let bot: Bot
    let poor: Bot
    beforeAll(async () => {
      bot = await createBot({ baseUrl: world().baseUrl })
      poor = await createBot({ baseUrl: world().baseUrl, depositUsd6: 0n })
    }, 120_000)

    const post = async (fields: OrderFields) =>
      call(world(), '/v2/orders', as(bot, { body: await orderBody(bot, fields) }))
    const place = async (fields: OrderFields = {}) => idResponse.parse((await post(fields)).body).id
    const resting = async (fields: OrderFields = {}) =>
      place({ orderType: 'LIMIT', limitPrice: await deepBid(world(), fields.symbol ?? SYMBOL), ...fields })
    const find = async (query: string) =>
      ordersResponse.parse((await call(world(), `/v2/orders?${query}`, as(bot))).body)
    const row = async (id: string) => (await find(`id=${id}`))[0]!
    const send = async (kind: WriteKind, fields: object = {}, options: WriteOptions = {}) =>
      sendWrite(world(), bot, kind, await writeBody(bot, kind, fields, options))
    const amend = async (id: string, size: string, limitPrice: string) =>
      send('amend', { id, size, limitPrice })
    /** The ids of a success, which has no other field. */
    const idsOf = (answer: Answer): readonly string[] => {
      const body = idsResponse.parse(answer.body)
      expect(answer.body).toEqual(body)
      return body.ids
    }
    const cancelAll = async (fields: object = {}) => idsOf(await send('cancelAll', fields))
    const closeAll = async (fields: object = {}) => idsOf(await send('closeAll', fields))
    const bestAsk = async (): Promise<number> =>
      until('the market is quoted', async () => {
        const [level] = (await bot.client.depth({ symbol: SYMBOL })).asks
        return level && Number(level[0])
      })
    const devnet = (path: string, symbol: string) => call(world(), `/devnet/${path}`, { body: { symbol } })
    async function privateLine(): Promise<Line> {
      const { body } = await call(world(), '/v2/account/listenKey', as(bot, { method: 'POST' }))
      const { listenKey } = listenKeyResponse.parse(body)
      const open = await openLine(
        world(),
        `/ws-api?version=1.0&xwebsocketserver=restserver0&listenKey=${listenKey}`,
      )
      open.send({ method: 'SUBSCRIBE', params: ['account_private'], id: 1 })
      await until('it is acknowledged', () => open.frames.some(({ json }) => 'result' in json))
      return open
    }
    const told = (open: Line, id: string) =>
      open.frames
        .filter(({ json }) => json['channel'] === 'account_private')
        .map(({ json }) => (json['data'] as { args: Record<string, unknown> }).args)
        .filter((args) => args['id'] === id)

    it('an amended order is one order, with its id, its nonce and its new size and price; an event says so', async () => {
      const open = await privateLine()
      const id = await resting({ clientId: 'amended' })
      const before = await row(id)
      const higher = await deepBid(world(), SYMBOL, 0.82)
      expect(idResponse.parse((await amend(id, '0.2', higher)).body)).toEqual({ id })
      const after = await row(id)
      const { markPrice } = after
      expect(after).toEqual({ ...before, size: '0.2000', limitPrice: higher, markPrice })
      expect((await find(`nonce=${before.nonce}`)).map((each) => each.id)).toEqual([id])
      await until('it is told', () => told(open, id).length === 2)
      expect(after).toMatchObject(told(open, id)[1]!)
      expect(told(open, id)[1]).toMatchObject({ status: 'NEW', size: '0.2000', clientId: 'amended' })
      // Smaller where it stands; the id in any letter case, the signature over what was sent.
      const loud = id.toUpperCase().replace('0X', '0x')
      expect(idResponse.parse((await amend(loud, '0.1500', higher)).body)).toEqual({ id })
      expect(await row(id)).toMatchObject({ size: '0.1500', limitPrice: higher, status: 'NEW' })
      open.close()
    })

    it('an amendment that crosses is filled; after that the order is over: 3017', async () => {
      const id = await resting({ size: '0.0500' })
      const price = ((await bestAsk()) * 1.002).toFixed(2)
      expect((await amend(id, '0.0500', price)).status).toBe(200)
      expect(await row(id)).toMatchObject({ status: 'FILLED', filledSize: '0.0500', limitPrice: price })
      expectError(await amend(id, '0.0400', price), 400, 3017)
    })

    it('a refused amendment leaves the order as it was: 3002, 3030, 1116, and 3017 for another’s', async () => {
      const id = await resting({ timeInForce: 'POST_ONLY' })
      const before = await row(id)
      expectError(await amend(id, '2000.0000', before.limitPrice), 400, 3002)
      expectError(await amend(id, '0.1000', ((await bestAsk()) * 1.002).toFixed(2)), 400, 3030)
      const { rival } = world()
      const foreign = await writeBody(rival, 'amend', { id, limitPrice: before.limitPrice })
      expectError(await sendWrite(world(), rival, 'amend', foreign), 400, 3017)
      expect(await row(id)).toEqual(before)
      await place({ size: '0.0500' })
      const stop = { orderType: 'STOP_LOSS', isBuy: false, reduceOnly: true, size: '0.0500' }
      const trigger = await resting(stop)
      expectError(await amend(trigger, '0.0400', before.limitPrice), 400, 1116)
    })

    it('an amendment in HALT is 1148, unless the order shrinks where it stands', async () => {
      const id = await resting({ symbol: HALTED })
      const { limitPrice } = await row(id)
      expect((await devnet('halt', HALTED)).status).toBeLessThan(300)
      try {
        await until('trading has stopped', async () => {
          const [market] = (await bot.client.exchangeInfo({ symbols: [HALTED] })).symbols
          return market!.status === 'HALT'
        })
        expectError(await amend(id, '0.2000', limitPrice), 400, 1148)
        expect((await amend(id, '0.0500', limitPrice)).status).toBe(200)
        expect((await row(id)).size).toBe('0.0500')
      } finally {
        await devnet('resume', HALTED)
      }
      expect(await cancelAll({ symbol: HALTED })).toEqual([id])
    })

    it('cancelAll names what it cancelled, of one market or of all, triggers included; none is a success', async () => {
      await cancelAll()
      const here = [await resting(), await resting()]
      const there = await resting({ symbol: 'BTC-PERP', size: '0.0010' })
      await place({ size: '0.0500' })
      const stop = await resting({ orderType: 'STOP_LOSS', isBuy: false, reduceOnly: true, size: '0.0500' })
      expect(await cancelAll({ symbol: 'BTC-PERP' })).toEqual([there])
      expect(await cancelAll()).toEqual([...here, stop])
      for (const id of [...here, there, stop])
        expect(await row(id)).toMatchObject({ status: 'CANCELLED', code: null })
      expect(await cancelAll()).toEqual([])
      expect(await cancelAll({ symbol: SYMBOL })).toEqual([])
    })

    it('[9.5] closeAll makes one reduce-only market order per position, found by its nonce', async () => {
      await place({ size: '0.0500' })
      await place({ symbol: 'BTC-PERP', isBuy: false, size: '0.0010' })
      const nonce = freshNonce()
      const ids = await closeAll({ nonce })
      const made = await find(`nonce=${nonce}`)
      expect(made.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
      expect(made.map(({ symbol }) => symbol).toSorted()).toEqual(['BTC-PERP', SYMBOL])
      for (const each of made)
        expect(each).toMatchObject({ orderType: 'MARKET', reduceOnly: true, status: 'FILLED' })
      const account = accountResponse.parse((await call(world(), '/v2/account', as(bot))).body)
      expect(account.positions).toEqual([])
      expect(await closeAll()).toEqual([])
    })

    it('the switch tells when it fires, moves, disarms, and cancels all but triggers with 3032', async () => {
      const arm = async (timeoutMs: number) => {
        const { body } = await send('deadman', { timeoutMs })
        expect(body).toEqual(deadmanResponse.parse(body))
        return deadmanResponse.parse(body).triggerTime
      }
      const before = Date.now()
      const first = await arm(60_000)
      expect(first! - before).toBeGreaterThanOrEqual(60_000 - 1_000)
      expect(await arm(86_400_000)).toBeGreaterThan(first!)
      expect(await arm(0)).toBeNull()
      expect(await arm(0)).toBeNull()
      await place({ size: '0.0500' })
      const stop = await resting({ orderType: 'STOP_LOSS', isBuy: false, reduceOnly: true, size: '0.0500' })
      const order = await resting()
      await arm(5_000)
      await until('it has fired', async () => (await row(order)).status === 'CANCELLED')
      expect((await row(order)).code).toBe(REFUSAL.DEADMAN_CANCELLED)
      expect((await row(stop)).status).toBe('NEW')
      await cancelAll()
      await closeAll()
    })

    it('a name is echoed by row and event, found by GET, taken while its order is open, and given back', async () => {
      const open = await privateLine()
      const body = await orderBody(bot, {
        orderType: 'LIMIT',
        limitPrice: await deepBid(world()),
        clientId: 'grid-1_A',
      })
      const { id } = idResponse.parse((await call(world(), '/v2/orders', as(bot, { body }))).body)
      expect((await find('clientId=grid-1_A')).map((each) => [each.id, each.clientId])).toEqual([
        [id, 'grid-1_A'],
      ])
      expect(await find('clientId=grid-1_a')).toEqual([])
      expectError(await call(world(), '/v2/orders?clientId=a%20b', as(bot)), 422, 1130)
      expectError(await call(world(), '/v2/orders', as(bot, { body })), 400, 3015)
      expectError(
        await post({ orderType: 'LIMIT', limitPrice: await deepBid(world()), clientId: 'grid-1_A' }),
        400,
        1130,
      )
      await call(world(), '/v2/orders/cancel', as(bot, { body: await cancelBody(bot, id) }))
      const again = await resting({ clientId: 'grid-1_A' })
      expect((await find('clientId=grid-1_A')).map((each) => each.id)).toEqual([again, id])
      await until('both are told', () => told(open, again).length === 1 && told(open, id).length === 2)
      expect(told(open, id).map(({ status, clientId }) => [status, clientId])).toEqual([
        ['NEW', 'grid-1_A'],
        ['CANCELLED', 'grid-1_A'],
      ])
      open.close()
    })

    it.each(WRITE_KINDS)('%s happens once per nonce, whichever call has used it', async (kind) => {
      const fields = async () =>
        kind === 'amend' ? { id: await resting(), limitPrice: await deepBid(world()) } : {}
      const body = await writeBody(bot, kind, await fields())
      const answers = await Promise.all(Array.from({ length: 5 }, () => sendWrite(world(), bot, kind, body)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const answer of answers) if (answer.status !== 200) expectError(answer, 400, 3015)
      const { nonce } = body.order
      for (const other of WRITE_KINDS) expectError(await send(other, { nonce }), 400, 3015)
      expectError(await post({ nonce: nonce as number, size: '0.0100' }), 400, 3015)
      const { body: told } = await call(world(), '/v2/account/nonce', as(bot))
      expect(nonceResponse.parse(told).lastNonce).toBeGreaterThanOrEqual(Number(nonce))
    })

    it.each(WRITE_KINDS)(
      '%s takes the primary key’s signature, text for a nonce, a wide window and unknown fields',
      async (kind) => {
        const fields = async () =>
          kind === 'amend' ? { id: await resting(), limitPrice: await deepBid(world()) } : {}
        const signer = createLocalSigner(bot.primaryKey)
        expect((await send(kind, await fields(), { signer })).status).toBe(200)
        const old = {
          ...(await fields()),
          nonce: String(freshNonce()),
          time: Date.now() - 6_000,
          unknown: [1],
        }
        expectError(await send(kind, old), 400, 1132)
        expect((await send(kind, old, { recvWindow: 60_000 })).status).toBe(200)
        expectError(await send(kind, {}, { recvWindow: 60_001 }), 400, 1131)
      },
    )

    it.each(WRITE_KINDS)('%s of an account that never deposited is 1099', async (kind) => {
      expectError(await sendWrite(world(), poor, kind, await writeBody(poor, kind)), 400, 1099)
    })
  })
