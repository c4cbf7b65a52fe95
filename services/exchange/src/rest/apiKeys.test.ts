/**
 * Keys of programs over HTTP, and what every kind of caller may do on every route: the matrix is made from the table
 * that is served, so a new route stands in it by being there.
 */
import {
  REFUSAL,
  apiKeyResponse,
  apiKeysResponse,
  CALL_LIST,
  CALLS,
  SESSIONS_MAX,
  type ApiKeyRequest,
} from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testKey } from '../testing/testKeys.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'
import { openSocket } from '../testing/testSocket.ts'
import { ROUTES } from './routeTable.ts'

let world: TestWorld
let trader: Trader
beforeAll(async () => {
  world = await startTestWorld()
  await world.setPrice('BTC-PERP', 50_000)
  trader = await world.trader(0x31, 10_000)
})
afterAll(() => world.stop())

const HOME = '203.0.113.7'
let signers = 0x9000
/** A signing key that no account has used. */
const freshSigner = () => testKey((signers += 1))
/** One that may trade has a signing key of its own. */
const create = async (body: Partial<ApiKeyRequest> = {}, by = trader, from?: string) => {
  const wanted = { label: 'maker', scopes: ['read', 'trade'], ...body }
  const own = wanted.scopes.includes('trade') ? { signingAddr: freshSigner().address } : {}
  const given = from === undefined ? {} : { from }
  return world.call('POST', '/account/apiKeys', { key: by.apiKey, body: { ...own, ...wanted }, ...given })
}
const program = async (body: Partial<ApiKeyRequest> = {}, by = trader) =>
  apiKeyResponse.parse((await create(body, by)).body)
const list = async (key = trader.apiKey) =>
  apiKeysResponse.parse((await world.call('GET', '/account/apiKeys', { key })).body)
const revoke = async (id: string, key = trader.apiKey) =>
  world.call('DELETE', `/account/apiKeys/${id}`, { key, body: {} })
const account = (key: string, from?: string) =>
  world.call('GET', '/account', { key, ...(from === undefined ? {} : { from }) })

describe('a key of a program', () => {
  it('is told once, works at once, and stands in the list with what it may do', async () => {
    const expiryTime = world.clock.nowMs() + 3_600_000
    const own = freshSigner()
    const wanted = {
      label: 'Grid 1 – μ',
      expiryTime,
      ipAllowList: ['127.0.0.0/8', HOME],
      signingAddr: own.address,
      maxDailyLoss: '250',
    }
    const { id, apiKey } = apiKeyResponse.parse((await create(wanted, trader, HOME)).body)
    expect(apiKey).toMatch(/^[0-9a-f]{64}$/)
    expect((await list()).find((row) => row.id === id)).toEqual({
      id,
      kind: 'program',
      label: 'Grid 1 – μ',
      scopes: ['read', 'trade'],
      createTime: world.clock.nowMs(),
      expiryTime,
      createdFrom: '203.0.113.0/24',
      browser: expect.any(String),
      lastUsedTime: null,
      lastUsedFrom: null,
      ipAllowList: ['127.0.0.0/8', HOME],
      signingAddr: own.address,
      maxDailyLoss: '250.000000',
      lostToday: '0.000000',
      isCurrent: false,
    })
    world.clock.advance(5)
    expect((await account(apiKey)).status).toBe(200)
    expect((await list()).find((row) => row.id === id)).toMatchObject({
      lastUsedTime: world.clock.nowMs(),
      lastUsedFrom: '127.0.0.0/24',
    })
    const session = (await list()).find(({ isCurrent }) => isCurrent)!
    expect(session).toMatchObject({ kind: 'session', scopes: ['read', 'trade'], ipAllowList: [] })
    expect(JSON.stringify(await list())).not.toContain(apiKey)
  })

  it('places and cancels orders with a signing key of its own, which moves no money', async () => {
    const signing = freshSigner()
    const { id: keyId, apiKey } = await program({ scopes: ['trade'], signingAddr: signing.address })
    const by = { ...trader, apiKey, signing }
    const id = await world.place(by, { limitPrice: '40000' })
    const order = { time: world.clock.nowMs(), nonce: 77, id }
    const signature = signing.signAction({ kind: 'cancel', ...order })
    expect(
      (await world.call('POST', '/orders/cancel', { key: apiKey, body: { order, signature } })).status,
    ).toBe(200)
    const deposit = { time: world.clock.nowMs(), nonce: 78, orderType: 'DEPOSIT', size: '5' }
    const body = { order: deposit, signature: signing.signAction({ kind: 'lp', ...deposit }) }
    expect((await world.call('POST', '/lp', { key: trader.apiKey, body })).body.code).toBe(
      REFUSAL.INVALID_SIGNATURE,
    )
    await revoke(keyId)
    const late = world.signedOrder(by, { limitPrice: '40000' })
    expect((await world.call('POST', '/orders', { key: trader.apiKey, body: late })).body.code).toBe(
      REFUSAL.INVALID_SIGNATURE,
    )
  })

  it('gives away no more than its bound in a day: 3033, and the list tells what it has lost', async () => {
    const poor = await world.trader(0x53, 10_000)
    const signing = freshSigner()
    const made = await program({ signingAddr: signing.address, maxDailyLoss: '0.5' }, poor)
    const by = { ...poor, apiKey: made.apiKey, signing }
    const buy = { orderType: 'MARKET', limitPrice: '51000' } as const
    await world.place(by, { ...buy, size: '0.0100' })
    const row = (await list(poor.apiKey)).find(({ id }) => id === made.id)!
    expect(row.maxDailyLoss).toBe('0.500000')
    expect(Number(row.lostToday)).toBeGreaterThan(0.05)
    const refused = await world.place(by, { ...buy, size: '0.1000' })
    const { body } = await world.call('GET', `/orders?id=${refused}`, { key: poor.apiKey })
    expect(body[0]).toMatchObject({ status: 'REJECTED', code: REFUSAL.DAILY_LOSS_LIMIT })
    // The owner's own session has no bound.
    const own = await world.place(poor, { ...buy, size: '0.1000' })
    const { body: filled } = await world.call('GET', `/orders?id=${own}`, { key: poor.apiKey })
    expect(filled[0]).toMatchObject({ status: 'FILLED' })
  })

  it('has a tenth of the equity as its bound, at least 100 USDC, where nothing is said; null is none', async () => {
    const boundOf = async (dollars: number, body: Partial<ApiKeyRequest> = {}) => {
      const by = await world.trader(0x5500 + dollars, dollars)
      const { id } = await program(body, by)
      return (await list(by.apiKey)).find((row) => row.id === id)!.maxDailyLoss
    }
    expect(await boundOf(20_000)).toBe('2000.000000')
    expect(await boundOf(30)).toBe('100.000000')
    expect(await boundOf(40, { maxDailyLoss: null })).toBeNull()
    expect(await boundOf(50, { scopes: ['read'] })).toBeNull()
  })

  it('may name another signing key of the account, whose numbers it then counts', async () => {
    const second = await world.trader(0x51, 0)
    const expiryTime = world.clock.nowMs() + 86_400_000
    const signingAddr = second.signing.address
    const signature = trader.primary.approveSigner(`0x${'7a'.repeat(20)}`, signingAddr, expiryTime)
    const body = { signingAddr, primaryAddr: trader.primary.address, expiryTime, signature }
    const scopes: ApiKeyRequest['scopes'] = ['read']
    expect((await create({ signingAddr, scopes })).body.code).toBe(REFUSAL.INVALID_PARAMETER)
    expect((await world.call('POST', '/register', { body })).status).toBe(200)
    const { apiKey } = await program({ signingAddr, scopes })
    // To trade it would need a key of its own: this one is the session's.
    expect((await create({ signingAddr })).body.code).toBe(REFUSAL.INVALID_PARAMETER)
    const nonce = await world.call('GET', '/account/nonce', { key: apiKey })
    expect(nonce.body).toEqual({ lastNonce: 0 })
  })

  it('[8.1] ends at its time: 401 with 1002, and is listed no more', async () => {
    const { id, apiKey } = await program({ expiryTime: world.clock.nowMs() + 1_000 })
    world.clock.advance(999)
    expect((await account(apiKey)).status).toBe(200)
    world.clock.advance(1)
    expect([(await account(apiKey)).status, (await account(apiKey)).body.code]).toEqual([401, 1002])
    expect((await list()).map((row) => row.id)).not.toContain(id)
  })

  it.each([
    [[HOME], HOME, 200],
    [[HOME], '203.0.113.8', 401],
    [['203.0.113.0/24'], '203.0.113.8', 200],
    [['203.0.113.0/24'], `::ffff:${HOME}`, 200],
    [['2001:db8::/32'], '2001:db8:1::9', 200],
    [['2001:db8::/32'], '2001:db9::9', 401],
    [['10.0.0.1', '0.0.0.0/0'], '198.51.100.1', 200],
    [['0.0.0.0/0'], '2001:db8::1', 401],
    [[], '198.51.100.1', 200],
  ])('of %j is answered at %s with %i', async (ipAllowList, from, status) => {
    const { apiKey } = await program({ ipAllowList })
    expect((await account(apiKey, from)).status).toBe(status)
  })

  it.each<[string, object, number]>([
    ['no label', { label: '' }, 422],
    ['a label that breaks the line', { label: 'a\nb' }, 422],
    ['a label as long as a text', { label: 'a'.repeat(65) }, 422],
    ['no scope', { scopes: [] }, 422],
    ['a scope that is none', { scopes: ['withdraw'] }, 422],
    ['every scope but the two', { scopes: ['full'] }, 422],
    ['the past', { expiryTime: 1 }, 400],
    ['half a millisecond', { expiryTime: 1e15 + 0.5 }, 422],
    ['a name for an address', { ipAllowList: ['localhost'] }, 400],
    ['a network too narrow', { ipAllowList: ['10.0.0.0/33'] }, 400],
    ['a zone', { ipAllowList: ['fe80::1%eth0'] }, 400],
    ['too many addresses', { ipAllowList: Array.from({ length: 33 }, () => HOME) }, 422],
    ['a signing key that is none', { signingAddr: '0x12' }, 422],
    ['a signing key of no account', { signingAddr: `0x${'12'.repeat(20)}`, scopes: ['read'] }, 400],
    ['trade without a signing key of its own', { signingAddr: null }, 400],
    ['a bound that is no amount', { maxDailyLoss: '1e3' }, 400],
    ['a bound below zero', { maxDailyLoss: '-1' }, 400],
    ['a bound without trade', { scopes: ['read'], maxDailyLoss: '5' }, 400],
  ])('is not made with %s: 1130', async (_what, body, status) => {
    const before = (await list()).length
    const answer = await create(body)
    expect([answer.status, answer.body.code]).toEqual([status, 1130])
    expect(await list()).toHaveLength(before)
  })

  it('is one of fifty', async () => {
    const crowd = await world.trader(0x61, 0)
    for (let i = 0; i < 50; i += 1) await program({}, crowd)
    const { status, body } = await create({}, crowd)
    expect([status, body.code, body.msg]).toEqual([400, 1130, 'The account has too many keys'])
    const [, first] = await list(crowd.apiKey)
    await revoke(first!.id, crowd.apiKey)
    await program({}, crowd)
  })
})

describe('revoking', () => {
  it('ends a key at once and for ever, and no other account’s', async () => {
    const { id, apiKey } = await program()
    const rival = await world.trader(0x71, 0)
    expect((await revoke(id, rival.apiKey)).body.code).toBe(REFUSAL.INVALID_PARAMETER)
    expect((await account(apiKey)).status).toBe(200)
    expect(await revoke(id)).toMatchObject({ status: 200, body: {} })
    expect((await account(apiKey)).body.code).toBe(REFUSAL.UNAUTHORIZED)
    expect((await revoke(id)).body.code).toBe(REFUSAL.INVALID_PARAMETER)
  })

  it('of a session ends what its signing key may sign, and its socket', async () => {
    const leaving = await world.trader(0x81, 10_000)
    const other = await world.trader(0x81, 0)
    expect(other.apiKey).not.toBe(leaving.apiKey)
    const { body } = await world.call('POST', '/account/listenKey', { key: leaving.apiKey })
    const socket = await openSocket(
      `ws://127.0.0.1:${world.exchange.port}/ws-api?version=1.0&listenKey=${body.listenKey}`,
    )
    socket.send({ method: 'SUBSCRIBE', params: ['account_private'], id: 1 })
    await socket.next()
    const own = (await list(leaving.apiKey)).find(({ isCurrent }) => isCurrent)!
    expect((await revoke(own.id, other.apiKey)).status).toBe(200)
    expect((await socket.closed).code).toBe(4005)
    expect((await account(leaving.apiKey)).body.code).toBe(REFUSAL.UNAUTHORIZED)
    // The pair was registered twice: its signing key speaks on.
    await world.place(other, { limitPrice: '40000' })
    const { apiKey } = await program({ scopes: ['trade'] }, other)
    const last = (await list(other.apiKey)).find(({ isCurrent }) => isCurrent)!
    expect((await revoke(last.id, other.apiKey)).status).toBe(200)
    const order = world.signedOrder(leaving, { limitPrice: '40000' })
    expect((await world.call('POST', '/orders', { key: apiKey, body: order })).body.code).toBe(
      REFUSAL.INVALID_SIGNATURE,
    )
  })
})

it('a session that makes room for another ends with its socket', async () => {
  const crowd = await world.trader(0xa1, 0)
  const { body } = await world.call('POST', '/account/listenKey', { key: crowd.apiKey })
  const socket = await openSocket(
    `ws://127.0.0.1:${world.exchange.port}/ws-api?version=1.0&listenKey=${body.listenKey}`,
  )
  for (let n = 1; n < SESSIONS_MAX; n += 1) await world.trader(0xa1, 0)
  expect((await account(crowd.apiKey)).status).toBe(200)
  const last = await world.trader(0xa1, 0)
  expect((await socket.closed).code).toBe(4005)
  expect((await account(crowd.apiKey)).body.code).toBe(REFUSAL.UNAUTHORIZED)
  expect(await list(last.apiKey)).toHaveLength(SESSIONS_MAX)
})

describe('who may do what', () => {
  /** The key of each kind of caller, and from where it calls. */
  const callers: Record<string, { key?: string; from?: string }> = {}
  beforeAll(async () => {
    const gone = await program()
    await revoke(gone.id)
    const short = await program({ expiryTime: world.clock.nowMs() + 10 })
    world.clock.advance(10)
    Object.assign(callers, {
      'no key': {},
      'an unknown key': { key: 'f'.repeat(64) },
      'an empty key': { key: '' },
      'a revoked key': { key: gone.apiKey },
      'an expired key': { key: short.apiKey },
      'a key elsewhere': { key: (await program({ ipAllowList: [HOME] })).apiKey },
      'a key that may read': { key: (await program({ scopes: ['read'] })).apiKey },
      'a key that may trade': { key: (await program({ scopes: ['trade'] })).apiKey },
      'a key that may both': { key: (await program({ ipAllowList: [HOME] })).apiKey, from: HOME },
      'a session': { key: (await world.trader(0x91, 0)).apiKey },
    })
  })
  const MAY: Record<string, readonly string[]> = {
    'no key': ['none'],
    'an unknown key': ['none'],
    'an empty key': ['none'],
    'a revoked key': ['none'],
    'an expired key': ['none'],
    'a key elsewhere': ['none'],
    'a key that may read': ['none', 'read'],
    'a key that may trade': ['none', 'trade'],
    'a key that may both': ['none', 'read', 'trade'],
    'a session': ['none', 'read', 'trade', 'full'],
  }
  const cells = ROUTES.flatMap((route) =>
    Object.keys(MAY).map((caller) => [route.method, route.path, caller, route] as const),
  )

  it.each(cells)('%s %s, %s', async (method, path, caller, route) => {
    const { key, from } = callers[caller]!
    const answer = await world.call(method, path.replace('{id}', '0x12'), {
      ...(key === undefined ? {} : { key }),
      ...(from === undefined ? {} : { from }),
      ...(method === 'GET' ? {} : { body: {} }),
    })
    const needs = route.auth === 'none' ? 'none' : route.scope
    const isKnown = MAY[caller]!.length > 1
    const expected = MAY[caller]!.includes(needs) ? undefined : isKnown ? [400, 1149] : [401, 1002]
    const refused = [1002, 1149].includes(answer.body?.code) ? [answer.status, answer.body.code] : undefined
    expect(refused).toEqual(expected)
    expect(answer.status).not.toBe(403)
    const isAbsent = 'outside' in CALLS[route.name]
    if (!isAbsent) expect(answer.status).toBeLessThan(500)
  })

  it('nothing that is signed or changes something is for keys that may only read, but the key of their socket', () => {
    const writes = CALL_LIST.filter(({ method, isSigned }) => method !== 'GET' || isSigned === true)
    const open = writes.filter((call) => call.auth === 'key' && call.scope === 'read').map(({ path }) => path)
    expect([...new Set(open)]).toEqual(['/account/listenKey'])
  })
})
