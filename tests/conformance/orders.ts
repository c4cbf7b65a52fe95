/** Time and nonces, and the life of orders as the wire shows it. */
import { describe, expect, it } from 'vitest'
import { REFUSAL, accountResponse, idResponse, nonceResponse, orderRow, ordersResponse } from '@vest/protocol'
import { until } from '../world/until.ts'
import {
  as,
  call,
  cancelBody,
  deepBid,
  expectError,
  freshNonce,
  orderBody,
  type GetWorld,
  type OrderFields,
} from './world.ts'

const SYMBOL = 'SPY-USD-PERP'

export const orders = (world: GetWorld) =>
  describe('time, nonces and orders', () => {
    const post = async (fields: OrderFields, options: { recvWindow?: number; signedAs?: OrderFields } = {}) =>
      call(
        world(),
        '/v2/orders',
        as(world().trader, { body: await orderBody(world().trader, fields, options) }),
      )
    const find = async (query: string) =>
      ordersResponse.parse((await call(world(), `/v2/orders?${query}`, as(world().trader))).body)
    const resting = async (fields: OrderFields = {}) =>
      idResponse.parse(
        (await post({ orderType: 'LIMIT', limitPrice: await deepBid(world()), ...fields })).body,
      ).id

    it('wire 26: no call needs time in the query; one that is too old is refused', async () => {
      expect((await call(world(), '/v2/account', as(world().trader))).status).toBe(200)
      expectError(
        await call(world(), `/v2/account?time=${Date.now() - 6_000}`, as(world().trader)),
        400,
        1132,
      )
    })

    it('[8.57] wire 27: six seconds are too old without a window, not with 60000; 60001 is no window', async () => {
      expectError(await post({ time: Date.now() - 6_000 }), 400, 1132)
      expect((await post({ time: Date.now() - 6_000, size: '0.0100' }, { recvWindow: 60_000 })).status).toBe(
        200,
      )
      expectError(await post({}, { recvWindow: 60_001 }), 400, 1131)
      expectError(await post({ time: Date.now() + 30_000 }), 400, 1132)
    })

    it('wire 28, 30: the same signed request, again and at the same moment, is one order', async () => {
      const { trader } = world()
      const body = await orderBody(trader, { orderType: 'LIMIT', limitPrice: await deepBid(world()) })
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => call(world(), '/v2/orders', as(trader, { body }))),
      )
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
      for (const answer of answers) if (answer.status !== 200) expectError(answer, 400, 3015)
      expectError(await call(world(), '/v2/orders', as(trader, { body })), 400, 3015)
      expect(await find(`nonce=${body.order.nonce}`)).toHaveLength(1)
    })

    it('wire 29, 41: counter-style and time-style nonces interleave; the highest is told', async () => {
      const high = freshNonce()
      expect((await post({ nonce: high, size: '0.0100' })).status).toBe(200)
      expect((await post({ nonce: 7, size: '0.0100' })).status).toBe(200)
      expect((await post({ nonce: '8', size: '0.0100' })).status).toBe(200)
      expect(
        nonceResponse.parse((await call(world(), '/v2/account/nonce', as(world().trader))).body).lastNonce,
      ).toBe(high)
    })

    it('[7.14] [7.13] wire 31, 38: the id is found at once, also in a list of ids; a list of statuses is refused', async () => {
      const a = await resting()
      const b = await resting()
      expect((await find(`id=${a}`)).map((row) => row.id)).toEqual([a])
      expect((await find(`id=${a},${b}`)).map((row) => row.id)).toEqual([b, a])
      expectError(await call(world(), '/v2/orders?status=NEW,FILLED', as(world().trader)), 400, 1130)
    })

    it('[4.4] wire 32: a market order is over within 1.5 s, with its average price', async () => {
      const { id } = idResponse.parse((await post({ size: '0.0500' })).body)
      const row = await until(
        'the order is over',
        async () => (await find(`id=${id}`)).find(({ status }) => status !== 'NEW'),
        { limitMs: 1_500 },
      )
      expect(row.status).toBe('FILLED')
      expect(row.avgFilledPrice).not.toBeNull()
    })

    it('wire 33: times in force and order types that are none are refused; GTC on MARKET is ignored', async () => {
      const limitPrice = await deepBid(world())
      expectError(await post({ orderType: 'LIMIT', limitPrice, timeInForce: 'DAY' }), 400, 1133)
      expectError(await post({ orderType: 'LIQUIDATION' }), 400, 1116)
      expectError(await post({ orderType: 'ICEBERG' }), 400, 1116)
      expect((await post({ timeInForce: 'GTC', size: '0.0100' })).status).toBe(200)
      const { id } = idResponse.parse(
        (await post({ orderType: 'LIMIT', limitPrice, timeInForce: 'FOK' })).body,
      )
      expect((await find(`id=${id}`))[0]).toMatchObject({ status: 'REJECTED', filledSize: '0.0000' })
    })

    it('[7.14] wire 34: attached legs are signed with n+1 and n+2, or with n; they come with the first fill', async () => {
      const { trader } = world()
      const [bid, ask] = [await deepBid(world(), SYMBOL, 0.9), await deepBid(world(), SYMBOL, 1.1)]
      for (const steps of [
        [1, 2],
        [0, 0],
      ] as const) {
        const order = { size: '0.0100', orderType: 'LIMIT', limitPrice: await deepBid(world(), SYMBOL, 1.01) }
        const body = await orderBody(trader, { ...order, nonce: freshNonce() + 3 * steps[1] })
        const { time, nonce, size } = body.order
        const leg = (orderType: 'TAKE_PROFIT' | 'STOP_LOSS', step: number, limitPrice: string) =>
          trader.signer.sign({
            kind: 'order', time, nonce: Number(nonce) + step, orderType, symbol: SYMBOL, isBuy: false,
            size: String(size), limitPrice, reduceOnly: true,
          }) // prettier-ignore
        const legs = {
          tpPrice: ask, tpSignature: await leg('TAKE_PROFIT', steps[0], ask),
          slPrice: bid, slSignature: await leg('STOP_LOSS', steps[1], bid),
        } // prettier-ignore
        const wrong = { ...body, order: { ...body.order, ...legs, slSignature: legs.tpSignature } }
        expectError(await call(world(), '/v2/orders', as(trader, { body: wrong })), 400, 1022)
        const { id } = idResponse.parse(
          (
            await call(
              world(),
              '/v2/orders',
              as(trader, { body: { ...body, order: { ...body.order, ...legs } } }),
            )
          ).body,
        )
        expect((await find(`id=${id}`))[0]).toMatchObject({ status: 'FILLED', tpPrice: ask, slPrice: bid })
        const children = (await find(`symbol=${SYMBOL}`)).filter((row) => row.parentId === id)
        expect(
          children
            .map(({ orderType, status, limitPrice, isBuy }) => [orderType, status, limitPrice, isBuy])
            .sort(),
        ).toEqual([
          ['STOP_LOSS', 'NEW', bid, false],
          ['TAKE_PROFIT', 'NEW', ask, false],
        ])
        expect(children.map((row) => row.nonce - Number(nonce)).sort()).toEqual([...steps])
        for (const { id: child } of children)
          expect(
            (await call(world(), '/v2/orders/cancel', as(trader, { body: await cancelBody(trader, child) })))
              .status,
          ).toBe(200)
      }
      expectError(await post({ orderType: 'LIMIT', limitPrice: bid, tpPrice: ask }), 400, 1022)
    })

    it('an order in the place of another: both or neither, each half with its own number', async () => {
      const { trader } = world()
      const replace = async (id: string, fields: OrderFields) => {
        const [cancel, place] = [
          await cancelBody(trader, id),
          await orderBody(trader, { orderType: 'LIMIT', ...fields }),
        ]
        return call(world(), '/v2/orders/replace', as(trader, { body: { cancel, place } }))
      }
      const old = await resting()
      const higher = await deepBid(world(), SYMBOL, 0.82)
      const { id } = idResponse.parse((await replace(old, { limitPrice: higher })).body)
      expect((await find(`id=${old},${id}`)).map((row) => [row.id, row.status])).toEqual([
        [id, 'NEW'],
        [old, 'CANCELLED'],
      ])
      expectError(await replace(old, { limitPrice: higher }), 400, 3017)
      const refused = idResponse.parse((await replace(id, { limitPrice: higher, size: '2000.0000' })).body)
      expect((await find(`id=${refused.id}`))[0]).toMatchObject({
        status: 'REJECTED',
        code: REFUSAL.MARGIN_CHECK_FAILED,
      })
      expect((await find(`id=${id}`))[0]).toMatchObject({ status: 'NEW' })
      expect(
        (await call(world(), '/v2/orders/cancel', as(trader, { body: await cancelBody(trader, id) }))).status,
      ).toBe(200)
    })

    it('wire 36: too many decimals are 1111', async () => {
      expectError(await post({ size: '0.10001' }), 400, 1111)
      expectError(await post({ orderType: 'LIMIT', limitPrice: '500.001' }), 400, 1111)
    })

    it('[7.15] [8.58] wire 37, 11.3: cancel with and without the query; an order that is over, or never was, is 3017', async () => {
      const { trader } = world()
      for (const query of ['', `?time=${Date.now()}&nonce=1`, '?strict=1']) {
        const id = await resting()
        const answer = await call(
          world(),
          `/v2/orders/cancel${query}`,
          as(trader, { body: await cancelBody(trader, id) }),
        )
        expect(idResponse.parse(answer.body)).toEqual({ id })
        await until('it is cancelled', async () => (await find(`id=${id}`))[0]!.status === 'CANCELLED', {
          limitMs: 2_000,
        })
        // Of one that is over existing clients read it from a 200; `strict=1` and what never was are a 400.
        const again = async (query: string) =>
          call(world(), `/v2/orders/cancel${query}`, as(trader, { body: await cancelBody(trader, id) }))
        for (const lenient of [await again(''), await again('?strict=0')])
          expect([lenient.status, lenient.body]).toEqual([
            200,
            { code: REFUSAL.ORDER_NOT_FOUND, msg: 'Order already processed or cancelled' },
          ])
        expectError(await again('?strict=1'), 400, 3017)
      }
      expectError(
        await call(
          world(),
          '/v2/orders/cancel',
          as(trader, { body: await cancelBody(trader, `0x${'9'.repeat(64)}`) }),
        ),
        400,
        3017,
      )
    })

    it('an account neither cancels nor reads another’s order', async () => {
      const { rival } = world()
      const id = await resting()
      expectError(
        await call(world(), '/v2/orders/cancel', as(rival, { body: await cancelBody(rival, id) })),
        400,
        3017,
      )
      expect((await call(world(), `/v2/orders?id=${id}`, as(rival))).body).toEqual([])
      expect((await find(`id=${id}`))[0]!.status).toBe('NEW')
    })

    it('[7.9] wire 39: leverage is set unsigned, or with fields of a signature; not lowered with a position', async () => {
      const { trader } = world()
      const set = (value: number, extra: object = {}) =>
        call(
          world(),
          '/v2/account/leverage',
          as(trader, { body: { symbol: 'DIA-USD-PERP', value, ...extra } }),
        )
      expect((await set(20)).body).toEqual({ symbol: 'DIA-USD-PERP', value: 20 })
      expect((await set(10, { nonce: 1, recvWindow: 5000, signature: '0x00' })).body).toEqual({
        symbol: 'DIA-USD-PERP',
        value: 10,
      })
      expect((await post({ symbol: 'DIA-USD-PERP', size: '0.1000' })).status).toBe(200)
      expectError(await set(5), 400, 3021)
      expectError(await set(0), 400, 1130)
    })

    it('[7.8] wire 40: the account is that of the primary address, without empty positions', async () => {
      const account = accountResponse.parse((await call(world(), '/v2/account', as(world().trader))).body)
      expect(account.address.toLowerCase()).toBe(world().trader.address)
      expect(account.positions.length).toBeGreaterThan(0)
      for (const position of account.positions) expect(Number(position.size)).toBeGreaterThan(0)
      for (const row of await find('limit=1000')) orderRow.parse(row)
    })
  })
