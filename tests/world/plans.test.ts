/**
 * Plans on the real stack, paid on devnet's own page: what the exchange has said yes to is there after `kill -9`, and what
 * it had not heard of yet it hears again.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  capitalCheckoutResponse,
  capitalPlansResponse,
  capitalStatusResponse,
  signerProofDigest,
  type Hex,
} from '@vest/protocol'
import { addressOf, createPrivateKey, keccak256, signDigest } from '@vest/sdk'
import { freePort } from '../../runtime/src/testing/freePort.ts'
import { createBot, type Bot } from './bot.ts'
import { signInByCode } from './signInByCode.ts'
import { freshDataDir, programFetch, removeDataDir, startStack, type Stack } from './stack.ts'
import { until } from './until.ts'

describe('a plan', () => {
  const dataDir = freshDataDir()
  let stack: Stack
  let trader: Bot
  let env: Readonly<Record<string, string>>
  beforeAll(async () => {
    // Tokens of identity name the wallet's origin: after a restart it is the same.
    env = { VEST_WALLET_PORT: String(await freePort()) }
    stack = await startStack({ dataDir, flow: false, env })
    trader = await createBot({ baseUrl: stack.baseUrl })
  }, 240_000)
  afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    removeDataDir(dataDir)
  })
  const ask = async (path: string, body?: object) => {
    const response = await programFetch(stack.baseUrl)(`${stack.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': trader.apiKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const restart = async (): Promise<void> => {
    const { port } = stack
    await stack.kill9()
    stack = await startStack({ dataDir, port, flow: false, env })
  }
  async function proven() {
    const key = createPrivateKey()
    const signingAddr = addressOf(createPrivateKey())
    const expiryTime = Date.now() + 3_600_000
    const signature: Hex = signDigest(
      signerProofDigest(trader.chain.vault as Hex, signingAddr, expiryTime, keccak256),
      key,
    )
    return { address: addressOf(key), proof: { signingAddr, expiryTime, signature } }
  }
  const statusOf = async (address: string) =>
    capitalStatusResponse.parse((await ask(`/v2/capital/status?address=${address}`)).body)[address]!

  it('[2.14] [5.13] [7.6] [7.7] is sold, paid on a page, and told to the exchange, which is killed on the way', async () => {
    const { products } = capitalPlansResponse.parse((await ask('/v2/capital/plans')).body)
    expect(products.map(({ name }) => name)).toEqual(['Silver', 'Gold', 'Platinum'])
    const wallet = await proven()
    const bare = { ...wallet, priceId: products[0]!.priceId, email: 'a@b.test' }
    expect((await ask('/v2/capital/checkoutSession', bare)).body).toMatchObject({
      msg: 'You have to sign in with email or Google to purchase Vest Capital plan',
    })
    const { email, accessToken } = await signInByCode(stack.baseUrl, trader)
    const asked = { ...bare, email, accessToken }
    const { url } = capitalCheckoutResponse.parse((await ask('/v2/capital/checkoutSession', asked)).body)
    expect(await (await fetch(url)).text()).toContain('Silver')
    // Killed before anything is paid: the purchase is there, and the same session.
    await restart()
    expect((await statusOf(wallet.address)).capital_status).toBe('created')
    expect(capitalCheckoutResponse.parse((await ask('/v2/capital/checkoutSession', asked)).body).url).toBe(
      url,
    )
    const paid = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(url).origin },
      body: 'choice=pay',
    })
    expect([paid.status, paid.headers.get('location')]).toEqual([
      303,
      expect.stringContaining('/payment/success?session_id=cs_'),
    ])
    // Killed at once: the message is on its way, was heard, or is written already.
    await restart()
    await until('the payment has arrived', async () => {
      const { capital_status } = await statusOf(wallet.address)
      return capital_status === 'pre_eval'
    })
    await restart()
    expect(await statusOf(wallet.address)).toMatchObject({
      capital_status: 'pre_eval',
      initial_capital: '5000.000000',
      reason: null,
      is_frozen: false,
      active_capital_plan: { name: 'Silver', unitAmount: 6_000 },
    })
    const forged = await ask('/payments/messages', { id: 'evt_1', type: 'checkout.session.completed' })
    expect(forged.status).toBe(400)
  })
})
