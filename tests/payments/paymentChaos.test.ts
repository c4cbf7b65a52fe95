/**
 * Messages of the payment provider that are lost, doubled, late, out of order and forged, an exchange that dies between
 * any two steps, and people who leave: every payment is one plan, and no plan is without its payment.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Message } from '@vest/devnet'
import type { PaymentProvider } from '@vest/runtime'
import { testKey, type TestKey } from '../../services/exchange/src/testing/testKeys.ts'
import type { Trader } from '../../services/exchange/src/testing/testWorld.ts'
import { RUN_SEED } from '../../runtime/src/testing/runSeed.ts'
import { createPrng } from '../simulation/prng.ts'
import { openShop, type Shop } from './shop.ts'

/** `npm run test:long` asks for more. */
const SESSIONS = Number(process.env.VEST_PAYMENTS ?? 200)
const MS_EACH = 1_200

type Fate = 'paid' | 'left' | 'run out' | 'refunded' | 'refunded in part' | 'won' | 'lost' | 'inquiry'
const FATES: readonly Fate[] = [
  ...([
    'paid',
    'paid',
    'paid',
    'left',
    'run out',
    'refunded',
    'refunded in part',
    'won',
    'lost',
    'inquiry',
  ] as const),
]
const EXPECTED: Readonly<Record<Fate, string>> = {
  paid: 'pre_eval',
  left: 'created',
  'run out': 'not_eligible',
  refunded: 'not_eligible',
  'refunded in part': 'pre_eval',
  won: 'pre_eval',
  lost: 'not_eligible',
  inquiry: 'pre_eval',
}

describe(`[7.7] ${SESSIONS} payments in a storm`, () => {
  const prng = createPrng(RUN_SEED)
  const random = (): number => prng.next()
  let shop: Shop
  let deaths = 0
  /** The exchange dies before or behind a read of the provider: as little is left of it as of a process that is killed. */
  const dying = (payments: PaymentProvider): PaymentProvider => ({
    ...payments,
    async standing(...asked) {
      if (random() < 0.15) {
        deaths += 1
        throw new Error('killed before the read')
      }
      const standing = await payments.standing(...asked)
      if (random() < 0.15) {
        deaths += 1
        throw new Error('killed behind the read')
      }
      return standing
    },
  })
  let isCalm = true
  beforeAll(async () => {
    shop = await openShop((payments) => {
      const wild = dying(payments)
      return { ...payments, standing: (...asked) => (isCalm ? payments : wild).standing(...asked) }
    })
  }, 120_000)
  afterAll(() => shop.stop())

  it('end as one plan each, and none without its payment', { timeout: MS_EACH * SESSIONS }, async () => {
    const bought: {
      readonly owner: Trader
      readonly wallet: TestKey
      readonly fate: Fate
      readonly session: string
    }[] = []
    for (let n = 0; n < SESSIONS; n += 1) {
      const fate = FATES[n % FATES.length]!
      const owner = await shop.world.trader(1_000 + 2 * n, 10)
      const wallet = testKey(5_000 + n)
      bought.push({ owner, wallet, fate, session: await shop.checkout(owner, wallet) })
    }
    for (const { fate, session } of bought) {
      const { standIn, books } = shop.provider
      if (fate === 'left' || fate === 'run out') continue
      standIn.pay(session)
      const intent = standIn.session(session)!.payment_intent!
      if (fate === 'refunded') standIn.answer('POST', '/v1/refunds', { payment_intent: intent })
      if (fate === 'refunded in part')
        standIn.answer('POST', '/v1/refunds', { payment_intent: intent, amount: '100' })
      if (fate === 'won' || fate === 'lost' || fate === 'inquiry') standIn.openDispute(session)
      if (fate === 'inquiry') books.disputes.at(-1)!.status = 'warning_needs_response'
      if (fate === 'won' || fate === 'lost') standIn.closeDispute(session, fate)
    }
    shop.world.clock.advance(60_000)
    isCalm = false

    // Each up to three times, in any order, with forgeries in between; every fifth never comes.
    const messages = shop.provider.books.undelivered.splice(0).map(({ message }) => message)
    const lost = messages.filter(() => random() < 0.2)
    const storm = messages
      .filter((message) => !lost.includes(message))
      .flatMap((message) => Array.from({ length: 1 + Math.floor(random() * 3) }, () => message))
      .map((message) => [random(), message] as const)
      .sort(([a], [b]) => a - b)
      .map(([, message]) => message)
    const answers = new Map<number, number>()
    const send = async (message: Message) => {
      const status = await shop.bring(message)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      // What was not taken is told again.
      if (status !== 200 && random() < 0.9) await send(message)
    }
    for (let at = 0; at < storm.length; at += 8) {
      await Promise.all(storm.slice(at, at + 8).map(send))
      const forged = { ...storm[at]!, type: 'checkout.session.completed' }
      expect(
        await shop.bring(forged, ({ signature }) => ({ signature: signature.replace(/v1=..../, 'v1=0000') })),
      ).toBe(400)
    }
    expect(answers.get(200)).toBeGreaterThan(100)
    expect(deaths).toBeGreaterThan(20)
    isCalm = true

    // The hour: what was lost is found without a message.
    for (const { owner, wallet } of bought) {
      const body = { primaryAddr: wallet.address, accessToken: shop.tokenOf(owner), isFunded: false }
      await shop.world.call('POST', '/register/capital', { body })
    }
    for (const { fate, session } of bought) if (fate === 'run out') await shop.payments.expire(session)
    await shop.bringAll()
    for (const { owner, wallet, fate } of bought) {
      const status = await shop.statusOf(owner, wallet)
      const isOpened = EXPECTED[fate] === 'pre_eval'
      expect([fate, status]).toEqual([fate, isOpened ? 'active' : EXPECTED[fate]])
    }
    const purchases = await shop.world.engine.query('purchases', {})
    const active = purchases.filter(({ status }) => status === 'active')
    expect(new Set(active.map(({ id }) => id)).size).toBe(active.length)
    expect(active.length).toBe(bought.filter(({ fate }) => EXPECTED[fate] === 'pre_eval').length)
    const paid = shop.provider.books.sessions.filter(({ payment_status }) => payment_status === 'paid')
    for (const { id } of active) expect(paid.filter((one) => one.client_reference_id === id)).toHaveLength(1)
  })
})
