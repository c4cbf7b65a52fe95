/**
 * The LP pool, referrals and points over the wire. Its traders are its own, so that no other statement changes
 * what they hold and brought.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import {
  REFUSAL,
  accountResponse,
  idResponse,
  joinReferralResponse,
  leaderboardResponse,
  listenKeyResponse,
  lpEvent,
  lpOrdersResponse,
  ordersResponse,
  pointsHistoryResponse,
  pointsNameResponse,
  pointsResponse,
  poolHistoryResponse,
  poolResponse,
  referralsResponse,
} from '@vest/protocol'
import { createLocalSigner, createPrivateKey } from '@vest/sdk/node'
import { createBot, type Bot } from '../world/bot.ts'
import { until } from '../world/until.ts'
import { openLine } from './socket.ts'
import {
  as,
  call,
  cancelBody,
  expectError,
  freshNonce,
  lpBody,
  orderBody,
  type GetWorld,
  type WriteOptions,
} from './world.ts'

export const lp = (world: GetWorld) =>
  describe('the LP pool, referrals and points', () => {
    let bot: Bot
    let friend: Bot
    let poor: Bot
    beforeAll(async () => {
      const { baseUrl } = world()
      bot = await createBot({ baseUrl })
      friend = await createBot({ baseUrl, depositUsd6: 2_000_000_000n })
      poor = await createBot({ baseUrl, depositUsd6: 0n })
    }, 120_000)

    const get = async (path: string, by = bot) => (await call(world(), `/v2${path}`, as(by))).body
    const post = (body: unknown, by = bot) => call(world(), '/v2/lp', as(by, { body }))
    const send = async (fields: object = {}, options: WriteOptions = {}, by = bot) =>
      post(await lpBody(by, fields, options), by)
    const place = async (fields: object = {}, by = bot) =>
      idResponse.parse((await send(fields, {}, by)).body).id
    const rows = async (query = '', by = bot) => lpOrdersResponse.parse(await get(`/lp?${query}`, by))
    const row = async (id: string, by = bot) => (await rows(`id=${id}`, by))[0]!

    it('[3.16] a deposit is FILLED with shares at once; the account holds what it is worth', async () => {
      const before = accountResponse.parse(await get('/account'))
      const price = Number(poolResponse.parse(await get('/lp/pool')).sharePrice)
      const id = await place({ size: '1000' })
      const filled = await row(id)
      expect(filled).toMatchObject({
        orderType: 'DEPOSIT',
        status: 'FILLED',
        size: '1000',
        code: null,
        fees: '0.000000',
        executeTime: null,
      })
      expect(Math.abs(Number(filled.shares) * price - 1_000)).toBeLessThan(20)
      const account = accountResponse.parse(await get('/account'))
      expect(Number(before.collateral) - Number(account.collateral)).toBeCloseTo(1_000, 6)
      expect(account.lp.shares).toBe(filled.shares)
      expect(Math.abs(Number(account.lp.balance) - 1_000)).toBeLessThan(20)
      expect(Number(account.lp.unrealizedPnl)).toBeCloseTo(Number(account.lp.balance) - 1_000, 6)
    })

    it('[3.16] a scheduled withdrawal is NEW for two days; new shares cannot leave at once (4009)', async () => {
      const queued = await row(await place({ orderType: 'SCHEDULE_WITHDRAW', size: '100.5' }))
      expect(queued).toMatchObject({ status: 'NEW', size: '100.5', code: null })
      expect(queued.executeTime).toBe(queued.postTime + 172_800_000)
      const young = await row(await place({ orderType: 'IMMEDIATE_WITHDRAW', size: '10' }))
      expect(young).toMatchObject({
        status: 'REJECTED',
        code: REFUSAL.LP_WITHDRAW_CAP_EXCEEDED,
        shares: null,
      })
    })

    it('[3.16] a scheduled withdrawal can be taken back until it is paid: CANCELLED, then 3017', async () => {
      const id = await place({ orderType: 'SCHEDULE_WITHDRAW', size: '50' })
      const cancel = async (by: Bot) =>
        call(
          world(),
          '/v2/lp/cancel',
          as(by, { body: { ...(await cancelBody(by, id)), recvWindow: 10_000 } }),
        )
      expectError(await cancel(friend), 400, 3017)
      expect(idResponse.parse((await cancel(bot)).body).id).toBe(id)
      expect(await row(id)).toMatchObject({ status: 'CANCELLED', code: null })
      expectError(await cancel(bot), 400, 3017)
    })

    it('what money and shares forbid is a record: 4001, 4007, 4012, and 4011 before any deposit', async () => {
      for (const [fields, by, code] of [
        [{ size: '1000000' }, bot, 4001],
        [{ orderType: 'SCHEDULE_WITHDRAW', size: '1' }, friend, 4007],
        [{ orderType: 'SCHEDULE_WITHDRAW', size: '100000' }, bot, 4012],
        [{ size: '1' }, poor, 4011],
      ] as const)
        expect([code, await row(await place(fields, by), by)]).toMatchObject([
          code,
          { status: 'REJECTED', code },
        ])
    })

    it('wire 28, 30: the same order again, or five times at once, is 4010 but for one', async () => {
      const body = await lpBody(bot, { size: '2' })
      const answers = await Promise.all(Array.from({ length: 5 }, () => post(body)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const answer of answers) if (answer.status !== 200) expectError(answer, 400, 4010)
      expect(await rows(`nonce=${body.order.nonce}`)).toHaveLength(1)
      // One space of nonces: neither call takes what the other has used.
      const { nonce } = body.order
      const order = await orderBody(bot, { nonce, size: '0.0100' })
      expectError(await call(world(), '/v2/orders', as(bot, { body: order })), 400, 3015)
      const { body: placed } = await call(
        world(),
        '/v2/orders',
        as(bot, { body: await orderBody(bot, { size: '0.0100' }) }),
      )
      const [used] = ordersResponse.parse(await get(`/orders?id=${idResponse.parse(placed).id}`))
      expectError(await send({ nonce: used!.nonce }), 400, 4010)
    })

    it('wire 23, 25, 27: keys, exact texts and windows, as of every signed write', async () => {
      expect((await send({ size: '1.50' }, { signer: createLocalSigner(bot.primaryKey) })).status).toBe(200)
      expectError(await send({}, { signer: createLocalSigner(createPrivateKey()) }), 400, 1022)
      expectError(await send({ size: '1.5' }, { signedAs: { size: '1.50' } }), 400, 1022)
      expectError(await send({}, { signedAs: { orderType: 'SCHEDULE_WITHDRAW' } }), 400, 1022)
      const old = { time: Date.now() - 6_000, nonce: String(freshNonce()), size: '1' }
      expectError(await send(old), 400, 1132)
      expect((await send(old, { recvWindow: 60_000 })).status).toBe(200)
    })

    it('[7.21] wire 52: GET /lp filters by id, nonce, orderType and time; newest first', async () => {
      const all = await rows()
      expect(all.map((each) => each.postTime)).toEqual(
        all.map((each) => each.postTime).toSorted((a, b) => b - a),
      )
      const { id, nonce, postTime } = all[1]!
      expect((await rows(`id=${id}`)).map((each) => each.id)).toEqual([id])
      expect((await rows(`nonce=${nonce}`)).map((each) => each.id)).toEqual([id])
      expect((await rows(`startTime=${postTime}&endTime=${postTime}`)).map((each) => each.id)).toContain(id)
      expect(await rows('orderType=SCHEDULE_WITHDRAW')).toEqual(
        all.filter(({ orderType }) => orderType === 'SCHEDULE_WITHDRAW'),
      )
      expect(await rows(`endTime=${all.at(-1)!.postTime - 1}`)).toEqual([])
      expect(await rows(`id=${id}`, friend)).toEqual([])
      expectError(await call(world(), '/v2/lp?orderType=LIMIT', as(bot)), 400, 1116)
    })

    it('[7.30] each change of an LP order is one event with the fields of the protocol', async () => {
      const { listenKey } = listenKeyResponse.parse(
        (await call(world(), '/v2/account/listenKey', as(bot, { method: 'POST' }))).body,
      )
      const open = await openLine(world(), `/ws-api?version=1.0&listenKey=${listenKey}`)
      open.send({ method: 'SUBSCRIBE', params: ['account_private'], id: 1 })
      await until('it is acknowledged', () => open.frames.length > 0)
      const ids = [await place({ size: '5' }), await place({ size: '1000000' })]
      const told = () =>
        open.frames.flatMap(({ json }) => {
          const data = json['data'] as { event: string; args: object } | undefined
          return data?.event === 'LP' ? [data.args] : []
        })
      await until('both are told', () => told().length === ids.length)
      for (const [at, args] of told().entries()) {
        const { fees: _, shares: __, executeTime: ___, ...fields } = await row(ids[at]!)
        expect(args).toEqual(fields)
        expect(lpEvent.parse(args)).toEqual(args)
      }
      open.close()
    })

    it('wire 60: the pool tells its value, and its past ends with it', async () => {
      const pool = poolResponse.parse(await get('/lp/pool'))
      expect(pool).toMatchObject({
        state: 'NORMAL',
        navCap: '20000000.000000',
        immediateFee: '0.0030',
        lockMs: 86_400_000,
        scheduleDelayMs: 172_800_000,
      })
      expect(Number(pool.nav)).toBeGreaterThan(9_000_000)
      expect(Number(pool.fees24h)).toBeGreaterThan(0)
      expect(Number(pool.volume24h)).toBeGreaterThan(0)
      const past = poolHistoryResponse.parse(await get('/lp/pool/history'))
      expect(past.map(({ time }) => time % 86_400_000)).toEqual(past.map(() => 0))
      expect(past.map(({ time }) => time)).toEqual(past.map(({ time }) => time).toSorted((a, b) => a - b))
      const hours = poolHistoryResponse.parse(await get('/lp/pool/history?interval=1h'))
      expect(hours[0]!.pnl).toBe('0.000000')
      expect({ ...hours.at(-1), time: 0, pnl: '' }).toEqual({ ...past.at(-1), time: 0, pnl: '' })
      expectError(await call(world(), '/v2/lp/pool/history?interval=1m'), 400, 1130)
    })

    const referrals = async (by: Bot) => referralsResponse.parse(await get('/referrals', by))
    const join = (refCode: unknown, by: Bot) =>
      call(world(), '/v2/referrals/join', as(by, { body: { refCode } }))

    it('[3.17] [7.19] [7.20] a code from the first deposit on; joined once; volume and rewards are told', async () => {
      expect((await referrals(poor)).ref_code).toBeNull()
      const { ref_code: code } = await referrals(bot)
      expect(code).toMatch(/^[A-Z0-9]{6}$/)
      expect((await referrals(bot)).ref_code).toBe(code)
      expect((await referrals(friend)).ref_code).not.toBe(code)
      expectError(await join('ABC', friend), 422, 1130)
      expectError(await join(7, friend), 422, 1130)
      // Of 887 million codes this is not one: I is no letter of theirs.
      expectError(await join('IIIIII', friend), 400, 1141)
      expectError(await join(code, bot), 400, 1142)
      expect(joinReferralResponse.parse((await join(code!.toLowerCase(), friend)).body)).toEqual({
        ref_code: code,
      })
      expectError(await join(code, friend), 400, 1142)
      expect((await referrals(friend)).referred_by).toBe(code)
      const body = await orderBody(friend, { size: '1.0000' })
      const { id } = idResponse.parse((await call(world(), '/v2/orders', as(friend, { body }))).body)
      const [order] = ordersResponse.parse(await get(`/orders?id=${id}`, friend))
      const told = await referrals(bot)
      expect(told).toMatchObject({
        referee_count: 1,
        rewards_paid: '0.000000',
        reward_percent: '10.00',
        discount_percent: '5.00',
        has_twitter_access: false,
      })
      expect(Number(told.referee_volume)).toBeCloseTo(Number(order!.avgFilledPrice), 0)
      expect(Number(told.rewards_pending)).toBeCloseTo(Number(order!.fees) / 10, 5)
    })

    it('[1.4] points: the week, what it would give, and a past that has not begun', async () => {
      const points = pointsResponse.parse(await get('/points', friend))
      expect(points.epoch.endTime - points.epoch.startTime).toBe(604_800_000)
      expect(new Date(points.epoch.startTime).getUTCDay()).toBe(1)
      expect(points).toMatchObject({ total: '0.000000', rank: null, epoch: { pool: '1000000.000000' } })
      expect(Number(points.epoch.estimated)).toBeGreaterThan(0)
      expect(points.multipliers).toContainEqual({ asset: 'stock', value: '1.5' })
      expect(pointsHistoryResponse.parse(await get('/points/history', friend))).toEqual([])
    })

    it('the leaderboard names who wants it, shortened, and no other account', async () => {
      const named = async () =>
        leaderboardResponse
          .parse(await get('/points/leaderboard?limit=100', friend))
          .flatMap(({ address }) => (address === null ? [] : [address]))
      expect(await named()).toEqual([])
      for (const shown of [true, false]) {
        const answer = await call(world(), '/v2/points/name', as(friend, { body: { shown } }))
        expect(pointsNameResponse.parse(answer.body)).toEqual({ shown })
        expect(pointsResponse.parse(await get('/points', friend)).shown).toBe(shown)
        const { address } = friend
        expect(await named()).toEqual(
          shown ? [`${address.slice(0, 6)}…${address.slice(-4)}`.toLowerCase()] : [],
        )
      }
    })
  })
