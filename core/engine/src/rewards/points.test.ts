import { describe, expect, it } from 'vitest'
import { totalOf } from './points.ts'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { DAY_MS, nextMonday, placeLp, refer, tick, USDC } from '../testing/lpCommands.ts'
import { AAPL, BTC, createWorld, eventsOf, type Trader, type World } from '../testing/world.ts'
import { startOfWeek, weekOf } from '../state/collections/calendar.ts'

const weightOf = (world: World, { address }: Trader): number =>
  world.exchange.accounts.find((account) => account.address === address)!.fillWeight
const pointsOf = (world: World, { address }: Trader) => query(world.exchange, 'points', { account: address })!

function start(poolDollars = 10_000_000) {
  const world = createWorld({ markets: [AAPL, BTC], poolDollars })
  world.prices({ AAPL: 23_150, BTC: 1_000_000 })
  tick(world)
  return { world, one: world.trader(100_000), other: world.trader(100_000) }
}

/** `maker` offers at a price between the pool's, `taker` takes it; returns the fees of both. */
function meet(world: World, taker: Trader, maker: Trader, side: 'buy' | 'sell', size = 10_000) {
  const opposite = side === 'buy' ? 'sell' : 'buy'
  const offer = world.order(maker, AAPL, opposite, { size, limitPrice: 23_150 })
  const order = world.order(taker, AAPL, side, { size, limitPrice: 23_150 })
  expect([offer.status, order.status]).toEqual(['NEW', 'FILLED'])
  return { taker: Math.ceil((size * 23_150) / 10_000), maker: Math.ceil((size * 23_150 * 5) / 100_000) }
}

describe('[1.4] points weights of fees', () => {
  it('fifteen a micro-dollar in a stock market, ten elsewhere; of takers and makers, by the fee really paid', () => {
    const { world, one, other } = start()
    const btc = world.order(one, BTC, 'buy', { size: 100 })
    expect(weightOf(world, one)).toBe(btc.fees * 10)
    const fees = meet(world, one, other, 'buy')
    expect(weightOf(world, one)).toBe(btc.fees * 10 + fees.taker * 15)
    expect(weightOf(world, other)).toBe(fees.maker * 15)
  })

  it('and none for positions opened and closed within 30 seconds against the same user', () => {
    const { world, one, other } = start()
    meet(world, one, other, 'buy')
    world.prices({ AAPL: 23_150 }, 30_000)
    meet(world, one, other, 'sell')
    expect([weightOf(world, one), weightOf(world, other)]).toEqual([0, 0])
    // A moment later it counts again.
    const fees = meet(world, one, other, 'buy')
    world.prices({ AAPL: 23_150 }, 30_001)
    meet(world, one, other, 'sell')
    expect(weightOf(world, one)).toBe(2 * fees.taker * 15)
    expect(weightOf(world, other)).toBe(2 * fees.maker * 15)
  })

  it('the pool is no counterparty in this sense, and closing against another user is a trade', () => {
    const { world, one, other } = start()
    const third = world.trader(100_000)
    const bought = world.order(one, AAPL, 'buy', { size: 10_000 })
    const sold = world.order(one, AAPL, 'sell', { size: 10_000 })
    expect(weightOf(world, one)).toBe((bought.fees + sold.fees) * 15)
    const fees = meet(world, other, third, 'buy')
    meet(world, other, one, 'sell')
    expect(weightOf(world, other)).toBe(2 * fees.taker * 15)
  })

  it('the weight of several steps against one user is taken back as a whole, and each step counts until then', () => {
    const { world, one, other } = start()
    // Neither of them is the first of its kind.
    const pool = world.order(one, BTC, 'buy', { size: 100 })
    const earned = pool.fees * 10
    const first = meet(world, one, other, 'buy', 10_000)
    world.prices({ AAPL: 23_150 }, 15_000)
    const second = meet(world, one, other, 'buy', 6_000)
    expect(weightOf(world, one)).toBe(earned + (first.taker + second.taker) * 15)
    expect(weightOf(world, other)).toBe((first.maker + second.maker) * 15)
    world.prices({ AAPL: 23_150 }, 15_000)
    meet(world, one, other, 'sell', 16_000)
    expect([weightOf(world, one), weightOf(world, other)]).toEqual([earned, 0])
  })

  it('the weight of growth more than 30 seconds ago stays; to the millisecond', () => {
    const grown = (apartMs: number) => {
      const { world, one, other } = start()
      const first = meet(world, one, other, 'buy', 10_000)
      world.prices({ AAPL: 23_150 }, apartMs)
      meet(world, one, other, 'buy', 6_000)
      meet(world, one, other, 'sell', 16_000)
      const weights = [weightOf(world, one), weightOf(world, other)]
      return { weights, first: [first.taker * 15, first.maker * 15] }
    }
    expect(grown(30_000).weights).toEqual([0, 0])
    const late = grown(30_001)
    expect(late.weights).toEqual(late.first)
  })

  it('the 30 seconds run from the last growth', () => {
    // One lot, 29 seconds later all the rest, and out again when the lot is 31 seconds old.
    const weightsAfter = (heldMs: number) => {
      const { world, one, other } = start()
      const opened = [meet(world, one, other, 'buy', 1)]
      world.prices({ AAPL: 23_150 }, 29_000)
      opened.push(meet(world, one, other, 'buy', 10_000))
      world.prices({ AAPL: 23_150 }, heldMs)
      const fees = [...opened, meet(world, one, other, 'sell', 10_001)]
      const sumOf = (side: 'taker' | 'maker') => fees.reduce((sum, fee) => sum + fee[side] * 15, 0)
      const weights = [weightOf(world, one), weightOf(world, other)]
      return { weights, all: [sumOf('taker'), sumOf('maker')] }
    }
    expect(weightsAfter(2_000).weights).toEqual([0, 0])
    expect(weightsAfter(30_000).weights).toEqual([0, 0])
    const late = weightsAfter(30_001)
    expect(late.weights).toEqual(late.all)
  })

  it('the weight of an hour of trading is not taken back by one opposite lot', () => {
    const { world, one, other } = start()
    world.prices({ AAPL: 23_150 }, 30_000 - (world.now() % 30_000))
    const fees = { taker: 0, maker: 0 }
    for (let i = 0; i < 144; i++) {
      fees.taker = meet(world, one, other, 'buy', 1_000).taker * 15
      fees.maker = weightOf(world, other) / (i + 1)
      world.prices({ AAPL: 23_150 }, 25_000)
    }
    expect(weightOf(world, one)).toBe(144 * fees.taker)
    meet(world, one, other, 'sell', 1)
    // The last growth was 25 seconds ago, in the half-minute before; the one before that in an older one.
    const left = 143
    expect([weightOf(world, one), weightOf(world, other)]).toEqual([left * fees.taker, left * fees.maker])
  })

  // Seconds of a clock with half-minutes from 0, 30, 60 ...: all of the last 30, nothing older than a minute.
  it.each<[grown: readonly number[], closed: number, taken: readonly number[]]>([
    [[0, 15, 29], 30, [0, 15, 29]],
    [[0, 29, 31], 32, [0, 29, 31]],
    [[0, 29, 31, 59], 60, [31, 59]],
    [[0, 29, 31, 59, 61], 89, [31, 59, 61]],
    [[0, 25, 50, 75], 80, [50, 75]],
    [[0, 30, 60, 90], 90, [60, 90]],
    [[0, 31], 32, [31]],
  ])(
    'of what grew at %j, closing at %d takes back what grew at %j, a snapshot between',
    (grown, closed, taken) => {
      const { world, one, other } = start()
      world.prices({ AAPL: 23_150 }, 30_000 - (world.now() % 30_000))
      const beginMs = world.now()
      const waitUntil = (seconds: number) =>
        world.prices({ AAPL: 23_150 }, beginMs + seconds * 1_000 - world.now())
      const left = [0, 0]
      grown.forEach((seconds, at) => {
        waitUntil(seconds)
        const { taker, maker } = meet(world, one, other, 'buy', 1_000 * 2 ** at)
        if (taken.includes(seconds)) return
        left[0]! += taker * 15
        left[1]! += maker * 15
      })
      waitUntil(closed)
      world.exchange = decodeState(encodeState(world.exchange))
      meet(world, one, other, 'sell', 1)
      expect([weightOf(world, one), weightOf(world, other)]).toEqual(left)
      // A second lot has nothing more to take back.
      meet(world, one, other, 'sell', 1)
      expect([weightOf(world, one), weightOf(world, other)]).toEqual(left)
    },
  )

  it('a position that flips against the same user earns nothing, and loses nothing more by it', () => {
    const { world, one, other } = start()
    const earned = [one, other].map((trader) => world.order(trader, BTC, 'buy', { size: 100 }).fees * 10)
    meet(world, one, other, 'buy', 10_000)
    meet(world, one, other, 'sell', 20_000)
    expect([weightOf(world, one), weightOf(world, other)]).toEqual(earned)
    meet(world, one, other, 'buy', 10_000)
    expect([weightOf(world, one), weightOf(world, other)]).toEqual(earned)
  })

  it('a position that flipped against the pool has no last counterparty: it may close against the earlier one', () => {
    const { world, one, other } = start()
    const first = meet(world, one, other, 'buy', 10_000)
    const turned = world.order(one, AAPL, 'sell', { size: 20_000 })
    expect(world.account(one).positions[0]).toMatchObject({ isLong: false, size: 10_000 })
    const closed = meet(world, one, other, 'buy', 10_000)
    expect(weightOf(world, one)).toBe((first.taker + turned.fees + closed.taker) * 15)
    expect(weightOf(world, other)).toBe((first.maker + closed.maker) * 15)
  })

  it('a second user in between replaces the first one as last counterparty', () => {
    const { world, one, other } = start()
    const third = world.trader(100_000)
    const first = meet(world, one, other, 'buy', 10_000)
    const second = meet(world, one, third, 'buy', 6_000)
    // The position has last grown against the third user: it may be closed against the other.
    const closed = meet(world, one, other, 'sell', 4_000)
    expect(weightOf(world, one)).toBe((first.taker + second.taker + closed.taker) * 15)
    // The other one closes against the user of its opening.
    expect(weightOf(world, other)).toBe(0)
    meet(world, one, third, 'sell', 6_000)
    expect(weightOf(world, one)).toBe((first.taker + closed.taker) * 15)
    expect(weightOf(world, third)).toBe(0)
  })

  /** Ten seconds before the week ends. */
  function lateOnSunday(world: World) {
    tick(world, startOfWeek(weekOf(world.now()) + 1) - world.now() - 13_000)
    // Three prices that agree: days have passed without any.
    for (let i = 0; i < 3; i += 1) world.prices({ AAPL: 23_150, BTC: 1_000_000 }, 1_000)
  }

  it('nothing is taken back of a week that has ended', () => {
    const { world, one, other } = start()
    lateOnSunday(world)
    meet(world, one, other, 'buy')
    expect(weightOf(world, one)).toBeGreaterThan(0)
    tick(world, 10_000)
    expect([weightOf(world, one), weightOf(world, other)]).toEqual([0, 0])
    world.prices({ AAPL: 23_150 })
    meet(world, one, other, 'sell')
    expect([weightOf(world, one), weightOf(world, other)]).toEqual([0, 0])
  })

  it('nor from other weights of the new week', () => {
    const closedOnMonday = () => {
      const { world, one, other } = start()
      lateOnSunday(world)
      const met = meet(world, one, other, 'buy')
      tick(world, 10_000)
      world.prices({ AAPL: 23_150, BTC: 1_000_000 })
      const earned = [one, other].map((trader) => world.order(trader, BTC, 'buy', { size: 500 }).fees * 10)
      // Monday has earned more than Sunday.
      expect(Math.min(...earned)).toBeGreaterThan(met.taker * 15)
      meet(world, one, other, 'sell')
      return { weights: [weightOf(world, one), weightOf(world, other)], earned, met }
    }
    const now = closedOnMonday()
    expect(now.weights).toEqual(now.earned)
  })

  it('nor of the half-minute before, if the first of Monday came before the tick that ends the week', () => {
    const { world, one, other } = start()
    lateOnSunday(world)
    meet(world, one, other, 'buy')
    world.prices({ AAPL: 23_150 }, 10_001)
    meet(world, one, other, 'buy')
    tick(world)
    world.prices({ AAPL: 23_150, BTC: 1_000_000 })
    const earned = [one, other].map((trader) => world.order(trader, BTC, 'buy', { size: 500 }).fees * 10)
    meet(world, one, other, 'sell')
    expect([weightOf(world, one), weightOf(world, other)]).toEqual(earned)
  })

  it('a snapshot in between keeps the last counterparties', () => {
    const { world, one, other } = start()
    meet(world, one, other, 'buy')
    world.exchange = decodeState(encodeState(world.exchange))
    meet(world, one, other, 'sell')
    expect([weightOf(world, one), weightOf(world, other)]).toEqual([0, 0])
  })

  it('and none between accounts of one person or one source of money', () => {
    const { world, one, other } = start()
    for (const { address } of [one, other])
      world.run({ kind: 'SetAccountCluster', account: address, cluster: 3 })
    meet(world, one, other, 'buy')
    world.prices({ AAPL: 23_150 }, 60_000)
    meet(world, one, other, 'sell')
    expect([weightOf(world, one), weightOf(world, other)]).toEqual([0, 0])
    const { fees } = world.order(one, AAPL, 'buy', { size: 10_000 })
    expect(weightOf(world, one)).toBe(fees * 15)
  })

  it('a taker that fills against others and itself gets weight for the others’ part', () => {
    const { world, one, other } = start()
    const third = world.trader(100_000)
    for (const { address } of [one, other])
      world.run({ kind: 'SetAccountCluster', account: address, cluster: 3 })
    world.order(other, AAPL, 'sell', { size: 10_000, limitPrice: 23_150 })
    world.order(third, AAPL, 'sell', { size: 20_000, limitPrice: 23_150 })
    const { fees } = world.order(one, AAPL, 'buy', { size: 30_000, limitPrice: 23_150 })
    expect(weightOf(world, one)).toBe((fees - Math.ceil(fees / 3)) * 15)
    expect(weightOf(world, other)).toBe(0)
    expect(weightOf(world, third)).toBe(Math.ceil((20_000 * 23_150 * 5) / 100_000) * 15)
  })
})

describe('the text of the state', () => {
  it('does not mention shares, referrals and points if there are none', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 0 })
    world.trader(0)
    tick(world, 30 * DAY_MS)
    const text = encodeState(world.exchange)
    for (const word of ['lp', 'referrals', 'points', 'registeredMs', 'hasTraded', 'fillWeight', 'met'])
      expect(text).not.toContain(`"${word}":`)
  })
})

describe('a week of points', () => {
  it('ends with the first tick of Monday, is divided by weight without a remainder, and a referrer gets a tenth on top', () => {
    const { world, one, other } = start()
    const referrer = world.trader(10)
    refer(world, referrer, one)
    meet(world, one, other, 'buy')
    const [a, b] = [weightOf(world, one), weightOf(world, other)]
    const week = weekOf(world.now())
    const [event] = eventsOf(nextMonday(world).events, 'PointsAllocated')
    expect(event).toMatchObject({ epochId: week, points: 1_000_000 * 1e6 })
    const [first, second] = [pointsOf(world, one).trading, pointsOf(world, other).trading]
    expect(first + second).toBe(1_000_000 * 1e6)
    expect(Math.abs(first - Math.floor((1_000_000 * 1e6 * a) / (a + b)))).toBeLessThanOrEqual(1)
    expect(pointsOf(world, referrer)).toMatchObject({ trading: 0, lp: 0, referral: Math.floor(first / 10) })
    expect([weightOf(world, one), weightOf(world, other)]).toEqual([0, 0])
    expect(event!.rows).toHaveLength(3)
    expect(pointsOf(world, one)).toMatchObject({ rank: first > second ? 1 : 2, week: { id: week + 1 } })
    expect(eventsOf(nextMonday(world).events, 'PointsAllocated')).toEqual([])
  })

  it('weighs LP money by its time in the pool', () => {
    const { world, one, other } = start(100_000)
    nextMonday(world)
    placeLp(world, one, 'DEPOSIT', 10_000 * USDC)
    tick(world, 3 * DAY_MS)
    placeLp(world, other, 'DEPOSIT', 10_000 * USDC)
    nextMonday(world)
    const [first, second] = [pointsOf(world, one), pointsOf(world, other)]
    expect(first.lp + second.lp).toBe(1_000_000 * 1e6)
    expect(first.trading + second.trading).toBe(0)
    // Seven days and four.
    expect(Math.abs(first.lp / second.lp - 7 / 4)).toBeLessThan(0.001)
  })

  it('counts shares from the day of their purchase, and each week from zero', () => {
    const { world, one, other } = start(100_000)
    nextMonday(world)
    const lpOf = () => [one, other].map((trader) => pointsOf(world, trader).lp)
    placeLp(world, one, 'DEPOSIT', 10_000 * USDC)
    placeLp(world, other, 'DEPOSIT', 20_000 * USDC)
    tick(world, 3 * DAY_MS)
    placeLp(world, one, 'DEPOSIT', 30_000 * USDC)
    tick(world, 2 * DAY_MS)
    placeLp(world, other, 'IMMEDIATE_WITHDRAW', 10_000 * USDC)
    nextMonday(world)
    // 10,000 for seven days and 30,000 for four; 20,000 for five and 10,000 for two.
    const first = lpOf()
    expect(first[0]! + first[1]!).toBe(1e12)
    expect(Math.abs(first[0]! / first[1]! - 190 / 120)).toBeLessThan(0.001)
    tick(world, DAY_MS)
    nextMonday(world)
    const second = lpOf().map((points, at) => points - first[at]!)
    expect(Math.abs(second[0]! / second[1]! - 4)).toBeLessThan(0.01)
    // An account that left before the start of a week gets nothing of it.
    placeLp(
      world,
      other,
      'SCHEDULE_WITHDRAW',
      query(world.exchange, 'lp', { account: other.address })!.balance,
    )
    tick(world, 3 * DAY_MS)
    nextMonday(world)
    expect(pointsOf(world, other).lp).toBeGreaterThan(first[1]! + second[1]!)
    const { lp } = pointsOf(world, other)
    expect(world.exchange.lp.holdings.size).toBe(1)
    nextMonday(world)
    expect(pointsOf(world, other).lp).toBe(lp)
    expect(lpOf()[0]! + lp).toBe(4e12)
  })

  it('a referrer gets nothing for an account that turns out to be its own', () => {
    const referralOf = (cluster?: number) => {
      const { world, one, other } = start()
      refer(world, one, other)
      meet(world, other, world.trader(100_000), 'buy')
      if (cluster !== undefined) {
        world.run({ kind: 'SetAccountCluster', account: one.address, cluster: 7 })
        world.run({ kind: 'SetAccountCluster', account: other.address, cluster })
      }
      nextMonday(world)
      const { trading } = pointsOf(world, other)
      expect(trading).toBeGreaterThan(0)
      return { referral: pointsOf(world, one).referral, tenth: Math.floor(trading / 10) }
    }
    expect(referralOf(7).referral).toBe(0)
    for (const paid of [referralOf(), referralOf(8)]) expect(paid.referral).toBe(paid.tenth)
  })

  it('is published with accounts and week, account by account, without accounts that got none', () => {
    const { world, one, other } = start()
    const referrer = world.trader(10)
    refer(world, referrer, other)
    meet(world, other, world.trader(100_000), 'buy')
    const week = weekOf(world.now())
    const [event] = eventsOf(nextMonday(world).events, 'PointsAllocated')
    expect([event!.startTimeMs, event!.endTimeMs]).toEqual([startOfWeek(week), startOfWeek(week + 1)])
    expect(event!.rows.map(({ account }) => account)).toEqual([
      other.address,
      referrer.address,
      world.exchange.accounts.at(-1)!.address,
    ])
    const { trading } = pointsOf(world, other)
    expect(event!.rows[0]).toEqual({ account: other.address, trading, lp: 0, referral: 0 })
    expect(pointsOf(world, one)).toMatchObject({ trading: 0, lp: 0, referral: 0 })
  })

  it('reports the estimate of the present week', () => {
    const { world, one, other } = start()
    meet(world, one, other, 'buy')
    const [mine, theirs] = [one, other].map((trader) => totalOf(pointsOf(world, trader).week.estimated))
    expect(mine! + theirs!).toBe(1e12)
    expect(pointsOf(world, one)).toMatchObject({ trading: 0, lp: 0, referral: 0 })
  })
})
