/** An account that cannot pay for a wide sweep is refused before the sweep is fully planned, with the same answer. */
import { REFUSAL, timeMs, usd6 } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeState } from '../snapshot/snapshot.ts'
import { AAPL, BTC, createWorld, FIG, outcome, type Trader, type World } from '../testing/world.ts'

const SPECS = [AAPL, BTC, FIG]
const INDEXES = [23_150, 1_000_000, 52_310]
const LEVERAGES = [10, 10, 5]
const DOLLARS = 500

const steps = fc.array(
  fc.record({
    what: fc.nat(11),
    market: fc.nat(2),
    isBuy: fc.boolean(),
    /** Of the largest size that the account can have. */
    percent: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 85, max: 105 })),
    bps: fc.integer({ min: -60, max: 60 }),
  }),
  { minLength: 10, maxLength: 50 },
)
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never

/** The pool's quotes are off the mark once a trader has used two thirds of its capacity on one side. */
function skew(world: World, whale: Trader, isBuy: boolean): void {
  for (const [market, spec] of SPECS.entries()) {
    const size = Math.floor((world.exchange.markets[market]!.ladder!.limit * 2) / 3)
    const limitPrice = Math.round(INDEXES[market]! * (isBuy ? 1.1 : 0.9))
    world.order(whale, spec, isBuy ? 'buy' : 'sell', { size, limitPrice, timeInForce: 'IOC' })
  }
}

/** Makers, prices, and one account whose orders are often too large for it. */
function play(list: Step, askedAfter: number) {
  const world = createWorld({ markets: SPECS, poolDollars: 20_000, audit: false })
  world.exchange.scratch.plan.askedAfterMakers = askedAfter
  world.run({ kind: 'SeedSystemAccount', account: 'POOL_ISO', amountUsd6: usd6(20_000_000_000) })
  world.run({ kind: 'ChangeParameters', exchange: { openOrdersPerMarketMax: 5 } })
  const indexes = [...INDEXES]
  const tell = () => world.prices({ AAPL: indexes[0]!, BTC: indexes[1]!, FIG: indexes[2]! }, 1_000)
  tell()
  const subject = world.trader(DOLLARS)
  const makers = Array.from({ length: 12 }, () => world.trader(20_000))
  skew(world, world.trader(200_000), list[0]!.isBuy)
  const told: string[] = []
  let planned = 0
  const take = ({ what, market, isBuy, percent, bps }: Step[number]): void => {
    const index = indexes[market]!
    const scale = world.exchange.markets[market]!.scale
    const most = (DOLLARS * 1_000_000 * LEVERAGES[market]!) / (index * scale)
    const form = {
      size: Math.max(1, Math.floor((most * percent) / 100)),
      limitPrice: Math.round(index * (isBuy ? 1.01 : 0.99) + (index * bps) / 10_000),
      timeInForce: (['GTC', 'GTC', 'FOK', 'IOC', 'IOC', 'GTC'] as const)[what - 6]!,
    }
    const { limitPrice: _, ...unlimited } = form
    const isMarket = what === 11
    const side = isBuy ? 'buy' : 'sell'
    const order = world.order(subject, SPECS[market]!, side, isMarket ? unlimited : form)
    told.push(`${outcome(order)} ${order.filledSize}`)
    if (order.code === REFUSAL.MARGIN_CHECK_FAILED) planned += world.exchange.scratch.plan.fillCount
  }
  for (const step of list) {
    const { what, market, isBuy, percent, bps } = step
    const index = indexes[market]!
    if (what === 0) {
      indexes[market] = index + Math.round((index * bps) / 20_000)
      tell()
    } else if (what === 1 && market === 0)
      world.run({
        kind: 'ChangeSession',
        marketId: 0,
        session: isBuy ? 'EXTENDED' : 'REGULAR',
        endTimeMs: timeMs(world.now() + 3_600_000),
      })
    else if (what <= 5) {
      const who = what === 5 ? subject : makers[percent % makers.length]!
      const lots = Math.ceil((percent * 1_000_000) / (index * world.exchange.markets[market]!.scale))
      for (let i = 0; i < 5; i += 1) {
        const away = (Math.abs(bps) % 8) + i
        const limitPrice = Math.round(index * (1 + ((isBuy ? -1 : 1) * away) / 10_000))
        const rest = { size: lots, limitPrice, timeInForce: 'POST_ONLY' } as const
        told.push(outcome(world.order(who, SPECS[market]!, isBuy ? 'buy' : 'sell', rest)))
      }
    } else take(step)
  }
  return { told, planned, state: encodeState(world.exchange) }
}

describe('an order that its account cannot afford', () => {
  it('has the same result as after full planning', () => {
    const planned = { soon: 0, never: 0 }
    fc.assert(
      fc.property(steps, (list) => {
        const [soon, never] = [play(list, 1), play(list, 0)]
        expect(soon.told).toEqual(never.told)
        expect(soon.state).toEqual(never.state)
        planned.soon += soon.planned
        planned.never += never.planned
      }),
      { numRuns: 100, seed: 44 },
    )
    expect(planned.soon).toBeLessThan(planned.never)
  })
})
