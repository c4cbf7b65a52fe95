import { usd6, type Address, type Hex, type Usd6 } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ON_RAMP_URL_MS, onRampQuote, startDevnetOnRamp, type DevnetOnRamp } from './onRamp.ts'

const APP = 'http://localhost:8080'
const ALICE: Address = `0x${'01'.repeat(20)}`
const BOB: Address = `0x${'02'.repeat(20)}`
const HASH: Hex = `0x${'ab'.repeat(32)}`
let nowMs: number
let onRamp: DevnetOnRamp
let sold: { readonly to: Address; readonly amount: Usd6 }[]

beforeEach(async () => {
  nowMs = 1_700_000_000_000
  sold = []
  onRamp = await startDevnetOnRamp({
    appOrigin: APP,
    addressOf: (account) => `0x${account.slice(2).replaceAll('0', 'f')}`,
    sell: async (to, amount) => (sold.push({ to, amount }), HASH),
    nowMs: () => nowMs,
    onTrouble: (error) => {
      throw error
    },
  })
})
afterEach(() => onRamp.stop())

const urlOf = async (account: Address): Promise<string> => {
  const answer = await onRamp.url(account)
  if (!('url' in answer)) throw new Error('refused')
  return answer.url
}
const keysOf = (url: string) => Object.fromEntries(new URL(url).searchParams)
async function post(path: string, body: object, origin = onRamp.origin) {
  const response = await fetch(`${onRamp.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const buy = { usd: '250.00', outcome: 'paid', nonce: 'n1' }

describe('the on-ramp of devnet', () => {
  it('[7.26] gives one signed address for ten minutes, then another; one for each account', async () => {
    const first = await onRamp.url(ALICE)
    expect(first).toMatchObject({ expires_time: nowMs + ON_RAMP_URL_MS })
    nowMs += ON_RAMP_URL_MS - 1
    expect(await onRamp.url(ALICE)).toEqual(first)
    nowMs += 1
    expect(await urlOf(ALICE)).not.toBe((first as { url: string }).url)
    expect(await urlOf(BOB)).not.toBe(await urlOf(ALICE))
  })

  it('sells to the deposit address of whom the signature names, once per press', async () => {
    const keys = keysOf(await urlOf(ALICE))
    const placed = await post('/orders', { ...keys, ...buy })
    expect(placed).toMatchObject({ status: 200, body: { usdc: '247.10' } })
    expect((await post('/orders', { ...keys, ...buy })).body['id']).toBe(placed.body['id'])
    const state = () => post('/orders/state', { ...keys, id: placed.body['id'] })
    await vi.waitUntil(async () => (await state()).body['status'] === 'completed', { interval: 5 })
    expect((await state()).body['txHash']).toBe(HASH)
    expect(sold).toEqual([{ to: `0x${'f1'.repeat(20)}`, amount: usd6(247_100_000) }])
    // Of another account it is not told.
    const others = keysOf(await urlOf(BOB))
    expect((await post('/orders/state', { ...others, id: placed.body['id'] })).status).toBe(400)
  })

  it('sells nothing for an altered or old address, a foreign page, another outcome, or a wrong amount', async () => {
    const keys = keysOf(await urlOf(ALICE))
    const payload = Buffer.from(JSON.stringify({ account: BOB, expiresMs: nowMs + 1e9 })).toString(
      'base64url',
    )
    const refused = [
      await post('/orders', { ...keys, ...buy, payload }),
      await post('/orders', { ...keys, ...buy, signature: `${keys['signature']!.slice(1)}A` }),
      await post('/orders', { ...keys, ...buy }, 'https://evil.example'),
      await post('/orders', { ...keys, ...buy, outcome: 'gift' }),
      ...(await Promise.all(
        ['', '4.99', '1000.01', '1e3', '-5', '10.001'].map((usd) =>
          post('/orders', { ...keys, ...buy, usd }),
        ),
      )),
      await post('/orders', { ...keys, ...buy, nonce: undefined }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 403, ...Array<number>(8).fill(400)])
    for (const outcome of ['failed', 'canceled'])
      expect((await post('/orders', { ...keys, ...buy, outcome, nonce: outcome })).body['status']).toBe(
        outcome,
      )
    nowMs += 1_800_000
    expect((await post('/orders', { ...keys, ...buy, nonce: 'later' })).status).toBe(400)
    expect(sold).toEqual([])
  })

  it('stands in frames of the app alone and loads nothing from elsewhere', async () => {
    const response = await fetch(await urlOf(ALICE))
    const policy = response.headers.get('content-security-policy')!
    expect(policy).toContain(`frame-ancestors ${APP}`)
    expect(policy).toContain("default-src 'none'")
    expect((await fetch(onRamp.origin.replace('localhost', '127.0.0.1'))).status).toBe(421)
  })

  it('takes one percent and forty cents, rounded up', () => {
    expect(onRampQuote('250.00')).toEqual({ fee: 2_900_000, usdc: 247_100_000 })
    expect(onRampQuote('5.01')).toEqual({ fee: 460_000, usdc: 4_550_000 })
  })
})
