/**
 * Messages of the payment provider that are lost, doubled, late, out of order and forged, an exchange that is killed with
 * SIGKILL at every arrow between a message and its answer, and people who leave: every payment is one plan, and no plan is
 * without its payment.
 */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPayments, type Message, type RunningPayments } from '@vest/devnet'
import type { CapitalAccountView, PurchaseView } from '@vest/engine'
import { createStripePayments } from '@vest/payments'
import type { PaymentSession } from '@vest/runtime'
import { RUN_SEED } from '../../runtime/src/testing/runSeed.ts'
import {
  ARROWS,
  purchaseOf,
  walletOf,
  type Arrow,
} from '../../services/exchange/src/testing/sellingProcess.ts'
// @ts-expect-error a script without types
import { externalPackages, PRODUCT_DROPS_LABELS, root } from '../../tools/build.mjs'
import { createPrng } from '../simulation/prng.ts'

/** `npm run test:long` asks for more. */
const SESSIONS = Number(process.env.VEST_PAYMENTS ?? 200)
const MS_EACH = 1_200
/** Three at each arrow; ten times the payments, three times the deaths. */
const DEATHS = Math.round(15 * Math.sqrt(SESSIONS / 200))
/** So often at most an arrow is passed before it kills. */
const PASSES_MAX = 10
const [WAVE, AT_ONCE] = [20, 8]
const [SECRET_KEY, WEBHOOK_SECRET] = ['sk_test_storm', 'whsec_storm']
const MESSAGES = '/payments/messages'

type Fate = 'paid' | 'left' | 'run out' | 'refunded' | 'refunded in part' | 'won' | 'lost' | 'inquiry'
const FATES: readonly Fate[] = [
  ...(['paid', 'paid', 'paid', 'left', 'run out'] as const),
  ...(['refunded', 'refunded in part', 'won', 'lost', 'inquiry'] as const),
]
/** Where the purchase stands afterwards; undefined: nothing is left of it. */
const EXPECTED: Readonly<Record<Fate, PurchaseView['status'] | undefined>> = {
  paid: 'pre_eval',
  left: 'created',
  'run out': undefined,
  refunded: 'not_eligible',
  'refunded in part': 'pre_eval',
  won: 'pre_eval',
  lost: 'not_eligible',
  inquiry: 'pre_eval',
}

interface Life {
  readonly url: string
  readonly stop: () => void
}

describe(`[7.7] ${SESSIONS} payments in a storm`, () => {
  const prng = createPrng(RUN_SEED)
  const random = (): number => prng.next()
  mkdirSync(join(root as string, 'build'), { recursive: true })
  // Below the root, so that it finds the packages.
  const folder = mkdtempSync(join(root as string, 'build', 'storm-'))
  const dataDir = join(folder, 'data')
  const deaths: Arrow[] = []
  let provider: RunningPayments
  let life: Promise<Life>

  /** The next life of the exchange; it ends by itself as long as deaths are left. */
  function live(): Promise<Life> {
    const number = deaths.length
    const [arrow, passes] =
      number < DEATHS ? [ARROWS[number % ARROWS.length]!, prng.int(1, PASSES_MAX)] : (['none', 1] as const)
    const parts = [dataDir, join(folder, 'engineWorker.mjs'), provider.apiUrl, SECRET_KEY, WEBHOOK_SECRET]
    const child = spawn(
      process.execPath,
      [join(folder, 'sellingProcess.mjs'), ...parts, arrow, String(passes)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const endWithUs = (): void => void child.kill('SIGKILL')
    process.once('exit', endWithUs)
    return new Promise((resolve, reject) => {
      let [isReady, isStopped] = [false, false]
      let told = ''
      child.stdout.on('data', (part: Buffer) => {
        told += part.toString()
        const port = /ready (\d+)\n/.exec(told)?.[1]
        if (port === undefined) return
        isReady = true
        resolve({
          url: `http://127.0.0.1:${port}`,
          stop: () => {
            isStopped = true
            child.kill('SIGKILL')
          },
        })
      })
      child.once('exit', (code, signal) => {
        process.off('exit', endWithUs)
        if (isStopped) return
        if (!isReady || signal !== 'SIGKILL' || arrow === 'none') {
          const error = new Error(`the exchange ended with ${code ?? signal}:\n${told}`)
          reject(error)
          life = Promise.reject(error)
          return
        }
        deaths.push(arrow)
        life = live()
      })
    })
  }

  beforeAll(async () => {
    await build({
      entryPoints: [
        join(root as string, 'services/exchange/src/testing/sellingProcess.ts'),
        join(root as string, 'runtime/src/engineWorker.ts'),
      ],
      outdir: folder,
      entryNames: '[name]',
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      plugins: [externalPackages],
      dropLabels: PRODUCT_DROPS_LABELS,
    })
    provider = await startPayments({
      path: join(folder, 'payments.json'),
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      nowMs: Date.now,
      pageUrl: (id) => `http://localhost/pay/${id}`,
      onTrouble: (what, error) => {
        throw new Error(what, { cause: error })
      },
    })
    life = live()
  }, 120_000)
  afterAll(async () => {
    ;(await life).stop()
    await provider.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  async function call<Answer>(method: 'GET' | 'POST', path: string): Promise<Answer> {
    const response = await fetch(`${(await life).url}${path}`, { method })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${text}`)
    return JSON.parse(text) as Answer
  }
  /** The status that a message is answered with; 0: the exchange died of it, or of another one meanwhile. */
  async function bring(message: Message, isForged = false): Promise<number> {
    const { body, signature } = provider.standIn.sign(message)
    const own = isForged
      ? signature.replace(/v1=./, (first) => (first === 'v1=0' ? 'v1=1' : 'v1=0'))
      : signature
    const headers = { 'content-type': 'application/json', 'stripe-signature': own }
    const { url } = await life
    return fetch(`${url}${MESSAGES}`, { method: 'POST', body, headers }).then(
      ({ status }) => status,
      () => 0,
    )
  }
  const answers = new Map<number, number>()
  async function send(message: Message): Promise<void> {
    const status = await bring(message)
    answers.set(status, (answers.get(status) ?? 0) + 1)
    // What was not taken is told again.
    if (status !== 200 && random() < 0.9) await send(message)
  }

  function meet(fate: Fate, session: string): void {
    const { standIn, books } = provider
    if (fate === 'left' || fate === 'run out') return
    standIn.pay(session)
    const intent = standIn.session(session)!.payment_intent!
    if (fate === 'refunded') standIn.answer('POST', '/v1/refunds', { payment_intent: intent })
    if (fate === 'refunded in part')
      standIn.answer('POST', '/v1/refunds', { payment_intent: intent, amount: '100' })
    if (fate === 'won' || fate === 'lost' || fate === 'inquiry') standIn.openDispute(session)
    if (fate === 'inquiry') books.disputes.at(-1)!.status = 'warning_needs_response'
    if (fate === 'won' || fate === 'lost') standIn.closeDispute(session, fate)
  }

  /** Each up to three times, in any order, with a forgery in between; every fifth never comes. */
  async function storm(messages: readonly Message[]): Promise<void> {
    const told = messages
      .filter(() => random() >= 0.2)
      .flatMap((message) => Array.from({ length: prng.int(1, 3) }, () => message))
      .map((message) => [random(), message] as const)
      .sort(([a], [b]) => a - b)
      .map(([, message]) => message)
    for (let at = 0; at < told.length; at += AT_ONCE) {
      await Promise.all(told.slice(at, at + AT_ONCE).map(send))
      let status = 0
      while (status === 0) status = await bring({ ...told[at]!, type: 'checkout.session.completed' }, true)
      expect(status).toBe(400)
    }
  }

  it('end as one plan each, and none without its payment', { timeout: MS_EACH * SESSIONS }, async () => {
    const bought: { readonly buyer: number; readonly fate: Fate; readonly session: string }[] = []
    for (let first = 0; first < SESSIONS; first += WAVE) {
      const wave: typeof bought = []
      for (let buyer = first; buyer < Math.min(SESSIONS, first + WAVE); buyer += 1) {
        const { id } = await call<PaymentSession>('POST', `/begin/${buyer}`)
        wave.push({ buyer, fate: FATES[buyer % FATES.length]!, session: id })
      }
      for (const { fate, session } of wave) meet(fate, session)
      await storm(provider.books.undelivered.splice(0).map(({ message }) => message))
      bought.push(...wave)
    }
    expect(answers.get(200)).toBeGreaterThan(SESSIONS / 2)
    expect([deaths.length, new Set(deaths)]).toEqual([DEATHS, new Set(ARROWS)])

    // The hour: what was lost is found without a message.
    await call('POST', '/reconcile')
    const payments = createStripePayments({
      secretKey: SECRET_KEY,
      webhookSecrets: [WEBHOOK_SECRET],
      apiUrl: provider.apiUrl,
      nowMs: Date.now,
    })
    for (const { fate, session } of bought) if (fate === 'run out') await payments.expire(session)
    for (const { message } of provider.books.undelivered.splice(0)) expect(await bring(message)).toBe(200)

    const purchases = await call<PurchaseView[]>('GET', '/purchases')
    const paid = provider.books.sessions.filter(({ payment_status }) => payment_status === 'paid')
    for (const { buyer, fate } of bought) {
      const own = purchases.filter(({ id }) => id === purchaseOf(buyer))
      const expected = EXPECTED[fate]
      expect([fate, ...own.map(({ status }) => status)]).toEqual(
        expected === undefined ? [fate] : [fate, expected],
      )
      const payment = paid.filter((one) => one.client_reference_id === purchaseOf(buyer))
      expect([fate, payment.length]).toEqual([fate, fate === 'left' || fate === 'run out' ? 0 : 1])
      // It is opened once, and once alone.
      const opens = expected === 'pre_eval'
      for (const _ of [1, 2])
        expect([fate, await call('POST', `/open/${buyer}`)]).toMatchObject([fate, { ok: opens }])
      const accounts = await call<CapitalAccountView[]>('GET', `/accounts/${buyer}`)
      const open = accounts.filter(({ capital }) => capital.status === 'active')
      expect([fate, ...open.map(({ account, collateral }) => [account, collateral])]).toEqual(
        opens ? [fate, [walletOf(buyer), 5_000_000_000]] : [fate],
      )
    }
    expect(purchases).toHaveLength(bought.filter(({ fate }) => EXPECTED[fate] !== undefined).length)
  })
})
