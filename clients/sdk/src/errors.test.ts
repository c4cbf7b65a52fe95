/** What a call becomes when it does not succeed: a definite no, nothing learned, or unknown. */
import { REFUSAL, errorEntry } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerAll, ID, orderRow, PRIMARY, refusal, SIGNING_KEY, ticker, USDC } from '../testing/answers.ts'
import {
  startScriptedExchange,
  type Reply,
  type ScriptedExchange,
  type SeenRequest,
} from '../testing/scriptedExchange.ts'
import { ApiError, FormatError, TimeoutError, TransportError, UnknownOutcomeError } from './errors.ts'
import { createLocalSigner, createVestClient, type VestClientOptions } from './node.ts'

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

describe('errors', () => {
  it.each<[string, Reply, number, string]>([
    [
      'detail.code before code',
      {
        status: 400,
        body: { code: 1, msg: 'outer', detail: { code: REFUSAL.BAD_SYMBOL, msg: 'unknown symbol' } },
      },
      1121,
      'unknown symbol',
    ],
    ['code alone', { status: 400, body: { code: REFUSAL.BAD_DECIMALS, msg: 'too fine' } }, 1111, 'too fine'],
    ['no body', { status: 500, text: '' }, 0, errorEntry(0).message],
    ['not JSON', { status: 502, text: '<html>' }, 0, errorEntry(0).message],
    ['429 without a code', { status: 429, text: '' }, 1003, errorEntry(REFUSAL.TOO_MANY_REQUESTS).message],
    [
      'the older rate-limit body',
      { status: 429, body: { code: 429, msg: 'Rate limited' } },
      1003,
      'Rate limited',
    ],
    ['403', { status: 403, body: {} }, 1002, errorEntry(REFUSAL.UNAUTHORIZED).message],
    [
      'a code in a success',
      { body: { code: REFUSAL.ORDER_NOT_FOUND, msg: 'Order already processed or cancelled' } },
      3017,
      'Order already processed or cancelled',
    ],
  ])('[8.1] reads %s', async (_name, answer, code, message) => {
    exchange.reply = () => answer
    const error = await failure(client().tickers())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code, message })
  })

  it('says how long to wait after 1003', async () => {
    exchange.reply = () => ({ status: 429, body: refusal(1003), headers: { 'retry-after': '7' } })
    expect(await failure(client().tickers())).toMatchObject({
      code: REFUSAL.TOO_MANY_REQUESTS,
      httpStatus: 429,
      retryAfterMs: 7000,
    })
  })

  it('[6.1] drops the key on 1002 and says so once', async () => {
    exchange.reply = () => ({ status: 401, body: refusal(1002) })
    const told: number[] = []
    const vest = client({ onUnauthorized: (error) => told.push(error.code) })
    expect(await failure(vest.account())).toMatchObject({ code: REFUSAL.UNAUTHORIZED, httpStatus: 401 })
    expect(vest.isAuthorized()).toBe(false)
    expect(await failure(vest.account())).toMatchObject({ code: REFUSAL.UNAUTHORIZED })
    expect(told).toEqual([1002])
    expect(exchange.requests).toHaveLength(1)
  })

  it('a broken connection, a foreign answer and an answer of the wrong form are told apart', async () => {
    exchange.reply = () => 'drop'
    expect(await failure(client().tickers())).toBeInstanceOf(TransportError)
    exchange.reply = () => ({ text: '<html>welcome</html>' })
    expect(await failure(client().tickers())).toBeInstanceOf(FormatError)
    exchange.reply = () => ({ body: { tickers: [{ ...ticker, markPrice: 34000.1 }] } })
    const error = await failure(client().tickers())
    expect(error).toBeInstanceOf(FormatError)
    expect(error.message).toContain('tickers.0.markPrice')
    expect(await client({ validate: false }).tickers()).toHaveLength(1)
  })

  it('a silent exchange ends in 901', async () => {
    exchange.reply = () => 'hang'
    const error = await failure(client({ requestTimeoutMs: 50 }).tickers())
    expect(error).toBeInstanceOf(TimeoutError)
    expect(error).toMatchObject({ code: 901, message: errorEntry(901).message })
  })

  it.each<[string, Reply]>([
    ['the connection broke', 'drop'],
    ['nothing came in time', 'hang'],
    ['an intermediary answered', { status: 502, text: '<html>' }],
    ['the exchange failed inside', { status: 500, body: refusal(0) }],
    ['a foreign page came', { text: '<html>' }],
  ])('a write is of unknown outcome, never failed, when %s', async (_name, answer) => {
    exchange.reply = () => answer
    // Long enough for a busy machine to bring the request there.
    const vest = client(answer === 'hang' ? { requestTimeoutMs: 1_000 } : {})
    const order = await failure(
      vest.placeOrder({ symbol: 'BTC-PERP', isBuy: true, size: '1', orderType: 'MARKET' }),
    )
    expect(order).toBeInstanceOf(UnknownOutcomeError)
    const sent = last().body
    expect((order as UnknownOutcomeError).write).toEqual({
      kind: 'order',
      nonce: sent.order.nonce,
      signer: createLocalSigner(SIGNING_KEY).address,
      timeMs: sent.order.time,
      recvWindowMs: 10_000,
      orderId: undefined,
    })
    expect(order.cause).toBeDefined()
    expect(await failure(vest.cancelOrder(ID))).toMatchObject({
      name: 'UnknownOutcomeError',
      write: { kind: 'cancel', orderId: ID },
    })
    expect(
      await failure(
        vest.withdraw({ recipient: PRIMARY, token: USDC, size: 1, chainId: 42161, execute: true }),
      ),
    ).toMatchObject({
      name: 'UnknownOutcomeError',
      write: { kind: 'withdraw' },
    })
    // Nothing was repeated behind the caller's back.
    expect(exchange.requests).toHaveLength(3)
  })

  it('a write that never left, or was refused, is a definite no', async () => {
    const order = { symbol: 'BTC-PERP', isBuy: true, size: '1', orderType: 'MARKET' } as const
    exchange.reply = () => ({ status: 400, body: refusal(3015) })
    expect(await failure(client().placeOrder(order))).toMatchObject({
      name: 'ApiError',
      code: REFUSAL.DUPLICATE,
    })
    const vest = client()
    await exchange.close()
    expect(await failure(vest.placeOrder(order))).toMatchObject({ name: 'TransportError', sent: false })
    exchange = await startScriptedExchange(answerAll)
    const abandoned = AbortSignal.abort()
    expect(await failure(client().placeOrder(order, { signal: abandoned }))).toMatchObject({
      name: 'TransportError',
      sent: false,
    })
  })

  it('a further write is of unknown outcome when the connection broke, and is not repeated', async () => {
    exchange.reply = () => 'drop'
    const vest = client()
    for (const [kind, orderId, call] of [
      ['amend', ID, () => vest.amendOrder({ id: ID, size: '1', limitPrice: '1' })],
      ['cancelAll', undefined, () => vest.cancelAllOrders()],
      ['closeAll', undefined, () => vest.closeAllPositions({ symbol: 'BTC-PERP' })],
      ['deadman', undefined, () => vest.setCancelTimer({ timeoutMs: 0 })],
    ] as const) {
      const error = await failure(call())
      expect(error).toBeInstanceOf(UnknownOutcomeError)
      const { time: timeMs, nonce } = last().body.order
      expect(error).toMatchObject({ write: { kind, nonce, timeMs, recvWindowMs: 10_000, orderId } })
    }
    expect(exchange.requests).toHaveLength(4)
  })

  it('a refusal of a further write is a definite no as well', async () => {
    exchange.reply = () => ({ status: 400, body: refusal(3015) })
    const vest = client()
    for (const call of [
      vest.amendOrder({ id: ID, size: '1', limitPrice: '1' }),
      vest.cancelAllOrders(),
      vest.closeAllPositions(),
      vest.setCancelTimer({ timeoutMs: 0 }),
    ])
      expect(await failure(call)).toMatchObject({ name: 'ApiError', code: REFUSAL.DUPLICATE })
  })

  it('[8.58] says what became of an order that could not be cancelled', async () => {
    const status = (rows: unknown[]): void => void (exchange.reply = () => ({ body: rows }))
    status([{ ...orderRow, status: 'CANCELLED' }])
    expect(await client().cancelRefusal(ID.toUpperCase().replace('0X', '0x'))).toMatchObject({
      kind: 'alreadyCancelled',
    })
    status([{ ...orderRow, status: 'FILLED' }])
    expect(await client().cancelRefusal(ID)).toMatchObject({ kind: 'alreadyFilled', order: { id: ID } })
    status([])
    expect(await client().cancelRefusal(ID)).toEqual({ kind: 'notFound' })
  })
})
