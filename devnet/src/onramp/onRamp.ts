/**
 * Devnet's on-ramp: it sells test USDC for no money, the way card providers sell real ones. Who pays and where the money
 * goes stands in the address of its page, signed by us and good for half an hour; the USDC comes as a transfer on the
 * chain to the account's deposit address, and nothing else credits it. It has an origin of its own, so that its page
 * lives in a frame like a stranger's.
 */
import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatUsd6, parseDecimal, usd6, type Address, type Hex, type Usd6 } from '@vest/protocol'
import type { OnRamp } from '@vest/runtime'
import { ON_RAMP_HTML, onRampHeaders, onRampScript } from './onRampPage.ts'

/** The same address of the page is given for so long. */
export const ON_RAMP_URL_MS = 600_000
/** A payment begun with it may take longer. */
const SIGNED_FOR_MS = 1_800_000
const PENDING_MS = 3_000
const USD_CENTS_MIN = 500
const USD_CENTS_MAX = 100_000
const ORDERS_PER_HOUR = 30
const BODY_BYTES_MAX = 4_096
const OUTCOMES = ['paid', 'pending', 'failed', 'canceled'] as const
type Outcome = (typeof OUTCOMES)[number]

export interface DevnetOnRamp extends OnRamp {
  readonly origin: string
  stop(): Promise<void>
}

export interface DevnetOnRampOptions {
  readonly appOrigin: string
  /** Where an account's USDC goes. */
  readonly addressOf: (account: Address) => Address
  /** Test USDC on the default chain. */
  readonly sell: (to: Address, amountUsd6: Usd6) => Promise<Hex>
  readonly nowMs: () => number
  readonly onTrouble: (error: Error) => void
}

interface Order {
  readonly id: string
  readonly usdc: string
  readonly account: string
  readonly timeMs: number
  status: Outcome | 'completed'
  txHash?: Hex
}

/** What a buyer is told is wrong. */
class OnRampError extends Error {
  override readonly name = 'OnRampError'
}

/** One percent and forty cents, rounded up to the cent. */
export function onRampQuote(usdText: string): { readonly fee: Usd6; readonly usdc: Usd6 } {
  const cents = parseDecimal(usdText.trim(), 2)
  if (!cents.ok) throw new OnRampError('Type an amount in dollars, like 250.00')
  if (cents.value < USD_CENTS_MIN || cents.value > USD_CENTS_MAX)
    throw new OnRampError('Between 5.00 and 1,000.00 USD at once')
  const feeCents = Math.ceil(cents.value / 100) + 40
  return { fee: usd6(feeCents * 10_000), usdc: usd6((cents.value - feeCents) * 10_000) }
}

export async function startDevnetOnRamp(options: DevnetOnRampOptions): Promise<DevnetOnRamp> {
  const { appOrigin, nowMs } = options
  const key = randomBytes(32)
  const urls = new Map<Address, { readonly url: string; readonly expiresMs: number }>()
  const orders = new Map<string, Order>()
  const byNonce = new Map<string, Order>()
  const sales = new Set<Promise<void>>()
  const timers = new Set<NodeJS.Timeout>()
  const sign = (payload: string): string => createHmac('sha256', key).update(payload).digest('base64url')

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!(error instanceof OnRampError)) options.onTrouble(error as Error)
      const msg = error instanceof OnRampError ? error.message : 'The on-ramp could not do that'
      send(response, error instanceof OnRampError ? 400 : 500, { msg })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const script = onRampScript(appOrigin)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Under another name a foreign page would reach us as its own.
    if (`http://${request.headers.host}` !== origin) return send(response, 421, { msg: 'Unknown host' })
    const { pathname } = new URL(request.url ?? '/', origin)
    if (request.method === 'GET' && pathname === '/')
      return void response.writeHead(200, onRampHeaders(appOrigin)).end(ON_RAMP_HTML)
    if (request.method === 'GET' && pathname === '/onramp.js')
      return void response
        .writeHead(200, {
          'content-type': 'text/javascript; charset=utf-8',
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        })
        .end(script)
    if (request.method !== 'POST') return send(response, 404, { msg: 'Not found' })
    if (request.headers.origin !== origin) return send(response, 403, { msg: 'Foreign origin' })
    const body = await readBody(request)
    if (pathname === '/quote') {
      const { fee, usdc } = onRampQuote(body('usd'))
      return send(response, 200, { fee: cents(fee), usdc: cents(usdc) })
    }
    const account = provenAccount(body('payload'), body('signature'))
    if (pathname === '/orders') return send(response, 200, stateOf(place(account, body)))
    if (pathname === '/orders/state') {
      const order = orders.get(body('id'))
      if (order === undefined || order.account !== account) throw new OnRampError('No such order')
      return send(response, 200, stateOf(order))
    }
    send(response, 404, { msg: 'Not found' })
  }

  function provenAccount(payload: string, signature: string): Address {
    const expected = Buffer.from(sign(payload))
    const given = Buffer.from(signature)
    if (expected.length !== given.length || !timingSafeEqual(expected, given))
      throw new OnRampError('This page was not opened by the exchange; go back and open it again')
    const { account, expiresMs } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
      account: Address
      expiresMs: number
    }
    if (nowMs() >= expiresMs) throw new OnRampError('This page is too old; go back and open it again')
    return account
  }

  function place(account: Address, body: (field: string) => string): Order {
    const nonce = `${account}:${body('nonce')}`
    const known = byNonce.get(nonce)
    if (known !== undefined) return known
    const outcome = OUTCOMES.find((one) => one === body('outcome'))
    if (outcome === undefined) throw new OnRampError('No such outcome')
    const { usdc } = onRampQuote(body('usd'))
    const sinceMs = nowMs() - 3_600_000
    const recent = [...orders.values()].filter((one) => one.account === account && one.timeMs > sinceMs)
    if (recent.length >= ORDERS_PER_HOUR) throw new OnRampError('Too many orders within an hour')
    const order: Order = { id: randomUUID(), usdc: cents(usdc), account, timeMs: nowMs(), status: outcome }
    orders.set(order.id, order)
    byNonce.set(nonce, order)
    if (outcome === 'paid') deliver(order, account, usdc)
    if (outcome === 'pending') {
      const timer = setTimeout(() => {
        timers.delete(timer)
        order.status = 'paid'
        deliver(order, account, usdc)
      }, PENDING_MS)
      timers.add(timer)
    }
    return order
  }

  function deliver(order: Order, account: Address, usdc: Usd6): void {
    const sale = options
      .sell(options.addressOf(account), usdc)
      .then(
        (txHash) => {
          order.txHash = txHash
          order.status = 'completed'
        },
        (error: unknown) => {
          order.status = 'failed'
          options.onTrouble(error as Error)
        },
      )
      .finally(() => sales.delete(sale))
    sales.add(sale)
  }

  return {
    origin,
    url: async (account) => {
      const kept = urls.get(account)
      if (kept !== undefined && kept.expiresMs > nowMs())
        return { url: kept.url, expires_time: kept.expiresMs }
      const payload = Buffer.from(JSON.stringify({ account, expiresMs: nowMs() + SIGNED_FOR_MS })).toString(
        'base64url',
      )
      const url = `${origin}/?payload=${payload}&signature=${sign(payload)}`
      const expiresMs = nowMs() + ON_RAMP_URL_MS
      urls.set(account, { url, expiresMs })
      return { url, expires_time: expiresMs }
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer)
      server.closeAllConnections()
      server.close()
      await Promise.all(sales)
    },
  }
}

const cents = (amount: Usd6): string => formatUsd6(amount).replace(/\d{4}$/, '')
const stateOf = ({ id, usdc, status, txHash }: Order) => ({ id, usdc, status, txHash: txHash ?? null })

function send(response: ServerResponse, status: number, body: object): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

/** Fields of a JSON object, each a text. */
async function readBody(request: IncomingMessage): Promise<(field: string) => string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > BODY_BYTES_MAX) throw new OnRampError('That is too long')
    parts.push(part)
  }
  let body: unknown
  try {
    body = JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    throw new OnRampError('Not JSON')
  }
  return (field) => {
    const value =
      typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined
    if (typeof value !== 'string') throw new OnRampError(`${field} is missing`)
    return value
  }
}
