/**
 * What an account may take out: its free collateral without unrealised profit, by the formula that the browser uses
 * too.
 */
import { type AccountSummary, type SummaryMarket, accountSummary } from '@vest/formulas'
import type { Usd6 } from '@vest/protocol'
import type { Account, Exchange, Market } from '../state/index.ts'
import { profitPercent } from './marketRatios.ts'

/** Unrealised profit is never withdrawable, soft credits are not until they are final. */
export const withdrawableOf = (exchange: Exchange, account: Account): Usd6 =>
  summaryOf(exchange, account).withdrawable

export function summaryOf(exchange: Exchange, account: Account): AccountSummary {
  return accountSummary({
    collateral: account.collateral,
    softCredit: account.softCredit,
    positions: account.positions.map(
      ({ isLong, size, cost, entryFunding, initMarginRatio, isolatedMargin, marketId }) => {
        const market = exchange.market(marketId)
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
      market: exchange.market(order.marketId).spec,
    })
  }
  return orders
}

export const summaryMarket = (market: Market): SummaryMarket => ({
  priceDecimals: market.spec.priceDecimals,
  sizeDecimals: market.spec.sizeDecimals,
  mark: market.mark!,
  cumFunding: market.cumFunding,
  maintMarginRatio: market.spec.maintMarginRatio,
  profitPercent: profitPercent(market),
})
