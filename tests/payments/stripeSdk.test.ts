/** The SDK of the payment provider, unmodified, against devnet's: sessions, payments, money back, disputes, messages. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { API_VERSION, startPayments, type RunningPayments } from '@vest/devnet'
import { createStripePayments } from '@vest/payments'
import { timeMs, type Id } from '@vest/protocol'
import type { PaymentProvider } from '@vest/runtime'

const NOW_MS = 1_800_000_000_000
const SECRET = 'whsec_test'
const idOf = (n: number): Id => `0x${n.toString(16).padStart(64, '0')}`

const NOTE = { by: 'ann', why: 'asked for within a day' }

describe('payments', () => {
  let now = NOW_MS
  let dir: string
  let provider: RunningPayments
  let payments: PaymentProvider
  const nowMs = (): number => now
  const start = (webhookUrl?: string) =>
    startPayments({
      path: join(dir, 'payments.json'),
      secretKey: 'sk_test_1',
      webhookSecret: SECRET,
      nowMs,
      ...(webhookUrl === undefined ? {} : { webhookUrl }),
      pageUrl: (id) => `http://localhost/pay/${id}`,
      onTrouble: (what, error) => expect([what, error]).toEqual([]),
    })
  const reader = (webhookSecrets: readonly string[], secretKey = 'sk_test_1') =>
    createStripePayments({ secretKey, webhookSecrets, apiUrl: provider.apiUrl, nowMs })
  const wish = (n: number, priceId = 'price_silver') => ({
    purchaseId: idOf(n),
    product: { priceId },
    email: 'a@b.test',
    successUrl: 'http://localhost/ok?s={CHECKOUT_SESSION_ID}',
    cancelledUrl: 'http://localhost/no',
    expiresTimeMs: timeMs(now + 3_600_000),
  })
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'vest-payments-'))
    provider = await start()
    payments = reader([SECRET])
  })
  afterEach(() => (now = NOW_MS))
  afterAll(async () => {
    await provider.stop()
    await rm(dir, { recursive: true, force: true })
  })
  const stateOf = (n: number) => payments.stateOf(idOf(n), timeMs(NOW_MS))

  it('a buyer who is sent on from its page has paid, also where the process ends at once', async () => {
    const session = await payments.checkout(wish(90))
    const server = createServer((request, response) => void provider.page.handle(request, response))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const [choice, status, payment] of [
      ['decline', 402, 'unpaid'],
      ['pay', 303, 'paid'],
    ] as const) {
      const answer = await fetch(`http://127.0.0.1:${port}/pay/${session.id}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ choice }),
      })
      const books = JSON.parse(readFileSync(join(dir, 'payments.json'), 'utf8')) as RunningPayments['books']
      const kept = books.sessions.find(({ id }) => id === session.id)
      expect([answer.status, kept?.payment_status]).toEqual([status, payment])
    }
    server.closeAllConnections()
    server.close()
  })

  it('one purchase has one session, however often it is asked for, and another body none', async () => {
    const first = await payments.checkout(wish(1))
    expect(await payments.checkout(wish(1))).toEqual(first)
    expect(first).toMatchObject({ status: 'OPEN', url: `http://localhost/pay/${first.id}` })
    await expect(payments.checkout(wish(1, 'price_gold'))).rejects.toThrow('same parameters')
    expect(await stateOf(1)).toMatchObject({
      isPaid: false,
      amountCents: 6_000,
      currency: 'usd',
      priceId: 'price_silver',
    })
    expect(await stateOf(2)).toBeUndefined()
  })

  it('a payment stands in every object that is read, refunds and disputes with it', async () => {
    const { id } = await payments.checkout(wish(3))
    expect(await stateOf(3)).not.toHaveProperty('finishedTimeMs')
    expect(provider.standIn.pay(id)).toBe(`http://localhost/ok?s=${id}`)
    expect(await stateOf(3)).toMatchObject({
      session: { id, status: 'COMPLETE' },
      isPaid: true,
      refund: 'NONE',
      dispute: 'NONE',
      finishedTimeMs: NOW_MS - (NOW_MS % 1_000),
    })
    const intent = provider.standIn.session(id)!.payment_intent!
    expect(provider.books.intents.find((one) => one.id === intent)).toMatchObject({
      receipt_email: 'a@b.test',
    })
    provider.standIn.answer('POST', '/v1/refunds', { payment_intent: intent, amount: '1' })
    expect(await stateOf(3)).toMatchObject({ refund: 'PARTIAL' })
    await payments.refund(idOf(3), timeMs(NOW_MS), NOTE)
    await payments.refund(idOf(3), timeMs(NOW_MS), NOTE)
    expect(await stateOf(3)).toMatchObject({ refund: 'FULL', refundNote: NOTE, isPaid: true })
    expect(provider.books.refunds).toHaveLength(2)
  })

  it.each([
    ['won', 'WON'],
    ['lost', 'LOST'],
  ] as const)('a dispute is open, then %s; an inquiry is none', async (outcome, told) => {
    const n = outcome === 'won' ? 4 : 5
    const { id } = await payments.checkout(wish(n))
    provider.standIn.pay(id)
    const dispute = provider.standIn.openDispute(id)!
    dispute.status = 'warning_needs_response'
    expect(await stateOf(n)).toMatchObject({ dispute: 'NONE' })
    dispute.status = 'needs_response'
    expect(await stateOf(n)).toMatchObject({ dispute: 'OPEN' })
    await payments.refund(idOf(n), timeMs(NOW_MS), NOTE)
    expect(provider.books.charges.at(-1)!.amount_refunded).toBe(0)
    provider.standIn.closeDispute(id, outcome)
    expect(await stateOf(n)).toMatchObject({ dispute: told })
    // The same refund once more: it is refused no longer where the money is the seller's again.
    await payments.refund(idOf(n), timeMs(NOW_MS), NOTE)
    expect(await stateOf(n)).toMatchObject({ refund: outcome === 'won' ? 'FULL' : 'NONE' })
  })

  it('a declined card leaves the session open and unpaid; the next one pays it', async () => {
    const { id } = await payments.checkout(wish(20))
    provider.standIn.decline(id)
    expect(provider.standIn.session(id)!.payment_intent).not.toBeNull()
    expect(await stateOf(20)).toMatchObject({ session: { status: 'OPEN' }, isPaid: false, refund: 'NONE' })
    provider.standIn.pay(id)
    expect(await stateOf(20)).toMatchObject({ isPaid: true, refund: 'NONE' })
    expect(provider.books.intents.filter(({ metadata }) => metadata.purchase === idOf(20))).toHaveLength(1)
  })

  it('a refund that the bank sends back stands no longer, and can be made again', async () => {
    const { id } = await payments.checkout(wish(21))
    provider.standIn.pay(id)
    await payments.refund(idOf(21), timeMs(NOW_MS), NOTE)
    provider.standIn.failRefund(id)
    expect(await stateOf(21)).toMatchObject({ refund: 'NONE' })
    const { body, signature } = provider.standIn.sign(provider.books.messages.at(-1)!)
    expect(await payments.readMessage(Buffer.from(body), signature)).toMatchObject({
      purchaseId: idOf(21),
      isRefundFailure: true,
    })
    await payments.refund(idOf(21), timeMs(NOW_MS), NOTE)
    expect(await stateOf(21)).toMatchObject({ refund: 'FULL' })
  })

  it('a failure that its key repeats for a day ends with the next question, and one session is made', async () => {
    provider.standIn.failNext(402)
    await expect(payments.checkout(wish(22))).rejects.toThrow()
    expect((await payments.checkout(wish(22))).status).toBe('OPEN')
    const made = provider.books.sessions.filter(({ client_reference_id }) => client_reference_id === idOf(22))
    expect(made).toHaveLength(1)
  })

  it('finds the other purchases of a card, paid ones alone', async () => {
    for (const [n, card] of [
      [30, 'a'],
      [31, 'b'],
      [32, 'a'],
    ] as const)
      provider.standIn.pay((await payments.checkout(wish(n))).id, card)
    provider.standIn.decline((await payments.checkout(wish(33))).id)
    expect(await payments.withSameCard(idOf(30), timeMs(NOW_MS))).toEqual([idOf(32)])
    expect(await payments.withSameCard(idOf(31), timeMs(NOW_MS))).toEqual([])
    expect(await payments.withSameCard(idOf(33), timeMs(NOW_MS))).not.toContain(idOf(30))
    expect(await payments.withSameCard(idOf(99), timeMs(NOW_MS))).toEqual([])
  })

  it('many purchases are looked at one after the other with the pages of one list', async () => {
    const numbers = Array.from({ length: 150 }, (_, at) => 1_000 + at)
    for (const n of numbers) await payments.checkout(wish(n))
    const paths: string[] = []
    const counting = createServer((request, response) => {
      paths.push(request.url!)
      const headers = { authorization: request.headers.authorization! }
      void fetch(`${provider.apiUrl}${request.url}`, { headers }).then(async (answer) =>
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
      )
    })
    counting.listen(0, '127.0.0.1')
    await once(counting, 'listening')
    const { port } = counting.address() as AddressInfo
    const apiUrl = `http://127.0.0.1:${port}`
    const fresh = createStripePayments({ secretKey: 'sk_test_1', webhookSecrets: [], apiUrl, nowMs })
    const read = []
    for (const n of numbers) read.push((await fresh.stateOf(idOf(n), timeMs(NOW_MS)))?.session.status)
    expect(read).toEqual(numbers.map(() => 'OPEN'))
    const pages = paths.filter((path) => path.startsWith('/v1/checkout/sessions?'))
    expect(pages.length).toBe(2)
    counting.closeAllConnections()
    counting.close()
  })

  it('the stand-in speaks one version of the API, the one that the SDK is pinned to', async () => {
    const asked = (version: string) =>
      fetch(`${provider.apiUrl}/v1/prices`, {
        headers: { authorization: 'Bearer sk_test_1', 'stripe-version': version },
      }).then(({ status }) => status)
    expect([await asked(API_VERSION), await asked('2020-08-27')]).toEqual([200, 400])
    expect(await payments.products()).toHaveLength(3)
  })

  it('a session that is ended or over can be paid no more; one that was paid is not ended', async () => {
    const first = await payments.checkout(wish(6))
    await payments.expire(first.id)
    expect(await stateOf(6)).toMatchObject({ session: { status: 'EXPIRED' } })
    expect(provider.standIn.pay(first.id)).toBeUndefined()
    const second = await payments.checkout(wish(7))
    now += 3_600_000
    expect(provider.standIn.pay(second.id)).toBeUndefined()
    now = NOW_MS
    const third = await payments.checkout(wish(8))
    provider.standIn.pay(third.id)
    await payments.expire(third.id)
    expect(await stateOf(8)).toMatchObject({ isPaid: true })
  })

  describe('a message', () => {
    const last = () =>
      provider.standIn.sign(provider.books.messages.findLast(({ type }) => type === 'charge.succeeded')!)
    const read = (body: string, signature: string | undefined, by = payments) =>
      by.readMessage(Buffer.from(body), signature)

    it('names its purchase, also where it is about a charge or a refund', async () => {
      for (const type of [
        'checkout.session.completed',
        'charge.succeeded',
        'refund.created',
        'charge.dispute.closed',
      ]) {
        const message = provider.books.messages.findLast((one) => one.type === type)!
        const { body, signature } = provider.standIn.sign(message)
        expect((await read(body, signature))?.purchaseId).toMatch(/^0x0+[0-9a-f]{1,2}$/)
      }
    })

    it('[7.7] is believed for five minutes, by either of two secrets, and only as it was signed', async () => {
      const { body, signature } = last()
      expect(await read(body, signature)).toMatchObject({ type: 'charge.succeeded' })
      expect(await read(body, signature, reader(['whsec_new', SECRET]))).toBeDefined()
      for (const [text, by, reading] of [
        [body.replace('6000', '6001'), signature, payments],
        [body, signature.replace('v1=', 'v0='), payments],
        [body, undefined, payments],
        [body, 'nonsense', payments],
        [body, signature, reader(['whsec_other'])],
        [body, signature, reader([SECRET], 'sk_live_1')],
      ] as const)
        expect(await read(text, by, reading)).toBeUndefined()
      now += 300_000
      expect(await read(body, signature)).toBeDefined()
      now += 1_000
      expect(await read(body, signature)).toBeUndefined()
      now = NOW_MS - 60_000
      expect(await read(body, signature)).toBeDefined()
      now -= 1_000
      expect(await read(body, signature)).toBeUndefined()
    })
  })

  it('all of it survives a restart, and messages are told until they are taken', async () => {
    const waiting = provider.books.undelivered.length
    expect(waiting).toBeGreaterThan(10)
    await provider.stop()
    const taken = new Set<string>()
    let refusals = 0
    let all: () => void = () => undefined
    const done = new Promise<void>((resolve) => (all = resolve))
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        const { id } = JSON.parse(body) as { readonly id: string }
        if (!taken.has(id) && refusals < 3) {
          refusals += 1
          return void response.writeHead(503).end()
        }
        taken.add(id)
        response.end()
        // The next try lies ahead.
        now += 3_600_000
        if (taken.size === waiting) all()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    provider = await start(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    payments = reader([SECRET])
    expect(await stateOf(3)).toMatchObject({ refund: 'FULL' })
    await done
    server.close()
    server.closeAllConnections()
    expect([taken.size, refusals]).toEqual([waiting, 3])
  })
})
