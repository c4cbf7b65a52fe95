/** The wallet's origin: whom it answers, with which headers, and what its refusals look like. */
import {
  REFUSAL,
  codeStartAnswer,
  errorBody,
  IDENTITY_CALLS,
  type IdentityCallName,
  type WalletConfig,
} from '@vest/protocol'
import type { IdentityPort } from '@vest/runtime'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLogger } from '../logger.ts'
import { startWalletServer, type WalletServer } from './startWalletServer.ts'

const ORIGIN = 'http://localhost:8081'
const CONFIG: WalletConfig = {
  appOrigins: ['http://localhost:8080'],
  issuer: ORIGIN,
  google: true,
  registrationContract: `0x${'11'.repeat(20)}`,
  chains: [],
  solana: null,
}
const TOKEN = 'good.wallet.token'
const calls: { readonly name: string; readonly args: readonly unknown[] }[] = []
let answer: object = {}
let failure: Error | undefined

/** Every method notes what it was asked. */
const identity = new Proxy({ keys: { keys: [] } } as unknown as IdentityPort, {
  get: (target, name: string) =>
    name in target
      ? target[name as 'keys']
      : async (...args: readonly unknown[]) => {
          if (name === 'signedIn') return args[0] === TOKEN ? { userId: 'u', sessionId: 's' } : undefined
          calls.push({ name, args })
          if (failure) throw failure
          return answer
        },
})

let server: WalletServer
/** Each test comes from a network of its own: requests are counted by it. */
let network = 0
beforeAll(async () => {
  server = await startWalletServer({
    host: '127.0.0.1',
    port: 0,
    origin: ORIGIN,
    config: CONFIG,
    identity,
    logger: createLogger({}),
  })
})
beforeEach(() => {
  calls.length = 0
  network += 1
  answer = {}
  failure = undefined
})
afterAll(() => server.stop())

interface Ask {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}
const ask = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS',
  url: string,
  { headers, body }: Ask = {},
) =>
  server.app.inject({
    method,
    url,
    remoteAddress: `10.0.${network}.1`,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
const START = { email: 'a@mail.example', language: 'en' }
const bearer = { authorization: `Bearer ${TOKEN}` }

describe("[T22] the wallet's origin", () => {
  const NAMES = Object.keys(IDENTITY_CALLS) as IdentityCallName[]
  const FOREIGN: readonly Readonly<Record<string, string>>[] = [
    { origin: 'http://localhost:8080', 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { origin: `${ORIGIN}.evil.example` },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
  ]
  it.each(NAMES.filter((name) => name !== 'keys'))(
    '%s is refused to every page but its own',
    async (name) => {
      const { method, path } = IDENTITY_CALLS[name]
      for (const headers of FOREIGN) {
        const refused = await ask(method, path.replace('{id}', 'x'), { headers: { ...headers, ...bearer } })
        expect([refused.statusCode, errorBody.parse(refused.json()).code, headers]).toEqual([
          403,
          1002,
          headers,
        ])
        expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
      }
      expect(calls).toEqual([])
    },
  )

  it('answers no preflight: a page elsewhere cannot even ask', async () => {
    const headers = { origin: 'http://localhost:8080', 'access-control-request-method': 'PUT' }
    const refused = await ask('OPTIONS', '/identity/wallet', { headers })
    expect(refused.statusCode).toBe(404)
    expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('answers its own page, and programs that name no origin', async () => {
    answer = { challengeId: 'c'.repeat(32), expiryTime: 2, resendTime: 1 }
    for (const headers of [{ origin: ORIGIN, 'sec-fetch-site': 'same-origin' }, {}] as const) {
      const ok = await ask('POST', '/identity/code', { headers, body: START })
      expect([ok.statusCode, codeStartAnswer.parse(ok.json())]).toEqual([200, answer])
      expect(ok.headers['cache-control']).toBe('no-store')
    }
    const own = await ask('GET', '/identity/config', { headers: { 'sec-fetch-site': 'same-origin' } })
    expect(own.json()).toEqual(CONFIG)
  })

  it('publishes its keys', async () => {
    const keys = await ask('GET', '/identity/keys', { headers: { origin: 'https://elsewhere.example' } })
    expect(keys.headers['access-control-allow-origin']).toBe('*')
    expect(keys.json()).toEqual({ keys: [] })
  })

  it('[F3] stands in frames of the app alone, loads from itself alone, and has no opener', async () => {
    for (const url of ['/', '/identity/config', '/no-such']) {
      const { headers } = await ask('GET', url)
      expect(headers).toMatchObject({
        'cross-origin-opener-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      expect(String(headers['content-security-policy']).split('; ')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          "connect-src 'self'",
          'frame-ancestors http://localhost:8080',
          "require-trusted-types-for 'script'",
        ]),
      )
    }
  })

  it.each(NAMES.filter((name) => IDENTITY_CALLS[name].auth === 'wallet'))(
    '%s wants a token: 1002',
    async (name) => {
      const { method, path } = IDENTITY_CALLS[name]
      for (const headers of [
        {},
        { authorization: 'Bearer other' },
        { authorization: TOKEN },
        { authorization: `Basic ${TOKEN}` },
      ]) {
        const refused = await ask(method, path.replace('{id}', 'x'), { headers })
        expect([refused.statusCode, refused.json().code]).toEqual([401, 1002])
      }
      expect(calls).toEqual([])
    },
  )

  it('hands over who asks, from where, and with what', async () => {
    await ask('DELETE', '/identity/sessions/other-session', { headers: bearer })
    await ask('POST', '/identity/signout', {
      headers: { ...bearer, 'user-agent': 'Test' },
      body: { everywhere: true },
    })
    await ask('POST', '/identity/code', { headers: { 'user-agent': 'Test' }, body: START })
    const who = { userId: 'u', sessionId: 's' }
    expect(calls).toEqual([
      { name: 'endSession', args: [who, 'other-session'] },
      { name: 'signOut', args: [who, { everywhere: true }] },
      { name: 'startCode', args: [START, { address: expect.any(String) as string, browser: 'Test' }] },
    ])
  })

  it('refusals carry code, tries left and when to come back', async () => {
    const verify = { challengeId: 'c'.repeat(32), email: 'a@mail.example', code: '123456' }
    answer = { refused: 1150, triesLeft: 3 }
    const wrong = await ask('POST', '/identity/code/verify', { body: verify })
    expect([wrong.statusCode, wrong.json().detail]).toEqual([
      400,
      { code: REFUSAL.WRONG_CODE, msg: 'Wrong code', triesLeft: 3 },
    ])
    answer = { refused: 1003, retryAfterS: 42 }
    const later = await ask('POST', '/identity/code', { body: START })
    expect([later.statusCode, later.headers['retry-after']]).toEqual([429, '42'])
  })

  it.each([
    ['no body', undefined],
    ['no JSON', '{'],
    ['a key twice', '{"email":"a@mail.example","email":"b@mail.example","language":"en"}'],
    ['a field more', { ...START, isAdmin: true }],
    ['a field less', { email: START.email }],
    ['another type', { ...START, email: 7 }],
    ['another language', { ...START, language: 'fr' }],
    ['too long a text', { ...START, email: 'a'.repeat(400) }],
    ['a list', [START]],
    ['a prototype', '{"__proto__":{"email":"a@mail.example"},"language":"en"}'],
    ['too large a body', { ...START, email: 'a'.repeat(40_000) }],
  ])('refuses %s before identity hears of it', async (_which, body) => {
    const refused = await ask('POST', '/identity/code', { body })
    expect([400, 413, 422]).toContain(refused.statusCode)
    expect(errorBody.parse(refused.json()).code).toBe(REFUSAL.INVALID_PARAMETER)
    expect(calls).toEqual([])
  })

  it('[T20] one address asks so often and no more: 1003', async () => {
    const from = async () => {
      const { app } = server
      return app.inject({ method: 'GET', url: '/identity/config', remoteAddress: '198.51.100.9' })
    }
    let asked = 0
    let last = await from()
    for (; last.statusCode === 200 && asked < 5_000; asked += 1) last = await from()
    expect([last.statusCode, last.json().code, Number(last.headers['retry-after']) > 0]).toEqual([
      429,
      1003,
      true,
    ])
    expect(asked).toBeGreaterThan(100)
    expect((await ask('GET', '/identity/config')).statusCode).toBe(200)
  })

  it.each(['gzip, deflate, br', 'identity'])(
    'serves the frame to browsers that take %s: its page anew each time, its files for good',
    async (encoding) => {
      const staticDir = mkdtempSync(join(tmpdir(), 'vest-frame-'))
      mkdirSync(join(staticDir, 'assets'))
      writeFileSync(join(staticDir, 'index.html'), '<!doctype html>')
      writeFileSync(join(staticDir, 'assets', 'wallet-ABCDEF.js'), 'export {}')
      const logger = createLogger({})
      const options = { host: '127.0.0.1', port: 0, origin: ORIGIN, config: CONFIG, identity, logger }
      const frame = await startWalletServer({ ...options, staticDir })
      const get = (url: string) =>
        frame.app.inject({ method: 'GET', url, headers: { 'accept-encoding': encoding } })
      const page = await get('/')
      expect([page.statusCode, page.body, page.headers['cache-control']]).toEqual([
        200,
        '<!doctype html>',
        'no-cache',
      ])
      expect(page.headers['content-security-policy']).toContain('frame-ancestors http://localhost:8080')
      const script = await get('/assets/wallet-ABCDEF.js')
      expect([script.statusCode, script.headers['cache-control']]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ])
      await frame.stop()
      rmSync(staticDir, { recursive: true })
    },
  )

  it('a failure says nothing of itself', async () => {
    failure = new Error('secret of the database')
    const failed = await ask('POST', '/identity/code', { body: START })
    expect([failed.statusCode, failed.json().code]).toEqual([500, 0])
    expect(failed.body).not.toContain('secret')
  })
})
