/**
 * A process that sells plans and does nothing else: the engine over its journal, the desk, the route of the provider's
 * messages, and for the test the steps of a buyer. It kills itself with SIGKILL as it passes one arrow between a message and
 * its answer for the given time; a line `ready PORT` on its standard output says that it serves. Arguments: data folder,
 * bundled engine worker, URL of the provider, its two secrets, the arrow (or `none`) and how often it is passed.
 */
import { writeSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { fastify } from 'fastify'
import { assert, timeMs, type Address, type Hex, type Id } from '@vest/protocol'
import { startEngine, systemClock, type EngineClient, type PaymentProvider } from '@vest/runtime'
import { createStripePayments } from '../../../../adapters/payments/src/index.ts'
import { createPaymentDesk } from '../capital/paymentDesk.ts'
import { mountPaymentRoutes, PAYMENT_MESSAGES_PATH } from '../capital/paymentRoutes.ts'
import { planOf } from '../capital/planOf.ts'
import { createLogger } from '../logger.ts'

/** What lies between a message and its answer, in this order. */
export const ARROWS = [
  'before the read of what stands',
  'behind the read, before a record',
  'while a record is written',
  'behind a record, before the next',
  'behind the last record, before the answer',
] as const
export type Arrow = (typeof ARROWS)[number]

const [CHECKOUT_MS, KEY_MS] = [3_600_000, 86_400_000]
const hex = (value: number, bytes: number): Hex => `0x${value.toString(16).padStart(bytes * 2, '0')}`
export const ownerOf = (buyer: number): Address => hex(0xa_0000 + buyer, 20) as Address
export const walletOf = (buyer: number): Address => hex(0xb_0000 + buyer, 20) as Address
export const purchaseOf = (buyer: number): Id => hex(0xc_0000 + buyer, 32) as Id

async function sell(args: readonly string[]): Promise<void> {
  const [dataDir, workerPath, apiUrl, secretKey, webhookSecret, arrow, times] = args
  assert(times !== undefined, 'usage: DATA WORKER URL KEY SECRET ARROW TIMES')
  let left = Number(times)
  let isServing = false
  const pass = (passed: Arrow): void => {
    if (isServing && passed === arrow && (left -= 1) === 0) process.kill(process.pid, 'SIGKILL')
  }

  const opened = await startEngine({ dataDir: dataDir!, workerUrl: pathToFileURL(workerPath!) })
  const engine: Pick<EngineClient, 'submit' | 'query'> = {
    query: opened.query,
    async submit(command) {
      const submitting = opened.submit(command)
      pass('while a record is written')
      const submitted = await submitting
      pass('behind a record, before the next')
      return submitted
    },
  }
  const clock = systemClock()
  const provider = createStripePayments({
    secretKey: secretKey!,
    webhookSecrets: [webhookSecret!],
    apiUrl: apiUrl!,
    nowMs: clock.nowMs,
  })
  const payments: PaymentProvider = {
    ...provider,
    async stateOf(...asked) {
      pass('before the read of what stands')
      const state = await provider.stateOf(...asked)
      pass('behind the read, before a record')
      return state
    },
  }
  const desk = createPaymentDesk({ engine, payments, clock, logger: createLogger({}) })
  const plan = planOf((await provider.products())[0]!)!

  const app = fastify({ forceCloseConnections: true })
  mountPaymentRoutes(app, desk)
  app.addHook('onSend', async ({ url }, reply) => {
    if (url === PAYMENT_MESSAGES_PATH && reply.statusCode === 200)
      pass('behind the last record, before the answer')
  })
  app.post('/begin/:buyer', async ({ params }) => {
    const buyer = Number((params as { readonly buyer: string }).buyer)
    const id = purchaseOf(buyer)
    const ownerId = ownerOf(buyer)
    await opened.submit({
      kind: 'Register',
      account: ownerId,
      networkType: 0,
      signer: ownerId,
      isMobile: false,
      expiryTimeMs: timeMs(clock.nowMs() + KEY_MS),
      apiKeyHash: id,
      proofSignature: hex(1, 65),
      verifyingContract: hex(5, 20) as Address,
    })
    const { answer } = await opened.submit({
      kind: 'BeginPurchase',
      id,
      ownerId,
      account: walletOf(buyer),
      networkType: 0,
      plan,
    })
    assert(answer.ok, `the purchase was refused: ${answer.ok ? '' : answer.code}`)
    return provider.checkout({
      purchaseId: id,
      product: plan,
      email: 'a@b.test',
      successUrl: 'http://localhost/success',
      cancelledUrl: 'http://localhost/cancelled',
      expiresTimeMs: timeMs(clock.nowMs() + CHECKOUT_MS),
    })
  })
  app.post('/open/:buyer', async ({ params }) => {
    const buyer = Number((params as { readonly buyer: string }).buyer)
    return (await opened.submit({ kind: 'OpenEvaluation', account: walletOf(buyer) })).answer
  })
  app.post('/reconcile', async () => {
    await desk.reconcile()
    return {}
  })
  app.get('/purchases', () => opened.query('purchases', {}))
  app.get('/accounts/:buyer', ({ params }) =>
    opened.query('capitalOfOwner', {
      ownerId: ownerOf(Number((params as { readonly buyer: string }).buyer)),
    }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  // As an exchange that starts does.
  await desk.reconcile()
  isServing = true
  writeSync(1, `ready ${(app.server.address() as AddressInfo).port}\n`)
}

if (process.argv[1]?.endsWith('sellingProcess.mjs') === true) await sell(process.argv.slice(2))
