/**
 * Bad input of every kind: each gets its code of the table, and not one changes the state of the exchange by a
 * bit. The hash of the state is compared after every request.
 */
import { REFUSAL, CALL_LIST, isErrorCode, type OrderRequest, type SignedAction } from '@vest/protocol'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { flipBit, highS, keccak, testKey } from '../testing/testKeys.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'
import type { Answer } from '../testing/testWire.ts'
import { ROUTES } from './routeTable.ts'

/** Calls whose bodies may be larger than those of others. */
const LARGER = new Set(
  ROUTES.filter(({ bodyBytesMax }) => bodyBytesMax !== undefined).map(({ path }) => path),
)

const SECRET = /node_modules|\.ts:|at \w+ \(|Error:/

/** Every call that takes a body. */
const WRITES = CALL_LIST.filter(({ method, body }) => method === 'POST' && body !== undefined).map(
  ({ path }) => path,
)

describe('bad input', () => {
  let world: TestWorld
  let trader: Trader
  let resting: string
  let hash: string
  beforeAll(async () => {
    world = await startTestWorld()
    await world.setPrice('BTC-PERP', 50_000)
    trader = await world.trader(0x31, 100_000)
    resting = await world.place(trader, { limitPrice: '40000', size: '0.1' })
  })
  afterAll(() => world.stop())
  beforeEach(async () => void ({ hash } = await world.engine.stateHash()))
  afterEach(async () => expect((await world.engine.stateHash()).hash).toBe(hash))

  const codeOf = ({ status, body }: Answer) => [status, body.code, body.detail?.code]
  const raw = async (path: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
    world.call('POST', path, { key: trader.apiKey, payload, headers })
  const order = async (body: unknown) => world.call('POST', '/orders', { key: trader.apiKey, body })

  it.each([
    ['nothing', '', [422, 1130, 1130]],
    ['half an object', '{"order":{', [422, 1130, 1130]],
    ['a text', '"order"', [422, 1130, 1130]],
    ['null', 'null', [422, 1130, 1130]],
    ['an array', '[]', [422, 1130, 1130]],
    ['a number', '1e400', [422, 1130, 1130]],
    ['a BOM', '\uFEFF{}', [422, 1130, 1130]],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00]), [422, 1130, 1130]],
    ['deep nesting', '['.repeat(8_000) + ']'.repeat(8_000), [422, 1130, 1130]],
    ['two million digits', '9'.repeat(2_000_000), [413, 1130, 1130]],
    ['16 KiB and one byte', ' '.repeat(16_385), [413, 1130, 1130]],
    ['16 KiB of blanks', ' '.repeat(16_384), [422, 1130, 1130]],
  ])('a body of %s', async (_name, payload, expected) => {
    for (const path of WRITES) {
      // Where a picture may come along, the same is large enough to be looked at.
      const isLooked = expected[0] === 413 && LARGER.has(path)
      const code = codeOf(await raw(path, payload))
      expect([path, ...code]).toEqual([path, ...(isLooked ? [422, 1130, 1130] : expected)])
    }
  })

  it('a body that does not say it is JSON', async () => {
    const body = JSON.stringify(world.signedOrder(trader))
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
    ])
      expect(codeOf(await raw('/orders', body, { 'content-type': type }))).toEqual([422, 1130, 1130])
  })

  it('a key that stands twice', async () => {
    const body = JSON.stringify(world.signedOrder(trader))
    const answer = await raw('/orders', body.replace('"size":', '"size":"1","size":'))
    expect([...codeOf(answer), answer.body.msg]).toEqual([422, 1130, 1130, 'Duplicate key: size'])
  })

  /** Values of the hostile dictionary, in each field of an order: [field, value, expected codes]. */
  const HOSTILE: readonly (readonly [string, unknown, number])[] = [
    ['size', '9007199254740993', 1130],
    ['size', '1e400', 1130],
    ['size', '-0', 1130],
    ['size', '', 1130],
    ['size', '0x10', 1130],
    ['size', ' 12 ', 1130],
    ['size', '１２', 1130],
    ['size', '٣', 1130],
    ['size', '1\u0000', 1130],
    ['size', '\uFEFF1', 1130],
    ['size', '1\r\n', 1130],
    ['size', '\u202E1', 1130],
    ['size', '.5', 1130],
    ['size', '5.', 1130],
    ['size', '01', 1130],
    ['size', '+1', 1130],
    ['size', '1,000', 1130],
    ['size', 'NaN', 1130],
    ['size', '0'.repeat(41), 1130],
    ['size', '9'.repeat(2_000), 1130],
    ['size', null, 1130],
    ['size', {}, 1130],
    ['size', [], 1130],
    ['size', true, 1130],
    ['limitPrice', '9007199254740993', 1130],
    ['limitPrice', '1e5', 1130],
    ['limitPrice', 50_000, 1130],
    ['limitPrice', '-50000', 1130],
    ['nonce', 9_007_199_254_740_992, 1023],
    ['nonce', '9007199254740993', 1023],
    ['nonce', '0x10', 1023],
    ['nonce', ' 12 ', 1023],
    ['nonce', '', 1023],
    ['nonce', '-0', 1023],
    ['nonce', 1.5, 1023],
    ['nonce', null, 1130],
    ['nonce', true, 1130],
    ['nonce', '٣', 1023],
    ['nonce', '9'.repeat(41), 1130],
    ['time', '1700000000000', 1130],
    ['time', -1, 1130],
    ['time', 9_007_199_254_740_992, 1130],
    ['time', null, 1130],
    ['time', 0, 1132],
    ['symbol', '\uD800', 1121],
    ['symbol', '__proto__', 1121],
    ['symbol', 'constructor', 1121],
    ['symbol', 'BTC-PERP\u0000', 1121],
    ['symbol', 'x'.repeat(33), 1130],
    ['symbol', '', 1121],
    ['symbol', 'ＢＴＣ-PERP', 1121],
    ['symbol', 7, 1130],
    ['orderType', 'constructor', 1116],
    ['orderType', '', 1116],
    ['orderType', 1, 1130],
    ['isBuy', 'true', 1130],
    ['isBuy', 1, 1130],
    ['isBuy', null, 1130],
    ['reduceOnly', 0, 1130],
    ['reduceOnly', undefined, 1130],
    ['timeInForce', '__proto__', 1133],
    ['timeInForce', '', 1133],
    ['timeInForce', 1, 1130],
    ['initMarginRatio', '0.12345', 1111],
    ['initMarginRatio', '', 1130],
    ['initMarginRatio', 0.1, 1130],
    ['tpPrice', '0', 1130],
    ['tpPrice', '', 1130],
    ['slPrice', 'abc', 1130],
  ]
  it.each(HOSTILE)('order.%s = %j', async (field, value, code) => {
    const body = world.signedOrder(trader, {})
    const answer = await order({ ...body, order: { ...body.order, [field]: value } })
    expect([answer.body.code, answer.body.detail.code]).toEqual([code, code])
    expect([400, 422]).toContain(answer.status)
    expect(answer.body.msg).not.toMatch(SECRET)
  })

  it('each missing field is named', async () => {
    const body = world.signedOrder(trader)
    for (const field of ['time', 'nonce', 'symbol', 'isBuy', 'size', 'orderType', 'reduceOnly'] as const) {
      const { [field]: _gone, ...rest } = body.order
      const answer = await order({ ...body, order: rest })
      expect([answer.status, answer.body.msg]).toEqual([422, `Field required: order.${field}`])
    }
    expect((await order({ order: body.order })).body.msg).toBe('Field required: signature')
    expect((await order({ signature: body.signature })).body.msg).toBe('Field required: order')
  })

  /** Twenty ways to alter a signature or what it was made for; none may be accepted. */
  const MUTATIONS: readonly (readonly [string, (body: OrderRequest, by: Trader) => OrderRequest])[] = [
    ['a bit of r', (body) => ({ ...body, signature: flipBit(body.signature as never, 7) })],
    ['a bit of s', (body) => ({ ...body, signature: flipBit(body.signature as never, 50) })],
    ['the high-s twin', (body) => ({ ...body, signature: highS(body.signature as never) })],
    [
      'the other v',
      (body) => ({
        ...body,
        signature: body.signature.slice(0, -2) + (body.signature.endsWith('1b') ? '1c' : '1b'),
      }),
    ],
    ['v = 2', (body) => ({ ...body, signature: `${body.signature.slice(0, -2)}02` })],
    ['v = 29', (body) => ({ ...body, signature: `${body.signature.slice(0, -2)}1d` })],
    ['v = 255', (body) => ({ ...body, signature: `${body.signature.slice(0, -2)}ff` })],
    ['64 bytes', (body) => ({ ...body, signature: body.signature.slice(0, -2) })],
    ['66 bytes', (body) => ({ ...body, signature: `${body.signature}00` })],
    ['compact form', (body) => ({ ...body, signature: body.signature.slice(0, 130) })],
    ['nothing', (body) => ({ ...body, signature: '' })],
    ['zeros', (body) => ({ ...body, signature: `0x${'0'.repeat(130)}` })],
    [
      'r = n',
      (body) => ({
        ...body,
        signature: `0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141${body.signature.slice(66)}`,
      }),
    ],
    ['s = 0', (body) => ({ ...body, signature: `${body.signature.slice(0, 66)}${'0'.repeat(64)}1b` })],
    [
      'r and s exchanged',
      (body) => ({
        ...body,
        signature: `0x${body.signature.slice(66, 130)}${body.signature.slice(2, 66)}1b`,
      }),
    ],
    ['no hexadecimal', (body) => ({ ...body, signature: `${body.signature.slice(0, -1)}g` })],
    ['another key', (body) => ({ ...body, signature: testKey(0x66).signAction(actionOf(body)) })],
    [
      'a cancel of the same nonce',
      (body, by) => ({
        ...body,
        signature: by.signing.signAction({
          kind: 'cancel',
          time: body.order.time,
          nonce: Number(body.order.nonce),
          id: body.order.symbol,
        }),
      }),
    ],
    [
      'a raw hash without prefix',
      (body, by) => ({ ...body, signature: by.signing.signDigest(keccak(Buffer.from(body.order.symbol))) }),
    ],
    [
      'base64',
      (body) => ({ ...body, signature: Buffer.from(body.signature.slice(2), 'hex').toString('base64') }),
    ],
    [
      'the signature of another order',
      (body, by) => ({
        ...body,
        signature: by.signing.signAction({ ...actionOf(body), nonce: 1 } as SignedAction),
      }),
    ],
  ]
  const actionOf = (body: OrderRequest): SignedAction => ({ kind: 'order', ...body.order }) as SignedAction

  it.each(MUTATIONS)('[8.7] a signature altered by: %s', async (_name, mutate) => {
    const seeds = fc.sample(
      fc.record({ size: fc.integer({ min: 1, max: 999 }), price: fc.integer({ min: 45_000, max: 49_000 }) }),
      25,
    )
    for (const { size, price } of seeds) {
      const body = mutate(
        world.signedOrder(trader, { size: `0.${String(size).padStart(3, '0')}`, limitPrice: String(price) }),
        trader,
      )
      expect(codeOf(await order(body))).toEqual([400, 1022, 1022])
    }
  })

  it('[7.29] any signed field that is changed: 1022; what the API key alone vouches for is on a written list', async () => {
    const body = world.signedOrder(trader, { size: '0.5', limitPrice: '45000' })
    const changes: Record<string, unknown> = {
      time: body.order.time - 1,
      nonce: 3,
      symbol: 'ETH-PERP',
      isBuy: false,
      size: '0.6',
      orderType: 'MARKET',
      limitPrice: '45001',
      reduceOnly: true,
    }
    await world.call('GET', '/time')
    for (const [field, value] of Object.entries(changes)) {
      const { status, body: answer } = await order({ ...body, order: { ...body.order, [field]: value } })
      expect([field, status, answer.code]).toEqual([field, 400, 1022])
    }
    const unsigned = Object.keys(body.order).filter((field) => !(field in changes))
    expect(unsigned).toEqual([])
  })

  it('a replayed cancel and a replayed order', async () => {
    const body = world.signedOrder(trader, { nonce: 1_763_700_000_001 })
    const replayed = await order(body)
    expect(replayed.body.code).toBe(REFUSAL.DUPLICATE)
    const unknown = { time: world.clock.nowMs(), nonce: 1_763_700_000_001, id: resting }
    const signature = trader.signing.signAction({ kind: 'cancel', ...unknown })
    const cancel = await world.call('POST', '/orders/cancel', {
      key: trader.apiKey,
      body: { order: unknown, signature },
    })
    expect(cancel.body.code).toBe(REFUSAL.DUPLICATE)
  })

  it('paths and methods that are not served', async () => {
    for (const [method, path, status] of [
      ['GET', '/nope', 404],
      ['GET', '/orders/', 404],
      ['DELETE', '/orders', 405],
      ['PUT', '/orders', 405],
      ['POST', '/depth', 405],
      ['GET', '/register', 405],
      ['GET', '/%ff', 422],
      ['GET', '/../../etc/passwd', 404],
      ['GET', '//orders', 404],
    ] as const) {
      const answer = await world.call(method, path)
      expect([path, answer.status, answer.body.code, answer.body.detail.code]).toEqual([
        path,
        status,
        status === 422 ? REFUSAL.INVALID_PARAMETER : 0,
        status === 422 ? REFUSAL.INVALID_PARAMETER : 0,
      ])
    }
  })

  it('every route that needs a key refuses a caller without one, whatever it sends', async () => {
    const closed = ROUTES.filter((route) => route.auth === 'key')
    expect(closed.length).toBeGreaterThan(10)
    for (const { method, path } of closed)
      for (const key of [undefined, '', 'PUBLIC', '0'.repeat(64)]) {
        const answer = await world.call(method, path, {
          ...(key === undefined ? {} : { key }),
          ...(method === 'GET' ? {} : { body: { order: {} } }),
        })
        expect([path, ...codeOf(answer)]).toEqual([path, 401, 1002, 1002])
      }
  })

  it('random bodies get a code of the table and never a stack', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...WRITES), fc.jsonValue({ maxDepth: 4 }), async (path, body) => {
        // An object without any guardrail takes all of them away: it is no bad input.
        fc.pre(path !== '/account/guardrails' || JSON.stringify(body) !== '{}')
        const answer = await world.call('POST', path, { key: trader.apiKey, body })
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.status).toBeLessThan(500)
        expect(isErrorCode(answer.body.code)).toBe(true)
        expect(answer.body.detail).toEqual({ code: answer.body.code, msg: answer.body.msg })
        expect(answer.body.msg).not.toMatch(SECRET)
      }),
      { numRuns: 300 },
    )
  })

  it('random orders of the right shape never get past a false signature', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('1', '0.1', 'LIMIT', 'MARKET', 'BTC-PERP', '__proto__', '50000'),
    )
    const shape = fc.record({
      time: fc.oneof(fc.double(), fc.constant(world.clock.nowMs())),
      nonce: fc.oneof(fc.double(), fc.maxSafeNat(), text),
      symbol: text,
      isBuy: fc.boolean(),
      size: text,
      orderType: text,
      limitPrice: text,
      reduceOnly: fc.boolean(),
      timeInForce: text,
    })
    await fc.assert(
      fc.asyncProperty(shape, text, async (orderShape, signature) => {
        const answer = await order({ order: orderShape, signature, recvWindow: 60_000 })
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: 300 },
    )
  })
})
