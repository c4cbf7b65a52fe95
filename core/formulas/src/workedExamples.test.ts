/** The worked examples of the design, to the last micro-dollar. Fixtures: AAPL 2/4, BTC 1/5, EUR 5/1, K = 1. */
import { funding12, lots, rate5, rate8, ratio4, ticks, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import {
  accountSummary,
  appliedFundingRate,
  applyFill,
  bankruptcyPrice,
  defaultLimitPrice,
  entryPrice,
  fundingApy,
  fundingDelta,
  fundingOwed,
  fundingRate,
  fundingRate8h,
  halfSpread,
  impactMid,
  initMargin,
  isHealthAbove,
  isHealthAtLeast,
  isLeverageAllowed,
  isLimitPriceAllowed,
  ladderOf,
  leverageOfRatio,
  limitPriceBand,
  liquidationFeeRate,
  liquidationPrice,
  makerFee,
  markPrice,
  maxLeverage,
  nextPremium,
  nextVolatility,
  orderMargin,
  poolLadder,
  premium,
  priceChangePercent,
  ratioOfLeverage,
  roePercent2,
  splitFee,
  takerFee,
  valueOf,
  valueScale,
} from './index.ts'

const AAPL = { priceDecimals: 2, sizeDecimals: 4 }
const BTC = { priceDecimals: 1, sizeDecimals: 5 }
const TEN_BPS = rate5(10)

describe('value, fees, entry', () => {
  it('[9.1] W1 values are exact and fees are rounded up', () => {
    expect(valueScale(AAPL)).toBe(1)
    expect(valueScale({ priceDecimals: 2, sizeDecimals: 1 })).toBe(1_000)
    expect(() => valueScale({ priceDecimals: 4, sizeDecimals: 4 })).toThrow()
    const btc = valueOf(ticks(1_000_000), lots(12_340), 1)
    expect([btc, takerFee(btc, TEN_BPS)]).toEqual([12_340_000_000, 1_234_000])
    const aapl = valueOf(ticks(23_147), lots(13_370), 1)
    expect([aapl, takerFee(aapl, TEN_BPS), makerFee(aapl, TEN_BPS)]).toEqual([309_475_390, 30_948, 15_474])
    const eur = valueOf(ticks(108_437), lots(7), 1)
    expect([eur, takerFee(eur, rate5(5))]).toEqual([759_059, 38])
  })

  it('W4 average fill price is rounded half up', () => {
    expect(entryPrice(usd6(46_320_880_348), lots(2_000_000), 1)).toBe(23_160)
    expect(entryPrice(usd6(3), lots(2), 1)).toBe(2)
    expect(entryPrice(usd6(2_999), lots(2), 1_000)).toBe(1)
    expect(() => entryPrice(usd6(1), lots(0), 1)).toThrow('needs a size')
  })

  it('W14 a fee is split without losing a micro-dollar', () => {
    expect(splitFee({ fee: usd6(30_948), discountPercent: 5, hasReferrer: true })).toEqual({
      discount: 1_547,
      charged: 29_401,
      referral: 2_940,
      insurance: 2_646,
      treasury: 7_938,
      pool: 15_877,
    })
    expect(splitFee({ fee: usd6(4_632_089) })).toMatchObject({
      insurance: 463_208,
      treasury: 1_389_626,
      pool: 2_779_255,
    })
  })
})

describe('leverage', () => {
  it('[3.3] W2 a leverage round-trips through its ratio', () => {
    const rows = [
      [1, 10_000],
      [2, 5_000],
      [3, 3_334],
      [7, 1_429],
      [15, 667],
      [30, 334],
      [75, 134],
      [99, 102],
      [100, 100],
    ]
    for (const [leverage, ratio] of rows) {
      expect(ratioOfLeverage(leverage!)).toBe(ratio)
      expect(leverageOfRatio(ratio4(ratio!))).toBe(leverage)
    }
    for (let leverage = 1; leverage <= 100; leverage++)
      expect(leverageOfRatio(ratioOfLeverage(leverage))).toBe(leverage)
  })

  it('[5.8] a leverage outside 1..market maximum, or one that does not round-trip, is not allowed', () => {
    const market = ratio4(200)
    expect([0, 1, 50, 51, 1.5, Number.NaN].map((value) => isLeverageAllowed(value, market))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(isLeverageAllowed(101, ratio4(1))).toBe(false)
    expect(isLeverageAllowed(102, ratio4(1))).toBe(true)
    expect([500, 334, 200, 134, 100].map((ratio) => maxLeverage(ratio4(ratio)))).toEqual([
      20, 30, 50, 75, 100,
    ])
  })
})

describe('pool ladder', () => {
  const ladder = ladderOf({
    index: ticks(23_150),
    scale: 1,
    inventoryLimit: usd6(1_000_000_000_000),
    halfSpreadPpm: 150,
    skewMaxPpm: 8_000,
  })

  it('W3 flat and short inventory', () => {
    expect(ladder).toMatchObject({ limit: 43_196_544, cell: 1_079_913 })
    const flat = poolLadder(ladder, 0, 6)
    expect(flat.asks.map((level) => level[0])).toEqual([23_159, 23_163, 23_168, 23_172, 23_177, 23_182])
    expect(flat.bids.map((level) => level[0])).toEqual([23_141, 23_137, 23_132, 23_128, 23_123, 23_118])
    expect(new Set([...flat.asks, ...flat.bids].map((level) => level[1]))).toEqual(new Set([1_079_913]))
    const short = poolLadder(ladder, -10_000_000, 4)
    expect(short.asks).toEqual([
      [23_200, 799_130],
      [23_205, 1_079_913],
      [23_210, 1_079_913],
      [23_214, 1_079_913],
    ])
    expect(short.bids).toEqual([
      [23_188, 280_783],
      [23_183, 1_079_913],
      [23_178, 1_079_913],
      [23_174, 1_079_913],
    ])
  })

  it('an inventory limit below one lot quotes nothing', () => {
    const input = { index: ticks(100), scale: 1, inventoryLimit: usd6(99), halfSpreadPpm: 1, skewMaxPpm: 1 }
    expect(poolLadder(ladderOf(input), 0, 5)).toEqual({ asks: [], bids: [] })
  })

  it('W21 the half-spread follows volatility, session and state', () => {
    const volatility = nextVolatility(131_000, ticks(23_157), ticks(23_150))
    expect(volatility).toBe(136_655)
    const calm = { minPpm: 100, maxPpm: 3_000, volMultiplierPermille: 500, volatilityPpb: volatility }
    expect(halfSpread({ ...calm, sessionPercent: 100, statePercent: 100 })).toBe(168)
    expect(halfSpread({ ...calm, sessionPercent: 400, statePercent: 300 })).toBe(2_016)
    expect(halfSpread({ ...calm, volatilityPpb: 99_000_000, sessionPercent: 100, statePercent: 100 })).toBe(
      3_000,
    )
  })
})

describe('mark and funding', () => {
  it('W6 the mark is a clamped median that follows the index at once', () => {
    const mid = impactMid(ticks(23_156), ticks(23_164))
    expect(mid).toBe(23_160)
    const slow = nextPremium(4_000, mid, ticks(23_150))
    expect(slow).toBe(4_040)
    expect(markPrice({ index: ticks(23_150), premiumMilliTicks: slow, mid, clampBps: 50 })).toBe(23_154)
    const clampedAt = (far: number, premiumMilliTicks: number) =>
      markPrice({ index: ticks(23_150), premiumMilliTicks, mid: ticks(far), clampBps: 50 })
    expect([clampedAt(20_000, -9_000_000), clampedAt(30_000, 9_000_000)]).toEqual([23_035, 23_265])
    const dropped = { index: ticks(22_000), premiumMilliTicks: slow, mid: ticks(22_010), clampBps: 50 }
    expect(markPrice(dropped)).toBe(22_004)
    // Without a mid the slow premium applies: 22,000 + round(4.040).
    expect(markPrice({ ...dropped, mid: undefined })).toBe(22_004)
    expect(markPrice({ ...dropped, mid: undefined, premiumMilliTicks: 9_000_000 })).toBe(22_110)
    expect(markPrice({ ...dropped, mid: ticks(30_000), premiumMilliTicks: 9_000_000 })).toBe(22_110)
  })

  it('W7 funding rate, display and accumulator', () => {
    const crypto = {
      interestRate8h: 10_000,
      skewFunding8h: 50_000,
      capOneHour: 500_000,
      inventoryLimit: 1_000,
    }
    const rate = fundingRate({ ...crypto, premiumSum: 40_000 * 720, samples: 720, poolPosition: -300 })
    expect(rate).toBe(3_125)
    expect([fundingRate8h(rate), fundingApy(rate)]).toEqual([25_000, 27_375_000])
    expect(fundingDelta(rate, ticks(1_000_000), 1)).toBe(3_125_000_000_000n)
    const negative = fundingRate({ ...crypto, premiumSum: -180_000 * 720, samples: 720, poolPosition: 400 })
    expect(negative).toBe(-18_750)
    expect(fundingDelta(negative, ticks(1_000_000), 1)).toBe(-18_750_000_000_000n)
    expect(fundingDelta(rate8(-7), ticks(15), 5)).toBe(-10n)
    expect(fundingRate({ ...crypto, premiumSum: 90_000_000 * 720, samples: 720, poolPosition: 0 })).toBe(
      500_000,
    )
  })

  it('an hour with fewer than half of its samples applies no funding, but estimates it', () => {
    const thin = {
      interestRate8h: 10_000,
      skewFunding8h: 50_000,
      capOneHour: 500_000,
      inventoryLimit: 1_000,
      premiumSum: 80_000 * 359,
      samples: 359,
      poolPosition: 0,
    }
    expect(appliedFundingRate(thin)).toBe(0)
    expect(fundingRate(thin)).not.toBe(0)
    expect(appliedFundingRate({ ...thin, premiumSum: 80_000 * 360, samples: 360 })).toBe(fundingRate(thin))
  })

  it('premium samples are signed and a thin side counts zero', () => {
    const index = ticks(1_000_000)
    expect(premium({ impactBid: ticks(1_000_400), impactAsk: ticks(1_000_900), index })).toBe(40_000)
    expect(premium({ impactBid: ticks(999_000), impactAsk: ticks(999_600), index })).toBe(-40_000)
    expect(premium({ impactBid: undefined, impactAsk: undefined, index })).toBe(0)
  })

  it('[3.3] W8 payments are rounded up, receipts down, the dust stays in the clearing account', () => {
    const cum = funding12(3_125_000_000_000n)
    const owed = (isLong: boolean, size: number) =>
      fundingOwed({ isLong, size: lots(size), entryFunding: funding12(0n) }, cum, BTC.sizeDecimals)
    expect([owed(true, 12_341), owed(false, 7), owed(false, 12_334)]).toEqual([385_657, -218, -385_437])
    expect(owed(true, 12_341) + owed(false, 7) + owed(false, 12_334)).toBe(2)
  })
})

describe('account', () => {
  const btc = { ...BTC, mark: ticks(980_000), cumFunding: funding12(0n), maintMarginRatio: ratio4(100) }
  const aapl = { ...AAPL, mark: ticks(23_500), cumFunding: funding12(0n), maintMarginRatio: ratio4(250) }
  const positions = [
    {
      isLong: true,
      size: lots(5_000),
      cost: usd6(5_000_000_000),
      entryFunding: funding12(0n),
      initMarginRatio: ratio4(200),
      market: btc,
    },
    {
      isLong: false,
      size: lots(200_000),
      cost: usd6(4_620_000_000),
      entryFunding: funding12(0n),
      initMarginRatio: ratio4(1_000),
      market: aapl,
    },
  ]

  it('[9.13] W9 equity, margins, available, withdrawable and health', () => {
    const rich = accountSummary({
      collateral: usd6(5_000_000_000),
      softCredit: usd6(0),
      positions,
      orders: [],
    })
    expect(rich).toMatchObject({
      unrealizedPnl: -180_000_000,
      equity: 4_820_000_000,
      initMargin: 568_000_000,
      maintMargin: 166_500_000,
      available: 4_252_000_000,
      withdrawable: 4_252_000_000,
    })
    expect(rich.health.basisPoints).toBe(9_654)
    const poor = accountSummary({
      collateral: usd6(1_200_000_000),
      softCredit: usd6(0),
      positions,
      orders: [],
    })
    expect(poor).toMatchObject({ equity: 1_020_000_000, available: 452_000_000 })
    expect(poor.health.basisPoints).toBe(8_367)
    expect(isHealthAtLeast(poor.health, 83)).toBe(true)
    expect(isHealthAtLeast(poor.health, 84)).toBe(false)
    expect(isHealthAbove({ numerator: 1, denominator: 5, basisPoints: 2_000 }, 20)).toBe(false)
    expect(isHealthAbove({ numerator: 201, denominator: 1_000, basisPoints: 2_010 }, 20)).toBe(true)
  })

  it('W9 liquidation price is the last safe tick on both sides', () => {
    const shared = { scale: 1, equity: usd6(1_020_000_000) }
    const long = {
      isLong: true,
      size: lots(5_000),
      mark: btc.mark,
      otherMaintMargin: usd6(117_500_000),
      maintMarginRatio: ratio4(100),
    }
    const short = {
      isLong: false,
      size: lots(200_000),
      mark: aapl.mark,
      otherMaintMargin: usd6(49_000_000),
      maintMarginRatio: ratio4(250),
    }
    expect(liquidationPrice({ ...shared, ...long })).toBe(807_576)
    expect(liquidationPrice({ ...shared, ...short })).toBe(27_663)
    expect(liquidationPrice({ ...shared, ...long, equity: usd6(9_000_000_000) })).toBeUndefined()
    const at = (price: number) => {
      const moved = [{ ...positions[0]!, market: { ...btc, mark: ticks(price) } }, positions[1]!]
      return accountSummary({
        collateral: usd6(1_200_000_000),
        softCredit: usd6(0),
        positions: moved,
        orders: [],
      })
    }
    expect(at(807_576)).toMatchObject({ equity: 157_880_000, maintMargin: 157_878_800 })
    expect(at(807_575)).toMatchObject({ equity: 157_875_000, maintMargin: 157_878_750 })
  })

  it('soft credits, profits and orders are not withdrawable; off-hours profit counts by its percentage', () => {
    const winning = { ...positions[0]!, market: { ...btc, mark: ticks(1_100_000), profitPercent: 50 } }
    const summary = accountSummary({
      collateral: usd6(2_000_000_000),
      softCredit: usd6(300_000_000),
      positions: [winning],
      orders: [
        { limitPrice: ticks(23_000), remaining: lots(100_000), initMarginRatio: ratio4(1_000), market: AAPL },
      ],
    })
    expect(summary).toMatchObject({
      equity: 2_500_000_000,
      openOrderMargin: 230_000_000,
      available: 1_910_000_000,
      withdrawable: 1_360_000_000,
    })
  })

  it('an isolated position has its own margin and counts in the totals only', () => {
    const isolated = { ...positions[0]!, isolatedMargin: usd6(400_000_000) }
    const summary = accountSummary({
      collateral: usd6(1_000_000_000),
      softCredit: usd6(0),
      positions: [isolated],
      orders: [],
    })
    expect(summary).toMatchObject({
      equity: 1_300_000_000,
      crossEquity: 1_000_000_000,
      isolatedMargin: 400_000_000,
      crossInitMargin: 0,
      maintMargin: 49_000_000,
      crossMaintMargin: 0,
      available: 1_000_000_000,
      withdrawable: 1_000_000_000,
    })
  })

  it('W22 a resting order reserves its margin at its own ratio', () => {
    const order = { limitPrice: ticks(23_000), remaining: lots(100_000), initMarginRatio: ratio4(1_000) }
    expect(orderMargin(order, 1)).toBe(230_000_000)
    expect(initMargin(usd6(1), ratio4(1))).toBe(1)
  })

  it('W12 bankruptcy price and the liquidation fee of W11', () => {
    const position = {
      isLong: true,
      size: lots(100_000),
      mark: ticks(988_500),
      scale: 1,
      equity: usd6(950_000_000),
    }
    expect(bankruptcyPrice(position)).toBe(979_000)
    expect(bankruptcyPrice({ ...position, isLong: false })).toBe(998_000)
    expect([liquidationFeeRate(ratio4(100)), liquidationFeeRate(ratio4(5_000))]).toEqual([250, 500])
  })

  it('[3.3] return on equity is rounded down', () => {
    expect(
      roePercent2({ unrealizedPnl: usd6(-1), cost: usd6(1_000_000), initMarginRatio: ratio4(500) }),
    ).toBe(-1)
    expect(
      roePercent2({ unrealizedPnl: usd6(25_000), cost: usd6(1_000_000), initMarginRatio: ratio4(500) }),
    ).toBe(5_000)
  })
})

describe('fills', () => {
  const fill = (isBuy: boolean, size: number, price: number, ratio = 1_000) => ({
    isBuy,
    size: lots(size),
    price: ticks(price),
    initMarginRatio: ratio4(ratio),
  })

  it('[4.5] W10 averaging and a partial close', () => {
    const first = applyFill(undefined, fill(true, 13_370, 23_147), 1)
    const second = applyFill(first.position, fill(true, 6_630, 23_210), 1)
    expect([first.effect, second.effect]).toEqual(['opened', 'added'])
    expect(second.position).toMatchObject({ isLong: true, cost: 463_357_690, size: 20_000 })
    expect(entryPrice(second.position!.cost, second.position!.size, 1)).toBe(23_168)
    const closed = applyFill(second.position, fill(false, 7_001, 23_300), 1)
    expect(closed).toMatchObject({
      effect: 'reduced',
      pnl: 924_940,
      closedSize: 7_001,
      position: { cost: 301_159_330, size: 12_999 },
    })
    const fee = takerFee(valueOf(ticks(23_300), lots(7_001), 1), TEN_BPS)
    expect([fee, closed.pnl - fee]).toEqual([16_313, 908_627])
  })

  it('[4.5] W10 the margin ratio is averaged by size and rounded up', () => {
    const held = applyFill(undefined, fill(true, 12_000, 100, 1_000), 1).position
    const added = applyFill(held, fill(true, 5_000, 100, 500), 1).position!
    expect(added.initMarginRatio).toBe(853)
    expect(leverageOfRatio(added.initMarginRatio)).toBe(12)
  })

  it('[4.5] closes at equal size, flips beyond it, at one price', () => {
    for (const size of [0, -1])
      expect(() => applyFill(undefined, fill(true, size, 100), 1)).toThrow('has a size')
    const held = applyFill(undefined, fill(true, 10, 100), 1).position
    expect(applyFill(held, fill(false, 10, 120), 1)).toEqual({
      effect: 'closed',
      position: undefined,
      pnl: 200,
      closedSize: 10,
      openedSize: 0,
    })
    expect(applyFill(held, fill(false, 15, 120, 500), 1)).toMatchObject({
      effect: 'flipped',
      pnl: 200,
      closedSize: 10,
      openedSize: 5,
      position: { isLong: false, size: 5, cost: 600, initMarginRatio: 500 },
    })
  })
})

describe('prices of orders', () => {
  it('[9.5] the default protection is rounded toward the mark', () => {
    expect(defaultLimitPrice({ mark: ticks(23_150), isBuy: true, slippageBps: 500 })).toBe(24_307)
    expect(defaultLimitPrice({ mark: ticks(23_151), isBuy: false, slippageBps: 500 })).toBe(21_994)
  })

  it('[5.4] the limit price band and its edges', () => {
    const mark = ticks(1_000)
    const buy = limitPriceBand({ mark, isBuy: true })
    const sell = limitPriceBand({ mark, isBuy: false })
    expect([buy, sell]).toEqual([
      { min: 101, max: 9_999 },
      { min: 501, max: 9_999 },
    ])
    for (const isBuy of [true, false]) {
      const { min, max } = limitPriceBand({ mark, isBuy })
      expect(
        [min - 1, min, max, max + 1].map((price) =>
          isLimitPriceAllowed({ price: ticks(price), mark, isBuy }),
        ),
      ).toEqual([false, true, true, false])
    }
  })

  it('[3.5] change in percent with 4 decimals, toward zero', () => {
    expect(priceChangePercent(ticks(10_250), ticks(10_000))).toBe(25_000)
    expect(priceChangePercent(ticks(9_999), ticks(30_000))).toBe(-666_700)
    expect(priceChangePercent(ticks(2), ticks(3))).toBe(-333_333)
  })
})
