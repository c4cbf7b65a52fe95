/**
 * The limits on the screen of an evaluation are those that the engine judges by: floors, room and equity as the app
 * computes them from the wire, compared with the engine's, after every step of random days.
 */
import { query } from '@vest/engine'
import { ratio4, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { limitRooms } from '../../clients/web/src/entities/capital/limitRoom.ts'
import { readCapital } from '../../clients/web/src/live/capitalFacts.ts'
import type { CapitalTerms } from '../../core/engine/src/api/capital.ts'
import { midnight, openCapital } from '../../core/engine/src/testing/capitalWorld.ts'
import { createSim, INDEX } from '../../core/engine/src/testing/simWorld.ts'
import { AAPL, BTC, placeOrder } from '../../core/engine/src/testing/world.ts'
import { RUN_SEED } from '../../runtime/src/testing/runSeed.ts'
import { capitalEntryText } from '../../services/exchange/src/capital/capitalText.ts'
import { browserContext } from './browserView.ts'
import { createPrng } from './prng.ts'

const STEPS = 10_000
const BTC_INDEX = 921_000
const TERMS: CapitalTerms = {
  stage: 'EVAL',
  goalRatio: ratio4(1_000),
  maxDailyLossRatio: ratio4(200),
  maxDrawdownRatio: ratio4(400),
  minTradingDays: 0,
}

describe('limits on the screen', () => {
  it(`[6.5] floors and room are the engine's in each of ${STEPS} steps, and who has none trades no more`, () => {
    const prng = createPrng(RUN_SEED)
    const { world, owner } = createSim()
    const prices = { AAPL: INDEX, BTC: BTC_INDEX }
    let trader = openCapital(world, owner, TERMS, 50_000)
    let ended = 0
    const days = new Set<number>()
    for (let step = 0; step < STEPS; step += 1) {
      const what = prng.int(0, 9)
      if (what < 4) {
        const spec = prng.int(0, 1) === 0 ? AAPL : BTC
        const size = spec === AAPL ? prng.int(1_000, 2_000_000) : prng.int(10, 4_000)
        const order = { size }
        const side = prng.int(0, 1) === 0 ? 'buy' : 'sell'
        world.run(placeOrder(world, 800_000 + step, { trader, spec, side, order }))
      } else if (what < 9) {
        prices.AAPL = Math.max(20_000, prices.AAPL + prng.int(-60, 60))
        prices.BTC = Math.max(800_000, prices.BTC + prng.int(-2_500, 2_500))
        world.prices(prices, prng.pick([500, 1_000, 4_000]))
      } else {
        if (prng.int(0, 9) > 0) world.run({ kind: 'TickTimer' }, 1_000)
        else midnight({ world, owner, trader }, prices)
      }
      const account = trader.address
      const view = query(world.exchange, 'capital', { accounts: [account] })[0]!
      const facts = readCapital(capitalEntryText(view, false))
      const { summary } = browserContext(world.exchange, account, AAPL.symbol)
      expect(summary!.equity).toBe(view.equity)
      const { daily, drawdown } = limitRooms(summary!.equity, facts)
      const { maxDailyLossLimit, maxDrawdownLimit, status, nextResetTimeMs } = view.capital
      expect([daily.floor, drawdown.floor]).toEqual([maxDailyLossLimit, maxDrawdownLimit])
      expect([daily.room, drawdown.room]).toEqual(
        [maxDailyLossLimit, maxDrawdownLimit].map((floor) => usd6(Math.max(0, view.equity - floor))),
      )
      days.add(nextResetTimeMs)
      if (status === 'active') {
        expect(Math.min(daily.room, drawdown.room)).toBeGreaterThan(0)
        continue
      }
      ended += 1
      trader = openCapital(world, owner, TERMS, 50_000)
    }
    expect(ended).toBeGreaterThan(5)
    expect(days.size).toBeGreaterThan(20)
  })
})
