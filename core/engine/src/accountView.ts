/** An account as its owner sees it, by the formulas that the browser uses as well. */
import {
  accountSummary,
  type AccountSummary,
  entryPrice,
  initMargin,
  liquidationPrice,
  maintMargin,
  type SummaryMarket,
  unrealizedPnl,
  valueOf,
} from '@vest/formulas'
import { type Usd6, usd6 } from '@vest/protocol'
import { positionMaintRatio, profitPercent } from './standing.ts'
import type { Account } from './accountRows.ts'
import { capitalView } from './capitalAccount.ts'
import type { Position } from './positionRows.ts'
import type { Exchange, Market } from './state.ts'
import type { AccountView, PositionView } from './view.ts'
import { withdrawn24h } from './withdrawals.ts'

export function accountView(exchange: Exchange, account: Account): AccountView {
  const summary = summaryOf(exchange, account)
  return {
    account: account.address,
    accountId: account.id,
    networkType: account.networkType,
    exists: account.exists,
    collateral: account.collateral,
    isolatedMargin: summary.isolatedMargin,
    softCredit: account.softCredit,
    equity: summary.equity,
    initMargin: summary.initMargin,
    maintMargin: summary.maintMargin,
    openOrderMargin: summary.openOrderMargin,
    available: summary.available,
    withdrawable: withdrawableIn(exchange, account, summary),
    positions: account.positions.map((position) => positionView(exchange, position, summary)),
    leverages: [...account.leverages]
      .sort(([a], [b]) => a - b)
      .map(([marketId, leverage]) => ({ symbol: exchange.markets[marketId]!.spec.symbol, leverage })),
    withdrawn24h: usd6(withdrawn24h(exchange, account)),
    timeMs: exchange.timeMs,
    ...(account.isSim ? { sim: simView(account) } : {}),
  }
}

const simView = ({ ownerId, isFrozen, capital }: Account): NonNullable<AccountView['sim']> => ({
  ownerId,
  isFrozen,
  ...(capital === undefined ? {} : { capital: capitalView(capital) }),
})

/** Unrealised profit is never withdrawable, soft credits are not yet. */
export const withdrawableOf = (exchange: Exchange, account: Account): Usd6 =>
  withdrawableIn(exchange, account, summaryOf(exchange, account))

/** Before feature `fourthReading` funding that was owed could be set off against a profit of the price. */
function withdrawableIn({ features }: Exchange, account: Account, summary: AccountSummary): Usd6 {
  if (features.fourthReading) return summary.withdrawable
  const realised = Math.min(account.collateral, summary.crossEquity)
  return usd6(Math.max(0, realised - summary.crossInitMargin - summary.openOrderMargin - account.softCredit))
}

function summaryOf(exchange: Exchange, account: Account): AccountSummary {
  return accountSummary({
    collateral: account.collateral,
    softCredit: account.softCredit,
    positions: account.positions.map(
      ({ isLong, size, cost, entryFunding, initMarginRatio, isolatedMargin, marketId }) => {
        const market = exchange.markets[marketId]!
        const shared = { isLong, size, cost, entryFunding, initMarginRatio, market: summaryMarket(market) }
        return market.spec.isolated ? { ...shared, isolatedMargin } : shared
      },
    ),
    orders: restingOrders(exchange, account),
  })
}

function restingOrders(exchange: Exchange, account: Account) {
  const orders = []
  for (let order = account.oldestOrder; order !== undefined; order = order.youngerOfAccount) {
    if (order.reservedMargin === 0) continue
    const { limitPrice, initMarginRatio, size, filledSize } = order
    orders.push({
      limitPrice,
      initMarginRatio,
      remaining: (size - filledSize) as typeof size,
      market: exchange.markets[order.marketId]!.spec,
    })
  }
  return orders
}

const summaryMarket = (market: Market): SummaryMarket => ({
  priceDecimals: market.spec.priceDecimals,
  sizeDecimals: market.spec.sizeDecimals,
  mark: market.mark!,
  cumFunding: market.cumFunding,
  maintMarginRatio: market.spec.maintMarginRatio,
  profitPercent: profitPercent(market),
})

function positionView(exchange: Exchange, position: Position, summary: AccountSummary): PositionView {
  const market = exchange.markets[position.marketId]!
  const { scale, spec } = market
  const mark = market.mark!
  const value = valueOf(mark, position.size, scale)
  const ratio = positionMaintRatio(position.initMarginRatio, market)
  const own = maintMargin(value, ratio)
  const pnl = unrealizedPnl(position, summaryMarket(market))
  const liq = liquidationPrice({
    isLong: position.isLong,
    size: position.size,
    mark,
    scale,
    maintMarginRatio: ratio,
    equity: spec.isolated ? usd6(position.isolatedMargin + pnl) : summary.crossEquity,
    otherMaintMargin: usd6(spec.isolated ? 0 : summary.crossMaintMargin - own),
  })
  return {
    symbol: spec.symbol,
    isLong: position.isLong,
    size: position.size,
    cost: position.cost,
    entryPrice: entryPrice(position.cost, position.size, scale),
    entryFunding: position.entryFunding,
    unrealizedPnl: pnl,
    settledFunding: position.settledFunding,
    mark,
    index: market.index!,
    ...(liq === undefined ? {} : { liquidationPrice: liq }),
    initMargin: initMargin(value, position.initMarginRatio),
    maintMargin: own,
    initMarginRatio: position.initMarginRatio,
    isolatedMargin: position.isolatedMargin,
  }
}
