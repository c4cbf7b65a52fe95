/** An exchange that sells plans, through the provider's own SDK, against devnet's provider; messages are brought by hand. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPayments, type Message, type RunningPayments } from '@vest/devnet'
import { createStripePayments } from '@vest/payments'
import { assert, type Address, type Hex } from '@vest/protocol'
import type { PaymentProvider } from '@vest/runtime'
import { addressOf, signDigest } from '@vest/sdk'
import { TEST_VAULT } from '../../services/exchange/src/testing/scriptedChain.ts'
import { testKey, type TestKey } from '../../services/exchange/src/testing/testKeys.ts'
import {
  startTestWorld,
  START_MS,
  type TestWorld,
  type Trader,
} from '../../services/exchange/src/testing/testWorld.ts'

/** Of every buyer. */
export const EMAIL = 'a@b.test'
const SECRET_KEY = 'sk_test_shop'
const VERDICT_KEY: Hex = `0x${'7e'.repeat(32)}`
export const WEBHOOK_SECRETS = ['whsec_new', 'whsec_old'] as const

export interface Shop {
  readonly world: TestWorld
  readonly provider: RunningPayments
  readonly payments: PaymentProvider
  /** These have signed in with one browser, and no other person with another's; undefined: identity does not answer. */
  shareBrowser(traders: readonly Trader[] | undefined): void
  /** The caller with this token owns all wallets of the trader. */
  tokenOf(trader: Trader): string
  proofOf(wallet: TestKey, signing?: TestKey): { signingAddr: string; expiryTime: number; signature: Hex }
  /** The body of a checkout that is in order. */
  wishOf(trader: Trader, wallet: TestKey, priceId?: string): object
  /** Begins the payment of a plan; the number of the session. */
  checkout(trader: Trader, wallet: TestKey, priceId?: string): Promise<string>
  /** One message as the provider sends it; the status that it is answered with. */
  bring(message: Message, change?: (signed: { body: string; signature: string }) => object): Promise<number>
  /** All messages that are not taken yet, in order. */
  bringAll(): Promise<void>
  statusOf(trader: Trader, wallet: TestKey): Promise<string>
  stop(): Promise<void>
}

/** `isReviewed`: claims and payouts are looked at for signals first; trades of these tests take no time, so most have some. */
export async function openShop(
  wrap: (payments: PaymentProvider) => PaymentProvider = (one) => one,
  isReviewed = false,
): Promise<Shop> {
  const dir = await mkdtemp(join(tmpdir(), 'vest-shop-'))
  const begun: TestWorld[] = []
  const nowMs = (): number => begun[0]?.clock.nowMs() ?? START_MS
  const provider = await startPayments({
    path: join(dir, 'payments.json'),
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRETS[1],
    nowMs,
    pageUrl: (id) => `http://localhost/devnet/checkout/${id}`,
    onTrouble: (what, error) => {
      throw new Error(what, { cause: error })
    },
  })
  const payments = wrap(
    createStripePayments({
      secretKey: SECRET_KEY,
      webhookSecrets: [...WEBHOOK_SECRETS],
      apiUrl: provider.apiUrl,
      nowMs,
    }),
  )
  const owned = new Map<string, string>()
  let sameBrowser: readonly Address[] | undefined = []
  const made = await startTestWorld({
    operator: { host: '127.0.0.1', port: 0, build: { version: '0' } },
    capitalReview: isReviewed,
    capital: {
      payments,
      appOrigin: 'http://localhost:1',
      verdicts: { address: addressOf(VERDICT_KEY), sign: (digest) => signDigest(digest, VERDICT_KEY) },
    },
    identity: {
      port: {
        tell: async () => undefined,
        ownersOnSameDevices: async (address) => {
          if (sameBrowser === undefined) throw new Error('identity is not reached')
          return sameBrowser.some((one) => one === address)
            ? sameBrowser.filter((one) => one !== address)
            : []
        },
        ownerOf: async (token, address) => (owned.get(token) === address ? { email: EMAIL } : undefined),
      },
      info: { walletOrigin: 'http://localhost:2', google: true, statusUrl: '/status', mailboxUrl: null },
    },
  })
  begun.push(made)
  const proofOf: Shop['proofOf'] = (wallet, signing = testKey(0x7e)) => {
    const expiryTime = nowMs() + 3_600_000
    return {
      signingAddr: signing.address,
      expiryTime,
      signature: wallet.approveSigner(TEST_VAULT, signing.address, expiryTime),
    }
  }
  const shop: Shop = {
    world: made,
    provider,
    payments,
    shareBrowser: (traders) => (sameBrowser = traders?.map(({ primary }) => primary.address)),
    tokenOf({ primary }) {
      owned.set(`token of ${primary.address}`, primary.address)
      return `token of ${primary.address}`
    },
    proofOf,
    wishOf: (trader, wallet, priceId = 'price_gold') => ({
      address: wallet.address,
      priceId,
      email: EMAIL,
      accessToken: shop.tokenOf(trader),
      proof: proofOf(wallet),
    }),
    async checkout(trader, wallet, priceId) {
      const body = shop.wishOf(trader, wallet, priceId)
      const answer = await made.call('POST', '/capital/checkoutSession', { key: trader.apiKey, body })
      assert(answer.status === 200, `no session: ${JSON.stringify(answer.body)}`)
      return answer.body.session_id as string
    },
    async bring(message, change) {
      const signed = { ...provider.standIn.sign(message), ...change?.(provider.standIn.sign(message)) }
      const { status } = await made.call('POST', '/payments/messages', {
        isRoot: true,
        payload: signed.body,
        headers: { 'stripe-signature': signed.signature },
        from: '127.0.0.1',
      })
      return status
    },
    async bringAll() {
      for (const { message } of provider.books.undelivered.splice(0))
        assert((await shop.bring(message)) === 200, `${message.type} was not taken`)
    },
    async statusOf({ apiKey }, { address }) {
      const { body } = await made.call('GET', `/capital/status?address=${address}`, { key: apiKey })
      return (body as unknown as Record<string, { capital_status: string }>)[address]!.capital_status
    },
    async stop() {
      await made.stop()
      await provider.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
  return shop
}
