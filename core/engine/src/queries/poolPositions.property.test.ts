/** The reported positions of the pool add up to its reported value. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AAPL, createWorld, FIG } from '../testing/world.ts'
import { placeLp } from '../testing/lpCommands.ts'
import { query } from './index.ts'

const USDC = 1_000_000

describe('positions of the pool', () => {
  it('their profit and its cash add up to its value, after any trades and price moves', () => {
    const step = fc.record({
      isFig: fc.boolean(),
      isBuy: fc.boolean(),
      size: fc.integer({ min: 10_000, max: 500_000 }),
      move: fc.integer({ min: -40, max: 40 }),
    })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const world = createWorld({ markets: [AAPL, FIG], poolDollars: 1_000_000 })
        const trader = world.trader(500_000)
        let [aapl, fig] = [23_150, 3_400]
        for (const { isFig, isBuy, size, move } of steps) {
          world.prices({ AAPL: aapl, FIG: fig }, 1_000)
          world.order(trader, isFig ? FIG : AAPL, isBuy ? 'buy' : 'sell', { size })
          aapl += move
          fig += Math.trunc(move / 8)
        }
        const { money, markets } = world.exchange
        const pool = query(world.exchange, 'pool', {})
        const gain = pool.positions.reduce((sum, { unrealizedPnl }) => sum + unrealizedPnl, 0)
        expect(money.POOL + money.BACKSTOP + gain).toBe(pool.navLow)
        for (const { spec, pool: held } of markets)
          expect(pool.positions.find(({ symbol }) => symbol === spec.symbol)?.size).toBe(
            spec.isolated ? undefined : held?.size,
          )
      }),
      { numRuns: 60 },
    )
  })

  it('queued shares are reported as one sum over all accounts', () => {
    const world = createWorld({ markets: [AAPL], poolDollars: 100_000 })
    for (const trader of [world.trader(5_000), world.trader(5_000)]) {
      placeLp(world, trader, 'DEPOSIT', 1_000 * USDC)
      placeLp(world, trader, 'SCHEDULE_WITHDRAW', 300 * USDC)
    }
    expect(query(world.exchange, 'pool', {}).queuedShares).toBe(600 * USDC)
  })
})
