/** The limits that a person sets for an account: they refuse what opens, nothing loosens them before the day ends. */
import { timeMs, usd6, REFUSAL } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GuardrailLimits, GuardrailsView } from '../api/index.ts'
import { apply } from '../apply.ts'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { ALONE, BTC_LOTS, leverage, liquidations, USDC } from '../testing/liquidations.ts'
import { createWorld, eventsOf, outcome, type Trader, type World } from '../testing/world.ts'

const DAY_MS = 86_400_000
const MARK = 500_000
/** At the mark a tenth of a coin is worth 5,000 USDC. */
const TENTH = BTC_LOTS / 10

function scene(limits: GuardrailLimits = {}) {
  const world = createWorld({ markets: [ALONE], poolDollars: 1_000_000 })
  const [person, maker] = [world.trader(10_000), world.trader(1_000_000)]
  world.prices({ BTC: MARK })
  for (const one of [person, maker]) leverage(world, one, ALONE, 50)
  if (Object.keys(limits).length > 0) expect(set(world, person, limits)).toEqual({ ok: true })
  return { world, person, maker }
}
const set = (world: World, person: Trader, limits: GuardrailLimits, afterMs = 0) =>
  world.run({ kind: 'SetGuardrails', account: person.address, limits }, afterMs).answer
const viewOf = ({ exchange }: World, { address }: Trader): GuardrailsView =>
  query(exchange, 'guardrails', { account: address })!
const money = (dollars: number) => usd6(dollars * USDC)
type Scene = ReturnType<typeof scene>
type Input = Partial<Parameters<World['order']>[3]>
/** The person takes so many lots at a price from the maker. */
function take({ world, person, maker }: Scene, side: 'buy' | 'sell', size: number, input: Input = {}) {
  const limitPrice = input.limitPrice ?? MARK
  const offer = world.order(maker, ALONE, side === 'buy' ? 'sell' : 'buy', { size, limitPrice })
  const told = outcome(world.order(person, ALONE, side, { timeInForce: 'IOC', size, limitPrice, ...input }))
  world.cancel(maker, offer.id)
  return told
}
/** The market falls within the fill band, and the timer has seen it. */
function fall({ world }: Scene, price: number) {
  world.prices({ BTC: price }, 1_000)
  world.run({ kind: 'TickTimer' })
}
/** After a long silence a market opens again once it has had prices for a while. */
function reopen({ world }: Scene, price: number) {
  for (let second = 0; second < 70; second += 1) {
    world.prices({ BTC: price }, 1_000)
    world.run({ kind: 'TickTimer' })
  }
}
const tomorrow = (world: World): number => (Math.floor(world.now() / DAY_MS) + 1) * DAY_MS

describe('guardrails', () => {
  it('the daily stop counts what is unrealised, holds after a recovery, and ends with the day', () => {
    const made = scene({ dailyStopUsd6: money(40) })
    const { world, person } = made
    expect(take(made, 'buy', TENTH)).toBe('FILLED')
    // A tenth of a coin loses 50 USDC on 500.
    fall(made, MARK - 5_000)
    expect(viewOf(world, person)).toMatchObject({ isStopped: true })
    fall(made, MARK)
    expect(take(made, 'buy', 1)).toBe('REJECTED OWN_DAILY_STOP')
    expect(take(made, 'sell', TENTH + 1)).toBe('REJECTED OWN_DAILY_STOP')
    expect(take(made, 'sell', TENTH / 2)).toBe('FILLED')
    expect(take(made, 'sell', TENTH / 2, { reduceOnly: true })).toBe('FILLED')
    world.prices({ BTC: MARK }, tomorrow(world) - world.now())
    expect(viewOf(world, person)).toMatchObject({ isStopped: false, dayResultUsd6: 0 })
    reopen(made, MARK)
    expect(take(made, 'buy', 1)).toBe('FILLED')
  })

  it('no order slips in between a loss and the timer', () => {
    const made = scene({ dailyStopUsd6: money(40) })
    take(made, 'buy', TENTH)
    made.world.prices({ BTC: MARK - 5_000 }, 1_000)
    expect(take(made, 'buy', 1, { limitPrice: MARK - 5_000 })).toBe('REJECTED OWN_DAILY_STOP')
  })

  it('the size limit judges what an order opens beyond what it closes, and what rests once more when it fills', () => {
    const made = scene({ sizeMaxUsd6: money(5_000) })
    const { world, person, maker } = made
    expect(take(made, 'buy', TENTH + 1)).toBe('REJECTED OWN_SIZE_LIMIT')
    expect(take(made, 'buy', TENTH)).toBe('FILLED')
    expect(take(made, 'buy', 1)).toBe('REJECTED OWN_SIZE_LIMIT')
    expect(take(made, 'sell', 2 * TENTH + 1)).toBe('REJECTED OWN_SIZE_LIMIT')
    expect(take(made, 'sell', 2 * TENTH)).toBe('FILLED')
    const bids = [1, 2].map(() =>
      world.order(person, ALONE, 'buy', { size: 2 * TENTH, limitPrice: MARK - 100 }),
    )
    expect(bids.map(outcome)).toEqual(['NEW', 'NEW'])
    // The first closes and opens as much; the second would open more.
    const { events } = world.run({
      ...ordered(world, maker),
      size: (4 * TENTH) as never,
      limitPrice: (MARK - 100) as never,
    })
    const last = eventsOf(events, 'OrderUpdated').findLast(({ order }) => order.id === bids[1]!.id)
    expect(outcome(last!.order)).toBe('CANCELLED OWN_SIZE_LIMIT')
  })

  it('a cool-down follows a realised loss, also one in parts, and a leverage cap bounds every order', () => {
    const made = scene({ coolDown: { lossUsd6: money(60), durationMs: 4_000 }, leverageMax: 10 })
    const { world, person } = made
    expect(
      world.run({ kind: 'SetLeverage', account: person.address, symbol: ALONE.symbol, leverage: 11 }).answer,
    ).toEqual({ ok: false, code: REFUSAL.OWN_LEVERAGE_CAP })
    expect(take(made, 'buy', TENTH)).toBe('FILLED')
    expect(world.account(person).positions[0]!.initMarginRatio).toBe(1_000)
    fall(made, MARK - 8_000)
    expect(take(made, 'sell', TENTH / 2, { limitPrice: MARK - 8_000 })).toBe('FILLED')
    expect(take(made, 'buy', 1, { limitPrice: MARK - 8_000 })).toBe('FILLED')
    expect(take(made, 'sell', TENTH / 2, { limitPrice: MARK - 8_000 })).toBe('FILLED')
    expect(take(made, 'buy', 1, { limitPrice: MARK - 8_000 })).toBe('REJECTED OWN_COOL_DOWN')
    fall(made, MARK - 8_000)
    const { coolUntilMs } = viewOf(world, person)
    expect(coolUntilMs).toBe(world.now() + 4_000)
    world.prices({ BTC: MARK - 8_000 }, 3_999)
    expect(take(made, 'buy', 1, { limitPrice: MARK - 8_000 })).toBe('REJECTED OWN_COOL_DOWN')
    world.prices({ BTC: MARK - 8_000 }, 1)
    expect(take(made, 'buy', 1, { limitPrice: MARK - 8_000 })).toBe('FILLED')
  })

  it('stops, take profits, cancels and liquidations pass', () => {
    const made = scene()
    const { world, person, maker } = made
    take(made, 'buy', 8 * TENTH)
    const bid = world.order(person, ALONE, 'buy', { size: 1, limitPrice: MARK - 20_000 })
    expect(set(world, person, { dailyStopUsd6: usd6(1), sizeMaxUsd6: usd6(1), leverageMax: 1 })).toEqual({
      ok: true,
    })
    fall(made, MARK - 1_000)
    expect(viewOf(world, person).isStopped).toBe(true)
    expect(world.cancel(person, bid.id)).toMatchObject({ ok: true })
    const stop = { orderType: 'STOP_LOSS', reduceOnly: true } as const
    const first = world.order(person, ALONE, 'sell', { ...stop, size: TENTH, limitPrice: MARK - 4_000 })
    expect(outcome(first)).toBe('NEW')
    world.order(maker, ALONE, 'buy', { size: TENTH, limitPrice: MARK - 5_000 })
    fall(made, MARK - 5_000)
    expect(world.account(person).positions[0]!.size).toBe(7 * TENTH)
    world.run({ kind: 'SeedSystemAccount', account: 'INSURANCE', amountUsd6: money(100_000) })
    let sold = 0
    for (let price = MARK - 5_000; price > 330_000; price *= 0.97)
      sold += liquidations(world.prices({ BTC: Math.floor(price) }, 1_000).events).length
    expect(sold).toBeGreaterThan(0)
  })

  it('what is stricter holds at once, what is looser from 00:00 UTC on, and a later word replaces the one before', () => {
    const { world, person } = scene({ sizeMaxUsd6: money(100) })
    set(world, person, { sizeMaxUsd6: money(200) })
    expect(viewOf(world, person)).toMatchObject({
      limits: { sizeMaxUsd6: money(100) },
      pending: { sizeMaxUsd6: money(200) },
      nextResetTimeMs: tomorrow(world),
    })
    set(world, person, { sizeMaxUsd6: money(50) })
    expect(viewOf(world, person).limits).toEqual({ sizeMaxUsd6: money(50) })
    expect(viewOf(world, person).pending).toBeUndefined()
    set(world, person, {})
    expect(viewOf(world, person)).toMatchObject({ limits: { sizeMaxUsd6: money(50) }, pending: {} })
    world.run({ kind: 'TickTimer' }, tomorrow(world) - world.now() - 1)
    expect(viewOf(world, person).limits).toEqual({ sizeMaxUsd6: money(50) })
    world.run({ kind: 'TickTimer' }, 1)
    expect(viewOf(world, person)).toMatchObject({ limits: {} })
    expect(viewOf(world, person).pending).toBeUndefined()
  })

  it('refuses what is no limit, and an account that is not there', () => {
    const { world, person } = scene()
    for (const limits of [
      { dailyStopUsd6: usd6(0) },
      { sizeMaxUsd6: 1.5 as ReturnType<typeof usd6> },
      { leverageMax: 1_001 },
      { coolDown: { lossUsd6: money(1), durationMs: DAY_MS + 1 } },
    ])
      expect(set(world, person, limits)).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
    expect(set(world, world.trader(0), { leverageMax: 1 })).toEqual({
      ok: false,
      code: REFUSAL.ACCOUNT_NOT_FOUND,
    })
  })

  it('no order of commands loosens a limit before the day ends, and a restart in between changes nothing', () => {
    const limits = fc.record(
      {
        dailyStopUsd6: fc.integer({ min: 1, max: 5 }).map((n) => money(n * 10)),
        sizeMaxUsd6: fc.integer({ min: 1, max: 5 }).map((n) => money(n * 1_000)),
        leverageMax: fc.integer({ min: 1, max: 5 }),
        coolDown: fc.record({
          lossUsd6: fc.integer({ min: 1, max: 5 }).map((n) => money(n * 10)),
          durationMs: fc.integer({ min: 1, max: 5 }).map((n) => n * 60_000),
        }),
      },
      { requiredKeys: [] },
    )
    const step = fc.oneof(
      limits.map((wanted) => ({ what: 'set', wanted }) as const),
      fc.constant({ what: 'tick' } as const),
      fc.integer({ min: -6, max: 6 }).map((by) => ({ what: 'move', by }) as const),
      fc.boolean().map((isBuy) => ({ what: 'take', isBuy }) as const),
      fc.integer({ min: 1, max: 30 }).map((hours) => ({ what: 'wait', hours }) as const),
    )
    fc.assert(
      fc.property(fc.array(step, { minLength: 4, maxLength: 24 }), fc.nat(), (steps, cut) => {
        const made = scene()
        const { world, person } = made
        let day = Math.floor(world.now() / DAY_MS)
        let before = viewOf(world, person)
        let restarted = decodeState(encodeState(world.exchange))
        let seen = world.log.length
        for (const [at, one] of steps.entries()) {
          if (one.what === 'set') set(world, person, one.wanted)
          else if (one.what === 'tick') world.run({ kind: 'TickTimer' }, 1_000)
          else if (one.what === 'move') world.prices({ BTC: MARK + one.by * 1_000 }, 1_000)
          else if (one.what === 'take') {
            const grew = take(made, one.isBuy ? 'buy' : 'sell', TENTH / 2)
            if (before.isStopped && Math.floor(world.now() / DAY_MS) === day && grew === 'FILLED')
              expect(world.account(person).positions[0]?.size ?? 0).toBeLessThan(8 * TENTH)
          } else world.prices({ BTC: MARK }, one.hours * 3_600_000)
          const now = viewOf(world, person)
          const today = Math.floor(world.now() / DAY_MS)
          if (today === day) {
            expect(isLooser(before.limits, now.limits), `step ${at}`).toBe(false)
            if (before.isStopped) expect(now.isStopped).toBe(true)
          }
          if (before.coolUntilMs !== undefined && before.coolUntilMs > world.now())
            expect(now.coolUntilMs).toBeGreaterThanOrEqual(before.coolUntilMs)
          ;[before, day] = [now, today]
          for (; seen < world.log.length; seen += 1) apply(restarted, world.log[seen]!)
          if (at === cut % steps.length) restarted = decodeState(encodeState(restarted))
        }
        expect(encodeState(restarted)).toBe(encodeState(world.exchange))
      }),
      { numRuns: 60 },
    )
  })
})

/** In some respect. */
function isLooser(before: GuardrailLimits, after: GuardrailLimits): boolean {
  const sizes = (limits: GuardrailLimits) => [
    limits.dailyStopUsd6 ?? Infinity,
    limits.sizeMaxUsd6 ?? Infinity,
    limits.leverageMax ?? Infinity,
    limits.coolDown?.lossUsd6 ?? Infinity,
    -(limits.coolDown?.durationMs ?? 0),
  ]
  const [old, next] = [sizes(before), sizes(after)]
  return old.some((value, at) => next[at]! > value)
}

/** An order of the maker that meets what rests. */
const ordered = (world: World, maker: Trader) => ({
  ...({ kind: 'PlaceOrder', account: maker.address, signer: maker.address, nonce: 9_000_001 } as const),
  ...({ id: `0x${'9'.repeat(64)}`, symbol: ALONE.symbol, isBuy: false, reduceOnly: false } as const),
  ...({ orderType: 'LIMIT', timeInForce: 'IOC', recvWindowMs: 5_000 } as const),
  orderTimeMs: timeMs(world.now()),
})
