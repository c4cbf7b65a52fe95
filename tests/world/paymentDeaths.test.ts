/**
 * The process is killed between hearing of a payment and writing it down: at each of its questions to the provider, which
 * stands outside here, and behind the record, before the provider has its answer. Every payment ends as one plan.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPayments, type RunningPayments } from '@vest/devnet'
import {
  capitalCheckoutResponse,
  capitalPlansResponse,
  capitalStatusResponse,
  signerProofDigest,
} from '@vest/protocol'
import { addressOf, createPrivateKey, keccak256, signDigest } from '@vest/sdk'
import { freePort } from '../../runtime/src/testing/freePort.ts'
import { createBot, type Bot } from './bot.ts'
import { renewed, signInByCode, type SignedInPerson } from './signInByCode.ts'
import { freshDataDir, programFetch, removeDataDir, startStack, type Stack } from './stack.ts'
import { until } from './until.ts'

const [SECRET_KEY, WEBHOOK_SECRET] = ['sk_test_deaths', 'whsec_deaths']
const MESSAGES = '/payments/messages'

/** What the exchange asks after a message, in this order; and its own answer to the provider. */
const DEATHS = [
  ['at its question about the session', (path: string) => /^\/v1\/checkout\/sessions\/cs_[^/]+$/.test(path)],
  ['at its question about the payment', (path: string) => path.startsWith('/v1/payment_intents/')],
  ['behind the record, before its answer is out', (path: string) => path === MESSAGES],
] as const

interface Buyer {
  readonly bot: Bot
  readonly person: SignedInPerson
  readonly wallet: string
  readonly session: string
}

describe('an exchange that is killed between a payment and its record', () => {
  const dataDir = freshDataDir()
  const providerDir = freshDataDir()
  const servers: Server[] = []
  let provider: RunningPayments
  let stack: Stack
  let restart: () => Promise<void>
  /** Which request kills the exchange; it is not answered. */
  let isDeadly: (path: string) => boolean = () => false
  let hasDied: () => void = () => undefined

  /** Passes everything on, and kills where it is told to; `isAfter`: once the other side has answered. */
  async function between(to: () => string, isAfter: boolean): Promise<string> {
    const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const parts: Buffer[] = []
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
      const path = new URL(request.url!, 'http://localhost').pathname
      const kills = isDeadly(path)
      if (kills && !isAfter) return die(response)
      const headers = Object.entries(request.headers).filter(
        ([name]) => name !== 'host' && name !== 'connection',
      )
      const answer = await fetch(`${to()}${request.url!}`, {
        method: request.method!,
        headers: headers as [string, string][],
        ...(parts.length === 0 ? {} : { body: Buffer.concat(parts) }),
      })
      const body = Buffer.from(await answer.arrayBuffer())
      if (kills) {
        expect(answer.status).toBe(200)
        return die(response)
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
    }
    // No server listens while it starts anew: the provider tries again.
    const server = createServer(
      (request, response) => void pass(request, response).catch(() => response.destroy()),
    )
    servers.push(server.listen(0, '127.0.0.1'))
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  async function die(response: ServerResponse): Promise<void> {
    isDeadly = () => false
    await stack.kill9()
    response.destroy()
    hasDied()
  }

  beforeAll(async () => {
    const port = await freePort()
    const messages = await between(() => `http://localhost:${port}`, true)
    provider = await startPayments({
      path: join(providerDir, 'payments.json'),
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      webhookUrl: `${messages}${MESSAGES}`,
      nowMs: Date.now,
      pageUrl: (id) => `http://localhost/pay/${id}`,
      onTrouble: (what, error) => {
        throw new Error(what, { cause: error })
      },
    })
    const env = {
      // Tokens of identity name the wallet's origin: after a restart it is the same.
      VEST_WALLET_PORT: String(await freePort()),
      VEST_STRIPE_SECRET_KEY: SECRET_KEY,
      VEST_STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      VEST_STRIPE_API_URL: await between(() => provider.apiUrl, false),
    }
    restart = async () => {
      stack = await startStack({ dataDir, port, flow: false, env })
    }
    await restart()
  }, 240_000)
  afterAll(async () => {
    expect(await stack.stop()).toBe(0)
    await provider.stop()
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
    removeDataDir(dataDir)
    removeDataDir(providerDir)
  })

  const ask = async ({ apiKey }: Bot, path: string, body?: object): Promise<unknown> => {
    const response = await programFetch(stack.baseUrl)(`${stack.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return response.json()
  }
  async function buyer(): Promise<Buyer> {
    const bot = await createBot({ baseUrl: stack.baseUrl, depositUsd6: 0n })
    const person = await signInByCode(stack.baseUrl, bot)
    const { products } = capitalPlansResponse.parse(await ask(bot, '/v2/capital/plans'))
    const key = createPrivateKey()
    const signingAddr = addressOf(createPrivateKey())
    const expiryTime = Date.now() + 3_600_000
    const digest = signerProofDigest(bot.chain.vault as `0x${string}`, signingAddr, expiryTime, keccak256)
    const wallet = addressOf(key)
    const { email, accessToken } = person
    const wish = { address: wallet, priceId: products[0]!.priceId, email, accessToken }
    const proof = { signingAddr, expiryTime, signature: signDigest(digest, key) }
    const answer = await ask(bot, '/v2/capital/checkoutSession', { ...wish, proof })
    return { bot, person, wallet, session: capitalCheckoutResponse.parse(answer).session_id }
  }
  const plansOf = async ({ bot }: Buyer) =>
    Object.entries(capitalStatusResponse.parse(await ask(bot, '/v2/capital/status?all=true'))).map(
      ([account, { capital_status }]) => [account, capital_status],
    )

  it('[7.7] [4.9] has one plan for every payment, and none without one', { timeout: 900_000 }, async () => {
    const buyers: Buyer[] = []
    for (const _ of DEATHS) buyers.push(await buyer())
    const left = await buyer()
    for (const [at, [, deadly]] of DEATHS.entries()) {
      const died = new Promise<void>((resolve) => (hasDied = resolve))
      isDeadly = deadly
      expect(provider.standIn.pay(buyers[at]!.session)).toContain('/payment/success')
      await died
      await restart()
    }
    for (const each of buyers) {
      await until('the payment has become a plan', async () => (await plansOf(each))[0]?.[1] === 'pre_eval')
      const { accessToken } = await renewed(stack.baseUrl, each.person)
      const opened = { primaryAddr: each.wallet, accessToken, isFunded: false }
      for (const _ of [1, 2])
        expect(await ask(each.bot, '/v2/register/capital', opened)).toMatchObject({
          capital_status: 'active',
          collateral: '5000.000000',
        })
      expect(await plansOf(each)).toEqual([[each.wallet, 'active']])
    }
    expect(await plansOf(left)).toEqual([[left.wallet, 'created']])
    await until('every message was taken', () => provider.books.undelivered.length === 0)
    const paid = provider.books.sessions.filter(({ payment_status }) => payment_status === 'paid')
    expect(paid.map(({ id }) => id)).toEqual(buyers.map(({ session }) => session))
  })
})
