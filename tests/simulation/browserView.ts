/**
 * What the browser would hold of an exchange: every view of the engine is written to the wire's text and read back as
 * the app reads it, so that a preview is made of nothing that the app does not have.
 */
import { query, type Exchange, type OrderRecord } from '@vest/engine'
import { fillBandIn } from '@vest/formulas'
import type { Address } from '@vest/protocol'
import { computePortfolio, profitPercentOf } from '../../clients/web/src/entities/account/portfolio.ts'
import { marginRatioOf } from '../../clients/web/src/entities/order/leverageSetting.ts'
import type { OrderContext } from '../../clients/web/src/features/order-entry/orderDraft.ts'
import { readAccount, readOrder, type AccountState } from '../../clients/web/src/live/account.ts'
import {
  readBook,
  readMarket,
  readTicker,
  type Market,
  type Ticker,
} from '../../clients/web/src/live/market.ts'
import {
  accountText,
  depthText,
  marketInfoText,
  orderRowText,
  tickerText,
} from '../../services/exchange/src/wireText.ts'

/** More levels than any book of a test has. */
const LEVELS = 1_000

/** The account with its markets and prices, and what the app computes of them. */
export function browserPortfolio(exchange: Exchange, account: Address) {
  const views = query(exchange, 'markets', {})
  const markets = new Map<string, Market>()
  const tickers = new Map<string, Ticker>()
  const specs = new Map(views.map(({ spec }) => [spec.symbol, spec]))
  const { offHoursProfitPercent } = query(exchange, 'exchange', {})
  for (const view of views) {
    const { spec, ticker } = view
    const market = readMarket(marketInfoText(view, offHoursProfitPercent))
    markets.set(spec.symbol, market)
    if (ticker !== undefined)
      tickers.set(
        spec.symbol,
        readTicker(
          tickerText(ticker, spec, { stats: undefined, lastPrice: undefined, next: undefined }),
          market,
        ),
      )
  }
  const view = query(exchange, 'account', { account })!
  const lp = query(exchange, 'lp', { account })!
  const open: readonly OrderRecord[] = query(exchange, 'openOrders', { account })
  const state: AccountState = {
    account: readAccount(
      accountText(view, lp, (name) => specs.get(name)),
      markets,
    ),
    orders: new Map(
      open.map((record) => [record.id, readOrder(orderRowText(record, specs.get(record.symbol)!), markets)!]),
    ),
    transfers: new Map(),
  }
  return { markets, tickers, specs, state, portfolio: computePortfolio(state, markets, tickers) }
}

export function browserContext(exchange: Exchange, account: Address, symbol: string): OrderContext {
  const { markets, tickers, specs, state, portfolio } = browserPortfolio(exchange, account)
  const market = markets.get(symbol)!
  const depth = query(exchange, 'depth', { symbol, limit: LEVELS })!
  const ticker = tickers.get(symbol)
  return {
    market,
    mark: ticker?.markPrice,
    isHalted: ticker?.status === 'HALT',
    isSignedIn: true,
    book: readBook(depthText(depth, specs.get(symbol)!, LEVELS), market),
    facts: portfolio.facts,
    summary: portfolio.summary,
    position: portfolio.factOf.get(symbol),
    initMarginRatio: marginRatioOf(state.account, market),
    profitPercent: profitPercentOf(market, ticker),
    bandBps: fillBandIn(ticker?.session ?? 'REGULAR', market.fillBandBps),
  }
}
