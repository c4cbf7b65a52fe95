/**
 * Devnet's payment provider as it runs: its API on a port of the loopback of its own, its books in a file, its messages on
 * their way to the exchange until each has been taken, longer apart with every try, for three days.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { writeDurably } from '../chain/durableFile.ts'
import { type CheckoutPage, createCheckoutPage } from './checkoutPage.ts'
import { readFields } from './formFields.ts'
import { API_VERSION, type Books, type Charge, createBooks, type Undelivered } from './paymentBooks.ts'
import { createPaymentStandIn, type PaymentStandIn, type StandInAnswer } from './paymentStandIn.ts'

export interface PaymentsOptions {
  /** Where its books lie. */
  readonly path: string
  readonly secretKey: string
  readonly webhookSecret: string
  /** Absent: no webhook is sent; the holder of the books sends it. */
  readonly webhookUrl?: string
  readonly pageUrl: (sessionId: string) => string
  readonly nowMs: () => number
  readonly onTrouble: (what: string, error: unknown) => void
}

export interface RunningPayments {
  readonly apiUrl: string
  readonly page: CheckoutPage
  readonly standIn: PaymentStandIn
  readonly books: Books
  /** Everything that has happened so far survives the process: who is told of it may rely on it. */
  kept(): Promise<void>
  stop(): Promise<void>
}

const BODY_BYTES_MAX = 65_536
const LOOK_MS = 500
const FIRST_RETRY_MS = 1_000
/** A real provider waits for hours; here it begins before the exchange does, and a person looks on. */
const RETRY_MAX_MS = 10_000
const GIVEN_UP_AFTER_MS = 3 * 86_400_000
const DELIVERY_TIMEOUT_MS = 10_000

export async function startPayments(options: PaymentsOptions): Promise<RunningPayments> {
  const { path, secretKey, webhookUrl, nowMs, onTrouble } = options
  const books = readBooks(path)
  let isDirty = false
  let writing: Promise<void> = Promise.resolve()
  const keep = (): void => {
    if (isDirty) return
    isDirty = true
    writing = writing.then(async () => {
      isDirty = false
      await writeDurably(path, JSON.stringify(books)).catch((error: unknown) =>
        onTrouble('the payments of devnet were not kept', error),
      )
    })
  }
  const standIn = createPaymentStandIn({ ...options, books, onChange: keep })

  const server = createServer((request, response) => {
    void (async () => {
      const { status, body, isRepeated } = await answerTo(request)
      await writing
      response
        .writeHead(status, {
          'content-type': 'application/json',
          'request-id': `req_${nowMs()}`,
          ...(isRepeated ? { 'idempotent-replayed': 'true' } : {}),
        })
        .end(JSON.stringify(body))
    })().catch((error: unknown) => {
      onTrouble('devnet’s payment provider failed', error)
      response.destroy()
    })
  })
  async function answerTo(request: IncomingMessage): Promise<StandInAnswer> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return {
        status: 401,
        body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
      }
    const version = request.headers['stripe-version']
    // Another version has other fields: an SDK that was renewed fails here, and not in front of a buyer.
    if (version !== undefined && version !== API_VERSION)
      return {
        status: 400,
        body: { error: { type: 'invalid_request_error', message: `Only ${API_VERSION} is spoken here` } },
      }
    const parts: Buffer[] = []
    let bytes = 0
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > BODY_BYTES_MAX)
        return { status: 413, body: { error: { type: 'invalid_request_error', message: 'Too large' } } }
      parts.push(part)
    }
    const text = request.method === 'POST' ? Buffer.concat(parts).toString() : url.search
    const key = request.headers['idempotency-key']
    return standIn.answer(
      request.method ?? 'GET',
      url.pathname,
      readFields(text),
      typeof key === 'string' ? key : undefined,
    )
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  let isStopped = false
  let looking: Promise<void> = Promise.resolve()
  async function deliver(to: string, waiting: Undelivered): Promise<void> {
    const { body, signature } = standIn.sign(waiting.message)
    const isTaken = await fetch(to, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      signal: AbortSignal.timeout(DELIVERY_TIMEOUT_MS),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    waiting.tries += 1
    waiting.nextMs = nowMs() + Math.min(RETRY_MAX_MS, FIRST_RETRY_MS * 2 ** waiting.tries)
    const isOld = nowMs() - waiting.message.created * 1_000 > GIVEN_UP_AFTER_MS
    if (isTaken || isOld) books.undelivered = books.undelivered.filter((one) => one !== waiting)
    keep()
  }
  async function look(): Promise<void> {
    standIn.expireDue()
    for (const waiting of books.undelivered.filter(({ nextMs }) => nextMs <= nowMs())) {
      if (isStopped || webhookUrl === undefined) return
      await deliver(webhookUrl, waiting)
    }
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => onTrouble('a message of devnet’s payments', error))
  }, LOOK_MS)
  timer.unref()

  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    page: createCheckoutPage(standIn, () => writing),
    standIn,
    books,
    kept: () => writing,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await looking
      server.closeAllConnections()
      server.close()
      await writing
    },
  }
}

function readBooks(path: string): Books {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return createBooks()
  }
  const kept = { ...createBooks(), ...(JSON.parse(text) as Books) }
  // A charge names its card; without one no claim could be compared.
  if (kept.charges.some((charge: Partial<Charge>) => charge.payment_method_details === undefined))
    throw new Error(`${path} is of an older devnet. Begin anew with npm start -- --reset.`)
  return kept
}
