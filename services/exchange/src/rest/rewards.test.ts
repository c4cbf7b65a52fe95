/** Points and referrals over HTTP: who gets a code and when, what it brings, and what a week gave. */
import {
  REFUSAL,
  leaderboardResponse,
  pointsHistoryResponse,
  pointsResponse,
  refereesResponse,
  referralCodeResponse,
  referralDaysResponse,
  referralsResponse,
  usd6,
  type PointsResponse,
} from '@vest/protocol'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isRefusal } from '../refusal.ts'
import { testKey } from '../testing/testKeys.ts'
import { startTestWorld, type TestWorld, type Trader } from '../testing/testWorld.ts'
import { drawReferralCode, REFERRAL_LETTERS, referralCodeOf } from './referralCode.ts'

const WEEK_MS = 7 * 86_400_000
/** Monday, 00:00 UTC. */
const MONDAY_MS = Date.UTC(2025, 10, 24)
const FORM = new RegExp(`^[${REFERRAL_LETTERS}]{6}$`)

let world: TestWorld
let referrer: Trader
let referee: Trader
beforeAll(async () => {
  world = await startTestWorld()
  referrer = await world.trader(0x31, 100_000)
  referee = await world.trader(0x33, 100_000)
})
afterAll(() => world.stop())
beforeEach(() => world.setPrice('BTC-PERP', 50_000))

const get = (path: string, by: Trader) => world.call('GET', path, { key: by.apiKey })
const referrals = async (by: Trader) => referralsResponse.parse((await get('/referrals', by)).body)
const join = async (refCode: unknown, by: Trader) => {
  const { status, body } = await world.call('POST', '/referrals/join', { key: by.apiKey, body: { refCode } })
  return body.code === undefined ? body : [status, body.code]
}
const buy = (by: Trader, size = '1') => world.place(by, { orderType: 'MARKET', limitPrice: '52000', size })
const simAccount = async (n: number): Promise<Trader> => {
  await world.submit({
    kind: 'OpenSimAccount',
    account: testKey(n).address,
    ownerId: referrer.primary.address,
    amountUsd6: usd6(10_000_000_000),
  })
  return world.trader(n, 0)
}

describe('[3.17] [7.19] [7.20] referrals', () => {
  it('there is no code before the first deposit, and one for ever from then on', async () => {
    const stranger = await world.trader(0x41, 0)
    expect(await referrals(stranger)).toEqual({
      ref_code: null,
      has_twitter_access: false,
      referred_by: null,
      referee_count: 0,
      referee_volume: '0.000000',
      rewards_paid: '0.000000',
      rewards_pending: '0.000000',
      reward_percent: '10.00',
      discount_percent: '5.00',
      can_join: true,
      join_until: expect.any(Number),
    })
    const funded = await world.trader(0x41, 5)
    const codes = await Promise.all(Array.from({ length: 5 }, () => referrals(funded)))
    expect(codes[0]!.ref_code).toMatch(FORM)
    expect(new Set(codes.map(({ ref_code }) => ref_code)).size).toBe(1)
    expect((await referrals(referrer)).ref_code).not.toBe(codes[0]!.ref_code)
  })

  it('a code that is taken (1140) is drawn again', async () => {
    const taken = (await referrals(referrer)).ref_code!
    const { primary } = await world.trader(0x43, 5)
    const drawn = [taken, taken, 'QQQQQQ']
    const edge = { engine: world.engine }
    expect(await referralCodeOf(edge, primary.address, () => drawn.shift()!)).toBe('QQQQQQ')
    expect(drawn).toEqual([])
    await expect(
      referralCodeOf(edge, (await world.trader(0x45, 5)).primary.address, () => taken),
    ).rejects.toThrow('no referral code is free')
    world.engine.isFull = true
    const refused = await referralCodeOf(edge, testKey(0x47).address)
    world.engine.isFull = false
    expect(isRefusal(refused) && refused.code).toBe(REFUSAL.TOO_MANY_REQUESTS)
  })

  it('codes are drawn from letters that look like no other, all of them', () => {
    const codes = Array.from({ length: 500 }, drawReferralCode)
    for (const code of codes) expect(code).toMatch(FORM)
    expect(new Set(codes).size).toBe(500)
    expect(new Set(codes.join('')).size).toBe(REFERRAL_LETTERS.length)
    expect(REFERRAL_LETTERS).not.toMatch(/[01OIL]/)
  })

  it('joining is once, by a code that exists and is not one’s own; what the referee pays and trades is told', async () => {
    const code = (await referrals(referrer)).ref_code!
    expect(await join('NSUCHC', referee)).toEqual([400, 1141])
    expect(await join(code, referrer)).toEqual([400, 1142])
    expect(await join(code.toLowerCase(), referee)).toEqual({ ref_code: code })
    expect(await join(code, referee)).toEqual([400, 1142])
    expect((await referrals(referee)).referred_by).toBe(code)
    await buy(referee)
    const { body } = await get('/orders', referee)
    const [order] = body as { fees: string; size: string; avgFilledPrice: string }[]
    const told = await referrals(referrer)
    expect(told).toMatchObject({ referee_count: 1, referred_by: null, rewards_paid: '0.000000' })
    expect(Number(told.referee_volume)).toBeCloseTo(Number(order!.size) * Number(order!.avgFilledPrice), -1)
    expect(told.rewards_pending).toBe((Math.floor(Number(order!.fees) * 100_000) / 1_000_000).toFixed(6))
    // Money that traded by itself does not count.
    await buy(referrer)
    expect((await referrals(referrer)).referee_volume).toBe(told.referee_volume)
  })

  it('who came, and what they did by day, is told shortened; the days’ fees are the referees’', async () => {
    const [first] = refereesResponse.parse((await get('/referrals/referees', referrer)).body)
    const { address } = referee.primary
    expect(first).toMatchObject({
      address: `${address.slice(0, 6)}…${address.slice(-4)}`,
      volume: (await referrals(referrer)).referee_volume,
    })
    expect(first!.joinTime).toBeLessThanOrEqual(world.clock.nowMs())
    const [day, ...older] = referralDaysResponse.parse((await get('/referrals/days', referrer)).body)
    expect(older).toEqual([])
    expect(day).toMatchObject({
      time: Math.floor(world.clock.nowMs() / 86_400_000) * 86_400_000,
      traders: 1,
      volume: first!.volume,
      fees: first!.fees,
      reward: (await referrals(referrer)).rewards_pending,
    })
    expect((await get('/referrals/days', referee)).body).toEqual([])
    expect((await get('/referrals/referees', referee)).body).toEqual([])
  })

  it('[8.17] a code of one’s own choosing is free or 1140, given once (1142), and drawn for no other account meanwhile', async () => {
    const chooser = await world.trader(0x71, 5)
    const choose = async (refCode: string, by = chooser) => {
      const { status, body } = await world.call('POST', '/referrals/code', {
        key: by.apiKey,
        body: { refCode },
      })
      return body.code === undefined ? body : [status, body.code]
    }
    const looked = async (code: string) =>
      referralCodeResponse.parse((await get(`/referrals/code?code=${code}`, chooser)).body)
    expect((await get('/referrals?draw=0', chooser)).body.ref_code).toBeNull()
    expect((await get('/referrals?draw=no', chooser)).body.code).toBe(REFUSAL.INVALID_PARAMETER)
    const taken = (await referrals(referrer)).ref_code!
    expect(await looked(taken)).toEqual({
      code: taken,
      free: false,
      suggestions: [`${taken}7`, `${taken}X7`],
    })
    expect(await choose(taken)).toEqual([400, 1140])
    expect(await choose('no')).toEqual([422, 1130])
    expect((await get('/referrals/code?code=no', chooser)).body.code).toBe(REFUSAL.INVALID_PARAMETER)
    expect(await looked('tailor')).toMatchObject({ code: 'TAILOR', free: true })
    expect(await choose('tailor')).toEqual({ ref_code: 'TAILOR' })
    expect(await looked('TAILOR')).toMatchObject({ free: false })
    expect(await choose('TAILOR')).toEqual({ ref_code: 'TAILOR' })
    expect(await choose('TAILOR9')).toEqual([400, 1142])
    expect((await referrals(chooser)).ref_code).toBe('TAILOR')
    expect(await choose('ANYONE', await world.trader(0x73, 0))).toEqual([400, 1099])
  })

  it('a week after its registration an account that trades comes too late: 1142', async () => {
    const code = (await referrals(referrer)).ref_code!
    const early = await world.trader(0x61, 100)
    await buy(early, '0.001')
    world.clock.advance(WEEK_MS + 1)
    await world.submit({ kind: 'TickTimer' })
    const late = await world.trader(0x61, 0)
    expect(await join(code, late)).toEqual([400, 1142])
    ;[referrer, referee] = [await world.trader(0x31, 0), await world.trader(0x33, 0)]
  })

  it.each([['ABC'], ['ABCDEFGHJKMNP'], ['ABC DE'], ['ÀBCDEF'], [''], [123_456], [null], [undefined]])(
    'a code like %j is malformed: 422',
    async (refCode) => {
      const seq = world.engine.seq()
      expect(await join(refCode, referee)).toEqual([422, 1130])
      expect(world.engine.seq()).toBe(seq)
    },
  )
})

describe('[1.4] points', () => {
  const points = async (by: Trader): Promise<PointsResponse> =>
    pointsResponse.parse((await get('/points', by)).body)
  const history = async (by: Trader, query = '') =>
    pointsHistoryResponse.parse((await get(`/points/history?${query}`, by)).body)

  it('tell the week, what it would give, and after it what it gave, with a rank', async () => {
    // The week before has ended within the tests above.
    await buy(referee)
    const now = await points(referee)
    const { startTime, endTime } = now.epoch
    expect([(startTime - MONDAY_MS) % WEEK_MS, endTime - startTime]).toEqual([0, WEEK_MS])
    expect(now.epoch).toMatchObject({
      pool: '1000000.000000',
      estimated: '1000000.000000',
      rank: 1,
      count: 2,
    })
    expect(now.epoch.trading).toBe(now.epoch.estimated)
    const board = async (query = '') => (await world.call('GET', `/points/leaderboard${query}`)).body
    const [first, second, ...others] = leaderboardResponse.parse(await board())
    expect([first, others]).toEqual([{ rank: 1, points: now.epoch.estimated, address: null }, []])
    expect(second!.rank).toBe(2)
    const ever = leaderboardResponse.parse(await board('?scope=all&limit=100'))
    expect(ever).toHaveLength(now.count)
    expect(ever).toContainEqual({ rank: now.rank, points: now.total, address: null })
    expect((await board('?scope=ever')).code).toBe(REFUSAL.INVALID_PARAMETER)
    // Named is who wants it, in both lists, shortened, and as long as they want it.
    const { apiKey, primary } = referee
    const show = (shown: unknown) => world.call('POST', '/points/name', { key: apiKey, body: { shown } })
    const named = async (query: string) =>
      leaderboardResponse
        .parse(await board(query))
        .flatMap(({ rank, address }) => (address === null ? [] : [[rank, address]]))
    expect((await show(true)).body).toEqual({ shown: true })
    const name = `${primary.address.slice(0, 6)}…${primary.address.slice(-4)}`
    expect([await named(''), await named('?scope=all')]).toEqual([[[1, name]], [[now.rank, name]]])
    expect((await show('yes')).status).toBe(422)
    await show(false)
    expect(await named('')).toEqual([])
    expect(now.multipliers).toEqual([
      { asset: 'stock', value: '1.5' },
      { asset: 'crypto', value: '1.0' },
      { asset: 'forex', value: '1.0' },
    ])
    const before = await history(referee)
    world.clock.advance(endTime - world.clock.nowMs())
    await world.submit({ kind: 'TickTimer' })
    ;[referrer, referee] = [await world.trader(0x31, 0), await world.trader(0x33, 0)]
    const row = {
      epochId: now.epoch.id,
      startTime,
      endTime,
      trading: '1000000.000000',
      lp: '0.000000',
      referral: '0.000000',
      total: '1000000.000000',
      rank: 1,
    }
    expect(await history(referee)).toEqual([row, ...before])
    expect(await history(referrer)).toEqual([
      { ...row, trading: '0.000000', referral: '100000.000000', total: '100000.000000', rank: 2 },
      ...(await history(referrer)).slice(1),
    ])
    const after = await points(referee)
    expect(Number(after.total)).toBe(Number(now.total) + 1_000_000)
    expect([after.rank, (await points(referrer)).rank]).toEqual([1, 2])
    expect(after.epoch).toMatchObject({ id: now.epoch.id + 1, startTime: endTime, estimated: '0.000000' })
    expect(await history(referee, `startTime=${endTime}&endTime=${endTime}`)).toEqual([row])
    expect(await history(referee, `endTime=${startTime - 1}`)).toEqual([])
    expect(await history(referee, 'limit=1')).toEqual([row])
  })

  it('an account without any has no rank and no past', async () => {
    const stranger = await world.trader(0x71, 0)
    expect(await points(stranger)).toMatchObject({ total: '0.000000', rank: null })
    expect(await history(stranger)).toEqual([])
  })
})

describe('[6.5] accounts of the capital programme', () => {
  it.each([
    ['GET', '/referrals', 0x81],
    ['POST', '/referrals/join', 0x83],
    ['GET', '/points', 0x85],
    ['GET', '/points/history', 0x87],
  ] as const)('wire 56: %s %s is 400 with 1149', async (method, path, n) => {
    const sim = await simAccount(n)
    const body = method === 'POST' ? { body: { refCode: 'ABCDEF' } } : {}
    const answer = await world.call(method, path, { key: sim.apiKey, ...body })
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([
      400,
      1149,
      'Not available for this account',
    ])
  })
})
