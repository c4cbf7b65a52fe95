import { funding12, lots, ratio4, ticks, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import {
  accountHealth,
  accountSummary,
  countedProfit,
  isHealthAbove,
  isHealthAtLeast,
} from './accountSummary.ts'

describe('the health of an account', () => {
  it.each([
    [5, 0, false, [1, 1, 10_000]],
    [-5, 0, false, [1, 1, 10_000]],
    [0, 0, true, [0, 1, 0]],
    [-1, 0, true, [0, 1, 0]],
    [100, 100, true, [0, 1, 0]],
    [100, 101, true, [0, 1, 0]],
    [101, 100, true, [1, 101, 99]],
    [3, 1, true, [2, 3, 6_666]],
    [3, 0, true, [3, 3, 10_000]],
  ])(
    'with an equity of %i and a margin of %i, positions: %s',
    (equity, margin, hasPositions, [numerator, denominator, basisPoints]) => {
      expect(accountHealth({ equity: usd6(equity), maintMargin: usd6(margin), hasPositions })).toEqual({
        numerator,
        denominator,
        basisPoints,
      })
    },
  )

  it('is compared as a fraction: a figure printed as 20.00 % may be above it', () => {
    const health = (numerator: number, denominator: number) => ({
      numerator,
      denominator,
      basisPoints: 2_000,
    })
    expect(
      [health(1, 5), health(200_001, 1_000_000), health(199_999, 1_000_000)].map((one) => [
        isHealthAtLeast(one, 20),
        isHealthAbove(one, 20),
      ]),
    ).toEqual([
      [true, false],
      [true, true],
      [false, false],
    ])
  })
})

describe('the part of a profit that counts', () => {
  it('is rounded down; losses count in full', () => {
    expect([countedProfit(usd6(7), 50), countedProfit(usd6(-7), 50), countedProfit(usd6(0), 50)]).toEqual([
      3, -7, 0,
    ])
    expect([countedProfit(usd6(7)), countedProfit(usd6(7), 100), countedProfit(usd6(7), 0)]).toEqual([
      7, 7, 0,
    ])
  })
})

describe('the sums of an account', () => {
  const market = {
    priceDecimals: 2,
    sizeDecimals: 4,
    mark: ticks(100),
    cumFunding: funding12(0n),
    maintMarginRatio: ratio4(250),
  }
  /** 100 lots at a mark of 100: worth 10,000. */
  const held = (cost: number, change: object = {}) => ({
    isLong: true,
    size: lots(100),
    cost: usd6(cost),
    entryFunding: funding12(0n),
    initMarginRatio: ratio4(1_000),
    market,
    ...change,
  })

  it('keep isolated positions apart, and add them to the totals', () => {
    const positions = [
      held(9_000),
      held(10_500),
      held(9_900, { isolatedMargin: usd6(700) }),
      held(10_300, { isLong: false, isolatedMargin: usd6(50) }),
    ]
    const orders = [{ limitPrice: ticks(90), remaining: lots(10), initMarginRatio: ratio4(500), market }]
    expect(accountSummary({ collateral: usd6(5_000), softCredit: usd6(100), positions, orders })).toEqual({
      crossEquity: 5_500,
      equity: 5_500 + 750 + 400,
      unrealizedPnl: 900,
      initMargin: 4_000,
      maintMargin: 1_000,
      crossInitMargin: 2_000,
      crossMaintMargin: 500,
      openOrderMargin: 45,
      spare: 3_455,
      available: 3_455,
      movable: 5_000 - 2_045,
      // A profit is not withdrawn.
      withdrawable: 5_000 - 2_045 - 100,
      isolatedMargin: 750,
      health: { numerator: 5_650, denominator: 6_650, basisPoints: 8_496 },
    })
  })

  it('show how much is missing, and allow nothing below zero', () => {
    const poor = { collateral: usd6(800), softCredit: usd6(0), positions: [held(10_500)], orders: [] }
    expect(accountSummary(poor)).toMatchObject({ spare: -700, available: 0, withdrawable: 0, equity: 300 })
    expect(accountSummary({ ...poor, collateral: usd6(1_501) })).toMatchObject({
      spare: 1,
      available: 1,
      withdrawable: 1,
    })
    expect(accountSummary({ ...poor, collateral: usd6(1_501), softCredit: usd6(1) })).toMatchObject({
      available: 1,
      withdrawable: 0,
    })
  })

  it('do not offset owed funding against profit, and count funding to be received', () => {
    // 100 lots owe 10⁻² micro-dollars for each unit of 10⁻¹²: 400 dollars with a profit of 500, or to be received.
    const owing = (cumFunding: bigint) =>
      accountSummary({
        collateral: usd6(5_000),
        softCredit: usd6(0),
        orders: [],
        positions: [{ ...held(9_500), market: { ...market, cumFunding: funding12(cumFunding) } }],
      })
    const owed = 400n * 10n ** 8n
    expect(owing(owed)).toMatchObject({
      crossEquity: 5_100,
      movable: 3_600,
      withdrawable: 3_600,
      spare: 4_100,
    })
    expect(owing(-owed)).toMatchObject({
      crossEquity: 5_900,
      movable: 4_400,
      withdrawable: 4_400,
      spare: 4_900,
    })
  })

  it('of an empty account are zero', () => {
    const empty = { collateral: usd6(0), softCredit: usd6(0), positions: [], orders: [] }
    const { health, ...sums } = accountSummary(empty)
    expect(Object.values(sums)).toEqual(Object.values(sums).map(() => 0))
    expect(health.basisPoints).toBe(10_000)
  })
})
