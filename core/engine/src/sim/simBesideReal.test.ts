/**
 * SIM and the parts of REAL that it lacks: backstop, deleveraging, points, referrals, the LP pool; and actions on
 * both.
 */
import { describe, expect, it } from 'vitest'
import { REFUSAL, funding12, type Id, ratio4, timeMs, usd6 } from '@vest/protocol'
import { apply } from '../apply.ts'
import { isSafe } from '../liquidation/safeRanges.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import {
  closeByForce,
  createSim,
  house,
  houseIn,
  INDEX,
  place,
  setStatus,
  type Sim,
  USDC,
} from '../testing/simWorld.ts'
import { eventsOf, FIG, lastOrder, lastOrders, outcome, traderAddress } from '../testing/world.ts'

const idOf = (number: number): Id => `0x5e${number.toString(16).padStart(62, '0')}`

/** The isolated market opened to SIM. */
function withFig(sim: Sim): Sim {
  const { world } = sim
  world.run({ kind: 'SeedSystemAccount', account: 'POOL_ISO', amountUsd6: usd6(300_000 * USDC) })
  world.run({ kind: 'ChangeParameters', market: { marketId: 3, change: { evalAllowed: true } } })
  world.prices({ FIG: 52_310 }, 1_000)
  return sim
}

describe('a liquidation in SIM', () => {
  it('closes the whole position at once, whatever its value, and uses neither insurance nor backstop', () => {
    const sim = createSim(100_000)
    const { world } = sim
    world.run({ kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: usd6(1_000 * USDC) })
    // 464,000 dollars long: with 6,000 left of 100,000 REAL would sell a part.
    for (let at = 0; at < 4; at++) place(sim, 'buy', { size: 5_000_000 })
    const { money } = world.exchange
    const before = { ...money }
    const { events } = world.prices({ AAPL: 18_500 }, 1_000)
    const closed = lastOrders(events)
    expect(closed).toMatchObject([{ orderType: 'LIQUIDATION', filledSize: 20_000_000, status: 'FILLED' }])
    expect(closed[0]!.code).toBeUndefined()
    const { collateral, positions } = world.account(sim.sim)
    expect([positions, house(world)]).toEqual([[], -collateral])
    expect(money).toEqual(before)
    expect(world.exchange.markets[0]!.backstop).toBeUndefined()
  })

  it('comes after those of REAL, however much lower its equity is, in a restored exchange too', () => {
    const sim = createSim(25_000)
    const { world } = sim
    const trader = world.trader(25_000)
    place(sim, 'buy', { size: 5_000_000 })
    place(sim, 'buy', { size: 4_500_000 }, trader)
    const restored = decodeState(encodeState(world.exchange))
    const { events } = world.prices({ AAPL: 17_000 }, 1_000)
    const liquidated = lastOrders(events).map((order) => [order.orderType, order.account])
    expect(liquidated).toEqual([
      ['LIQUIDATION', trader.address],
      ['LIQUIDATION', sim.sim.address],
    ])
    expect(apply(restored, world.log.at(-1)!).events).toEqual(events)
    expect(encodeState(restored)).toBe(encodeState(world.exchange))
  })

  it('deleverages no account, and a deleveraging of REAL skips SIM', () => {
    const { world, sim } = withFig(createSim(100_000))
    // Both are short and profitable; REAL is long and goes bankrupt while no backstop takes it over.
    const winner = world.trader(100_000)
    for (const trader of [sim, winner]) world.order(trader, FIG, 'sell', { size: 20_000 })
    const loser = world.trader(1_000)
    world.order(loser, FIG, 'buy', { size: 60_000 })
    const { events } = world.prices({ FIG: 40_000 }, 1_000)
    expect(lastOrders(events).map((order) => [order.account, outcome(order)])).toEqual([
      [winner.address, 'FILLED DELETED_BY_LIQ'],
      [loser.address, 'FILLED'],
    ])
    expect(world.account(sim).positions).toMatchObject([{ size: 20_000 }])
  })

  it('checks only accounts that a price can endanger, and those in time', () => {
    const sim = createSim(1_000)
    const { world } = sim
    place(sim, 'buy', { size: 200_000 })
    const { accountId } = world.account(sim.sim)
    world.prices({ AAPL: INDEX }, 1_000)
    expect(isSafe(world.exchange, accountId)).toBe(true)
    world.prices({ AAPL: INDEX - 200 }, 1_000)
    expect(isSafe(world.exchange, accountId)).toBe(true)
    const { events } = world.prices({ AAPL: 10_000 }, 1_000)
    expect(eventsOf(events, 'OrderUpdated')).toMatchObject([{ order: { orderType: 'LIQUIDATION' } }])
    expect(isSafe(world.exchange, accountId)).toBe(false)
  })

  it('of an isolated position ends with its margin; SIM_HOUSE bears the shortfall', () => {
    const { world, sim: trader } = withFig(createSim())
    const bought = world.order(trader, FIG, 'buy', { size: 30_000 })
    expect(outcome(bought)).toBe('FILLED')
    const free = world.account(trader).collateral
    const money = { ...world.exchange.money }
    const { events } = world.prices({ FIG: 20_000 }, 1_000)
    expect(eventsOf(events, 'OrderUpdated')).toMatchObject([{ order: { orderType: 'LIQUIDATION' } }])
    const { positions, collateral } = world.account(trader)
    // The rest is less than a tick of the price at which nothing would be left.
    expect([positions, collateral - free >= 0, collateral - free < 30_000]).toEqual([[], true, true])
    expect([house(world), world.exchange.money]).toEqual([-collateral, money])
  })
})

describe('a SIM account', () => {
  it('earns no points, pays no referrer, and its fees go to no account', () => {
    const sim = createSim()
    const { world, sim: trader } = sim
    const money = { ...world.exchange.money }
    place(sim, 'buy', { size: 100_000 })
    place(sim, 'sell', { size: 100_000 })
    const { id } = world.exchange.accounts.at(-1)!
    expect(world.exchange.accounts[id]).toMatchObject({ isSim: true, hasTraded: false, fillWeight: 0 })
    expect(world.exchange.money).toEqual(money)
    const account = trader.address
    const code = 'ABCDEF'
    expect(world.run({ kind: 'SetReferralCode', account, code }).answer).toEqual({
      ok: false,
      code: REFUSAL.ACTION_NOT_AVAILABLE,
    })
    expect(world.run({ kind: 'ApplyReferral', account, code }).answer).toEqual({
      ok: false,
      code: REFUSAL.ACTION_NOT_AVAILABLE,
    })
  })

  it('has no part in the LP pool; the nonce of a refused command stays free', () => {
    const { world, sim } = createSim()
    const order = {
      kind: 'PlaceLpOrder',
      id: idOf(1),
      account: sim.address,
      signer: sim.address,
      nonce: 77,
      orderTimeMs: timeMs(world.now()),
      recvWindowMs: 5_000,
      orderType: 'DEPOSIT',
      sizeUsd6: usd6(5 * USDC),
      sizeText: '5',
    } as const
    expect(world.run(order).answer).toEqual({ ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE })
    expect(world.run(order).answer).toEqual({ ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE })
    const { answer } = world.run({ ...order, kind: 'CancelAllOrders' })
    expect(answer).toEqual({ ok: true, ids: [] })
  })

  it('cannot be made of an account with a referrer', () => {
    const { world, owner } = createSim()
    const known = world.trader(0)
    world.run({ kind: 'SetReferralCode', account: owner.address, code: 'ABCDEF' })
    expect(world.run({ kind: 'ApplyReferral', account: known.address, code: 'ABCDEF' }).answer.ok).toBe(true)
    const opening = { kind: 'OpenSimAccount', ownerId: owner.address, amountUsd6: usd6(USDC) } as const
    expect(world.run({ ...opening, account: known.address }).answer).toEqual({
      ok: false,
      code: REFUSAL.ACTION_NOT_AVAILABLE,
    })
    expect(world.run({ ...opening, account: traderAddress(450) }).answer).toEqual({ ok: true })
  })
})

describe('an operation on a market', () => {
  it('a dividend reaches SIM in the command that reopens it, against SIM_HOUSE', () => {
    const sim = createSim()
    const { world, sim: trader } = sim
    place(sim, 'buy', { size: 133_701 })
    const before = [world.account(trader).collateral, house(world)] as const
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    world.run({ kind: 'PayDividend', marketId: 0, perShare: funding12(260_000_000_000n) })
    world.run({ kind: 'SetMarketMode', marketId: 0, mode: 'OPEN' })
    const told = [1, 2, 3].flatMap(() => world.prices({ AAPL: INDEX }, 1_000).events)
    // W18: 13.3701 · 0.26 dollars.
    expect(eventsOf(told, 'FundingSettled')).toMatchObject([
      { account: trader.address, reason: 'DIVIDEND', payment: 3_476_226 },
    ])
    expect(world.account(trader).collateral - before[0]).toBe(3_476_226)
    expect(house(world) - before[1]).toBe(-3_476_226)
    expect(world.exchange.markets[0]!.fundingClearing).toBe(0)
  })

  it('a halt, an operator mode and a warm-up apply to SIM as well', () => {
    const sim = createSim(1_000)
    const { world } = sim
    place(sim, 'buy', { size: 200_000 })
    const mode = (change: object) => world.run({ kind: 'SetMarketMode', marketId: 0, ...change } as never)
    mode({ mode: 'HALT' })
    expect(outcome(place(sim, 'sell', { size: 100 }).order)).toBe('REJECTED MARKET_CLOSED_REJECTED')
    mode({ mode: 'OPEN' })
    // A gap at the reopening: ten seconds of warm-up, then the first price closes it.
    for (const _ of [1, 2, 3]) world.prices({ AAPL: 18_000 }, 1_000)
    expect(world.exchange.markets[0]!.mode).toBe('OPEN')
    expect(world.account(sim.sim).positions).toMatchObject([{ size: 200_000 }])
    world.prices({ AAPL: 18_000 }, 10_000)
    expect(world.account(sim.sim).positions).toEqual([])
  })

  it('a delisting by which the backstop passes to the pool closes SIM at the same index price', () => {
    const sim = createSim()
    const { world, sim: trader } = sim
    place(sim, 'buy', { size: 100_000 })
    const bid = place(sim, 'buy', { size: 100, limitPrice: 23_000, clientId: 'last' }).order
    world.run({ kind: 'AnnounceDelisting', marketId: 0 })
    const { events } = world.run({ kind: 'DelistMarket', marketId: 0 }, 86_400_000)
    expect(outcome(lastOrder(events, bid.id))).toBe('CANCELLED')
    expect([houseIn(world), house(world)]).toEqual([0, -world.account(trader).collateral])
    expect(closeByForce(world, trader).answer).toEqual({ ok: true })
    expect(setStatus(world, trader, 'FROZEN').answer).toEqual({ ok: true })
  })

  it('a smaller maximum lowers a leverage of SIM too, and never lifts one above five', () => {
    const { world, sim } = createSim()
    const symbol = 'AAPL-USD-PERP'
    const leverage = () => world.account(sim).leverages.find((one) => one.symbol === symbol)?.leverage
    const change = (initMarginRatio: number) =>
      world.run({
        kind: 'ChangeParameters',
        market: {
          marketId: 0,
          change: {
            initMarginRatio: ratio4(initMarginRatio),
            maintMarginRatio: ratio4(Math.ceil(initMarginRatio / 2)),
          },
        },
      }).answer
    world.run({ kind: 'SetLeverage', account: sim.address, symbol, leverage: 5 })
    expect(change(2_500)).toEqual({ ok: true })
    expect(leverage()).toBe(4)
    expect(change(500)).toEqual({ ok: true })
    const answer = (value: number) =>
      world.run({ kind: 'SetLeverage', account: sim.address, symbol, leverage: value }).answer
    expect([answer(6), answer(5)]).toEqual([{ ok: false, code: REFUSAL.INVALID_PARAMETER }, { ok: true }])
  })
})

describe('an address without money when a snapshot was taken', () => {
  it.each([false, true])(
    'as SIM is never among those of REAL to be looked at; restored: %s',
    (isRestored) => {
      const { world } = createSim()
      const owner = world.trader(1_000)
      const sim = world.trader(0)
      if (isRestored) world.exchange = decodeState(encodeState(world.exchange))
      // The invariants, asserted after each command, know the accounts with pending checks.
      const amountUsd6 = usd6(10_000 * USDC)
      const opened = world.run({
        kind: 'OpenSimAccount',
        account: sim.address,
        ownerId: owner.address,
        amountUsd6,
      })
      expect(opened.answer).toEqual({ ok: true })
      expect(
        world.exchange.accountRows.marginChecks.map((id) => world.exchange.accounts[id]!.isSim),
      ).not.toContain(true)
    },
  )
})
