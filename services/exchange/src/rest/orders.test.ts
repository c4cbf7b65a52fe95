/** Orders over HTTP: what is answered at once, what the engine says later, and that nothing happens twice. */
import { REFUSAL, ordersResponse, type SignedAction } from '@vest/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testKey } from '../testing/testKeys.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'

const ID = /^0x[0-9a-f]{64}$/

describe('orders', () => {
  let world: TestWorld
  let trader: Trader
  let other: Trader
  beforeAll(async () => {
    world = await startTestWorld()
    await world.setPrice('BTC-PERP', 50_000)
    trader = await world.trader(0x31, 100_000)
    other = await world.trader(0x33, 100_000)
  })
  afterAll(() => world.stop())
  // Index prices stay fresh, so that the engine's own checks do not answer first.
  beforeEach(() => world.setPrice('BTC-PERP', 50_000))

  const post = async (body: unknown, key = trader.apiKey) => world.call('POST', '/orders', { key, body })
  const codeOf = async (order: object, key?: string) => {
    const { status, body } = await post(world.signedOrder(trader, order), key)
    return body.code === undefined ? status : [status, body.code]
  }
  const rows = async (query: string, key = trader.apiKey) =>
    ordersResponse.parse((await world.call('GET', `/orders?${query}`, { key })).body)
  const cancelBody = (id: string, overrides: object = {}, by: Trader = trader) => {
    const order = { time: world.clock.nowMs(), nonce: nextNonce(), id, ...overrides }
    return { order, signature: by.signing.signAction({ kind: 'cancel', ...order }) }
  }
  let counter = 9_000_000
  const nextNonce = () => (counter += 1)
  const cancel = async (body: unknown, path = '/orders/cancel', key = trader.apiKey) =>
    world.call('POST', path, { key, body })

  it('[7.14] [3.8] answers the id alone, and the order can be read from that moment', async () => {
    const { status, body } = await post(world.signedOrder(trader, { limitPrice: '40000.00', size: '0.1000' }))
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['id'])
    expect(body.id).toMatch(ID)
    const [row] = await rows(`id=${body.id}`)
    expect(row).toMatchObject({
      id: body.id,
      symbol: 'BTC-PERP',
      isBuy: true,
      orderType: 'LIMIT',
      limitPrice: '40000.00',
      size: '0.1000',
      status: 'NEW',
      reduceOnly: false,
      timeInForce: 'GTC',
      code: null,
      lastFilledSize: null,
      avgFilledPrice: null,
      realizedPnl: null,
      filledSize: '0.0000',
      fees: '0.000000',
      parentId: null,
    })
  })

  it('waits for the read model before it answers what the caller has just written', async () => {
    world.projector.isHeld = true
    const id = await world.place(trader, { limitPrice: '40000' })
    let answered = false
    const reading = rows(`id=${id}`).then((found) => {
      answered = true
      return found
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(answered).toBe(false)
    world.projector.isHeld = false
    expect(await reading).toHaveLength(1)
  })

  it('[4.4] a market order is FILLED with its average price, or REJECTED with a code', async () => {
    const filled = await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.01' })
    expect((await rows(`id=${filled}`))[0]).toMatchObject({
      status: 'FILLED',
      avgFilledPrice: expect.stringMatching(/^500\d\d\.\d\d$/),
    })
    const rejected = await world.place(trader, { orderType: 'MARKET', limitPrice: '49000', size: '0.01' })
    expect((await rows(`id=${rejected}`))[0]).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.PRICE_CHECK_FAILED,
    })
  })

  it('a market order without a price is verified over "0" and gets the default slippage', async () => {
    for (const limitPrice of [undefined, '0']) {
      const id = await world.place(trader, { orderType: 'MARKET', limitPrice, size: '0.01' })
      expect((await rows(`id=${id}`))[0]).toMatchObject({ status: 'FILLED', limitPrice: '50150.00' })
    }
  })

  it('takes signatures of the signing key and of the primary key, in every accepted form', async () => {
    for (const signer of [trader.signing, trader.primary]) {
      const body = world.signedOrder(trader, {}, signer)
      expect((await post(body)).status).toBe(200)
      const bare = world.signedOrder(trader, {}, signer)
      expect((await post({ ...bare, signature: bare.signature.slice(2).toUpperCase() })).status).toBe(200)
      const low = world.signedOrder(trader, {}, signer)
      const v = low.signature.endsWith('1b') ? '00' : '01'
      expect((await post({ ...low, signature: low.signature.slice(0, -2) + v })).status).toBe(200)
    }
  })

  it('the signature covers the exact text: "0.1" is not "0.1000"', async () => {
    const body = world.signedOrder(trader, { size: '0.1', limitPrice: '40000' })
    expect((await post({ ...body, order: { ...body.order, size: '0.1000' } })).body.code).toBe(
      REFUSAL.INVALID_SIGNATURE,
    )
    expect((await post(body)).status).toBe(200)
  })

  it('[8.7] another signer, an expired signer, another account of the key: 1022', async () => {
    const body = world.signedOrder(trader, {}, testKey(0x77))
    expect((await post(body)).body.code).toBe(REFUSAL.INVALID_SIGNATURE)
    expect((await post(world.signedOrder(other), trader.apiKey)).body.code).toBe(REFUSAL.INVALID_SIGNATURE)
    const short = await shortLivedSigner()
    const fine = await post(world.signedOrder(trader, {}, short))
    expect(fine.status).toBe(200)
    world.clock.advance(61_000)
    await world.setPrice('BTC-PERP', 50_000)
    expect((await post(world.signedOrder(trader, {}, short))).body.code).toBe(REFUSAL.INVALID_SIGNATURE)
  })
  const shortLivedSigner = async () => {
    const signer = testKey(0x55)
    const expiryTime = world.clock.nowMs() + 60_000
    const signature = trader.primary.approveSigner(`0x${'7a'.repeat(20)}`, signer.address, expiryTime)
    const body = { signingAddr: signer.address, primaryAddr: trader.primary.address, expiryTime, signature }
    expect((await world.call('POST', '/register', { body })).status).toBe(200)
    return signer
  }

  it('[8.32] the same request again is 3015, one order only, and so is the nonce with another order', async () => {
    const body = world.signedOrder(trader, { limitPrice: '40000' })
    const {
      body: { id },
    } = await post(body)
    expect((await post(body)).body.code).toBe(REFUSAL.DUPLICATE)
    const sameNonce = world.signedOrder(trader, { limitPrice: '41000', nonce: body.order.nonce })
    expect((await post(sameNonce)).body.code).toBe(REFUSAL.DUPLICATE)
    expect(await rows(`nonce=${body.order.nonce}`)).toEqual([expect.objectContaining({ id })])
  })

  it('a repeated request is a duplicate before it is late', async () => {
    const body = world.signedOrder(trader, { limitPrice: '40000' })
    await post(body)
    world.clock.advance(10_000)
    expect((await post(body)).body.code).toBe(REFUSAL.DUPLICATE)
  })

  it('nonces of the primary key are another space than those of the signing key', async () => {
    const bySigning = world.signedOrder(trader, { limitPrice: '40000' })
    expect((await post(bySigning)).status).toBe(200)
    const byPrimary = world.signedOrder(
      trader,
      { limitPrice: '41000', nonce: bySigning.order.nonce },
      trader.primary,
    )
    expect((await post(byPrimary)).status).toBe(200)
    const again = world.signedOrder(
      trader,
      { limitPrice: '42000', nonce: bySigning.order.nonce },
      trader.primary,
    )
    expect((await post(again)).body.code).toBe(REFUSAL.DUPLICATE)
  })

  it('time-style and counter-style nonces interleave; a lower unused one is accepted', async () => {
    for (const nonce of [7, 3, String(5), 0]) expect(await codeOf({ nonce, limitPrice: '40000' })).toBe(200)
    expect(await codeOf({ nonce: 3, limitPrice: '40000' })).toEqual([400, 3015])
    expect(
      (await world.call('GET', '/account/nonce', { key: trader.apiKey })).body.lastNonce,
    ).toBeGreaterThan(1_700_000_000_000)
  })

  it('concurrent identical requests make one order; all others hear 3015', async () => {
    const body = world.signedOrder(trader, { limitPrice: '40000' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body: answer }) => answer.code === REFUSAL.DUPLICATE)).toHaveLength(19)
    expect(await rows(`nonce=${body.order.nonce}`)).toHaveLength(1)
  })

  it('[8.15] [8.16] the window: 5 s by default, 60 s at most', async () => {
    const now = world.clock.nowMs()
    expect(await codeOf({ time: now - 5_001, limitPrice: '40000' })).toEqual([400, 1132])
    expect(await codeOf({ time: now + 1_001, limitPrice: '40000' })).toEqual([400, 1132])
    expect(await codeOf({ time: now + 1_000, limitPrice: '40000' })).toBe(200)
    const old = world.signedOrder(trader, { time: now - 60_000, limitPrice: '40000' })
    for (const recvWindow of [0, -1, 60_001, 1.5])
      expect((await post({ ...old, recvWindow })).body.code).toBe(REFUSAL.BAD_RECV_WINDOW)
    expect((await post({ ...old, recvWindow: 60_000 })).status).toBe(200)
  })

  it.each([
    ['[8.8] a nonce that is no integer', { nonce: -1 }, [400, 1023]],
    ['a nonce beyond 2^53 - 1', { nonce: 9_007_199_254_740_992 }, [400, 1023]],
    ['a nonce with an exponent', { nonce: '1e3' }, [400, 1023]],
    ['[8.12] an unknown symbol', { symbol: 'NOPE-PERP' }, [400, 1121]],
    ['a symbol in another letter case', { symbol: 'btc-perp' }, [400, 1121]],
    ['[8.11] LIQUIDATION', { orderType: 'LIQUIDATION' }, [400, 1116]],
    ['an unknown type', { orderType: 'limit' }, [400, 1116]],
    ['[8.10] five decimals of size', { size: '0.00001' }, [400, 1111]],
    ['three decimals of price', { limitPrice: '50000.001' }, [400, 1111]],
    ['five decimals of a ratio', { initMarginRatio: '0.10001' }, [400, 1111]],
    ['[8.14] a size of nothing', { size: '0.0000' }, [400, 1130]],
    ['a price of nothing', { limitPrice: '0' }, [400, 1130]],
    ['more than 10^15 micro-USDC', { size: '20001', limitPrice: '50000' }, [400, 1130]],
    ['a stop loss that is not reduce-only', { orderType: 'STOP_LOSS' }, [400, 1130]],
    ['attached prices on MARKET', { orderType: 'MARKET', tpPrice: '60000' }, [400, 1130]],
    ['a take profit below a buy', { tpPrice: '49999', tpSignature: '0x' }, [400, 1145]],
    ['a stop loss above a buy', { slPrice: '50001', slSignature: '0x' }, [400, 1145]],
    ['a take profit above a sell', { isBuy: false, tpPrice: '50001', tpSignature: '0x' }, [400, 1145]],
    ['an attached price without a signature', { tpPrice: '60000' }, [400, 1022]],
    ['a time in force that does not exist', { timeInForce: 'DAY' }, [400, 1133]],
    ['a size that is a number', { size: 0.1 }, [422, 1130]],
    ['a size with a sign', { size: '-1' }, [422, 1130]],
    ['a size with an exponent', { size: '1e2' }, [422, 1130]],
    ['a limit order without a price', { limitPrice: undefined }, [422, 1130]],
    ['a time with a fraction', { time: 1.5 }, [422, 1130]],
  ])('%s', async (_name, order, expected) => {
    const signable = { ...order, nonce: 1, time: world.clock.nowMs(), size: '1' }
    const body = world.signedOrder(trader, signable)
    const { status, body: answer } = await post({
      ...body,
      order: { ...body.order, nonce: nextNonce(), ...order },
    })
    expect([status, answer.code]).toEqual(expected)
  })

  it('time in force: GTC, FOK, IOC and POST_ONLY on LIMIT, ignored on MARKET', async () => {
    for (const timeInForce of ['GTC', 'FOK', 'IOC', 'POST_ONLY', null])
      expect(await codeOf({ timeInForce })).toBe(200)
    expect(await codeOf({ orderType: 'MARKET', timeInForce: 'DAY', limitPrice: '51000' })).toBe(200)
  })

  it('the first failure wins, in the documented order', async () => {
    const stranger = await world.trader(0x41, 0)
    const everythingWrong = {
      symbol: 'NOPE',
      orderType: 'LIQUIDATION',
      size: '0.000001',
      timeInForce: 'DAY',
      time: 1,
      nonce: nextNonce(),
    }
    const send = async (by: Trader, body: object) => {
      const signed = world.signedOrder(by, {})
      const { body: answer } = await post(
        {
          ...signed,
          ...body,
          order: { ...signed.order, ...everythingWrong, ...(body as { order?: object }).order },
        },
        by.apiKey,
      )
      return answer.code
    }
    expect(await send(stranger, { recvWindow: 0, order: { nonce: -1 } })).toBe(1131)
    expect(await send(stranger, { order: { nonce: -1 } })).toBe(1023)
    expect(await send(stranger, {})).toBe(1099)
    expect(await send(trader, {})).toBe(1121)
    expect(await send(trader, { order: { symbol: 'BTC-PERP' } })).toBe(1116)
    const known = { symbol: 'BTC-PERP', orderType: 'LIMIT' }
    expect(await send(trader, { order: known })).toBe(1111)
    expect(await send(trader, { order: { ...known, size: '1' } })).toBe(1133)
    expect(await send(trader, { order: { ...known, size: '1', timeInForce: 'GTC', tpPrice: '1' } })).toBe(
      1145,
    )
    expect(await send(trader, { order: { ...known, size: '1', timeInForce: 'GTC' } })).toBe(1132)
    expect(
      await send(trader, { order: { ...known, size: '1', timeInForce: 'GTC', time: world.clock.nowMs() } }),
    ).toBe(1022)
  })

  it('[8.9] an account that never deposited is 1099, also for a cancel', async () => {
    const stranger = await world.trader(0x43, 0)
    expect((await post(world.signedOrder(stranger), stranger.apiKey)).body.code).toBe(
      REFUSAL.ACCOUNT_NOT_FOUND,
    )
    expect(
      (await cancel(cancelBody(`0x${'00'.repeat(32)}`, {}, stranger), undefined, stranger.apiKey)).body.code,
    ).toBe(1099)
  })

  it('a market in HALT takes no order, but a cancel', async () => {
    const id = await world.place(trader, { limitPrice: '40000' })
    const market =
      world.exchange &&
      (await world.engine.query('markets', {})).find(({ spec }) => spec.symbol === 'BTC-PERP')!
    await world.submit({ kind: 'SetMarketMode', marketId: market.marketId, mode: 'HALT' })
    expect(await codeOf({ limitPrice: '40000' })).toEqual([400, 1148])
    expect((await cancel(cancelBody(id))).status).toBe(200)
    await world.submit({ kind: 'SetMarketMode', marketId: market.marketId, mode: 'OPEN' })
    world.clock.advance(30_000)
    await world.setPrice('BTC-PERP', 50_000)
    expect(await codeOf({ limitPrice: '40000' })).toBe(200)
  })

  it('[7.15] cancels with and without a query; the row is CANCELLED', async () => {
    const [first, second] = [
      await world.place(trader, { limitPrice: '40000' }),
      await world.place(trader, { limitPrice: '40000' }),
    ]
    const answer = await cancel(cancelBody(first))
    expect([answer.status, answer.body]).toEqual([200, { id: first }])
    const now = world.clock.nowMs()
    expect((await cancel(cancelBody(second), `/orders/cancel?time=${now}&nonce=${now}`)).status).toBe(200)
    expect((await rows(`id=${first},${second}`)).map(({ status }) => status)).toEqual([
      'CANCELLED',
      'CANCELLED',
    ])
  })

  it('[8.34] [8.58] a cancel of what is unknown or of another account is 3017 under 400', async () => {
    const id = await world.place(trader, { limitPrice: '40000' })
    const foreign = await cancel(cancelBody(id, {}, other), undefined, other.apiKey)
    expect([foreign.status, foreign.body.code, foreign.body.detail.code]).toEqual([400, 3017, 3017])
    for (const unknown of [`0x${'12'.repeat(32)}`, '0xabc', '', 'null', '\u0000']) {
      const answer = await cancel(cancelBody(unknown))
      expect([answer.status, answer.body.code]).toEqual([400, 3017])
    }
  })

  it('[8.58] a cancel of what is finished is 3017 under 200, in either case of letters, and under 400 with strict=1', async () => {
    const id = await world.place(trader, { limitPrice: '40000' })
    expect((await cancel(cancelBody(id.toUpperCase().replace('0X', '0x')))).status).toBe(200)
    for (const written of [id, id.toUpperCase().replace('0X', '0x')]) {
      const answer = await cancel(cancelBody(written))
      const body = { code: REFUSAL.ORDER_NOT_FOUND, msg: 'Order already processed or cancelled' }
      expect([answer.status, answer.body]).toEqual([200, body])
      const strict = await cancel(cancelBody(written), '/orders/cancel?strict=1')
      expect([strict.status, strict.body]).toMatchObject([400, { ...body, detail: body }])
    }
    expect((await cancel(cancelBody(id), '/orders/cancel?strict=0')).status).toBe(200)
    expect((await cancel(cancelBody(id), '/orders/cancel?strict=yes')).status).toBe(422)
  })

  it('a cancel is refused late, repeated and forged like an order', async () => {
    const id = await world.place(trader, { limitPrice: '40000' })
    const late = cancelBody(id, { time: world.clock.nowMs() - 5_001 })
    expect((await cancel(late)).body.code).toBe(REFUSAL.ORDER_EXPIRED)
    const body = cancelBody(id)
    expect((await cancel({ ...body, order: { ...body.order, id: `0x${'00'.repeat(32)}` } })).body.code).toBe(
      REFUSAL.INVALID_SIGNATURE,
    )
    // An order signature is no cancel: the tuples differ.
    const asOrder: SignedAction = {
      kind: 'order',
      time: body.order.time,
      nonce: body.order.nonce,
      orderType: 'LIMIT',
      symbol: id,
      isBuy: true,
      size: '1',
      limitPrice: '1',
      reduceOnly: false,
    }
    expect((await cancel({ ...body, signature: trader.signing.signAction(asOrder) })).body.code).toBe(
      REFUSAL.INVALID_SIGNATURE,
    )
    expect((await cancel(body)).status).toBe(200)
    expect((await cancel(body)).body.code).toBe(REFUSAL.DUPLICATE)
  })

  it('[7.13] filters by every field; one status only; another account sees nothing', async () => {
    const id = await world.place(trader, { limitPrice: '40000' })
    const [row] = await rows(`id=${id.toUpperCase().replace('0X', '0x')}`)
    expect(row!.id).toBe(id)
    expect(
      await rows(`id=${id}&status=NEW&symbol=BTC-PERP&orderType=LIMIT&nonce=${row!.nonce}`),
    ).toHaveLength(1)
    expect(await rows(`id=${id}&status=FILLED`)).toEqual([])
    expect(await rows(`id=${id}&startTime=${row!.postTime}&endTime=${row!.postTime}`)).toHaveLength(1)
    expect(await rows(`id=${id}&startTime=${row!.postTime + 1}`)).toEqual([])
    expect(await rows(`id=${id}`, other.apiKey)).toEqual([])
    const refused = async (query: string) =>
      (await world.call('GET', `/orders?${query}`, { key: trader.apiKey })).body.code
    expect(await refused('status=NEW,FILLED')).toBe(1130)
    expect(await refused('symbol=NOPE')).toBe(1121)
    expect(await refused('orderType=NOPE')).toBe(1116)
    expect(await refused('nonce=x')).toBe(1130)
    expect(await refused('nonce=1&signer=0x12')).toBe(1130)
    const all = await rows('limit=3')
    expect(all).toHaveLength(3)
    expect(all.map(({ postTime }) => postTime)).toEqual(
      all.map(({ postTime }) => postTime).toSorted((a, b) => b - a),
    )
  })

  it('a stop loss and a take profit of a position rest with their trigger as price', async () => {
    await world.place(other, { orderType: 'MARKET', limitPrice: '51000', size: '0.02' })
    for (const [orderType, limitPrice] of [
      ['STOP_LOSS', '45000.00'],
      ['TAKE_PROFIT', '55000.00'],
    ] as const) {
      const order = { orderType, limitPrice, isBuy: false, reduceOnly: true, size: '0.0200' }
      const { status, body } = await post(world.signedOrder(other, order), other.apiKey)
      expect(status).toBe(200)
      expect((await rows(`id=${body.id}`, other.apiKey))[0]).toMatchObject({
        status: 'NEW',
        limitPrice,
        orderType,
      })
    }
  })

  it('a full inbox is 1003 and the same request succeeds afterwards', async () => {
    const body = world.signedOrder(trader, { limitPrice: '40000' })
    world.engine.isFull = true
    const answer = await post(body)
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([429, 1003, '1'])
    world.engine.isFull = false
    expect((await post(body)).status).toBe(200)
  })

  it('[7.9] leverage is set unsigned; extra fields are ignored', async () => {
    const set = async (body: object, key = trader.apiKey) =>
      (await world.call('POST', '/account/leverage', { key, body })).body
    expect(
      await set({
        time: world.clock.nowMs(),
        symbol: 'SOL-PERP',
        value: 7,
        nonce: 1,
        recvWindow: 5,
        signature: '0x',
      }),
    ).toEqual({
      symbol: 'SOL-PERP',
      value: 7,
    })
    const { leverages } = (await world.call('GET', '/account', { key: trader.apiKey })).body
    expect(leverages).toContainEqual({ symbol: 'SOL-PERP', value: 7 })
    expect((await set({ symbol: 'NOPE', value: 7 })).code).toBe(REFUSAL.BAD_SYMBOL)
    for (const value of [0, -1, 1.5, 1_001])
      expect((await set({ symbol: 'SOL-PERP', value })).code).toBe(REFUSAL.INVALID_PARAMETER)
    await world.place(trader, { orderType: 'MARKET', limitPrice: '51000', size: '0.01' })
    expect((await set({ symbol: 'BTC-PERP', value: 2 })).code).toBe(REFUSAL.DECREASE_LEVERAGE_WITH_POSITION)
    const stranger = await world.trader(0x45, 0)
    expect((await set({ symbol: 'BTC-PERP', value: 5 }, stranger.apiKey)).code).toBe(
      REFUSAL.ACCOUNT_NOT_FOUND,
    )
  })

  it('[7.8] [3.2] the account has every field of its schema and shows no empty position', async () => {
    const { accountResponse } = await import('@vest/protocol')
    const account = accountResponse.parse((await world.call('GET', '/account', { key: other.apiKey })).body)
    expect(account.address).toBe(other.primary.address)
    expect(account.positions).toHaveLength(1)
    expect(account.positions[0]).toMatchObject({
      symbol: 'BTC-PERP',
      isLong: true,
      size: '0.0200',
      indexPrice: '50000.00',
    })
    await world.place(other, {
      orderType: 'MARKET',
      isBuy: false,
      limitPrice: '49000',
      size: '0.02',
      reduceOnly: true,
    })
    const closed = accountResponse.parse((await world.call('GET', '/account', { key: other.apiKey })).body)
    expect(closed.positions).toEqual([])
    const stranger = await world.trader(0x47, 0)
    const empty = accountResponse.parse((await world.call('GET', '/account', { key: stranger.apiKey })).body)
    expect([empty.collateral, empty.positions, empty.leverages]).toEqual(['0.000000', [], []])
  })
})
