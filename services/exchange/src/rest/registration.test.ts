/** POST /register and what a key opens. The published vectors stand in for existing clients. */
import { apiKeysResponse, registerResponse, type Hex, REFUSAL } from '@vest/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { flipBit, highS, testKey } from '../testing/testKeys.ts'
import { TEST_VAULT } from '../testing/scriptedChain.ts'
import { SET_A, SET_B, startTestWorld, type TestWorld } from '../testing/testWorld.ts'

const DAY_MS = 86_400_000
const primary = testKey(0x22)
const signing = testKey(0x11)
/** Published: signerExpiry 1800000000000, by the primary key of the vectors. */
const VECTOR_EXPIRY = 1_800_000_000_000
const VECTOR_A: Hex =
  '0x27cc97d5d286393b21070c39e109f8737800e107423a13022f863acff8d2ad4d679fe49f3b8aca5f100c9569a795e6fdc7bb7bbca920021e4f0eea5f5aac5e7c1b'
const VECTOR_B: Hex =
  '0xf56a4af077ffbffee49576596011043c6cacc413eae7c67c64717a8717663c1952b98a161489e599d8e9353718caf3231e379b3228597089fb71d5f25346b5a31b'

describe('[7.2] [3.13] POST /register', () => {
  let world: TestWorld
  beforeEach(async () => void (world = await startTestWorld()))
  afterEach(() => world.stop())

  const body = (overrides: object = {}) => {
    const expiryTime = world.clock.nowMs() + 14 * DAY_MS
    return {
      signingAddr: signing.address,
      primaryAddr: primary.address,
      expiryTime,
      networkType: 0,
      isMobile: false,
      signature: primary.approveSigner(TEST_VAULT, signing.address, expiryTime),
      ...overrides,
    }
  }
  const register = async (overrides: object = {}) =>
    world.call('POST', '/register', { body: body(overrides) })
  const accountOf = async (key: string) => world.call('GET', '/account', { key })

  it('accepts the published vectors of both contracts, with and without 0x, v 27/28 or 0/1', async () => {
    world.clock.advance(VECTOR_EXPIRY - DAY_MS - world.clock.nowMs())
    for (const vector of [VECTOR_A, VECTOR_B])
      for (const signature of [
        vector,
        vector.slice(2),
        vector.toUpperCase().replace('0X', '0x'),
        `${vector.slice(0, -2)}00`,
      ]) {
        const answer = await register({ expiryTime: VECTOR_EXPIRY, signature })
        expect(answer.status).toBe(200)
        const { apiKey, accGroup } = registerResponse.parse(answer.body)
        expect(accGroup).toBe(0)
        expect(apiKey).toMatch(/^[0-9a-f]{64}$/)
      }
    const contracts = (await world.engine.query('signers', {})).map(
      ({ verifyingContract }) => verifyingContract,
    )
    expect(new Set(contracts)).toEqual(new Set([SET_A, SET_B]))
  })

  it('records the day of the terms that were accepted with it, as a part of the command; another form is refused', async () => {
    const { submit } = world.engine
    const seen: unknown[] = []
    world.engine.submit = (command) => {
      seen.push(command)
      return submit(command)
    }
    expect((await register({ termsVersion: '2026-11-27' })).status).toBe(200)
    expect((await register()).status).toBe(200)
    world.engine.submit = submit
    expect(seen).toMatchObject([{ kind: 'Register', termsVersion: '2026-11-27' }, { kind: 'Register' }])
    expect(seen[1]).not.toHaveProperty('termsVersion')
    expect((await register({ termsVersion: 'yes' })).body.code).toBe(REFUSAL.INVALID_PARAMETER)
  })

  it('can be repeated: both keys work, each until its own expiry', async () => {
    const first = (await register(body())).body.apiKey as string
    world.clock.advance(DAY_MS)
    const second = (await register()).body.apiKey as string
    expect(second).not.toBe(first)
    expect((await accountOf(first)).status).toBe(200)
    expect((await accountOf(second)).status).toBe(200)
    world.clock.advance(13 * DAY_MS)
    expect((await accountOf(first)).status).toBe(401)
    expect((await accountOf(second)).status).toBe(200)
  })

  it('[T5] an approval whose session was revoked opens no more keys; another of the same key does', async () => {
    const sent = body()
    const { apiKey } = (await register(sent)).body as { apiKey: string }
    const other = (await register(sent)).body.apiKey as string
    const sessions = await world.call('GET', '/account/apiKeys', { key: apiKey })
    const first = apiKeysResponse.parse(sessions.body).find(({ isCurrent }) => isCurrent)!
    const ended = await world.call('DELETE', `/account/apiKeys/${first.id}`, { key: other, body: {} })
    expect(ended.status).toBe(200)
    expect([(await accountOf(apiKey)).status, (await accountOf(other)).status]).toEqual([401, 200])
    const again = await register(sent)
    expect([again.status, again.body.code]).toEqual([400, 1130])
    expect(again.body.msg).toContain('approve with another expiryTime')
    const expiryTime = sent.expiryTime + 1
    const signature = primary.approveSigner(TEST_VAULT, signing.address, expiryTime)
    expect((await register({ expiryTime, signature })).status).toBe(200)
    expect((await accountOf(other)).status).toBe(200)
  })

  it('keeps the hash of the key alone', async () => {
    const { apiKey } = (await register()).body as { apiKey: string }
    const [signer] = await world.engine.query('signers', {})
    expect(signer!.apiKeyHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(JSON.stringify(await world.engine.query('signers', {}))).not.toContain(apiKey)
  })

  it('takes addresses in any letter case', async () => {
    const upper = (text: string) => `0x${text.slice(2).toUpperCase()}`
    const answer = await register({
      primaryAddr: upper(primary.address),
      signingAddr: upper(signing.address),
    })
    expect(answer.status).toBe(200)
    expect((await accountOf(answer.body.apiKey)).body.address).toBe(primary.address)
  })

  it('refuses what the primary key did not sign: 1022', async () => {
    const expiry = world.clock.nowMs() + 14 * DAY_MS
    const good = primary.approveSigner(TEST_VAULT, signing.address, expiry)
    for (const overrides of [
      { signature: flipBit(good, 40) },
      { signature: highS(good) },
      { signature: good.slice(0, -2) },
      { signature: '0x' },
      { signature: testKey(0x44).approveSigner(TEST_VAULT, signing.address, expiry) },
      { signature: primary.approveSigner(`0x${'ab'.repeat(20)}`, signing.address, expiry) },
      { expiryTime: expiry + 1 },
      { signingAddr: testKey(0x45).address },
      { primaryAddr: testKey(0x46).address },
    ]) {
      const { status, body: answer } = await register(overrides)
      expect([status, answer.code, Object.keys(overrides)[0]]).toEqual([400, 1022, Object.keys(overrides)[0]])
    }
    // Longer than a key's: a contract wallet's, and none stands there.
    expect((await register({ signature: `${good}00` })).body.code).toBe(REFUSAL.CONTRACT_WALLET_UNKNOWN)
    expect(await world.engine.query('signers', {})).toEqual([])
  })

  it('refuses networks that are not served: 1024', async () => {
    for (const networkType of [1, 2, -1, 0.5])
      expect((await register({ networkType })).body.code).toBe(REFUSAL.INVALID_NETWORK_TYPE)
    expect((await register({ networkType: null })).status).toBe(200)
  })

  it('refuses expiries outside the next 90 days: 1130', async () => {
    for (const offset of [0, -1, 90 * DAY_MS + 1]) {
      const expiryTime = world.clock.nowMs() + offset
      const signature = primary.approveSigner(TEST_VAULT, signing.address, Math.max(expiryTime, 0))
      const answer = await register({ expiryTime, signature })
      expect([answer.status, answer.body.code]).toEqual([400, 1130])
    }
  })

  it.each([
    ['primaryAddr', undefined],
    ['primaryAddr', '0x12'],
    ['signingAddr', `0x${'0'.repeat(40)}`],
    ['expiryTime', '1'],
    ['expiryTime', 1.5],
    ['signature', 5],
    ['networkType', '0'],
  ])('names the field that is malformed: %s = %s', async (field, value) => {
    const { status, body: answer } = await register({ [field]: value })
    expect([status, answer.code]).toEqual([422, 1130])
    expect(answer.msg).toContain(field)
  })

  it('[6.1] [8.5] a missing, unknown or expired key is 1002 with 401, and nothing else is', async () => {
    const { apiKey } = (await register()).body as { apiKey: string }
    const codes = async (key?: string) => {
      const { status, body: answer } = await world.call('GET', '/account', key === undefined ? {} : { key })
      return [status, answer.code]
    }
    expect(await codes()).toEqual([401, REFUSAL.UNAUTHORIZED])
    expect(await codes('PUBLIC')).toEqual([401, REFUSAL.UNAUTHORIZED])
    expect(await codes('f'.repeat(64))).toEqual([401, REFUSAL.UNAUTHORIZED])
    expect(await codes('f'.repeat(100_000))).toEqual([401, REFUSAL.UNAUTHORIZED])
    expect(await codes(apiKey.toUpperCase())).toEqual([401, 1002])
    expect(await codes(apiKey)).toEqual([200, undefined])
    world.clock.advance(14 * DAY_MS)
    expect(await codes(apiKey)).toEqual([401, REFUSAL.UNAUTHORIZED])
  })
})
