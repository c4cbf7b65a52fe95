import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initMargin, takerFee, valueOf } from '@vest/formulas'
import { funding12, lots, rate8, ratio4, ticks, usd6 } from '@vest/protocol'
import type { TFunction } from 'i18next'
import type { AccountState, Market, Order, RawPosition, Ticker } from '../../live/index.ts'
import {
  formatApy,
  formatFunding8h,
  formatMoney,
  formatPercent,
  formatPrice,
  formatSignedMoney,
} from '../../shared/format/index.ts'
import {
  accountOf,
  at,
  BTC,
  COIN,
  positionOf,
  restingOrder,
  sized,
  tickerOf,
  usd,
} from '../../testing/fixtures.ts'
import { computePortfolio, healthFigure, type Portfolio } from '../account/portfolio.ts'
import { apyOf, marketRow } from '../market/marketView.ts'
import { explainNumber } from './explainNumber.ts'
import type { ExplainedNumber } from './explanation.ts'

const t = ((key: string) => key) as unknown as TFunction
const SOLO: Market = { ...COIN, symbol: 'SOLO-USD-PERP', label: 'SOLO-USD', isIsolated: true }
const FOREX: Market = { ...BTC, symbol: 'EUR-USD-PERP', label: 'EUR-USD', sizeDecimals: 1, priceDecimals: 5 }
const ALL = [COIN, BTC, SOLO, FOREX]
const MARKETS = new Map(ALL.map((market) => [market.symbol, market]))

const price = fc.integer({ min: 10_000, max: 12_000_000 }).map(ticks)
const size = fc.integer({ min: 1, max: 3_000_000 }).map(lots)
const ratio = fc.integer({ min: 100, max: 10_000 }).map(ratio4)
const accumulator = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map(funding12)

const tickerIn = (market: Market): fc.Arbitrary<Ticker> =>
  fc
    .record({
      markPrice: price,
      indexPrice: price,
      cumFunding: accumulator,
      oneHrFundingRate: fc.integer({ min: -500_000, max: 500_000 }).map(rate8),
    })
    .map((figures) => tickerOf(market, 1, figures))

const positionIn = (market: Market): fc.Arbitrary<RawPosition> =>
  fc
    .record({
      isLong: fc.boolean(),
      size,
      entry: price,
      entryFunding: accumulator,
      initMarginRatio: ratio,
      ...(market.isIsolated ? { isolatedMargin: fc.integer({ min: 0, max: 1e13 }).map(usd6) } : {}),
    })
    .map(({ entry, ...position }) => ({
      ...position,
      symbol: market.symbol,
      cost: valueOf(entry, position.size, market.scale),
    }))

const orderIn = (market: Market, n: number): fc.Arbitrary<Order> =>
  fc
    .record({ limitPrice: price, size, initMarginRatio: ratio, isReduceOnly: fc.boolean() })
    .map((change) => restingOrder(n, { ...change, symbol: market.symbol }))

interface World {
  readonly portfolio: Portfolio
  readonly tickers: ReadonlyMap<string, Ticker>
}

const world: fc.Arbitrary<World> = fc
  .record({
    collateral: fc.integer({ min: -1e12, max: 1e14 }).map(usd6),
    held: fc.subarray(ALL).chain((markets) => fc.tuple(...markets.map(positionIn))),
    resting: fc.subarray(ALL).chain((markets) => fc.tuple(...markets.map(orderIn))),
    tickers: fc.tuple(...ALL.map(tickerIn)),
  })
  .map(({ collateral, held, resting, tickers: all }) => {
    const tickers = new Map(all.map((ticker) => [ticker.symbol, ticker]))
    const state: AccountState = {
      account: accountOf({
        collateral,
        positions: new Map(held.map((position) => [position.symbol, position])),
      }),
      orders: new Map(resting.map((order) => [order.id, order])),
      transfers: new Map(),
    }
    return { portfolio: computePortfolio(state, MARKETS, tickers), tickers }
  })

/** What a reader of the explanation sees as its result and beside it. */
function explained({ portfolio, tickers }: World, number: ExplainedNumber): readonly (string | undefined)[] {
  const symbol = 'symbol' in number ? number.symbol : ''
  const facts = { portfolio, market: MARKETS.get(symbol), ticker: tickers.get(symbol) }
  const explanation = explainNumber(t, number, facts)
  return [explanation?.result.value, explanation?.also?.value]
}

describe('an explanation ends at the number that it explains', () => {
  it('of every account, to the last digit', () => {
    fc.assert(
      fc.property(world, (one) => {
        const { summary, positions } = one.portfolio
        const figure = (kind: 'unrealizedPnl') => explained(one, { kind })[0]
        const shown = {
          unrealizedPnl: formatSignedMoney(summary!.unrealizedPnl),
          netFunding: formatSignedMoney(usd6(positions.reduce((sum, { funding }) => sum + funding, 0))),
          maintMargin: formatMoney(summary!.maintMargin, { rounding: 'ceil' }),
          available: formatMoney(summary!.available),
          health: String(healthFigure(summary!.health)),
        }
        for (const [kind, text] of Object.entries(shown))
          expect([kind, figure(kind as 'unrealizedPnl')]).toEqual([kind, text])
      }),
    )
  })

  it('of every position, to the last digit', () => {
    fc.assert(
      fc.property(world, (one) => {
        for (const row of one.portfolio.positions) {
          const { symbol, priceDecimals } = row.market
          expect(explained(one, { kind: 'liquidationPrice', symbol })[0]).toBe(
            formatPrice(row.liquidationPrice, priceDecimals),
          )
          expect(explained(one, { kind: 'pnl', symbol })).toEqual([
            formatSignedMoney(row.unrealizedPnl),
            formatPercent(row.roePercent2, { signed: true }),
          ])
          expect(explained(one, { kind: 'initMargin', symbol })[0]).toBe(
            formatMoney(initMargin(row.value, row.raw.initMarginRatio), { rounding: 'ceil' }),
          )
          expect(explained(one, { kind: 'funding', symbol })[0]).toBe(formatSignedMoney(row.funding))
        }
      }),
    )
  })

  it('[9.4] of the funding rate of a market, and of its rate for a year', () => {
    fc.assert(
      fc.property(world, (one) => {
        for (const market of ALL) {
          const ticker = one.tickers.get(market.symbol)!
          const row = marketRow(market, { ticker, stats: undefined, openInterest: undefined })
          expect(explained(one, { kind: 'fundingRate', symbol: market.symbol })).toEqual([
            formatFunding8h(row.funding8h),
            formatApy(apyOf(ticker)),
          ])
        }
      }),
    )
  })

  it('of an order that is not sent yet: its fee, its margin, and the liquidation price after it', () => {
    fc.assert(
      fc.property(world, price, size, ratio, (one, limit, count, initMarginRatio) => {
        const market = COIN
        const value = valueOf(limit, count, market.scale)
        expect(explained(one, { kind: 'fee', market, value })[0]).toBe(
          formatMoney(takerFee(value, market.takerFeeRate), { rounding: 'ceil' }),
        )
        const order = { market, price: limit, size: count, initMarginRatio }
        expect(explained(one, { kind: 'orderMargin', ...order })[0]).toBe(
          formatMoney(initMargin(value, initMarginRatio), { rounding: 'ceil' }),
        )
        const { summary, factOf, positions } = one.portfolio
        for (const row of positions) {
          const position = factOf.get(row.market.symbol)!
          const number = {
            kind: 'liquidationPriceOf',
            market: row.market,
            position,
            summary: summary!,
          } as const
          expect(explained(one, number)[0]).toBe(formatPrice(row.liquidationPrice, row.market.priceDecimals))
        }
      }),
    )
  })
})

describe('the way there', () => {
  const HELD = computePortfolio(
    {
      account: accountOf({
        collateral: usd(1_500),
        positions: new Map([[COIN.symbol, positionOf(COIN, 'long', 42, 304.15)]]),
      }),
      orders: new Map(
        [restingOrder(1, { limitPrice: at(COIN, 300), size: sized(COIN, 2) })].map((o) => [o.id, o]),
      ),
      transfers: new Map(),
    },
    MARKETS,
    new Map([[COIN.symbol, tickerOf(COIN, 312.48, { cumFunding: funding12(100_000_000_000n) })]]),
  )
  const COIN_FACTS = { portfolio: HELD, market: COIN, ticker: tickerOf(COIN, 312.48) }
  const steps = (number: ExplainedNumber) =>
    explainNumber(t, number, COIN_FACTS)!.steps.map(({ expression, value }) => `${expression} = ${value}`)

  it('[9.2] a liquidation price, step by step, with half of the own margin ratio capped by the market', () => {
    expect(steps({ kind: 'liquidationPrice', symbol: COIN.symbol })).toEqual([
      'V = Q × P = $13,124.16',
      'r = min(i ÷ 2, m) = 2.50%',
      'V − E + M = $11,278.50',
      '÷ (1 − r) = $11,567.692308',
      '÷ Q = 275.43',
    ])
  })

  it('a profit, by price and funding', () => {
    expect(steps({ kind: 'pnl', symbol: COIN.symbol })).toEqual([
      'V = Q × P = $13,124.16',
      'V − C = +$349.86',
      '(V − C) + F = +$345.66',
      'C × i = $1,277.43',
    ])
  })

  it('what an account has available, and each margin it holds', () => {
    expect(steps({ kind: 'available' })).toEqual(['B + U − IM − OM = $473.244'])
    expect(steps({ kind: 'maintMargin' })).toEqual(['$13,124.16 × 2.50% = $328.104'])
    const order = { price: at(COIN, 300), size: sized(COIN, 2), initMarginRatio: ratio4(1_000) }
    expect(steps({ kind: 'orderMargin', market: COIN, ...order })).toEqual([
      'V = Q × P = $600.00',
      'V × i = $60.00',
    ])
  })

  it('is not told where the facts are gone', () => {
    const gone = {
      ...COIN_FACTS,
      portfolio: computePortfolio(
        { account: undefined, orders: new Map(), transfers: new Map() },
        MARKETS,
        new Map(),
      ),
    }
    for (const kind of ['available', 'health'] as const)
      expect(explainNumber(t, { kind }, gone)).toBeUndefined()
    for (const kind of ['liquidationPrice', 'pnl', 'funding', 'initMargin'] as const)
      expect(explainNumber(t, { kind, symbol: COIN.symbol }, gone)).toBeUndefined()
  })
})
