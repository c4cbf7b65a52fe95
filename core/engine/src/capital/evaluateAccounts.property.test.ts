/** Who is far from every limit is not looked at, and that changes no answer: random days of accounts, with and without. */
import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { ratio4, timeMs } from '@vest/protocol'
import { type CapitalTerms } from '../api/capital.ts'
import { forgetSafeRanges } from '../liquidation/safeRanges.ts'
import { encodeState } from '../snapshot/snapshot.ts'
import { openCapital } from '../testing/capitalWorld.ts'
import { createSim, INDEX } from '../testing/simWorld.ts'
import { AAPL, BTC, placeOrder, type Trader, type World } from '../testing/world.ts'

const BTC_INDEX = 1_000_000

interface Move {
  readonly what: number
  readonly who: number
  readonly amount: number
  readonly afterMs: number
}

const moves = fc.array(
  fc.record({
    what: fc.integer({ min: 0, max: 9 }),
    who: fc.integer({ min: 0, max: 2 }),
    amount: fc.integer({ min: -100, max: 100 }),
    afterMs: fc.constantFrom(100, 700, 1_000, 4_000),
  }),
  { minLength: 20, maxLength: 60 },
)
const terms = (losses: number): CapitalTerms => ({
  stage: 'EVAL',
  goalRatio: ratio4(losses),
  maxDailyLossRatio: ratio4(losses),
  maxDrawdownRatio: ratio4(2 * losses),
  minTradingDays: 0,
})

function begin(): { readonly world: World; readonly traders: readonly Trader[] } {
  const { world, owner } = createSim()
  return { world, traders: [20, 100, 400].map((losses) => openCapital(world, owner, terms(losses), 50_000)) }
}

/** Every second move is a price; now and then a day goes by. */
function play(list: readonly Move[], isForgotten: boolean): { state: string; statuses: readonly unknown[] } {
  const { world, traders } = begin()
  const forget = (): void => {
    if (isForgotten) for (const { id } of world.exchange.accounts) forgetSafeRanges(world.exchange, id)
  }
  let prices = { AAPL: INDEX, BTC: BTC_INDEX }
  for (const [at, { what, who, amount, afterMs }] of list.entries()) {
    forget()
    prices = {
      AAPL: Math.max(20_000, prices.AAPL + amount),
      BTC: Math.max(900_000, prices.BTC + (what % 2 === 0 ? amount * 30 : 0)),
    }
    world.prices(prices, afterMs)
    forget()
    const spec = what % 3 === 0 ? BTC : AAPL
    const size = spec === BTC ? 100 * (1 + what) : 100_000 * (1 + what)
    const side = amount % 2 === 0 ? 'buy' : 'sell'
    if (what < 6)
      world.run(placeOrder(world, 400_000 + at, { trader: traders[who]!, spec, side, order: { size } }))
    else if (what === 6) world.run({ kind: 'TickTimer' }, amount === 0 ? 86_400_000 : 1_000)
    else if (what === 7) world.run({ kind: 'TickFunding', hourMs: timeMs(at * 3_600_000) })
  }
  return {
    state: encodeState(world.exchange),
    statuses: world.exchange.accounts.flatMap(({ capital }) =>
      capital === undefined ? [] : [capital.status],
    ),
  }
}

describe('an evaluation that is far from its limits', () => {
  it('comes to the same as one that is looked at with every price', () => {
    const ends = new Set<unknown>()
    fc.assert(
      fc.property(moves, (list) => {
        const [often, seldom] = [play(list, true), play(list, false)]
        expect(seldom).toEqual(often)
        for (const status of often.statuses) ends.add(status)
      }),
      { numRuns: 60 },
    )
    // The moves reach what they are about.
    expect([...ends].sort()).toEqual(
      expect.arrayContaining(['active', 'goal_failed_max_daily_loss', 'goal_passed']),
    )
  })

  it('is not looked at: a price within its band leaves it unasked', () => {
    const { world, traders } = begin()
    world.order(traders[2]!, AAPL, 'buy', { size: 4_000_000 })
    world.prices({ AAPL: INDEX, BTC: BTC_INDEX }, 1_000)
    const { accountId } = world.account(traders[2]!)
    const { accounts: known } = world.exchange.safeRanges as unknown as { readonly accounts: Float64Array }
    const noted = () => [...known.slice(3 * accountId, 3 * accountId + 3)]
    const before = noted()
    expect(before).not.toContain(NaN)
    world.prices({ AAPL: INDEX + 10, BTC: BTC_INDEX }, 1_000)
    expect(noted()).toEqual(before)
    // Beyond the band it is, and gets another.
    world.prices({ AAPL: INDEX + 300, BTC: BTC_INDEX }, 1_000)
    expect(noted()).not.toEqual(before)
  })
})
