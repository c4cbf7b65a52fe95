import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addAccount } from '../state/tables/accounts.ts'
import { estimatedPoints } from './estimatedPoints.ts'
import { allocate, rankOf, totalOf } from './points.ts'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { nextMonday, placeLp, tick, USDC } from '../testing/lpCommands.ts'
import { AAPL, createWorld, traderAddress } from '../testing/world.ts'
import { startOfWeek, weekOf } from '../state/collections/calendar.ts'

/** Two of a hundred accounts have traded. */
function start() {
  const world = createWorld({ markets: [AAPL], audit: false })
  const { exchange } = world
  // The week begins with the first registered account.
  world.trader(0)
  for (let at = 1; at < 100; at++)
    addAccount(exchange.accountRows, exchange.accounts, traderAddress(100 + at), 0)
  tick(world)
  const [one, other] = exchange.accounts
  one!.fillWeight = 300
  other!.fillWeight = 100
  return { world, exchange, one: one!, other: other! }
}

describe('the estimated points of the present week', () => {
  const weights = fc.array(fc.oneof(fc.constantFrom(0, 1, 7), fc.nat(1e12)), { minLength: 1, maxLength: 40 })

  it('equal the division of a week, for every account', () => {
    fc.assert(
      fc.property(weights, fc.infiniteStream(fc.nat()), (list, draws) => {
        const world = createWorld({ markets: [AAPL], audit: false })
        const { exchange } = world
        placeLp(world, world.trader(10_000), 'DEPOSIT', 5_000 * USDC)
        list.forEach((weight, at) => {
          addAccount(exchange.accountRows, exchange.accounts, traderAddress(100 + at), 0).fillWeight = weight
        })
        const { accounts, referrals } = exchange
        for (const { id } of accounts)
          if (id % 3 === 2) referrals.referrers.set(id, draws.next().value % accounts.length)
        tick(world, 5_000)
        const rows = new Map(allocate(exchange).map((row) => [row.accountId, totalOf(row)]))
        for (const { id } of accounts) expect(estimatedPoints(exchange, id)).toBe(rows.get(id) ?? 0)
      }),
      { numRuns: 60 },
    )
  })

  it('are ranked, equal points with an equal rank, and accounts without points not at all', () => {
    const { world, exchange, one, other } = start()
    const viewed = (id: number) =>
      query(exchange, 'points', { account: exchange.accounts[id]!.address })!.week
    expect(viewed(one.id)).toMatchObject({
      estimated: { trading: 750_000e6, lp: 0, referral: 0 },
      rank: 1,
      count: 2,
    })
    expect(viewed(other.id)).toMatchObject({ estimated: { trading: 250_000e6 }, rank: 2, count: 2 })
    expect(viewed(5).rank).toBeUndefined()
    const board = () => query(exchange, 'leaderboard', { scope: 'week', limit: 9 })
    expect(board()).toEqual([
      { rank: 1, points: 750_000e6 },
      { rank: 2, points: 250_000e6 },
    ])
    one.fillWeight = 100
    tick(world, 100)
    expect(board().map(({ rank }) => rank)).toEqual([1, 1])
    expect(query(exchange, 'leaderboard', { scope: 'week', limit: 1 })).toHaveLength(1)
    expect(query(exchange, 'leaderboard', { scope: 'all', limit: 9 })).toEqual([])
  })

  it('are divided once per as many milliseconds as there are accounts, for any number of queries', () => {
    const { world, exchange, one, other } = start()
    expect(estimatedPoints(exchange, one.id)).toBe(750_000e6)
    const { estimate } = exchange.points
    one.fillWeight = 100
    tick(world, 99)
    expect([one, other].map(({ id }) => estimatedPoints(exchange, id))).toEqual([750_000e6, 250_000e6])
    expect(exchange.points.estimate).toBe(estimate)
    tick(world, 1)
    expect([one, other].map(({ id }) => estimatedPoints(exchange, id))).toEqual([500_000e6, 500_000e6])
  })

  it('exclude the week before, and are not part of the state', () => {
    const { world, exchange, one } = start()
    const text = encodeState(exchange)
    estimatedPoints(exchange, one.id)
    expect(encodeState(exchange)).toBe(text)
    expect(estimatedPoints(decodeState(text), one.id)).toBe(750_000e6)
    tick(world, startOfWeek(weekOf(world.now()) + 1) - world.now() - 1)
    expect(estimatedPoints(exchange, one.id)).toBe(750_000e6)
    nextMonday(world)
    expect(estimatedPoints(exchange, one.id)).toBe(0)
  })
})

describe('the rank of an account', () => {
  it('is one more than the number of accounts with more', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 1, maxLength: 12 }), (list) => {
        const { points } = createWorld({ markets: [AAPL] }).exchange
        list.forEach((trading, id) => points.totals.set(id, { trading, lp: 1, referral: 2 }))
        for (const trading of list)
          expect(rankOf(points, trading + 3)).toBe(1 + list.filter((other) => other > trading).length)
      }),
    )
  })

  it('is counted again when a week has ended', () => {
    const { world, exchange, one, other } = start()
    const ranks = () =>
      [one, other].map(({ address }) => query(exchange, 'points', { account: address })!.rank)
    expect(ranks()).toEqual([undefined, undefined])
    nextMonday(world)
    expect(ranks()).toEqual([1, 2])
    other.fillWeight = 1
    nextMonday(world)
    expect(ranks()).toEqual([2, 1])
  })
})
