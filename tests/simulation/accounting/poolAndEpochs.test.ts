/**
 * What the pages of the pool, of points and of referrals show is what the engine holds: over lives of random
 * trading, deposits into the pool and withdrawals through eight days, so that a week of points ends among them.
 */
import fc from 'fast-check'
import {
  accountResponse,
  fillsResponse,
  lpOrdersResponse,
  type LpOrderType,
  pointsHistoryResponse,
  pointsResponse,
  poolHistoryResponse,
  poolResponse,
  readDecimal,
  referralDaysResponse,
  referralsResponse,
  usd6,
} from '@vest/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPool, readShare } from '../../../clients/web/src/entities/lp/lpPool.ts'
import { holdingsOf } from '../../../clients/web/src/pages/liquidity/poolHoldings.ts'
import { dayFlows, pricePoints, yieldOver } from '../../../clients/web/src/pages/liquidity/sharePricePast.ts'
import { tradingDays, WEEK_DAYS } from '../../../clients/web/src/pages/points/pointsDays.ts'
import {
  startTestWorld,
  type TestWorld,
  type Trader,
} from '../../../services/exchange/src/testing/testWorld.ts'

const HOUR_MS = 3_600_000
const DAYS = 8
const START = { 'BTC-PERP': 50_000, 'ETH-PERP': 3_000 } as const
const MARKETS = Object.keys(START) as (keyof typeof START)[]
/** Of keys. The second comes by the code of the first. */
const PEOPLE = [0x31, 0x33, 0x35] as const

const trades = fc.array(
  fc.record({
    person: fc.nat(PEOPLE.length - 1),
    symbol: fc.constantFrom(...MARKETS),
    isBuy: fc.boolean(),
    lots: fc.integer({ min: 1, max: 40 }),
    move: fc.integer({ min: -60, max: 60 }),
    lp: fc.constantFrom<LpOrderType>('DEPOSIT', 'DEPOSIT', 'SCHEDULE_WITHDRAW', 'IMMEDIATE_WITHDRAW'),
    lpUsd: fc.integer({ min: 5, max: 400 }),
  }),
  { minLength: 4 * DAYS, maxLength: 4 * DAYS },
)
/** Four steps a day. Every life has each kind of LP order, and time for a scheduled withdrawal to be paid. */
const steps = trades.map((life) =>
  life.map((step, at): typeof step => {
    if (at === 0) return { ...step, person: 0, lp: 'DEPOSIT', lpUsd: 400 }
    if (at === 8) return { ...step, person: 0, lp: 'IMMEDIATE_WITHDRAW', lpUsd: 5 }
    if (at === 9) return { ...step, person: 0, lp: 'SCHEDULE_WITHDRAW', lpUsd: 5 }
    return at < 9 && step.person === 0 ? { ...step, lp: 'DEPOSIT' } : step
  }),
)
const sum = (parts: readonly number[]): number => parts.reduce((all, one) => all + one, 0)

const LIVES = fc.sample(steps, 3)

describe.each(LIVES.map((life, at) => ({ life, at })))(
  'pages of pool, points and referrals, life $at',
  ({ life }) => {
    let world: TestWorld
    let people: Trader[]
    let nonce = 9_000_000
    const get = async (path: string, by?: Trader) =>
      (await world.call('GET', path, by === undefined ? {} : { key: by.apiKey })).body
    const logIn = async (usdc: number): Promise<void> => {
      people = []
      for (const key of PEOPLE) people.push(await world.trader(key, usdc))
    }
    async function sendLp(
      by: Trader,
      orderType: 'DEPOSIT' | 'SCHEDULE_WITHDRAW' | 'IMMEDIATE_WITHDRAW',
      size: string,
    ) {
      nonce += 1
      const order = { time: world.clock.nowMs(), nonce, orderType, size }
      const signature = by.signing.signAction({ kind: 'lp', ...order })
      await world.call('POST', '/lp', { key: by.apiKey, body: { order, signature } })
    }

    beforeAll(async () => {
      world = await startTestWorld()
      const prices: Record<string, number> = { ...START }
      for (const symbol of MARKETS) await world.setPrice(symbol, prices[symbol]!)
      await logIn(50_000)
      const { ref_code: code } = referralsResponse.parse(await get('/referrals', people[0]))
      await world.call('POST', '/referrals/join', { key: people[1]!.apiKey, body: { refCode: code } })
      for (const [at, { person, symbol, isBuy, lots, move, lp, lpUsd }] of life.entries()) {
        const by = people[person]!
        const price = prices[symbol]!
        await world.call('POST', '/orders', {
          key: by.apiKey,
          body: world.signedOrder(by, {
            symbol,
            isBuy,
            size: (lots / 100).toFixed(2),
            orderType: 'MARKET',
            limitPrice: (price * (isBuy ? 1.02 : 0.98)).toFixed(1),
          }),
        })
        await sendLp(by, lp, String(lpUsd))
        prices[symbol] = price * (1 + move / 10_000)
        for (const each of MARKETS) await world.setPrice(each, prices[each]!)
        for (let hour = 0; hour < 6; hour += 1) {
          world.clock.advance(HOUR_MS)
          await world.submit({ kind: 'TickTimer' })
        }
        for (const each of MARKETS) await world.setPrice(each, prices[each]!)
        if (at % 3 === 2) await logIn(0)
      }
      await logIn(0)
    }, 240_000)
    afterAll(() => world.stop())

    it('[2.6] the pool: value, price, yield and holdings are the engine’s, and what its flows add up to was brought and taken', async () => {
      const page = readPool(poolResponse.parse(await get('/lp/pool')))
      const engine = await world.engine.query('pool', {})
      expect(page).toMatchObject({
        navLow: engine.navLow,
        navHigh: engine.navHigh,
        totalShares: engine.totalShares,
        sharePrice: engine.sharePrice,
        queuedShares: engine.queuedShares,
        initMargin: engine.initMargin,
        maintMargin: engine.maintMargin,
        insurance: engine.insurance,
      })
      expect(page.yield30d).toEqual({
        percent2: engine.yield30d,
        price: engine.yieldBase!.price,
        days: engine.yieldBase!.days,
      })
      expect(engine.yieldBase!.days).toBeGreaterThanOrEqual(DAYS - 1)

      const holdings = holdingsOf(page, undefined)
      expect(sum(holdings.map(({ value }) => value))).toBe(sum(engine.positions.map(({ value }) => value)))
      expect(sum(holdings.map(({ unrealizedPnl }) => unrealizedPnl))).toBe(
        sum(engine.positions.map(({ unrealizedPnl }) => unrealizedPnl)),
      )

      const rows = poolHistoryResponse.parse(await get('/lp/pool/history?interval=1h&limit=1000'))
      const points = pricePoints(rows, { timeMs: page.timeMs, price: page.sharePrice })
      expect(points.at(-1)!.price).toBe(engine.sharePrice)
      const week = yieldOver(points, 7)!
      expect(points.some(({ price }) => price === week.before)).toBe(true)

      const [first, last] = [rows[0]!.time, rows.at(-1)!.time]
      const orders = (
        await Promise.all(people.map(async (by) => lpOrdersResponse.parse(await get('/lp?limit=1000', by))))
      ).flat()
      const moved = orders.filter(({ status }) => status === 'FILLED')
      expect(new Set(moved.map(({ orderType }) => orderType)).size).toBe(3)
      // A flow is what the shares that came and went were worth at the hour before: a price that those hours had.
      const brought = moved.map(({ orderType, shares, postTime, executeTime }) => {
        const at = executeTime ?? postTime
        if (at <= first || at > last) return [0, 0] as const
        const prices = points
          .filter(({ timeMs }) => timeMs >= at - 2 * HOUR_MS && timeMs <= at + HOUR_MS)
          .map(({ price }) => price)
        const worth = (price: number): number => (readDecimal(shares!, 6) * price) / 1_000_000
        const [low, high] = [worth(Math.min(...prices) - 1) - 1, worth(Math.max(...prices) + 1) + 1]
        return orderType === 'DEPOSIT' ? ([low, high] as const) : ([-high, -low] as const)
      })
      const net = sum(dayFlows(rows).map((flow) => flow.net))
      expect(net).toBeGreaterThanOrEqual(sum(brought.map(([low]) => low)))
      expect(net).toBeLessThanOrEqual(sum(brought.map(([, high]) => high)))
    })

    it('[2.6] own shares are the engine’s, and add up with those of the operator to all that there are', async () => {
      const engine = await world.engine.query('pool', {})
      const shares = await Promise.all(
        people.map(async (by) => {
          const page = readShare(accountResponse.parse(await get('/account', by)))
          const own = (await world.engine.query('lp', { account: by.primary.address }))!
          expect(page).toMatchObject({
            balance: own.balance,
            shares: own.shares,
            scheduled: own.scheduled,
            netDeposits: own.netDeposits,
            unrealizedPnl: own.unrealizedPnl,
          })
          expect(page.locked + page.scheduled + page.free).toBe(page.shares)
          return own.shares
        }),
      )
      expect(sum(shares) + engine.operatorShares).toBe(engine.totalShares)
    })

    it('[1.4] points: ended weeks add up to the total, and the days of the running one to its estimate', async () => {
      const markets = await world.engine.query('markets', {})
      const assetOf = (symbol: string) => markets.find(({ spec }) => spec.symbol === symbol)?.spec.asset
      let ended = 0
      for (const by of people) {
        const { total, epoch } = pointsResponse.parse(await get('/points', by))
        const history = pointsHistoryResponse.parse(await get('/points/history', by))
        ended += history.length
        expect(sum(history.map((row) => readDecimal(row.total, 6)))).toBe(readDecimal(total, 6))
        for (const { trading, lp, referral, total: whole } of history)
          expect(sum([trading, lp, referral].map((part) => readDecimal(part, 6)))).toBe(readDecimal(whole, 6))
        const engine = (await world.engine.query('points', { account: by.primary.address }))!
        expect(readDecimal(total, 6)).toBe(engine.trading + engine.lp + engine.referral)
        const fills = fillsResponse.parse(await get(`/fills?startTime=${epoch.startTime}&limit=1000`, by))
        const trading = readDecimal(epoch.trading, 6)
        const { days } = tradingDays(fills, { startMs: epoch.startTime, trading, assetOf })
        const spread = sum(days.flatMap(({ equities, others }) => [equities, others]))
        expect(spread).toBeLessThanOrEqual(trading)
        expect(spread).toBeGreaterThan(trading - 2 * WEEK_DAYS)
      }
      expect(ended).toBeGreaterThan(0)
    })

    it('[2.9] referrals: the days add up to the volume, and to rewards paid and pending but for what each fill is rounded down', async () => {
      const told = referralsResponse.parse(await get('/referrals', people[0]))
      const days = referralDaysResponse.parse(await get('/referrals/days?limit=1000', people[0]))
      const engine = (await world.engine.query('referral', { account: people[0]!.primary.address }))!
      expect(told.referee_count).toBe(1)
      expect(usd6(readDecimal(told.rewards_paid, 6))).toBe(engine.paid)
      expect(usd6(readDecimal(told.rewards_pending, 6))).toBe(engine.pending)
      // The engine rounds each fill down, the list each day.
      const rewarded = engine.paid + engine.pending
      const shown = sum(days.map(({ reward }) => readDecimal(reward, 6)))
      const fills = fillsResponse.parse(await get('/fills?limit=1000', people[1]))
      expect(shown).toBeGreaterThanOrEqual(rewarded)
      expect(shown).toBeLessThanOrEqual(rewarded + fills.length)
      expect(sum(days.map(({ volume }) => readDecimal(volume, 6)))).toBe(readDecimal(told.referee_volume, 6))
      expect(rewarded).toBeGreaterThan(0)
    })
  },
)
