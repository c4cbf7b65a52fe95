import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountHealth, type Health } from '@vest/formulas'
import { funding12, ticks, usd6 } from '@vest/protocol'
import {
  accountOf,
  at,
  BTC,
  COIN,
  MARKETS,
  positionOf,
  restingOrder,
  sized,
  tickerOf,
  usd,
} from '../../testing/fixtures.ts'
import { EMPTY_ACCOUNT, type AccountState, type Order, type RawPosition } from '../../live/index.ts'
import { computePortfolio, distanceBps, healthFigure, healthTone } from './portfolio.ts'
import { signClass } from './signClass.ts'

const stateOf = (
  positions: readonly RawPosition[],
  orders: readonly Order[] = [],
  collateral = 10_000,
): AccountState => ({
  account: accountOf({
    collateral: usd(collateral),
    positions: new Map(positions.map((position) => [position.symbol, position])),
  }),
  orders: new Map(orders.map((order) => [order.id, order])),
  transfers: new Map(),
})
const TICKERS = new Map([
  [COIN.symbol, tickerOf(COIN, 312.48)],
  [BTC.symbol, tickerOf(BTC, 108_412.5)],
])

describe('portfolio', () => {
  it('[3.3] derives entry price, value, PnL, ROE and leverage of a position', () => {
    const [row] = computePortfolio(
      stateOf([positionOf(COIN, 'long', 42, 304.15)]),
      MARKETS,
      TICKERS,
    ).positions
    expect(row).toMatchObject({
      entryPrice: at(COIN, 304.15),
      value: usd(13_124.16),
      unrealizedPnl: usd(349.86),
      roePercent2: 2_738,
      leverage: 10,
      isHalted: false,
    })
  })

  it('shows funding since it was last settled: what a long pays is negative', () => {
    const paying = new Map([
      [COIN.symbol, tickerOf(COIN, 312.48, { cumFunding: funding12(100_000_000_000n) })],
    ])
    const rows = (side: 'long' | 'short') =>
      computePortfolio(stateOf([positionOf(COIN, side, 42, 304.15)]), MARKETS, paying).positions[0]
    expect([rows('long')?.funding, rows('short')?.funding]).toEqual([usd(-4.2), usd(4.2)])
  })

  it('counts resting limit orders that open as order margin, reduce-only and market orders not', () => {
    const orders = [
      restingOrder(1),
      restingOrder(2, { isReduceOnly: true }),
      restingOrder(3, { orderType: 'MARKET' }),
      restingOrder(4, { status: 'CANCELLED' }),
      restingOrder(5, { filledSize: sized(COIN, 4), status: 'PARTIALLY_FILLED' }),
    ]
    const { summary } = computePortfolio(stateOf([], orders), MARKETS, TICKERS)
    expect([summary?.openOrderMargin, summary?.available]).toEqual([usd(480), usd(9_520)])
  })

  it('the liquidation price is the last tick at which the account is safe', () => {
    const held = positionOf(COIN, 'long', 42, 304.15)
    const atMark = (mark: number) =>
      computePortfolio(stateOf([held], [], 1_500), MARKETS, new Map([[COIN.symbol, tickerOf(COIN, mark)]]))
    const liquidation = atMark(312.48).positions[0]!.liquidationPrice!
    const safe = atMark(liquidation / 100).summary!
    const beyond = atMark((liquidation - 1) / 100).summary!
    expect(safe.equity).toBeGreaterThanOrEqual(safe.maintMargin)
    expect(beyond.equity).toBeLessThan(beyond.maintMargin)
  })

  it('says nothing while a mark is missing: a missing price is missing, never zero', () => {
    const held = stateOf([positionOf(COIN, 'long', 42, 304.15), positionOf(BTC, 'short', 0.15, 109_840)])
    const portfolio = computePortfolio(held, MARKETS, new Map([[COIN.symbol, tickerOf(COIN, 312.48)]]))
    expect([portfolio.summary, portfolio.positions, portfolio.isLoaded]).toEqual([undefined, [], false])
    expect(computePortfolio(EMPTY_ACCOUNT, MARKETS, TICKERS).isLoaded).toBe(false)
  })
})

describe('risk', () => {
  const health = (equity: number, maintMargin: number): Health =>
    accountHealth({ equity: usd6(equity), maintMargin: usd6(maintMargin), hasPositions: true })

  it('[9.13] account health: 60 or more green, above 20 yellow, else red, decided on the exact health', () => {
    expect(healthTone(health(1_000_000, 400_000))).toBe('ok')
    expect(healthTone(health(1_000_000, 400_001))).toBe('warn')
    expect(healthTone(health(1_000_000, 799_999))).toBe('warn')
    expect(healthTone(health(1_000_000, 800_000))).toBe('err')
    // Printed 20 and yet above it: the colour follows the exact figure.
    expect([healthFigure(health(1_000_000, 799_999)), healthFigure(health(1_000_000, 400_001))]).toEqual([
      20, 59,
    ])
  })

  it('distance to liquidation is a share of the mark, zero once it is passed', () => {
    expect(distanceBps(at(COIN, 312.48), at(COIN, 268.92), true)).toBe(1_394)
    expect(distanceBps(at(COIN, 312.48), at(COIN, 350), false)).toBe(1_200)
    expect(distanceBps(at(COIN, 260), at(COIN, 268.92), true)).toBe(0)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.boolean(),
        (mark, price, isLong) => {
          expect(distanceBps(ticks(mark), ticks(price), isLong)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })

  it('colours amounts as they are printed: a gain below a cent is zero, a loss is a loss', () => {
    expect([usd(0.01), usd(0.009), 0, -1, undefined].map(signClass)).toEqual([
      'text-up',
      'text-t2',
      'text-t2',
      'text-down',
      'text-t2',
    ])
  })
})
