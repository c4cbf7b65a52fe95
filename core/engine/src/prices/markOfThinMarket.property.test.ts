/** A mark is not for sale: what small money does in a thin market moves its mark by no more than the clamp, and by no jump. */
import { usd6 } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarketSpec } from '../api/marketSpec.ts'
import { leverage } from '../testing/liquidations.ts'
import { createWorld, FIG, placeOrder } from '../testing/world.ts'

const INDEX = 52_310

/** The market of the class with the least depth, with the pool's room that `dollars` give it. */
const thin = (dollars: number): MarketSpec => ({
  ...FIG,
  isolated: false,
  risk: { ...FIG.risk, inventoryLimitUsd6: usd6(dollars * 1_000_000) },
})

const order = fc.record({
  who: fc.nat(1),
  isBuy: fc.boolean(),
  /** Distance of the limit from the index, in thousandths. */
  away: fc.integer({ min: -140, max: 140 }),
  size: fc.integer({ min: 1, max: 90_000 }),
  timeInForce: fc.constantFrom('GTC', 'IOC', 'POST_ONLY'),
})
const step = fc.oneof(
  { weight: 3, arbitrary: order },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 30 }) },
)

describe('[E5] ten thousand dollars in a market of tier T5', () => {
  it.each([0, 2_000, 250_000])(
    'move its mark by at most two percent from its index (room of the pool: %d dollars)',
    (dollars) => {
      let moved = 0
      fc.assert(
        fc.property(fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }), (steps) => {
          const spec = thin(dollars)
          const world = createWorld({ markets: [spec], audit: false })
          const attackers = [world.trader(5_000), world.trader(5_000)]
          world.prices({ FIG: INDEX })
          for (const one of attackers) leverage(world, one, spec, 5)
          const market = world.exchange.markets[0]!
          const look = (): void => {
            world.prices({ FIG: INDEX }, 1_000)
            moved = Math.max(moved, Math.abs(market.mark! - INDEX))
            expect(Math.abs(market.mark! - INDEX) * 50).toBeLessThanOrEqual(INDEX)
          }
          steps.forEach((one, at) => {
            if (typeof one === 'number')
              for (let second = 0; second < one; second += 1) {
                world.run({ kind: 'TickTimer' }, 0)
                look()
              }
            else {
              const limitPrice = Math.round((INDEX * (1_000 + one.away)) / 1_000)
              const { size, timeInForce } = one
              const trader = attackers[one.who]!
              const side = one.isBuy ? 'buy' : 'sell'
              world.run(
                placeOrder(world, 700_000 + at, {
                  trader,
                  spec,
                  side,
                  order: { size, limitPrice, timeInForce },
                }),
              )
              look()
            }
          })
        }),
        { numRuns: 25 },
      )
      // Without quotes of the pool no order moves it at all.
      if (dollars === 0) expect(moved).toBe(0)
      else expect(moved).toBeGreaterThan(0)
    },
  )
})
