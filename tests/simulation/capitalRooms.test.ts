/**
 * Floors, goal and room that the screen shows are those of the engine after every command: of accounts whose facts the
 * browser read once and then only folded from ACCOUNT events, with an equity that it computes from its own account and
 * the prices on the wire.
 */
import { query, type AccountView, type CapitalAccountView, type CapitalChanged } from '@vest/engine'
import { ratio4, type Address } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { limitRooms } from '../../clients/web/src/entities/capital/limitRoom.ts'
import { foldCapital, readCapital, type CapitalFacts } from '../../clients/web/src/live/capitalFacts.ts'
import type { CapitalTerms } from '../../core/engine/src/api/capital.ts'
import { FUNDED, midnight, openCapital } from '../../core/engine/src/testing/capitalWorld.ts'
import { createSim, INDEX } from '../../core/engine/src/testing/simWorld.ts'
import { AAPL, BTC, placeOrder, type Trader } from '../../core/engine/src/testing/world.ts'
import { RUN_SEED } from '../../runtime/src/testing/runSeed.ts'
import { accountEventText, capitalEntryText } from '../../services/exchange/src/capital/capitalText.ts'
import { browserPortfolio } from './browserView.ts'
import { createPrng, type Prng } from './prng.ts'

const STEPS = 10_000
const AT_ONCE = 2
/** Steps between two days. */
const DAY_STEPS = 400

const termsOf = (prng: Prng): CapitalTerms => {
  const losses = { maxDailyLossRatio: ratio4(prng.int(40, 200)), maxDrawdownRatio: ratio4(prng.int(80, 400)) }
  return prng.chance(0.7)
    ? { stage: 'EVAL', goalRatio: ratio4(prng.int(40, 300)), minTradingDays: 0, ...losses }
    : { ...FUNDED, ...losses }
}

describe('floors and room on screen', () => {
  it(`[6.5] are the engine’s in every one of ${STEPS} steps, whatever is traded, paid, reset or judged`, () => {
    const prng = createPrng(RUN_SEED)
    const { world, owner } = createSim()
    const prices = { AAPL: INDEX, BTC: 921_000 }
    const held = new Map<Address, CapitalFacts>()
    const seen = { judged: 0, resets: 0, goal: 0, withPositions: 0, compared: 0 }
    let trading: Trader[] = []

    const run = world.run
    world.run = (command, afterMs) => {
      const applied = run(command, afterMs)
      for (const event of applied.events) if (event.kind === 'CapitalChanged') fold(event)
      return applied
    }
    const fold = ({ account, capital }: CapitalChanged): void => {
      const before = held.get(account)
      if (before === undefined) return
      if (capital.priorDayBalance !== before.dayBalance) seen.resets += 1
      held.set(account, foldCapital(before, accountEventText(account, capital, world.now())))
    }
    const capitalOf = (account: Address): CapitalAccountView =>
      query(world.exchange, 'capital', { accounts: [account] })[0]!
    const open = (): Trader => {
      const trader = openCapital(world, owner, termsOf(prng), 50_000)
      held.set(trader.address, readCapital(capitalEntryText(capitalOf(trader.address), false)))
      return trader
    }
    const compare = ({ address }: Trader): void => {
      const { capital } = capitalOf(address)
      const { equity, positions }: AccountView = query(world.exchange, 'account', { account: address })!
      const facts = held.get(address)!
      const shown = limitRooms(browserPortfolio(world.exchange, address).portfolio.summary!.equity, facts)
      const roomAbove = (floor: number): number => Math.max(0, equity - floor)
      expect(facts.status).toBe(capital.status)
      expect(shown.daily).toMatchObject({
        floor: capital.maxDailyLossLimit,
        room: roomAbove(capital.maxDailyLossLimit),
      })
      expect(shown.drawdown).toMatchObject({
        floor: capital.maxDrawdownLimit,
        room: roomAbove(capital.maxDrawdownLimit),
      })
      expect(shown.goal?.goal).toBe(capital.targetEquity)
      if (capital.targetEquity !== undefined) {
        expect(shown.goal!.left).toBe(Math.max(0, capital.targetEquity - equity))
        seen.goal += 1
      }
      // No floor is reached on screen by an account that trades: the engine would have judged it with the same command.
      if (!capital.isFrozen) expect(Math.min(shown.daily.room, shown.drawdown.room)).toBeGreaterThan(0)
      else seen.judged += 1
      if (positions.length > 0) seen.withPositions += 1
      seen.compared += 1
    }

    for (let step = 0; step < STEPS; step += 1) {
      while (trading.length < AT_ONCE) trading.push(open())
      if (step % DAY_STEPS === DAY_STEPS - 1) midnight({ world, owner, trader: trading[0]! }, prices)
      else if (prng.chance(0.4)) {
        const trader = prng.pick(trading)
        const spec = prng.chance(0.5) ? AAPL : BTC
        const size = spec === AAPL ? prng.int(1_000, 1_000_000) : prng.int(10, 2_000)
        const side = prng.chance(0.5) ? 'buy' : 'sell'
        world.run(placeOrder(world, 900_000 + world.log.length, { trader, spec, side, order: { size } }))
      } else {
        prices.AAPL = Math.max(20_000, prices.AAPL + prng.int(-80, 80))
        prices.BTC = Math.max(800_000, prices.BTC + prng.int(-3_000, 3_000))
        world.prices(prices, prng.pick([700, 1_000, 4_000]))
      }
      for (const trader of trading) compare(trader)
      trading = trading.filter(({ address }) => !held.get(address)!.isFrozen)
    }
    expect(seen.compared).toBe(STEPS * AT_ONCE)
    for (const [what, count] of Object.entries(seen)) expect([what, count > 20]).toEqual([what, true])
  })
})
