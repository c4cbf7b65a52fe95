/**
 * The account as screens show it: every quantity by the formulas that the exchange itself uses, computed once
 * per frame for all readers. A position whose market has no mark yet makes the summary undefined: a missing
 * price is missing, never zero.
 */
import {
  accountSummary,
  entryPrice,
  fundingOwed,
  isHealthAbove,
  isHealthAtLeast,
  leverageOfRatio,
  liquidationPrice,
  maintMargin,
  maintMarginRatio,
  profitPercentIn,
  roePercent2,
  unrealizedPnl,
  valueOf,
  valueScale,
  type AccountFacts,
  type AccountSummary,
  type Health,
  type LiquidationInput,
  type SummaryPosition,
} from '@vest/formulas'
import {
  HEALTH_GREEN_PERCENT,
  HEALTH_YELLOW_PERCENT,
  lots,
  mulDivFloor,
  usd6,
  type Lots,
  type Ticks,
  type Usd6,
} from '@vest/protocol'
import {
  isOpenOrder,
  type AccountState,
  type Market,
  type Markets,
  type Order,
  type RawPosition,
  type Ticker,
} from '../../live/index.ts'

export interface PositionRow {
  readonly market: Market
  readonly ticker: Ticker
  readonly raw: RawPosition
  readonly isLong: boolean
  readonly size: Lots
  readonly value: Usd6
  readonly entryPrice: Ticks
  readonly markPrice: Ticks
  readonly liquidationPrice: Ticks | undefined
  /** Distance from mark to liquidation in basis points of the mark; undefined where there is none. */
  readonly liquidationBps: number | undefined
  readonly unrealizedPnl: Usd6
  readonly roePercent2: number
  /** What funding has brought (+) or cost (−) since it was last settled. */
  readonly funding: Usd6
  readonly leverage: number
  readonly isHalted: boolean
}

export interface Portfolio {
  /** Undefined until account and marks are there. */
  readonly summary: AccountSummary | undefined
  readonly facts: AccountFacts | undefined
  /** The position of each market as it stands in `facts`. */
  readonly factOf: ReadonlyMap<string, SummaryPosition>
  readonly positions: readonly PositionRow[]
  readonly isLoaded: boolean
}

const NOTHING: Portfolio = {
  summary: undefined,
  facts: undefined,
  factOf: new Map(),
  positions: [],
  isLoaded: false,
}

export function computePortfolio(
  state: AccountState,
  markets: Markets | undefined,
  tickers: ReadonlyMap<string, Ticker>,
): Portfolio {
  const { account } = state
  if (account === undefined || markets === undefined) return NOTHING
  const positions: SummaryPosition[] = []
  const held: {
    readonly raw: RawPosition
    readonly market: Market
    readonly ticker: Ticker
    readonly fact: SummaryPosition
  }[] = []
  for (const raw of account.positions.values()) {
    const market = markets.get(raw.symbol)
    const ticker = tickers.get(raw.symbol)
    if (market === undefined || ticker === undefined) return NOTHING
    const fact = summaryPosition(raw, market, ticker)
    positions.push(fact)
    held.push({ raw, market, ticker, fact })
  }
  const facts: AccountFacts = {
    collateral: account.collateral,
    softCredit: account.softCredit,
    positions,
    orders: reservingOrders(state.orders.values(), markets),
  }
  const summary = accountSummary(facts)
  return {
    summary,
    facts,
    factOf: new Map(held.map(({ raw, fact }) => [raw.symbol, fact])),
    positions: held.map((item) => positionRow(item, summary)),
    isLoaded: true,
  }
}

export const summaryPosition = (raw: RawPosition, market: Market, ticker: Ticker): SummaryPosition => ({
  isLong: raw.isLong,
  size: raw.size,
  cost: raw.cost,
  entryFunding: raw.entryFunding,
  initMarginRatio: raw.initMarginRatio,
  ...(raw.isolatedMargin === undefined ? {} : { isolatedMargin: raw.isolatedMargin }),
  market: {
    mark: ticker.markPrice,
    cumFunding: ticker.cumFunding,
    sizeDecimals: market.sizeDecimals,
    priceDecimals: market.priceDecimals,
    maintMarginRatio: market.maintMarginRatio,
    profitPercent: profitPercentOf(market, ticker),
  },
})

/** How much of a profit in this market secures new orders now, percent. */
export const profitPercentOf = (market: Market, ticker: Ticker | undefined): number =>
  profitPercentIn(ticker?.session ?? 'REGULAR', market.offHoursProfitPercent)

/** Resting LIMIT orders that are not reduce-only reserve margin; no others do. */
function reservingOrders(orders: Iterable<Order>, markets: Markets): AccountFacts['orders'] {
  const reserving = []
  for (const order of orders) {
    const market = markets.get(order.symbol)
    if (market === undefined || order.isReduceOnly || order.orderType !== 'LIMIT' || !isOpenOrder(order))
      continue
    reserving.push({
      limitPrice: order.limitPrice,
      remaining: lots(order.size - order.filledSize),
      initMarginRatio: order.initMarginRatio,
      market,
    })
  }
  return reserving
}

function positionRow(
  item: {
    readonly raw: RawPosition
    readonly market: Market
    readonly ticker: Ticker
    readonly fact: SummaryPosition
  },
  summary: AccountSummary,
): PositionRow {
  const { raw, market, ticker, fact } = item
  const markPrice = ticker.markPrice
  const value = valueOf(markPrice, raw.size, market.scale)
  const pnl = unrealizedPnl(raw, fact.market)
  const liquidation = positionLiquidation(fact, summary)
  return {
    market,
    ticker,
    raw,
    isLong: raw.isLong,
    size: raw.size,
    value,
    entryPrice: entryPrice(raw.cost, raw.size, market.scale),
    markPrice,
    liquidationPrice: liquidation,
    liquidationBps: liquidation === undefined ? undefined : distanceBps(markPrice, liquidation, raw.isLong),
    unrealizedPnl: pnl,
    roePercent2: roePercent2({ unrealizedPnl: pnl, cost: raw.cost, initMarginRatio: raw.initMarginRatio }),
    funding: usd6(0 - fundingOwed(raw, ticker.cumFunding, market.sizeDecimals)),
    leverage: leverageOfRatio(raw.initMarginRatio),
    isHalted: ticker.status === 'HALT',
  }
}

/** Liquidation price of one position of an account with this summary. */
export const positionLiquidation = (position: SummaryPosition, summary: AccountSummary): Ticks | undefined =>
  liquidationPrice(liquidationInput(position, summary))

/** What that price follows from: a cross position is secured by all of the cross equity, an isolated one by its own. */
export function liquidationInput(position: SummaryPosition, summary: AccountSummary): LiquidationInput {
  const { market } = position
  const scale = valueScale(market)
  const ratio = maintMarginRatio(position.initMarginRatio, market.maintMarginRatio)
  const own = maintMargin(valueOf(market.mark, position.size, scale), ratio)
  const isIsolated = position.isolatedMargin !== undefined
  return {
    isLong: position.isLong,
    size: position.size,
    mark: market.mark,
    scale,
    equity: isIsolated
      ? usd6(position.isolatedMargin! + unrealizedPnl(position, market))
      : summary.crossEquity,
    otherMaintMargin: isIsolated ? usd6(0) : usd6(summary.crossMaintMargin - own),
    maintMarginRatio: ratio,
  }
}

/** ⌊|mark − liquidation| · 10⁴ / mark⌋, and 0 once the mark is beyond. */
export function distanceBps(mark: Ticks, liquidation: Ticks, isLong: boolean): number {
  const distance = isLong ? mark - liquidation : liquidation - mark
  return distance <= 0 ? 0 : mulDivFloor(distance, 10_000, mark)
}

export type RiskTone = 'ok' | 'warn' | 'err'

/** 60 or more green, above 20 yellow, else red; decided on the exact health ([9.13]). */
export const healthTone = (health: Health): RiskTone =>
  isHealthAtLeast(health, HEALTH_GREEN_PERCENT)
    ? 'ok'
    : isHealthAbove(health, HEALTH_YELLOW_PERCENT)
      ? 'warn'
      : 'err'

/** The figure that is printed: whole percent, rounded down. */
export const healthFigure = (health: Health): number => Math.floor(health.basisPoints / 100)
