/** An account as its owner sees it, by the formulas that the browser uses too. */
import {
  type AccountSummary,
  entryPrice,
  initMargin,
  liquidationPrice,
  maintMargin,
  unrealizedPnl,
  valueOf,
} from '@vest/formulas'
import { LEVERAGE_MAX_CAPITAL, usd6 } from '@vest/protocol'
import type { AccountView, MarketId, PositionView } from '../api/index.ts'
import { leverageOf, positionMaintRatio, summaryMarket, summaryOf } from '../margin/index.ts'
import { capitalView } from '../sim/index.ts'
import type { Account, Exchange, Position } from '../state/index.ts'
import { withdrawn24h } from '../transfers/index.ts'

export function accountView(exchange: Exchange, account: Account): AccountView {
  const summary = summaryOf(exchange, account)
  return {
    account: account.address,
    accountId: account.id,
    networkType: account.networkType,
    ...(account.publicKey === undefined ? {} : { publicKey: account.publicKey }),
    ...(account.proofChainId === undefined ? {} : { proofChainId: account.proofChainId }),
    exists: account.exists,
    collateral: account.collateral,
    isolatedMargin: summary.isolatedMargin,
    softCredit: account.softCredit,
    equity: summary.equity,
    initMargin: summary.initMargin,
    maintMargin: summary.maintMargin,
    openOrderMargin: summary.openOrderMargin,
    available: summary.available,
    withdrawable: summary.withdrawable,
    positions: account.positions.map((position) => positionView(exchange, position, summary)),
    leverages: leveragesOf(exchange, account)
      .sort(([a], [b]) => a - b)
      .map(([marketId, leverage]) => ({ symbol: exchange.market(marketId).spec.symbol, leverage })),
    withdrawn24h: usd6(withdrawn24h(exchange, account)),
    timeMs: exchange.timeMs,
    ...(account.isSim ? { sim: simView(account) } : {}),
  }
}

function simView(account: Account): NonNullable<AccountView['sim']> {
  const { ownerId, isFrozen, capital } = account
  return { ownerId, isFrozen, ...(capital === undefined ? {} : { capital: capitalView(account, capital) }) }
}

function positionView(exchange: Exchange, position: Position, summary: AccountSummary): PositionView {
  const market = exchange.market(position.marketId)
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

/** What it has set; with a cap of its own what holds in every market, so that no order is sent with more. */
function leveragesOf({ markets }: Exchange, account: Account): [MarketId, number][] {
  if (account.guardrails?.limits.leverageMax === undefined) return [...account.leverages]
  const most = account.isSim ? LEVERAGE_MAX_CAPITAL : Infinity
  return markets.map((market) => [market.id, Math.min(leverageOf(account, market), most)])
}
