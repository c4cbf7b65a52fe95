import { REFUSAL, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { DAY_MS, nextMonday, refer, tick, USDC } from '../testing/lpCommands.ts'
import { AAPL, createWorld, eventsOf, FIG, lastOrder, type Trader, type World } from '../testing/world.ts'

const viewOf = (world: World, { address }: Trader) => query(world.exchange, 'referral', { account: address })!
const claim = (world: World, { address }: Trader, code: string) =>
  world.run({ kind: 'SetReferralCode', account: address, code }).answer
const join = (world: World, { address }: Trader, code: string) =>
  world.run({ kind: 'ApplyReferral', account: address, code }).answer
const OK = { ok: true }
const refused = (code: number) => ({ ok: false, code })

function start() {
  const world = createWorld({ markets: [AAPL, FIG] })
  world.run({ kind: 'SeedSystemAccount', account: 'POOL_ISO', amountUsd6: usd6(1_000_000 * USDC) })
  world.prices({ AAPL: 23_150, FIG: 52_310 })
  return { world, owner: world.trader(10_000), friend: world.trader(100_000), other: world.trader(10_000) }
}

describe('[3.17] referral codes', () => {
  it('a code is claimed once, by an account with money, in six to twelve capitals and digits', () => {
    const { world, owner, other } = start()
    const empty = world.trader(0)
    expect(claim(world, empty, 'ABC123')).toEqual(refused(REFUSAL.ACCOUNT_NOT_FOUND))
    for (const bad of ['ABC12', 'ABCDEFGHIJKLM', 'abc123', 'ABC-123'])
      expect(claim(world, owner, bad)).toEqual(refused(REFUSAL.INVALID_PARAMETER))
    expect(claim(world, owner, 'ABC123')).toEqual(OK)
    expect(claim(world, owner, 'ABC123')).toEqual(OK)
    expect(claim(world, other, 'ABC123')).toEqual(refused(REFUSAL.REFERRAL_CLAIMED_BY_OTHER))
    expect(claim(world, owner, 'XYZ789')).toEqual(refused(REFUSAL.REFERRAL_ALREADY_USED))
    expect(viewOf(world, owner)).toMatchObject({ code: 'ABC123', refereeCount: 0, pending: 0, paid: 0 })
    expect(query(world.exchange, 'takenCodes', { codes: ['ABC123', 'XYZ789'] })).toEqual(['ABC123'])
  })

  it('[8.17] [8.18] [8.19] is applied once, and never by its owner or an account of the same cluster', () => {
    const { world, owner, friend, other } = start()
    claim(world, owner, 'ABC123')
    claim(world, other, 'OTHER01')
    expect(join(world, friend, 'NOBODY0')).toEqual(refused(REFUSAL.REFERRAL_NOT_FOUND))
    expect(join(world, owner, 'ABC123')).toEqual(refused(REFUSAL.REFERRAL_ALREADY_USED))
    expect(join(world, friend, 'ABC123')).toEqual(OK)
    expect(join(world, friend, 'ABC123')).toEqual(refused(REFUSAL.REFERRAL_ALREADY_USED))
    expect(join(world, friend, 'OTHER01')).toEqual(refused(REFUSAL.REFERRAL_ALREADY_USED))
    for (const { address } of [owner, other])
      world.run({ kind: 'SetAccountCluster', account: address, cluster: 7 })
    expect(join(world, other, 'ABC123')).toEqual(refused(REFUSAL.REFERRAL_ALREADY_USED))
    expect(viewOf(world, friend).referredBy).toBe(owner.address)
    expect(viewOf(world, owner).refereeCount).toBe(1)
  })

  it('is returned without a scan of the others, also by a restored state', () => {
    const { world, owner, friend, other } = start()
    claim(world, owner, 'ABC123')
    claim(world, other, 'OTHER01')
    join(world, friend, 'ABC123')
    join(world, other, 'ABC123')
    const told = [owner, friend, other].map((trader) => viewOf(world, trader))
    expect(told.map(({ refereeCount }) => refereeCount)).toEqual([2, 0, 0])
    world.exchange = decodeState(encodeState(world.exchange))
    const { owners, referrers } = world.exchange.referrals
    for (const map of [owners, referrers])
      for (const walk of ['keys', 'values', 'entries', 'forEach', Symbol.iterator] as const)
        map[walk] = () => {
          throw new Error('walks through all')
        }
    expect([owner, friend, other].map((trader) => viewOf(world, trader))).toEqual(told)
  })

  it('is open to accounts that have not traded, and to those registered within seven days', () => {
    const { world, owner, friend, other } = start()
    claim(world, owner, 'ABC123')
    for (const trader of [friend, other])
      expect(world.order(trader, AAPL, 'buy', { size: 10_000 }).status).toBe('FILLED')
    tick(world, 7 * DAY_MS)
    expect(join(world, friend, 'ABC123')).toEqual(OK)
    tick(world, 1)
    expect(join(world, other, 'ABC123')).toEqual(refused(REFUSAL.REFERRAL_ALREADY_USED))
    const silent = world.trader(10)
    tick(world, 30 * DAY_MS)
    expect(join(world, silent, 'ABC123')).toEqual(OK)
  })
})

describe('fees of a referred account', () => {
  it('W14 5 % less, a tenth of the rest to the referrer, and every micro-dollar of it in the ledger', () => {
    const { world, owner, friend } = start()
    expect(refer(world, owner, friend)).toEqual(OK)
    const before = { ...world.exchange.money }
    // Another user sells 1.3370 at 231.47, which is between the pool's prices.
    const seller = world.trader(10_000)
    world.order(seller, AAPL, 'sell', { size: 13_370, limitPrice: 23_147 })
    const order = world.order(friend, AAPL, 'buy', { size: 13_370, limitPrice: 23_147 })
    expect(order).toMatchObject({ status: 'FILLED', filledValue: 309_475_390, fees: 29_401 })
    const { money } = world.exchange
    const maker = { fee: 15_474, insurance: 1_547, treasury: 4_642 }
    expect(money.REFERRAL - before.REFERRAL).toBe(2_940)
    expect(money.INSURANCE - before.INSURANCE).toBe(2_646 + maker.insurance)
    expect(money.TREASURY - before.TREASURY).toBe(7_938 + maker.treasury)
    expect(money.POOL - before.POOL).toBe(15_877 + maker.fee - maker.insurance - maker.treasury)
    expect(viewOf(world, owner)).toMatchObject({ pending: 2_940, paid: 0 })
  })

  it('are discounted for resting orders and in isolated markets too, where the rest goes to that pool', () => {
    const { world, owner, friend, other } = start()
    refer(world, owner, friend)
    world.order(friend, AAPL, 'sell', { size: 13_370, limitPrice: 23_147 })
    world.order(other, AAPL, 'buy', { size: 13_370, limitPrice: 23_147 })
    const filled = query(world.exchange, 'referral', { account: owner.address })!.pending
    // ⌈value · 5 / 10⁵⌉ = 15,474, less 773.
    expect(filled).toBe(Math.floor(14_701 / 10))
    const before = { ...world.exchange.money }
    const order = world.order(friend, FIG, 'buy', { size: 1_000 })
    expect(order.status).toBe('FILLED')
    const full = Math.ceil((order.filledValue * 30) / 100_000)
    expect(order.fees).toBe(full - Math.floor((full * 5) / 100))
    const referral = Math.floor(order.fees / 10)
    const rest = order.fees - referral
    const [insurance, treasury] = [Math.floor(rest / 10), Math.floor((rest * 30) / 100)]
    expect(world.exchange.money.REFERRAL - before.REFERRAL).toBe(referral)
    expect(world.exchange.money.POOL_ISO - before.POOL_ISO).toBe(rest - insurance - treasury)
    expect(world.exchange.money.POOL).toBe(before.POOL)
  })

  it('accrue nothing once both are known to have one owner, and keep the 5 % discount', () => {
    const { world, owner, friend } = start()
    refer(world, owner, friend)
    world.order(friend, AAPL, 'buy', { size: 10_000 })
    const earlier = viewOf(world, owner).pending
    expect(earlier).toBeGreaterThan(0)
    for (const { address } of [owner, friend])
      world.run({ kind: 'SetAccountCluster', account: address, cluster: 7 })
    const before = { ...world.exchange.money }
    const order = world.order(friend, FIG, 'buy', { size: 1_000 })
    const full = Math.ceil((order.filledValue * 30) / 100_000)
    expect(order.fees).toBe(full - Math.floor((full * 5) / 100))
    const { money } = world.exchange
    const accrued = money.REFERRAL - before.REFERRAL
    expect(viewOf(world, owner).pending).toBe(earlier + accrued)
    // The part that the referrer does not get is divided like any fee.
    const rest = order.fees - accrued
    const [insurance, treasury] = [Math.floor(rest / 10), Math.floor((rest * 30) / 100)]
    expect(money.INSURANCE - before.INSURANCE).toBe(insurance)
    expect(money.TREASURY - before.TREASURY).toBe(treasury)
    expect(money.POOL_ISO - before.POOL_ISO).toBe(rest - insurance - treasury)
    // A tenth of it is whole micro-dollars, and the referrer gets none.
    expect(Math.floor(order.fees / 10)).toBeGreaterThan(0)
    expect(accrued).toBe(0)
  })

  it('are discounted for a stop that fires', () => {
    const { world, owner, friend } = start()
    refer(world, owner, friend)
    world.order(friend, AAPL, 'buy', { size: 10_000 })
    const { id } = world.order(friend, AAPL, 'sell', {
      size: 10_000,
      limitPrice: 23_000,
      orderType: 'STOP_LOSS',
      reduceOnly: true,
    })
    const { events } = world.prices({ AAPL: 22_950 }, 1_000)
    const { status, filledValue, fees } = lastOrder(events, id)
    const full = Math.ceil((filledValue * 10) / 100_000)
    expect([status, fees]).toEqual(['FILLED', full - Math.floor((full * 5) / 100)])
  })

  it('are paid to the referrer on Monday, once they come to a dollar, as an internal deposit', () => {
    const { world, owner, friend, other } = start()
    const third = world.trader(100_000)
    refer(world, owner, friend)
    refer(world, other, third, 'ANOTHER')
    tick(world)
    world.order(friend, AAPL, 'buy', { size: 2_000_000 })
    world.order(friend, AAPL, 'sell', { size: 4_000_000 })
    world.order(third, AAPL, 'buy', { size: 100_000 })
    const [due, less] = [viewOf(world, owner).pending, viewOf(world, other).pending]
    expect(due).toBeGreaterThan(USDC)
    expect(less).toBeLessThan(USDC)
    const collateral = world.account(owner).collateral
    const paid = eventsOf(nextMonday(world).events, 'TransferUpdated').map(({ transfer }) => transfer)
    expect(paid).toEqual([
      expect.objectContaining({
        account: owner.address,
        type: 'INTERNAL_DEPOSIT',
        status: 'FILLED',
        size: due,
      }),
    ])
    expect(world.account(owner).collateral).toBe(collateral + due)
    expect(viewOf(world, owner)).toMatchObject({ pending: 0, paid: due })
    expect(viewOf(world, other)).toMatchObject({ pending: less, paid: 0 })
    expect(world.exchange.money.REFERRAL).toBe(less)
  })
})
