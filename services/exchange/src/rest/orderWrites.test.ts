/**
 * Amending, cancelling all, closing all, the dead-man's switch and names of orders over HTTP: what each answers,
 * what is refused before the engine hears of it, and that no nonce works twice.
 */
import {
  REFUSAL,
  deadmanResponse,
  idResponse,
  idsResponse,
  ordersResponse,
  type SignedAction,
} from '@vest/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testKey, type TestKey } from '../testing/testKeys.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

const PATHS = {
  cancel: '/orders/cancel',
  amend: '/orders/amend',
  cancelAll: '/orders/cancelAll',
  closeAll: '/positions/closeAll',
  deadman: '/orders/deadman',
} as const
type Kind = keyof typeof PATHS
const NEW_KINDS = ['amend', 'cancelAll', 'closeAll', 'deadman'] as const

describe('further writes', () => {
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
    await world.setPrice('ETH-PERP', 3_000)
    for (const by of [trader, other]) {
      await send('cancelAll', {}, by)
      await send('closeAll', {}, by)
      await send('deadman', { timeoutMs: 0 }, by)
    }
  })

  let counter = 8_000_000
  const nextNonce = () => (counter += 1)
  /** What a well-made request of this kind says beside time and nonce. */
  const defaults = (kind: Kind): object =>
    kind === 'amend'
      ? { id: `0x${'12'.repeat(32)}`, size: '0.0200', limitPrice: '41000.00' }
      : kind === 'cancel'
        ? { id: `0x${'12'.repeat(32)}` }
        : kind === 'deadman'
          ? { timeoutMs: 60_000 }
          : {}
  const bodyOf = (
    kind: Kind,
    fields: object = {},
    by = trader,
    { signedAs = {}, signer = by.signing }: { signedAs?: object; signer?: TestKey } = {},
  ) => {
    const order = { time: world.clock.nowMs(), nonce: nextNonce(), ...defaults(kind), ...fields }
    // What cannot be signed is signed as what should stand there.
    const proper = { time: 1, symbol: '', ...defaults(kind) }
    const said: Record<string, unknown> = { ...order, ...signedAs }
    for (const [field, value] of Object.entries(proper))
      if (typeof said[field] !== typeof value) said[field] = value
    const action = { ...said, kind, nonce: Number(said['nonce']) }
    return { order, signature: signer.signAction(action as unknown as SignedAction) }
  }
  const post = async (kind: Kind, body: unknown, by = trader) =>
    world.call('POST', PATHS[kind], { key: by.apiKey, body })
  const send = async (kind: Kind, fields: object = {}, by = trader) => {
    const { status, body } = await post(kind, bodyOf(kind, fields, by), by)
    return body.code === undefined ? body : [status, body.code]
  }
  const rows = async (query: string, by = trader) =>
    ordersResponse.parse((await world.call('GET', `/orders?${query}`, { key: by.apiKey })).body)
  const row = async (id: string) => (await rows(`id=${id}`))[0]!
  const resting = async (fields: object = {}, by = trader) =>
    world.place(by, { limitPrice: '40000.00', size: '0.0400', ...fields })
  const setMode = async (mode: 'HALT' | 'OPEN') => {
    const market = (await world.engine.query('markets', {})).find(({ spec }) => spec.symbol === 'BTC-PERP')!
    await world.submit({ kind: 'SetMarketMode', marketId: market.marketId, mode })
  }

  describe('amending', () => {
    it('answers the same id; the record is one order with its new size and price', async () => {
      const id = await resting()
      const before = await row(id)
      const answer = idResponse.parse(await send('amend', { id, size: '0.05', limitPrice: '41000' }))
      expect(answer).toEqual({ id })
      const after = await rows('status=NEW')
      expect(after).toEqual([
        { ...before, size: '0.0500', limitPrice: '41000.00', markPrice: after[0]!.markPrice },
      ])
      expect(await send('amend', { id: id.toUpperCase().replace('0X', '0x'), size: '0.03' })).toEqual({ id })
      expect(await row(id)).toMatchObject({ size: '0.0300', limitPrice: '41000.00', status: 'NEW' })
    })

    it('is matched anew at a price that crosses, and refused at a size that has filled already', async () => {
      const id = await resting({ size: '0.0400' })
      expect(await send('amend', { id, size: '0.0400', limitPrice: '51000' })).toEqual({ id })
      expect(await row(id)).toMatchObject({ status: 'FILLED', filledSize: '0.0400', limitPrice: '51000.00' })
      const partly = await resting({ limitPrice: '50000' })
      await world.place(other, { orderType: 'MARKET', isBuy: false, limitPrice: '49000', size: '0.01' })
      const before = await row(partly)
      expect(before).toMatchObject({ status: 'PARTIALLY_FILLED', filledSize: '0.0100' })
      expect(await send('amend', { id: partly, size: '0.01', limitPrice: '50000' })).toEqual([400, 1130])
      expect(await row(partly)).toEqual(before)
      expect(await send('amend', { id: partly, size: '0.0101', limitPrice: '50000' })).toEqual({ id: partly })
      expect(await row(partly)).toEqual({ ...before, size: '0.0101' })
    })

    it('a refusal of the engine is the answer, and leaves the order as it was', async () => {
      const id = await resting()
      const before = await row(id)
      expect(await send('amend', { id, size: '30', limitPrice: '45000' })).toEqual([400, 3002])
      const maker = await resting({ timeInForce: 'POST_ONLY' })
      expect(await send('amend', { id: maker, size: '0.0400', limitPrice: '51000' })).toEqual([400, 3030])
      expect(await row(id)).toEqual(before)
      expect(await row(maker)).toMatchObject({ status: 'NEW', limitPrice: '40000.00' })
    })

    it('what is unknown, over, or of another account is 3017; a trigger is 1116', async () => {
      const foreign = await resting({}, other)
      const over = await resting()
      await send('cancel', { id: over })
      for (const id of [foreign, over, `0x${'00'.repeat(32)}`, '0xabc', '', 'null'])
        expect(await send('amend', { id })).toEqual([400, 3017])
      await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.02' })
      const stop = { orderType: 'STOP_LOSS', isBuy: false, reduceOnly: true, size: '0.0200' } as const
      expect(await send('amend', { id: await resting(stop) })).toEqual([400, 1116])
    })

    it.each([
      ['five decimals of size', { size: '0.00001' }, [400, 1111]],
      ['three decimals of price', { limitPrice: '40000.001' }, [400, 1111]],
      ['a size of nothing', { size: '0.0000' }, [400, 1130]],
      ['a price of nothing', { limitPrice: '0' }, [400, 1130]],
      ['more than 10^15 micro-USDC', { size: '20001', limitPrice: '50000' }, [400, 1130]],
      ['a size beyond every integer', { size: '9007199254740993' }, [400, 1130]],
      ['an exponent', { size: '1e3' }, [422, 1130]],
      ['a sign', { limitPrice: '-40000' }, [422, 1130]],
      ['a number where the signature covers text', { size: 0.05 }, [422, 1130]],
      ['no price', { limitPrice: undefined }, [422, 1130]],
      ['no id', { id: undefined }, [422, 1130]],
    ])('%s is refused without a word to the engine', async (_name, fields, expected) => {
      const id = await resting()
      const seq = world.engine.seq()
      expect(await send('amend', { id, ...fields })).toEqual(expected)
      expect(world.engine.seq()).toBe(seq)
    })

    it('in HALT an order may shrink where it stands; anything else is 1148', async () => {
      const id = await resting()
      await setMode('HALT')
      expect(await send('amend', { id, size: '0.0400', limitPrice: '40001' })).toEqual([400, 1148])
      expect(await send('amend', { id, size: '0.0500', limitPrice: '40000' })).toEqual([400, 1148])
      expect(await send('amend', { id, size: '0.0300', limitPrice: '40000.00' })).toEqual({ id })
      await setMode('OPEN')
      world.clock.advance(30_000)
    })
  })

  describe('cancelling all and closing all', () => {
    it('cancels all orders, or those of one market; an empty list is a success', async () => {
      const bitcoin = await resting()
      const ether = [1, 2].map(() => resting({ symbol: 'ETH-PERP', limitPrice: '2000.000', size: '0.100' }))
      const [first, second] = await Promise.all(ether)
      const foreign = await resting({}, other)
      const answer = idsResponse.parse(await send('cancelAll', { symbol: 'ETH-PERP' }))
      expect(answer.ids.toSorted()).toEqual([first, second].toSorted())
      expect(await send('cancelAll')).toEqual({ ids: [bitcoin] })
      expect(await send('cancelAll', { symbol: null })).toEqual({ ids: [] })
      expect(await send('cancelAll', { symbol: '' })).toEqual({ ids: [] })
      expect((await rows(`id=${bitcoin},${first},${second}`)).map(({ status }) => status)).toEqual([
        'CANCELLED',
        'CANCELLED',
        'CANCELLED',
      ])
      expect((await rows(`id=${foreign}`, other))[0]!.status).toBe('NEW')
    })

    it('[9.5] closes all positions by market orders that bear the nonce of the request', async () => {
      await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.02' })
      await world.place(trader, {
        orderType: 'MARKET',
        isBuy: false,
        symbol: 'ETH-PERP',
        limitPrice: '2900',
        size: '0.2',
      })
      const nonce = nextNonce()
      const { ids } = idsResponse.parse(await send('closeAll', { nonce }))
      const made = await rows(`nonce=${nonce}`)
      expect(made.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted())
      expect(made).toHaveLength(2)
      for (const each of made)
        expect(each).toMatchObject({ orderType: 'MARKET', reduceOnly: true, status: 'FILLED' })
      expect((await world.call('GET', '/account', { key: trader.apiKey })).body.positions).toEqual([])
      expect(await send('closeAll')).toEqual({ ids: [] })
      expect(await send('closeAll', { symbol: 'BTC-PERP' })).toEqual({ ids: [] })
    })

    it('what cannot close says why on its own record', async () => {
      await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.02' })
      await setMode('HALT')
      const { ids } = idsResponse.parse(await send('closeAll', { symbol: 'BTC-PERP' }))
      expect(await row(ids[0]!)).toMatchObject({ status: 'REJECTED', code: REFUSAL.MARKET_CLOSED_REJECTED })
      await setMode('OPEN')
      world.clock.advance(30_000)
    })

    it.each(['cancelAll', 'closeAll'] as const)('%s of an unknown market is 1121', async (kind) => {
      expect(await send(kind, { symbol: 'NOPE-PERP' })).toEqual([400, 1121])
      expect(await send(kind, { symbol: '__proto__' })).toEqual([400, 1121])
      expect(await send(kind, { symbol: 7 })).toEqual([422, 1130])
    })
  })

  describe('the dead-man’s switch', () => {
    it('tells when it will fire, moves, disarms, and cancels with 3032', async () => {
      const id = await resting()
      const armed = deadmanResponse.parse(await send('deadman', { timeoutMs: 5_000 }))
      expect(armed.triggerTime).toBe(world.clock.nowMs() + 5_000)
      world.clock.advance(1_000)
      const moved = deadmanResponse.parse(await send('deadman', { timeoutMs: 86_400_000 }))
      expect(moved.triggerTime).toBe(world.clock.nowMs() + 86_400_000)
      expect(await send('deadman', { timeoutMs: 0 })).toEqual({ triggerTime: null })
      await send('deadman', { timeoutMs: 5_000 })
      world.clock.advance(5_000)
      await world.submit({ kind: 'TickTimer' })
      expect(await row(id)).toMatchObject({ status: 'CANCELLED', code: REFUSAL.DEADMAN_CANCELLED })
    })

    it.each([
      [4_999, [400, 1130]],
      [86_400_001, [400, 1130]],
      [-1, [400, 1130]],
      [1, [400, 1130]],
      [5_000.5, [422, 1130]],
      ['60000', [422, 1130]],
      [null, [422, 1130]],
      [undefined, [422, 1130]],
    ])('a time-out of %j is refused without a word to the engine', async (timeoutMs, expected) => {
      const seq = world.engine.seq()
      const body = bodyOf('deadman', { timeoutMs }, trader, { signedAs: { timeoutMs: 60_000 } })
      const { status, body: answer } = await post('deadman', body)
      expect([status, answer.code]).toEqual(expected)
      expect(world.engine.seq()).toBe(seq)
    })
  })

  describe('names of orders', () => {
    it('are echoed by GET /orders, found by it, and given back when the order is over', async () => {
      const id = await resting({ clientId: 'grid-1_A' })
      expect(await row(id)).toMatchObject({ status: 'NEW', clientId: 'grid-1_A' })
      const unnamed = await resting()
      expect(await row(unnamed)).toMatchObject({ clientId: null })
      expect((await rows('clientId=grid-1_A')).map((each) => each.id)).toEqual([id])
      expect(await rows('clientId=grid-1_a')).toEqual([])
      expect(await rows('clientId=grid-1_A', other)).toEqual([])
      const again = world.signedOrder(trader, { limitPrice: '40000', clientId: 'grid-1_A' })
      const refused = await world.call('POST', '/orders', { key: trader.apiKey, body: again })
      expect([refused.status, refused.body.code]).toEqual([400, 1130])
      await send('cancel', { id })
      world.clock.advance(1)
      expect((await world.call('POST', '/orders', { key: trader.apiKey, body: again })).status).toBe(200)
      expect((await rows('clientId=grid-1_A')).map(({ status }) => status)).toEqual(['NEW', 'CANCELLED'])
    })

    it('the same order again is a duplicate, though its name is taken', async () => {
      const body = world.signedOrder(trader, { limitPrice: '40000', clientId: 'once' })
      expect((await world.call('POST', '/orders', { key: trader.apiKey, body })).status).toBe(200)
      expect((await world.call('POST', '/orders', { key: trader.apiKey, body })).body.code).toBe(
        REFUSAL.DUPLICATE,
      )
    })

    it('stay with an order that is amended', async () => {
      const id = await resting({ clientId: 'kept' })
      expect(await send('amend', { id, size: '0.05', limitPrice: '41000' })).toEqual({ id })
      expect(await rows('clientId=kept')).toMatchObject([{ id, size: '0.0500', limitPrice: '41000.00' }])
    })

    it.each(['', 'x'.repeat(37), 'a b', 'ü', 'a.b', '١', 'a\n', 7, true, {}])(
      '%j is no name: 422',
      async (clientId) => {
        const body = world.signedOrder(trader, { limitPrice: '40000', clientId: clientId as string })
        const { status, body: answer } = await world.call('POST', '/orders', { key: trader.apiKey, body })
        expect([status, answer.code, answer.msg]).toEqual([422, 1130, 'Malformed: order.clientId'])
      },
    )
    it('a query for what is no name is 422', async () => {
      const answer = await world.call('GET', '/orders?clientId=a%20b', { key: trader.apiKey })
      expect([answer.status, answer.body.code]).toEqual([422, 1130])
    })
  })

  describe.each(NEW_KINDS)('%s, like every signed write,', (kind) => {
    const codeOf = async (body: unknown, by = trader) => (await post(kind, body, by)).body.code

    it('takes the signing key and the primary key, fields it does not know, and text for a nonce', async () => {
      const id = await resting()
      const fields = kind === 'amend' ? { id } : {}
      for (const signer of [trader.signing, trader.primary])
        expect((await post(kind, bodyOf(kind, fields, trader, { signer }))).status).toBe(200)
      const more = bodyOf(kind, {
        ...(kind === 'amend' ? { id: await resting() } : {}),
        nonce: String(nextNonce()),
        unknown: 1,
      })
      expect((await post(kind, { ...more, unknown: {} })).status).toBe(200)
    })

    it('is a duplicate at the edge, whatever became of the first, and whichever call used the nonce', async () => {
      const nonce = nextNonce()
      // An amendment of what is not there is refused before the engine; any other of these uses its nonce up.
      const fields = kind === 'amend' ? { id: await resting() } : {}
      const body = bodyOf(kind, { ...fields, nonce })
      expect((await post(kind, body)).status).toBe(200)
      const seq = world.engine.seq()
      expect(await codeOf(body)).toBe(3015)
      for (const again of [...NEW_KINDS, 'cancel'] as const)
        expect((await post(again, bodyOf(again, { nonce }))).body.code).toBe(REFUSAL.DUPLICATE)
      const order = world.signedOrder(trader, { limitPrice: '40000', nonce })
      expect((await world.call('POST', '/orders', { key: trader.apiKey, body: order })).body.code).toBe(
        REFUSAL.DUPLICATE,
      )
      expect(world.engine.seq()).toBe(seq)
      world.clock.advance(10_000)
      expect(await codeOf(body)).toBe(3015)
    })

    it('raises the highest nonce that the edge knows, though no event tells it', async () => {
      const { lastNonce } = (await world.call('GET', '/account/nonce', { key: other.apiKey })).body
      const fields = kind === 'amend' ? { id: await resting({}, other) } : {}
      const nonce = Number(lastNonce) + 1_000_000
      const body = bodyOf(kind, { ...fields, nonce }, other)
      expect((await post(kind, body, other)).status).toBe(200)
      expect((await world.call('GET', '/account/nonce', { key: other.apiKey })).body.lastNonce).toBe(nonce)
      const seq = world.engine.seq()
      expect(await codeOf(body, other)).toBe(3015)
      expect(world.engine.seq()).toBe(seq)
    })

    it('happens once of twenty at the same moment; the others hear 3015', async () => {
      const fields = kind === 'amend' ? { id: await resting() } : {}
      const body = bodyOf(kind, fields)
      const answers = await Promise.all(Array.from({ length: 20 }, () => post(kind, body)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ body: answer }) => answer.code === REFUSAL.DUPLICATE)).toHaveLength(19)
    })

    it('the first failure wins: 422, 1131, 1023, 1099, its own rules, 3015, 1132, 1022', async () => {
      const stranger = await world.trader(0x41, 0)
      const time = world.clock.nowMs() - 70_000
      const bad = { time, nonce: -1, ...(kind === 'deadman' ? { timeoutMs: 1 } : { symbol: 'NOPE' }) }
      const forged = (fields: object, by = trader) => ({
        ...bodyOf(kind, fields, by, { signer: testKey(0x77), signedAs: { nonce: 1, timeoutMs: 1 } }),
      })
      expect(await codeOf({ ...forged({ ...bad, time: 'now' }, stranger), recvWindow: 0 }, stranger)).toBe(
        1130,
      )
      expect(await codeOf({ ...forged(bad, stranger), recvWindow: 60_001 }, stranger)).toBe(1131)
      expect(await codeOf(forged(bad, stranger), stranger)).toBe(1023)
      expect(await codeOf(forged({ ...bad, nonce: 1 }, stranger), stranger)).toBe(1099)
      const used = nextNonce()
      await send('deadman', { nonce: used, timeoutMs: 0 })
      const own = { amend: undefined, cancelAll: 1121, closeAll: 1121, deadman: 1130 }[kind]
      if (own !== undefined) expect(await codeOf(forged({ ...bad, nonce: used }))).toBe(own)
      const id = kind === 'amend' ? { id: await resting() } : {}
      if (kind === 'amend')
        expect(await codeOf(forged({ ...id, time, nonce: used, size: '0.00001' }))).toBe(1111)
      expect(await codeOf(forged({ ...id, time, nonce: used }))).toBe(3015)
      expect(await codeOf(forged({ ...id, time, nonce: nextNonce() }))).toBe(1132)
      expect(await codeOf(forged({ ...id, nonce: nextNonce() }))).toBe(1022)
    })

    it('any signed field that is changed, and the signature of another call, is 1022', async () => {
      const changes: Record<Kind, Record<string, unknown>> = {
        cancel: {},
        amend: { id: await resting(), size: '0.0201', limitPrice: '41000.0' },
        cancelAll: { symbol: 'ETH-PERP' },
        closeAll: { symbol: 'ETH-PERP' },
        deadman: { timeoutMs: 0 },
      }
      const seq = world.engine.seq()
      for (const [field, value] of Object.entries({
        ...changes[kind],
        nonce: nextNonce(),
        time: world.clock.nowMs() - 1,
      })) {
        const body = bodyOf(kind)
        expect([field, await codeOf({ ...body, order: { ...body.order, [field]: value } })]).toEqual([
          field,
          1022,
        ])
      }
      for (const foreign of [...NEW_KINDS, 'cancel'] as const) {
        if (foreign === kind) continue
        const body = bodyOf(kind)
        const { signature } = bodyOf(foreign, { time: body.order.time, nonce: body.order.nonce })
        expect([foreign, await codeOf({ ...body, signature })]).toEqual([foreign, 1022])
      }
      expect(world.engine.seq()).toBe(seq)
    })

    it('a full inbox is 1003, and the same request succeeds afterwards', async () => {
      const body = bodyOf(kind, kind === 'amend' ? { id: await resting() } : {})
      world.engine.isFull = true
      expect(await codeOf(body)).toBe(1003)
      world.engine.isFull = false
      expect((await post(kind, body)).status).toBe(200)
    })
  })
})
