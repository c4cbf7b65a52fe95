/** Every call as it leaves on the wire and what its answer becomes, against a scripted server. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import {
  REFUSAL,
  actionDigest,
  canonicalSignature,
  hexToBytes,
  signerProofDigest,
  type SignedAction,
} from '@vest/protocol'
import { recoverTypedDataAddress, type Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  ANSWERS,
  answerAll,
  ID,
  PRIMARY,
  PRIMARY_KEY,
  ROUTER,
  SIGNING_KEY,
  USDC,
} from '../testing/answers.ts'
import {
  startScriptedExchange,
  type ScriptedExchange,
  type SeenRequest,
} from '../testing/scriptedExchange.ts'
import { ValidationError } from './errors.ts'
import {
  addressOf,
  createDevnetClient,
  createLocalPrimary,
  createLocalSigner,
  createVestClient,
  depositAuthorizationTypedData,
  keccak256,
  type VestClientOptions,
} from './node.ts'

let exchange: ScriptedExchange
beforeEach(async () => {
  exchange = await startScriptedExchange(answerAll)
})
afterEach(() => exchange.close())

const client = (options: Partial<VestClientOptions> = {}) =>
  createVestClient({
    baseUrl: exchange.url,
    signer: createLocalSigner(SIGNING_KEY),
    apiKey: 'key-1',
    account: PRIMARY,
    validate: true,
    ...options,
  })
const last = (): SeenRequest => exchange.requests.at(-1)!
const failure = async (call: Promise<unknown>): Promise<Error> =>
  call.then(
    () => expect.fail('it succeeded'),
    (error: Error) => error,
  )

/** The address that signed `action`. */
function signerOf(action: SignedAction, signature: string): string {
  expect(signature).toMatch(/^0x[0-9a-f]{130}$/)
  const { compact, recovery } = canonicalSignature(signature)!
  const recovered = secp256k1.recoverPublicKey(
    Uint8Array.of(recovery, ...compact),
    actionDigest(action, keccak256),
    { prehash: false },
  )
  const point = secp256k1.Point.fromBytes(recovered).toBytes(false)
  return `0x${Buffer.from(keccak256(point.slice(1)).slice(12)).toString('hex')}`
}

describe('reads', () => {
  it.each<[string, (vest: ReturnType<typeof client>) => Promise<unknown>, Record<string, string>]>([
    ['/v2/status', (vest) => vest.status(), {}],
    [
      '/v2/exchangeInfo',
      (vest) => vest.exchangeInfo({ symbols: ['BTC-PERP', 'ETH-PERP'] }),
      { symbols: 'BTC-PERP,ETH-PERP' },
    ],
    ['/v2/ticker/latest', (vest) => vest.tickers(), {}],
    ['/v2/ticker/24hr', (vest) => vest.tickers24hr({ symbols: ['BTC-PERP'] }), { symbols: 'BTC-PERP' }],
    ['/v2/depth', (vest) => vest.depth({ symbol: 'BTC-PERP', limit: 5 }), { symbol: 'BTC-PERP', limit: '5' }],
    [
      '/v2/trades',
      (vest) => vest.trades({ symbol: 'BTC-PERP', startTime: 1, endTime: 2, limit: 3 }),
      { symbol: 'BTC-PERP', startTime: '1', endTime: '2', limit: '3' },
    ],
    [
      '/v2/klines',
      (vest) => vest.klines({ symbol: 'BTC-PERP', interval: '1h' }),
      { symbol: 'BTC-PERP', interval: '1h' },
    ],
    ['/v2/oi', (vest) => vest.openInterest(), {}],
    [
      '/v2/funding/history',
      (vest) => vest.fundingHistory({ symbol: 'BTC-PERP', interval: '1h' }),
      { symbol: 'BTC-PERP', interval: '1h' },
    ],
    ['/v2/transfer/chains', (vest) => vest.chains(), {}],
    ['/v2/account', (vest) => vest.account(), {}],
    ['/v2/account/nonce', (vest) => vest.nonce(), {}],
    [
      '/v2/orders',
      (vest) => vest.orders({ id: [ID, ID], status: 'NEW', orderType: 'LIMIT' }),
      { id: `${ID},${ID}`, status: 'NEW', orderType: 'LIMIT' },
    ],
    ['/v2/transfer', (vest) => vest.transfers({ orderType: 'DEPOSIT' }), { orderType: 'DEPOSIT' }],
    ['/v2/transfer/withdraw/allowance', (vest) => vest.withdrawAllowance(), {}],
    [
      '/v2/lp',
      (vest) => vest.lpOrders({ id: [ID, ID], orderType: 'DEPOSIT', status: 'FILLED', limit: 5 }),
      { id: `${ID},${ID}`, orderType: 'DEPOSIT', status: 'FILLED', limit: '5' },
    ],
    ['/v2/lp/pool', (vest) => vest.pool(), {}],
    [
      '/v2/lp/pool/history',
      (vest) => vest.poolHistory({ interval: '1h', limit: 24 }),
      { interval: '1h', limit: '24' },
    ],
    ['/v2/points', (vest) => vest.points(), {}],
    ['/v2/points/history', (vest) => vest.pointsHistory({ endTime: 9 }), { endTime: '9' }],
    ['/v2/referrals', (vest) => vest.referrals(), {}],
  ])('[7.1] GET %s sends its query, the corrected time and the longest window', async (path, call, query) => {
    const before = Date.now()
    const answer = await call(client())
    expect(last().path).toBe(path)
    const { time, ...rest } = last().query
    expect(rest).toEqual({ ...query, recvWindow: '60000' })
    expect(Number(time)).toBeGreaterThanOrEqual(before)
    expect(Number(time)).toBeLessThanOrEqual(Date.now())
    expect(last().headers.accept).toBe('application/json')
    const whole = ANSWERS[`GET ${path}`] as Record<string, unknown>
    const inner = path.startsWith('/v2/ticker') ? whole.tickers : path === '/v2/oi' ? whole.ois : whole
    expect(answer).toEqual(inner)
  })

  it('a private call carries key and group, a public one neither', async () => {
    const vest = client({ accountGroup: 4 })
    await vest.account()
    expect(last().headers).toMatchObject({ 'x-api-key': 'key-1', xrestservermm: 'restserver4' })
    await vest.tickers()
    expect(last().headers['x-api-key']).toBeUndefined()
  })

  it('does not add /v2 twice', async () => {
    await client({ baseUrl: `${exchange.url}/v2/` }).status()
    expect(last().path).toBe('/v2/status')
  })

  it('finds an order, a transfer and an LP order by nonce, and only that one', async () => {
    const vest = client()
    expect((await vest.findOrderByNonce(7))?.id).toBe(ID)
    expect(last().query.nonce).toBe('7')
    expect(await vest.findOrderByNonce(8)).toBeUndefined()
    expect((await vest.findTransferByNonce(9))?.id).toBe(ID)
    expect(await vest.findTransferByNonce(10)).toBeUndefined()
    expect((await vest.findLpOrderByNonce(11))?.id).toBe(ID)
    expect(await vest.findLpOrderByNonce(12)).toBeUndefined()
  })
})

describe('registration', () => {
  it('[7.2] [7.29] lets the primary key approve the session key over the published router for 14 days, then acts with the new key', async () => {
    const vest = client({ apiKey: undefined, signer: undefined, account: undefined })
    expect(vest.isAuthorized()).toBe(false)
    const signer = createLocalSigner(SIGNING_KEY)
    const before = Date.now()
    const session = await vest.registerSession({ primary: createLocalPrimary(PRIMARY_KEY), signer })
    const { body } = last()
    expect(body).toMatchObject({
      signingAddr: '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
      primaryAddr: PRIMARY,
      networkType: 0,
      isMobile: false,
    })
    expect(body.expiryTime - before).toBeGreaterThanOrEqual(14 * 86_400_000)
    expect(body.expiryTime - Date.now()).toBeLessThanOrEqual(14 * 86_400_000)
    const digest = signerProofDigest(ROUTER, signer.address, body.expiryTime, keccak256)
    const { compact, recovery } = canonicalSignature(body.signature)!
    const publicKey = secp256k1.recoverPublicKey(Uint8Array.of(recovery, ...compact), digest, {
      prehash: false,
    })
    expect(publicKey).toEqual(secp256k1.getPublicKey(hexToBytes(PRIMARY_KEY), true))
    expect(session).toMatchObject({ apiKey: 'key-1', accountGroup: 3, account: PRIMARY })
    expect(last().headers['x-api-key']).toBeUndefined()

    vest.authorize(session)
    await vest.placeOrder({ symbol: 'BTC-PERP', isBuy: true, size: '1', orderType: 'MARKET' })
    expect(last().headers).toMatchObject({ 'x-api-key': 'key-1', xrestservermm: 'restserver3' })
    vest.forget()
    expect(await failure(vest.account())).toMatchObject({ code: REFUSAL.UNAUTHORIZED })
    expect(vest.hasSigner()).toBe(false)
  })

  it('reproduces the published registration vector', async () => {
    const vest = client()
    await vest.registerSession({
      primary: createLocalPrimary(PRIMARY_KEY),
      signer: createLocalSigner(SIGNING_KEY),
      verifyingContract: ROUTER,
      expiryTimeMs: 1_800_000_000_000,
    })
    expect(last().body.signature).toBe(
      '0x27cc97d5d286393b21070c39e109f8737800e107423a13022f863acff8d2ad4d679fe49f3b8aca5f100c9569a795e6fdc7bb7bbca920021e4f0eea5f5aac5e7c1b',
    )
  })
})

describe('writes', () => {
  it('[7.14] [9.6] a limit order with legs is signed with nonces n, n+1, n+2 and a window of 10 s', async () => {
    const vest = client()
    const accepted = await vest.placeOrder({
      symbol: 'BTC-PERP',
      isBuy: true,
      size: '0.1000',
      orderType: 'LIMIT',
      limitPrice: '30000.00',
      tpPrice: '33000.00',
      slPrice: '29000.00',
    })
    const { order, signature, recvWindow } = last().body
    const { time, nonce } = order
    expect(accepted).toEqual({ id: ID, nonce, time })
    expect(recvWindow).toBe(10_000)
    expect(order).toEqual({
      time,
      nonce,
      symbol: 'BTC-PERP',
      isBuy: true,
      size: '0.1000',
      orderType: 'LIMIT',
      limitPrice: '30000.00',
      reduceOnly: false,
      timeInForce: 'GTC',
      tpPrice: '33000.00',
      tpSignature: order.tpSignature,
      slPrice: '29000.00',
      slSignature: order.slSignature,
    })
    const address = addressOf(SIGNING_KEY)
    const main = {
      kind: 'order',
      time,
      nonce,
      orderType: 'LIMIT',
      symbol: 'BTC-PERP',
      isBuy: true,
      size: '0.1000',
      limitPrice: '30000.00',
      reduceOnly: false,
    } as const
    const leg = { ...main, isBuy: false, reduceOnly: true } as const
    expect(signerOf(main, signature)).toBe(address)
    expect(
      signerOf(
        { ...leg, orderType: 'TAKE_PROFIT', limitPrice: '33000.00', nonce: nonce + 1 },
        order.tpSignature,
      ),
    ).toBe(address)
    expect(
      signerOf(
        { ...leg, orderType: 'STOP_LOSS', limitPrice: '29000.00', nonce: nonce + 2 },
        order.slSignature,
      ),
    ).toBe(address)
    // The legs' nonces are used up: the next order is beyond them.
    const next = await vest.placeOrder({
      symbol: 'BTC-PERP',
      isBuy: true,
      size: '1',
      orderType: 'LIMIT',
      limitPrice: '1',
    })
    expect(next.nonce).toBeGreaterThanOrEqual(nonce + 3)
  })

  it('[7.29] a market order without a price signs "0", sends none, and no time in force', async () => {
    await client().placeOrder({
      symbol: 'BTC-PERP',
      isBuy: false,
      size: '0.1',
      orderType: 'MARKET',
      reduceOnly: true,
      timeInForce: 'GTC',
    })
    const { order, signature } = last().body
    expect(order).not.toHaveProperty('limitPrice')
    expect(order).not.toHaveProperty('timeInForce')
    const { time, nonce } = order
    const action = {
      kind: 'order',
      time,
      nonce,
      orderType: 'MARKET',
      symbol: 'BTC-PERP',
      isBuy: false,
      size: '0.1',
      limitPrice: '0',
      reduceOnly: true,
    } as const
    expect(signerOf(action, signature)).toBe(addressOf(SIGNING_KEY))
  })

  it('[7.15] a cancel is signed over the id exactly as sent', async () => {
    await client().cancelOrder(`0x${'AB'.repeat(32)}`)
    const { order, signature, recvWindow } = last().body
    expect(recvWindow).toBe(10_000)
    expect(signerOf({ kind: 'cancel', ...order }, signature)).toBe(addressOf(SIGNING_KEY))
  })

  it('a replacement is a cancellation and an order, each signed with numbers of its own', async () => {
    const order = {
      symbol: 'BTC-PERP',
      isBuy: true,
      size: '0.1000',
      orderType: 'LIMIT',
      limitPrice: '30000.00',
    } as const
    const accepted = await client().replaceOrder(ID, { ...order, tpPrice: '33000.00' })
    const { cancel, place, recvWindow } = last().body
    expect(last().path).toBe('/v2/orders/replace')
    expect(recvWindow).toBe(10_000)
    const { time, nonce } = place.order
    expect(accepted).toEqual({ id: ID, nonce, time })
    // Its legs could use up the two that follow.
    expect(cancel.order).toEqual({ time, nonce: nonce + 3, id: ID })
    const signing = addressOf(SIGNING_KEY)
    expect(signerOf({ kind: 'cancel', ...cancel.order }, cancel.signature)).toBe(signing)
    const main = { kind: 'order', time, nonce, ...order, reduceOnly: false } as const
    expect(signerOf(main, place.signature)).toBe(signing)
    const leg = {
      ...main,
      orderType: 'TAKE_PROFIT',
      isBuy: false,
      limitPrice: '33000.00',
      reduceOnly: true,
    } as const
    expect(signerOf({ ...leg, nonce: nonce + 1 }, place.order.tpSignature)).toBe(signing)
    expect(place.order).toMatchObject({ tpPrice: '33000.00', timeInForce: 'GTC' })
    await client().replaceOrder(ID, order)
    expect(last().body.cancel.order.nonce).toBe(last().body.place.order.nonce + 1)
  })

  it('[7.24] [9.7] a gasless deposit is signed by the primary key for the vault of its chain, for an hour', async () => {
    const vest = client()
    const primary = createLocalPrimary(PRIMARY_KEY)
    expect(await vest.depositGasless({ primary, size: 100_000_000 })).toEqual({ id: ID })
    const { path, body } = last()
    expect(path).toBe('/v2/transfer/deposit/authorized')
    const { nonce, signature, valid_before, ...rest } = body as unknown as {
      nonce: Hex
      signature: Hex
      valid_before: number
    }
    const [chain] = ANSWERS['GET /v2/transfer/chains'] as { chainId: number; vault: string }[]
    expect(rest).toEqual({
      account: primary.address.toLowerCase(),
      value: '100000000',
      valid_after: 0,
      chain_id: chain!.chainId,
    })
    expect(nonce).toMatch(/^0x[0-9a-f]{64}$/)
    expect(Math.abs(valid_before - Date.now() / 1_000 - 3_600)).toBeLessThan(5)
    const typedData = depositAuthorizationTypedData({
      token: { name: 'USD Coin', version: '2', chainId: chain!.chainId, address: USDC },
      from: primary.address,
      to: chain!.vault,
      value: '100000000',
      validAfterS: 0,
      validBeforeS: valid_before,
      nonce,
    })
    expect(await recoverTypedDataAddress({ ...typedData, signature } as never)).toSatisfy(
      (address: string) => address.toLowerCase() === primary.address.toLowerCase(),
    )
    await vest.depositGasless({ primary, size: 1_000_000 })
    expect((last().body as unknown as { nonce: Hex }).nonce).not.toBe(nonce)
    await expect(vest.depositGasless({ primary, size: 1, chainId: 5 })).rejects.toThrow(/no gasless deposits/)
  })

  it('an amendment is signed over id, size and price exactly as sent', async () => {
    const amendment = { id: `0x${'AB'.repeat(32)}`, size: '0.0500', limitPrice: '30100.00' }
    const accepted = await client().amendOrder(amendment)
    const { order, signature, recvWindow } = last().body
    expect(last().path).toBe('/v2/orders/amend')
    expect(recvWindow).toBe(10_000)
    expect(order).toEqual({ time: order.time, nonce: order.nonce, ...amendment })
    expect(accepted).toEqual({ id: ID, nonce: order.nonce, time: order.time })
    const { time, nonce } = order
    expect(signerOf({ kind: 'amend', time, nonce, ...amendment }, signature)).toBe(addressOf(SIGNING_KEY))
  })

  it('[9.5] cancelling and closing all are signed over their market, or "" for all of them', async () => {
    const vest = client()
    for (const [kind, path, send, ids] of [
      ['cancelAll', '/v2/orders/cancelAll', vest.cancelAllOrders, [ID]],
      ['closeAll', '/v2/positions/closeAll', vest.closeAllPositions, []],
    ] as const)
      for (const symbol of [undefined, 'BTC-PERP']) {
        const accepted = await (symbol === undefined ? send() : send({ symbol }))
        const { order, signature, recvWindow } = last().body
        const { time, nonce } = order
        expect([last().path, recvWindow]).toEqual([path, 10_000])
        expect(order).toEqual({ time, nonce, ...(symbol === undefined ? {} : { symbol }) })
        expect(accepted).toEqual({ ids, nonce, time })
        expect(signerOf({ kind, time, nonce, symbol: symbol ?? '' }, signature)).toBe(addressOf(SIGNING_KEY))
      }
  })

  it('the dead-man’s switch is signed over its time-out, and tells when it fires', async () => {
    for (const timeoutMs of [60_000, 0]) {
      const timer = await client().setCancelTimer({ timeoutMs })
      const { order, signature } = last().body
      const { time, nonce } = order
      expect(last().path).toBe('/v2/orders/deadman')
      expect(order).toEqual({ time, nonce, timeoutMs })
      expect(timer).toEqual({ triggerTime: 1_700_000_060_000, nonce, time })
      expect(signerOf({ kind: 'deadman', time, nonce, timeoutMs }, signature)).toBe(addressOf(SIGNING_KEY))
    }
  })

  it('a name goes along with an order, unsigned', async () => {
    const order = { symbol: 'BTC-PERP', isBuy: true, size: '1', orderType: 'LIMIT', limitPrice: '1' } as const
    await client().placeOrder({ ...order, clientId: 'grid-1_A' })
    const { time, nonce, clientId } = last().body.order
    expect(clientId).toBe('grid-1_A')
    expect(signerOf({ kind: 'order', time, nonce, ...order, reduceOnly: false }, last().body.signature)).toBe(
      addressOf(SIGNING_KEY),
    )
    await client().orders({ clientId: 'grid-1_A' })
    expect(last().query).toMatchObject({ clientId: 'grid-1_A' })
  })

  it('[7.23] profit that was signed elsewhere is sent at the time and with the nonce that were signed', async () => {
    const asked: number[] = []
    const accepted = await client().withdrawProfitsSignedBy(5_000_000, async (nonce) => {
      asked.push(nonce)
      return { time: 1_700_000_000_123, recipient: PRIMARY, signature: '0x77' }
    })
    const { order, signature, recvWindow } = last().body
    expect([last().path, recvWindow]).toEqual(['/v2/transfer/withdraw/profits', 10_000])
    expect(order).toEqual({ time: 1_700_000_000_123, nonce: asked[0], size: 5_000_000, recipient: PRIMARY })
    expect([signature, accepted.id, accepted.nonce]).toEqual(['0x77', ID, asked[0]])
    await expect(
      client().withdrawProfitsSignedBy(1, () => Promise.reject(new Error('Reject'))),
    ).rejects.toThrow('Reject')
  })

  it('[3.16] an LP order is signed over type and size exactly as sent', async () => {
    const accepted = await client().placeLpOrder({ orderType: 'SCHEDULE_WITHDRAW', size: '100.50' })
    const { order, signature, recvWindow } = last().body
    const { time, nonce } = order
    expect([last().path, recvWindow]).toEqual(['/v2/lp', 10_000])
    expect(order).toEqual({ time, nonce, orderType: 'SCHEDULE_WITHDRAW', size: '100.50' })
    expect(accepted).toEqual({ id: ID, nonce, time })
    const action = { kind: 'lp', time, nonce, orderType: 'SCHEDULE_WITHDRAW', size: '100.50' } as const
    expect(signerOf(action, signature)).toBe(addressOf(SIGNING_KEY))
  })

  it('refuses before sending what the exchange could only refuse', async () => {
    const vest = client()
    const amendment = { id: ID, size: '1', limitPrice: '1' }
    for (const [call, field] of [
      [vest.amendOrder({ ...amendment, size: '0.0' }), 'size'],
      [vest.amendOrder({ ...amendment, limitPrice: '1e3' }), 'limitPrice'],
      [vest.setCancelTimer({ timeoutMs: 4_999 }), 'timeoutMs'],
      [vest.placeLpOrder({ orderType: 'DEPOSIT', size: '0.000000' }), 'size'],
      [vest.placeLpOrder({ orderType: 'DEPOSIT', size: '1.0000001' }), 'size'],
      [vest.placeLpOrder({ orderType: 'DEPOSIT', size: '-1' }), 'size'],
      [vest.setCancelTimer({ timeoutMs: 86_400_001 }), 'timeoutMs'],
      [vest.setCancelTimer({ timeoutMs: 5_000.5 }), 'timeoutMs'],
      [
        vest.placeOrder({ symbol: 'X', isBuy: true, size: '1', orderType: 'MARKET', clientId: 'a b' }),
        'clientId',
      ],
      [
        vest.placeOrder({ symbol: 'X', isBuy: true, size: '1', orderType: 'MARKET', clientId: '' }),
        'clientId',
      ],
    ] as const)
      expect(await failure(call)).toMatchObject({ name: 'ValidationError', field })
    expect(exchange.requests).toEqual([])
  })

  it('[7.22] a withdrawal is signed over account, token address and chain', async () => {
    await client().withdraw({
      recipient: PRIMARY,
      token: USDC,
      size: 100_000_000,
      chainId: 42161,
      execute: false,
    })
    const { order, signature, execute } = last().body
    expect(execute).toBe(false)
    expect(order).toEqual({
      time: order.time,
      nonce: order.nonce,
      recipient: PRIMARY,
      token: USDC,
      size: 100_000_000,
      chainId: 42161,
    })
    expect(signerOf({ kind: 'withdraw', ...order, account: PRIMARY }, signature)).toBe(addressOf(SIGNING_KEY))
  })

  it.each<[string, string, (vest: ReturnType<typeof client>) => Promise<unknown>, unknown]>([
    [
      '[7.9] POST',
      '/v2/account/leverage',
      (vest) => vest.setLeverage({ symbol: 'BTC-PERP', value: 10 }),
      { time: expect.any(Number), symbol: 'BTC-PERP', value: 10 },
    ],
    ['[7.20] POST', '/v2/referrals/join', (vest) => vest.joinReferral('AB23CD'), { refCode: 'AB23CD' }],
    ['[7.10] POST', '/v2/account/listenKey', (vest) => vest.createListenKey(), {}],
    ['[7.10] PUT', '/v2/account/listenKey', (vest) => vest.extendListenKey(), {}],
    ['[7.10] DELETE', '/v2/account/listenKey', (vest) => vest.deleteListenKey(), {}],
    [
      '[7.24] POST',
      '/v2/transfer/deposit/authorized',
      (vest) =>
        vest.depositAuthorized({
          account: PRIMARY,
          value: '100000000',
          valid_after: 0,
          valid_before: 1_700_003_600,
          nonce: ID,
          signature: '0x',
          chain_id: 42161,
        }),
      {
        account: PRIMARY,
        value: '100000000',
        valid_after: 0,
        valid_before: 1_700_003_600,
        nonce: ID,
        signature: '0x',
        chain_id: 42161,
      },
    ],
  ])('%s %s', async (method, path, call, body) => {
    await call(client())
    expect(last()).toMatchObject({ method: method.split(' ')[1], path, body })
    expect(last().headers['x-api-key']).toBe('key-1')
  })

  it.each<[string, (vest: ReturnType<typeof client>) => Promise<unknown>]>([
    ['order', (vest) => vest.placeOrder({ symbol: 'BTC-PERP', isBuy: true, size: '1', orderType: 'MARKET' })],
    ['cancel', (vest) => vest.cancelOrder(ID)],
    [
      'withdrawal',
      (vest) =>
        vest.withdraw({ recipient: PRIMARY, token: USDC, size: 5_000_000, chainId: 42161, execute: true }),
    ],
  ])('[6.3] without a signing key no %s is sent', async (_what, send) => {
    const error = await failure(send(client({ signer: undefined })))
    expect(error).toBeInstanceOf(ValidationError)
    expect(error.message).toContain('No signing key found')
    expect(exchange.requests).toEqual([])
  })

  it.each([
    [{ size: '0' }, 'size', 'Must not be zero or all zeros'],
    [{ size: '0.000' }, 'size', 'Must not be zero or all zeros'],
    [{ size: '-1' }, 'size', 'Must be a positive number'],
    [{ size: '1e3' }, 'size', 'Must be a positive number'],
    [{ size: '.5' }, 'size', 'Must be a positive number'],
    [{ limitPrice: '' }, 'limitPrice', 'Must be a positive number'],
    [{ limitPrice: undefined }, 'limitPrice', 'Field required'],
    [{ tpPrice: '0.0' }, 'tpPrice', 'Must not be zero or all zeros'],
    [{ slPrice: 'x' }, 'slPrice', 'Must be a positive number'],
    [{ orderType: 'MARKET', tpPrice: '1' }, 'tpPrice', 'Only a limit order'],
    [{ orderType: 'STOP_LOSS' }, 'reduceOnly', 'only reduce'],
  ] as const)('[5.3] refuses %o before sending', async (change, field, words) => {
    const order = {
      symbol: 'BTC-PERP',
      isBuy: true,
      size: '1',
      orderType: 'LIMIT',
      limitPrice: '1',
      ...change,
    } as const
    const error = await failure(client().placeOrder(order))
    expect(error).toBeInstanceOf(ValidationError)
    expect(error).toMatchObject({ field })
    expect(error.message).toContain(words)
    expect(exchange.requests).toEqual([])
  })

  it('[5.3] a signer that gives no hexadecimal signature is told so, and nothing is sent', async () => {
    const local = createLocalSigner(SIGNING_KEY)
    for (const signature of ['', '0x', 'signed', '12ab']) {
      const signer = { ...local, sign: async () => signature as `0x${string}` }
      const order = { symbol: 'BTC-PERP', isBuy: true, size: '1', orderType: 'MARKET' } as const
      const error = await failure(client({ signer }).placeOrder(order))
      expect(error).toMatchObject({ name: 'ValidationError', field: 'signature' })
      expect(error.message).toContain('Signature must be hexadecimal string')
    }
    expect(exchange.requests).toEqual([])
  })

  it('refuses a withdrawal that no contract could pay', async () => {
    const good = { recipient: PRIMARY, token: USDC, size: 1_000_000, chainId: 42161, execute: true }
    for (const [change, field] of [
      [{ size: 0 }, 'size'],
      [{ size: 1.5 }, 'size'],
      [{ token: 'USDC' }, 'token'],
      [{ recipient: '0x12' }, 'recipient'],
      [{ recipient: `0x${'0'.repeat(40)}` }, 'recipient'],
      // No wallet of Solana.
      [{ chainId: 0 }, 'recipient'],
    ] as const) {
      const error = await failure(client().withdraw({ ...good, ...change }))
      expect(error).toMatchObject({ name: 'ValidationError', field })
    }
    expect(exchange.requests).toEqual([])
  })
})

describe('devnet', () => {
  it('calls live outside the versioned API', async () => {
    const devnet = createDevnetClient({ baseUrl: `${exchange.url}/v2`, validate: true })
    expect(await devnet.faucet(PRIMARY)).toMatchObject({ usdc: '10000.000000' })
    expect(last()).toMatchObject({ method: 'POST', path: '/devnet/faucet', body: { address: PRIMARY } })
    expect(await devnet.state()).toEqual({ seq: 12, hash: 'abc' })
    await devnet.setPrice({ symbol: 'BTC-PERP', price: '50000.00' })
    expect(last()).toMatchObject({
      method: 'POST',
      path: '/devnet/price',
      body: { symbol: 'BTC-PERP', price: '50000.00' },
    })
  })
})
