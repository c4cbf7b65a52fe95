import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { funding12, lots, rate5, ratio4, ticks, usd6 } from '@vest/protocol'
import { accountAfterFills, type FillPart, isAllowedEnd, type OrderFills } from './accountAfterFills.ts'
import { type AccountFacts, accountSummary, type SummaryPosition } from './accountSummary.ts'

const USD = 1_000_000
/** Prices with two, sizes with four decimals: a tick of a lot is a micro-dollar. */
const moment = {
  mark: ticks(31_000),
  cumFunding: funding12(100_000_000_000n),
  sizeDecimals: 4,
  priceDecimals: 2,
  maintMarginRatio: ratio4(250),
}
const cross = { takerFeeRate: rate5(10), isIsolated: false, moment }
const isolated = { ...cross, isIsolated: true }
const initMarginRatio = ratio4(1_000)
const part = (price: number, size: number): FillPart => ({ price: ticks(price), size: lots(size) })
const order = (isBuy: boolean, ...parts: FillPart[]): OrderFills => ({ isBuy, parts, initMarginRatio })

/** Ten, bought or sold at 300. */
const holding = (isLong: boolean, margin?: number): SummaryPosition => ({
  isLong,
  size: lots(100_000),
  cost: usd6(3_000 * USD),
  entryFunding: funding12(0n),
  initMarginRatio,
  market: moment,
  ...(margin === undefined ? {} : { isolatedMargin: usd6(margin) }),
})
const factsOf = (collateral: number, ...positions: SummaryPosition[]): AccountFacts => ({
  collateral: usd6(collateral),
  softCredit: usd6(0),
  positions,
  orders: [],
})

describe('the account after fills', () => {
  it('conserves equity except for the fee and the difference to the mark, on both sides and across a flip', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.boolean(),
        fc.array(fc.tuple(fc.integer({ min: 25_000, max: 40_000 }), fc.integer({ min: 1, max: 90_000 })), {
          minLength: 1,
          maxLength: 5,
        }),
        (isLong, isBuy, levels) => {
          const held = holding(isLong)
          const facts = factsOf(10_000 * USD, held)
          const after = accountAfterFills(
            facts,
            held,
            cross,
            order(isBuy, ...levels.map(([p, q]) => part(p, q))),
          )
          const paidBeside = levels.reduce((sum, [p, q]) => sum + (isBuy ? 1 : -1) * (p - 31_000) * q, 0)
          const before = accountSummary(facts).equity
          expect(accountSummary(after.facts).equity).toBe(before - paidBeside - after.fee)
        },
      ),
    )
  })

  it('charges the fee once over all fills, and none without a fill', () => {
    const facts = factsOf(1_000 * USD)
    const cut = accountAfterFills(facts, undefined, cross, order(true, part(31_001, 1), part(31_002, 1)))
    expect([cut.fee, cut.filled, cut.value]).toEqual([7, 2, 62_003])
    const none = accountAfterFills(facts, undefined, cross, order(true))
    expect([none.facts, none.position, none.fee]).toEqual([facts, undefined, 0])
  })

  it('a resting part reserves its margin, settles no funding and is no reduction', () => {
    const held = holding(true)
    const facts = factsOf(1_000 * USD, held)
    const resting = { limitPrice: ticks(30_000), remaining: lots(10_000), initMarginRatio, market: moment }
    const after = accountAfterFills(facts, held, cross, { ...order(false), resting })
    expect(after.facts).toEqual({ ...facts, orders: [resting] })
    expect([after.position, after.isReducing]).toEqual([held, false])
    expect(accountSummary(after.facts).openOrderMargin).toBe(30 * USD)
  })

  it('reports the realised profit, and leaves every other position unchanged', () => {
    const [held, other] = [holding(true), { ...holding(false), cost: usd6(1) }]
    const facts = factsOf(1_000 * USD, other, held)
    const after = accountAfterFills(
      facts,
      held,
      cross,
      order(false, part(31_000, 20_000), part(30_500, 10_000)),
    )
    expect(after.pnl).toBe(20_000 * 1_000 + 10_000 * 500)
    expect(after.facts.positions).toEqual([other, after.position])
    expect(after.isReducing).toBe(true)
    const resting = { limitPrice: ticks(30_000), remaining: lots(10_000), initMarginRatio, market: moment }
    const rests = accountAfterFills(facts, held, cross, { ...order(false, part(31_000, 20_000)), resting })
    expect(rests.isReducing).toBe(false)
  })

  it.each([
    ['closes it', order(false, part(31_000, 100_000)), true],
    ['leaves it', order(false), false],
    ['grows it', order(true, part(31_000, 1)), false],
    ['turns it', order(false, part(31_000, 150_000)), false],
    ['turns it to as much', order(false, part(31_000, 200_000)), false],
    ['turns it to more', order(false, part(31_000, 250_000)), false],
  ])('is no more than a reduction: an order that %s', (_, fills, isReducing) => {
    const held = holding(true)
    const after = accountAfterFills(factsOf(1_000 * USD, held), held, cross, fills)
    expect(after.isReducing).toBe(isReducing)
    expect(accountAfterFills(factsOf(1_000 * USD), undefined, cross, fills).isReducing).toBe(false)
  })

  it('an isolated position takes its margin and fee from the collateral when it grows', () => {
    const opened = accountAfterFills(
      factsOf(1_000 * USD),
      undefined,
      isolated,
      order(true, part(31_000, 100_000)),
    )
    expect([opened.position?.isolatedMargin, opened.facts.collateral]).toEqual([
      310 * USD,
      (1_000 - 310) * USD - 310_000,
    ])
  })

  it('an isolated position pays funding itself, and a reduction returns its share; the position pays the fee', () => {
    const held = holding(true, 300 * USD)
    const half = accountAfterFills(factsOf(0, held), held, isolated, order(false, part(31_000, 50_000)))
    // 300 − 1 funding; half of it and 50 of profit are returned; the fee of 0.155 is taken from the rest.
    expect([half.facts.collateral, half.position?.isolatedMargin]).toEqual([
      199_500_000,
      149_500_000 - 155_000,
    ])
    const whole = accountAfterFills(factsOf(0, held), held, isolated, order(false, part(31_000, 100_000)))
    expect([whole.facts.collateral, whole.position]).toEqual([299 * USD + 100 * USD - 310_000, undefined])
  })

  it('a loss beyond the share of an isolated margin stays with the position, unless it is closed completely', () => {
    const held = holding(false, 40 * USD)
    const half = accountAfterFills(factsOf(0, held), held, isolated, order(true, part(31_000, 50_000)))
    // A short receives funding of 1; the closed half loses 50, of which its margin covers 20.50.
    expect([half.facts.collateral, half.position?.isolatedMargin]).toEqual([0, 41 * USD - 50 * USD - 155_000])
  })
})

describe('the state in which an account may end', () => {
  const judge = (
    market: typeof cross,
    before: AccountFacts,
    held: SummaryPosition | undefined,
    fills: OrderFills,
    isReducing?: boolean,
  ) => {
    const after = accountAfterFills(before, held, market, fills)
    const { isIsolated } = market
    return isAllowedEnd({ before, held, after, isReducing: isReducing ?? after.isReducing, isIsolated })
  }

  it('E’ covers IM’ and OM’ to the micro-dollar', () => {
    const buy = order(true, part(31_000, 100_000))
    expect(judge(cross, factsOf(310_310_000), undefined, buy)).toBe(true)
    expect(judge(cross, factsOf(310_309_999), undefined, buy)).toBe(false)
  })

  it('a pure reduction is allowed without margin left, but must not make a negative equity worse', () => {
    const held = holding(true)
    const sell = order(false, part(31_000, 50_000))
    expect(judge(cross, factsOf(-98_000_000, held), held, sell)).toBe(true)
    expect(judge(cross, factsOf(-120_000_000, held), held, sell)).toBe(false)
    expect(judge(cross, factsOf(-120_000_000, held), held, order(false, part(31_100, 50_000)))).toBe(true)
  })

  it.each([false, true])(
    'what only reduces must carry the rest, or lack no more than before (isolated: %s)',
    (isOwn) => {
      /**
       * Worth 3,100 with a profit of 100 and a debt of 1; maintenance margins of it and of its half are 77.50 and
       * 38.75.
       */
      const sellHalf = (equity: number, price: number): boolean => {
        const money = (equity - 99) * USD
        const held = isOwn ? holding(true, money) : holding(true)
        const facts = factsOf(isOwn ? 0 : money, held)
        return judge(isOwn ? isolated : cross, facts, held, order(false, part(price, 50_000)))
      }
      // 500 may become 38.75, after a fee of 11 cents.
      expect([sellHalf(500, 21_778), sellHalf(500, 21_777)]).toEqual([true, false])
      expect([sellHalf(20, 30_700), sellHalf(20, 30_500)]).toEqual([true, false])
      expect([sellHalf(50, 30_229), sellHalf(50, 30_226)]).toEqual([true, false])
    },
  )

  it('an isolated position must start above its maintenance margin', () => {
    expect(judge(isolated, factsOf(400 * USD), undefined, order(true, part(31_000, 100_000)))).toBe(true)
    expect(judge(isolated, factsOf(400 * USD), undefined, order(true, part(33_700, 100_000)))).toBe(false)
    expect(judge(isolated, factsOf(200 * USD), undefined, order(true, part(31_000, 100_000)))).toBe(false)
  })

  it('a closed isolated position must not cost the collateral more than its debt', () => {
    const held = holding(true, 10 * USD)
    const close = order(false, part(31_000, 100_000))
    expect(judge(isolated, factsOf(0, held), held, close)).toBe(true)
    const cheap = order(false, part(28_000, 100_000))
    expect(judge(isolated, factsOf(0, held), held, cheap)).toBe(false)
    expect(judge(isolated, factsOf(0, held), held, order(false, part(31_000, 50_000)))).toBe(true)
    expect(judge(isolated, factsOf(0), undefined, order(false), true)).toBe(true)
    // A flip that ends without margin is checked by the rest of the account.
    expect(judge(isolated, factsOf(0, held), held, close, false)).toBe(true)
  })

  it('judges an order that only rests with funding settled, where a profit counts in part', () => {
    // Profit by prices 100, funding owed 1: settled, 50 of it count and 1 is paid; unsettled, half of 99 would count.
    const half = { ...cross, moment: { ...moment, profitPercent: 50 } }
    const held = { ...holding(true), market: half.moment }
    const allowed = (collateral: number): boolean => {
      const before = factsOf(collateral, held)
      const after = accountAfterFills(before, held, half, order(true))
      expect(after.facts).toEqual(before)
      return isAllowedEnd({ before, held, after, isReducing: false, isIsolated: false })
    }
    expect(allowed(261 * USD)).toBe(true)
    expect(allowed(261 * USD - 1)).toBe(false)
  })
})
