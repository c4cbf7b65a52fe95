/**
 * What every suite of the conformance run needs: a running stack, two funded traders, raw requests, and bodies
 * signed exactly as asked, also wrongly. Nothing here goes through the client's conveniences.
 */
import { expect } from 'vitest'
import { errorBody, type Hex, type SignedAction } from '@vest/protocol'
import type { Bot } from '../world/bot.ts'
import { programHeaders, type Stack } from '../world/stack.ts'
import { until } from '../world/until.ts'
import type { WireWitness } from './wireWitness.ts'

export interface World {
  readonly witness: WireWitness
  readonly stack: Stack
  readonly baseUrl: string
  readonly trader: Bot
  readonly rival: Bot
}
/** Suites are declared before the stack runs: they ask for the world inside their tests. */
export type GetWorld = () => World

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: unknown
}

export interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Text as it is; anything else as JSON. */
  readonly body?: unknown
}

export async function call(world: World, path: string, options: RequestOptions = {}): Promise<Answer> {
  const { body } = options
  const response = await fetch(`${world.baseUrl}${path}`, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...programHeaders(world.baseUrl),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    parsed = undefined
  }
  return { status: response.status, headers: response.headers, text, body: parsed }
}

export const as = (bot: Bot, options: RequestOptions = {}): RequestOptions => ({
  ...options,
  headers: { 'x-api-key': bot.apiKey, xrestservermm: 'restserver0', ...options.headers },
})

/** Err(code): the one error shape, code and text twice, a status of at least 400. */
export function expectError(answer: Answer, status: number, code: number): void {
  const body = errorBody.parse(answer.body)
  expect({ status: answer.status, code: body.code }).toEqual({ status, code })
  expect(body.detail).toEqual({ code: body.code, msg: body.msg })
}

let lastNonce = 0
/** Strictly increasing, in the time style. */
export const freshNonce = (): number => (lastNonce = Math.max(Date.now(), lastNonce + 1))

export interface OrderFields {
  readonly time?: number
  readonly nonce?: number | string
  readonly symbol?: string
  readonly isBuy?: boolean
  readonly size?: unknown
  readonly orderType?: string
  readonly limitPrice?: string
  readonly reduceOnly?: boolean
  readonly timeInForce?: string
  readonly [extra: string]: unknown
}

/** What is signed defaults to what is sent; `signedAs` makes them differ. */
export async function orderBody(
  bot: Bot,
  fields: OrderFields,
  options: { signedAs?: OrderFields; recvWindow?: number; signer?: Bot['signer'] } = {},
) {
  const order = {
    time: Date.now(),
    nonce: freshNonce(),
    symbol: 'SPY-USD-PERP',
    isBuy: true,
    size: '0.1000',
    orderType: 'MARKET',
    reduceOnly: false,
    ...fields,
  }
  const signed = { ...order, ...options.signedAs }
  const action = {
    kind: 'order', time: signed.time, nonce: Number(signed.nonce), orderType: signed.orderType, symbol: signed.symbol, isBuy: signed.isBuy,
    size: String(signed.size), limitPrice: signed.limitPrice ?? '0', reduceOnly: signed.reduceOnly,
  } as SignedAction // prettier-ignore
  const signature: Hex = await (options.signer ?? bot.signer).sign(action)
  return { order, ...(options.recvWindow === undefined ? {} : { recvWindow: options.recvWindow }), signature }
}

export async function cancelBody(bot: Bot, id: string, fields: { time?: number; nonce?: number } = {}) {
  const order = { time: fields.time ?? Date.now(), nonce: fields.nonce ?? freshNonce(), id }
  return { order, signature: await bot.signer.sign({ kind: 'cancel', ...order } as SignedAction) }
}

/** The further signed writes, with what each says beside time and nonce. */
const WRITES = {
  amend: {
    path: '/v2/orders/amend',
    fields: { id: `0x${'9'.repeat(64)}`, size: '0.1000', limitPrice: '100.00' },
  },
  cancelAll: { path: '/v2/orders/cancelAll', fields: {} },
  closeAll: { path: '/v2/positions/closeAll', fields: {} },
  deadman: { path: '/v2/orders/deadman', fields: { timeoutMs: 0 } },
} as const
export type WriteKind = keyof typeof WRITES
export const WRITE_KINDS = Object.keys(WRITES) as readonly WriteKind[]

export interface WriteOptions {
  readonly signedAs?: object
  readonly signedKind?: WriteKind
  readonly recvWindow?: number
  readonly signer?: Bot['signer']
}

/** The body of one of them; what is signed defaults to what is sent. */
export async function writeBody(bot: Bot, kind: WriteKind, fields: object = {}, options: WriteOptions = {}) {
  const order = {
    time: Date.now(),
    nonce: freshNonce() as number | string,
    ...WRITES[kind].fields,
    ...fields,
  }
  const said = { symbol: '', ...order, ...options.signedAs }
  const action = { ...said, kind: options.signedKind ?? kind, nonce: Number(said.nonce) }
  const signature = await (options.signer ?? bot.signer).sign(action as unknown as SignedAction)
  return { order, ...(options.recvWindow === undefined ? {} : { recvWindow: options.recvWindow }), signature }
}
export const WRITE_PATHS = Object.fromEntries(
  WRITE_KINDS.map((kind) => [kind, WRITES[kind].path]),
) as Readonly<Record<WriteKind, string>>
export const sendWrite = (world: World, bot: Bot, kind: WriteKind, body: unknown): Promise<Answer> =>
  call(world, WRITES[kind].path, as(bot, { body }))

/** A bid so deep that it rests: `ratio` of the best bid. */
export async function deepBid(world: World, symbol = 'SPY-USD-PERP', ratio = 0.8): Promise<string> {
  const [price] = await until('the market is quoted', async () => {
    const { bids } = await world.rival.client.depth({ symbol })
    return bids[0]
  })
  return (Number(price) * ratio).toFixed(2)
}

/** The body of an LP order; what is signed defaults to what is sent. */
export async function lpBody(bot: Bot, fields: object = {}, options: WriteOptions = {}) {
  const order = {
    time: Date.now(),
    nonce: freshNonce() as number | string,
    orderType: 'DEPOSIT',
    size: '100',
    ...fields,
  }
  const said = { ...order, ...options.signedAs }
  const action = { ...said, kind: 'lp', nonce: Number(said.nonce) }
  const signature = await (options.signer ?? bot.signer).sign(action as unknown as SignedAction)
  return { order, ...(options.recvWindow === undefined ? {} : { recvWindow: options.recvWindow }), signature }
}
