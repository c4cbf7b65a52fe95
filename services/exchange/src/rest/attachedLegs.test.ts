/**
 * Legs that ride on a LIMIT order, over HTTP: which signatures make them, what becomes of them, and that no number
 * works twice. And an order in the place of another: both or neither.
 */
import { REFUSAL, ordersResponse, type OrderRequest, type SignedOrder } from '@vest/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testKey, type TestKey } from '../testing/testKeys.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

let world: TestWorld
let trader: Trader
let other: Trader
beforeAll(async () => {
  world = await startTestWorld()
  trader = await world.trader(0x31, 100_000)
  other = await world.trader(0x33, 100_000)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.setPrice('BTC-PERP', 50_000)
  for (const by of [trader, other]) for (const row of await rows('status=NEW', by)) await cancel(row.id, by)
})

let counter = 5_000_000
/** Three apart, so that no other order has the numbers of the legs. */
const nextNonce = () => (counter += 3)
const post = async (path: string, body: unknown, by = trader) =>
  world.call('POST', path, { key: by.apiKey, body })
const rows = async (query: string, by = trader) =>
  ordersResponse.parse((await world.call('GET', `/orders?${query}`, { key: by.apiKey })).body)
const row = async (id: string, by = trader) => (await rows(`id=${id}`, by))[0]!
const legOf = (id: string, orderType: string, all: Awaited<ReturnType<typeof rows>>) =>
  all.filter((each) => each.parentId === id && each.orderType === orderType)
const legsOf = async (id: string) => {
  const all = await rows('symbol=BTC-PERP')
  return [legOf(id, 'TAKE_PROFIT', all), legOf(id, 'STOP_LOSS', all)] as const
}
const cancelHalf = (id: string, by = trader, nonce = nextNonce()) => {
  const order = { time: world.clock.nowMs(), nonce, id }
  return { order, signature: by.signing.signAction({ kind: 'cancel', ...order }) }
}
const cancel = (id: string, by = trader) => post('/orders/cancel', cancelHalf(id, by), by)

interface LegOptions {
  /** What is added to the order's nonce. */
  readonly steps?: readonly [number, number]
  readonly signer?: TestKey
  readonly signedAs?: Partial<SignedOrder>
}

const withLegs = (
  order: Partial<OrderRequest['order']>,
  prices: { tpPrice?: string; slPrice?: string },
  { steps = [1, 2], signer = trader.signing, signedAs = {} }: LegOptions = {},
) => {
  const body = world.signedOrder(trader, { nonce: nextNonce(), limitPrice: '40000.00', ...order })
  const { nonce, isBuy, size, symbol, time } = body.order
  const sign = (orderType: 'TAKE_PROFIT' | 'STOP_LOSS', limitPrice: string, step: number) =>
    signer.signAction({
      kind: 'order', time, nonce: Number(nonce) + step, orderType, symbol, isBuy: !isBuy, size, limitPrice, reduceOnly: true,
      ...signedAs,
    }) // prettier-ignore
  const { tpPrice, slPrice } = prices
  const legs = {
    ...(tpPrice === undefined ? {} : { tpPrice, tpSignature: sign('TAKE_PROFIT', tpPrice, steps[0]) }),
    ...(slPrice === undefined ? {} : { slPrice, slSignature: sign('STOP_LOSS', slPrice, steps[1]) }),
  }
  return { ...body, order: { ...body.order, ...legs } }
}
const BOTH = { tpPrice: '60000.00', slPrice: '30000.00' }

describe('attached legs', () => {
  it('[7.14] signed with n+1 and n+2 they come with the first fill, of its size; one that fills ends the other', async () => {
    const prices = { tpPrice: '50400.00', slPrice: '30000.00' }
    const body = withLegs({ size: '0.04', limitPrice: '50000' }, prices)
    const { nonce } = body.order
    const { status, body: answer } = await post('/orders', body)
    expect([status, Object.keys(answer)]).toEqual([200, ['id']])
    expect(await row(answer.id)).toMatchObject({ status: 'NEW', ...prices })
    expect(await legsOf(answer.id)).toEqual([[], []])

    await world.place(other, { orderType: 'MARKET', isBuy: false, limitPrice: '49000', size: '0.01' })
    const [[profit], [stop]] = await legsOf(answer.id)
    const leg = { status: 'NEW', isBuy: false, size: '0.0100', reduceOnly: true }
    expect(profit).toMatchObject({ ...leg, nonce: Number(nonce) + 1, limitPrice: '50400.00' })
    expect(stop).toMatchObject({ ...leg, nonce: Number(nonce) + 2, limitPrice: '30000.00' })

    await cancel(answer.id)
    await world.setPrice('BTC-PERP', 50_500)
    expect(await row(profit!.id)).toMatchObject({ status: 'FILLED', filledSize: '0.0100' })
    expect(await row(stop!.id)).toMatchObject({ status: 'CANCELLED' })
  })

  it('legs signed with the number of their order are taken too', async () => {
    const { status, body } = await post('/orders', withLegs({ limitPrice: '51000' }, BOTH, { steps: [0, 0] }))
    expect(status).toBe(200)
    const parent = await row(body.id)
    expect(parent.status).toBe('FILLED')
    const [[profit], [stop]] = await legsOf(body.id)
    expect([profit!.nonce, stop!.nonce]).toEqual([parent.nonce, parent.nonce])
    expect(profit!.id).not.toBe(stop!.id)
  })

  it('one leg alone, and the legs of a seller on the other sides', async () => {
    const stop = await post('/orders', withLegs({ limitPrice: '40000' }, { slPrice: '39000.00' }))
    expect(await row(stop.body.id)).toMatchObject({ tpPrice: null, slPrice: '39000.00' })
    const prices = { tpPrice: '55000.00', slPrice: '65000.00' }
    const sell = await post('/orders', withLegs({ isBuy: false, limitPrice: '60000' }, prices))
    expect(await row(sell.body.id)).toMatchObject({ isBuy: false, ...prices })
  })

  it.each<[string, LegOptions]>([
    ['a stranger', { signer: testKey(0x77) }],
    [
      'another key that may speak for the account, but not the one that signed the order',
      { signer: testKey(0x31) },
    ],
    ['its own key, over another price', { signedAs: { limitPrice: '60000.01' } }],
    ['its own key, over the side of its order', { signedAs: { isBuy: true } }],
    ['its own key, with a number that is none of the three', { steps: [3, 3] }],
    ['its own key, with the numbers the wrong way round', { steps: [2, 1] }],
  ])('[8.7] a leg signed by %s is 1022, and nothing is placed', async (_by, options) => {
    const body = withLegs({}, BOTH, options)
    expect((await post('/orders', body)).body.code).toBe(REFUSAL.INVALID_SIGNATURE)
    expect(await rows(`nonce=${body.order.nonce}`)).toEqual([])
    expect((await post('/orders', withLegs({ nonce: body.order.nonce }, BOTH))).status).toBe(200)
  })

  it('the price is covered as it was written', async () => {
    const body = withLegs({}, { tpPrice: '60000.0' })
    const padded = { ...body, order: { ...body.order, tpPrice: '60000.00' } }
    expect((await post('/orders', padded)).body.code).toBe(REFUSAL.INVALID_SIGNATURE)
    expect((await post('/orders', body)).status).toBe(200)
  })

  it('[8.32] the numbers of the legs are used up with their order: 3015', async () => {
    const body = withLegs({}, BOTH)
    expect((await post('/orders', body)).status).toBe(200)
    for (const step of [0, 1, 2])
      expect(
        (await post('/orders', world.signedOrder(trader, { nonce: Number(body.order.nonce) + step }))).body
          .code,
      ).toBe(3015)
    // And an order whose leg comes with a number that was used is no order.
    const late = withLegs({ nonce: Number(body.order.nonce) - 1 }, { tpPrice: '60000.00' })
    expect((await post('/orders', late)).body.code).toBe(REFUSAL.DUPLICATE)
    const nonce = await world.call('GET', '/account/nonce', { key: trader.apiKey })
    expect(nonce.body.lastNonce).toBeGreaterThanOrEqual(Number(body.order.nonce) + 2)
  })

  it('the highest nonce there is has room for no leg of its own number but for one of its order’s', async () => {
    const most = Number.MAX_SAFE_INTEGER
    const by = await world.trader(0x41, 10_000)
    const body = world.signedOrder(by, { nonce: most, limitPrice: '40000' })
    const { time, symbol, size } = body.order
    const leg = { time, symbol, size, isBuy: false, reduceOnly: true } as const
    const tpSignature = by.signing.signAction({
      kind: 'order', ...leg, nonce: most, orderType: 'TAKE_PROFIT', limitPrice: '60000',
    }) // prettier-ignore
    const order = { ...body.order, tpPrice: '60000', tpSignature }
    expect((await post('/orders', { ...body, order }, by)).status).toBe(200)
  })
})

describe('an order in the place of another', () => {
  const replace = async (id: string, order: Partial<OrderRequest['order']> = {}, by = trader) =>
    post(
      '/orders/replace',
      { cancel: cancelHalf(id, by), place: world.signedOrder(by, { limitPrice: '41000', ...order }) },
      by,
    )
  const resting = async (order: Partial<OrderRequest['order']> = {}) =>
    world.place(trader, { limitPrice: '40000', ...order })

  it('answers the new id; the old order is cancelled', async () => {
    const id = await resting()
    const { status, body } = await replace(id, { size: '0.02' })
    expect([status, Object.keys(body)]).toEqual([200, ['id']])
    expect(await row(body.id)).toMatchObject({ status: 'NEW', size: '0.0200', limitPrice: '41000.00' })
    expect(await row(id)).toMatchObject({ status: 'CANCELLED' })
  })

  it('keeps the trader’s name, which only another open order could hold', async () => {
    const id = await resting({ clientId: 'mine' })
    const { body } = await replace(id.toUpperCase().replace('0X', '0x'), { clientId: 'mine' })
    expect(await row(body.id)).toMatchObject({ status: 'NEW', clientId: 'mine' })
    const second = await resting()
    expect((await replace(second, { clientId: 'mine' })).body.code).toBe(REFUSAL.INVALID_PARAMETER)
    expect(await row(second)).toMatchObject({ status: 'NEW' })
  })

  it('a new order that is refused is recorded, and the old one stays', async () => {
    const id = await resting()
    const { status, body } = await replace(id, { size: '40' })
    expect(status).toBe(200)
    expect(await row(body.id)).toMatchObject({ status: 'REJECTED', code: REFUSAL.MARGIN_CHECK_FAILED })
    expect(await row(id)).toMatchObject({ status: 'NEW' })
  })

  it('[8.34] an order that is unknown, finished or another’s is 3017, and nothing is placed', async () => {
    const finished = await resting()
    await cancel(finished)
    const foreign = await world.place(other, { limitPrice: '40000' })
    const before = (await rows('status=NEW')).length
    for (const id of [finished, foreign, `0x${'12'.repeat(32)}`, '0xabc'])
      expect((await replace(id)).body.code, id).toBe(REFUSAL.ORDER_NOT_FOUND)
    expect(await rows('status=NEW')).toHaveLength(before)
    expect(await row(foreign, other)).toMatchObject({ status: 'NEW' })
  })

  it('both halves are judged: numbers, signatures, times and the body', async () => {
    const id = await resting()
    const cancelPart = cancelHalf(id)
    const place = world.signedOrder(trader, { limitPrice: '41000' })
    const send = async (body: object) => (await post('/orders/replace', body)).body.code
    const stranger = testKey(0x77)
    const forged = stranger.signAction({ kind: 'cancel', ...cancelPart.order })
    expect(await send({ cancel: { ...cancelPart, signature: forged }, place })).toBe(1022)
    expect(await send({ cancel: cancelPart, place: { ...place, signature: forged } })).toBe(1022)
    expect(await send({ cancel: { ...cancelPart, order: { ...cancelPart.order, nonce: -1 } }, place })).toBe(
      1023,
    )
    expect(await send({ cancel: cancelHalf(id, trader, Number(place.order.nonce)), place })).toBe(3015)
    expect(await send({ cancel: cancelPart, place, recvWindow: 60_001 })).toBe(1131)
    world.clock.advance(6_000)
    expect(await send({ cancel: cancelPart, place })).toBe(1132)
    expect(await send({ cancel: cancelPart, place: world.signedOrder(trader, {}) })).toBe(1132)
    const missing = await post('/orders/replace', {
      cancel: cancelPart,
      place: { order: {}, signature: '0x' },
    })
    expect([missing.status, missing.body.msg]).toEqual([422, 'Field required: place.order.time'])
    expect(await row(id)).toMatchObject({ status: 'NEW' })
    // What was refused here used nothing up.
    expect(await send({ cancel: cancelPart, place, recvWindow: 60_000 })).toBeUndefined()
    expect(await row(id)).toMatchObject({ status: 'CANCELLED' })
    expect(await send({ cancel: cancelPart, place, recvWindow: 60_000 })).toBe(3015)
  })

  it('a new order with legs takes them along', async () => {
    const id = await resting()
    const place = withLegs({ limitPrice: '41000' }, BOTH)
    const { status, body } = await post('/orders/replace', { cancel: cancelHalf(id), place })
    expect(status).toBe(200)
    expect(await row(body.id)).toMatchObject({ status: 'NEW', ...BOTH })
  })
})
