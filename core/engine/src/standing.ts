/**
 * How an account stands at the present marks: equity against margins. A position that does not exist yet can be put
 * in the place of the present one, which is how an order is judged before anything happens.
 */
import {
  countedProfit,
  fundingOwed,
  initMargin,
  maintMargin,
  maintMarginRatio,
  pricePnl,
  type PositionSize,
  valueOf,
} from '@vest/formulas'
import { assert, type Ratio4, type Usd6 } from '@vest/protocol'
import type { MarketId } from './command.ts'
import type { Account, Exchange, Market, Position } from './state.ts'

export interface Standing {
  /** collateral + Σ unrealised profit of the positions that share it. */
  equity: number
  /** The same with off-hours profits counted in part: what new orders are measured against. */
  countedEquity: number
  initMargin: number
  maintMargin: number
}

/** A stock's profit counts half outside the regular session. */
export const profitPercent = (market: Market): number =>
  market.spec.asset === 'stock' && market.session !== 'REGULAR' ? 50 : 100

/** The cross account, with `replaced` instead of what it holds in that market. Funding of `replaced` is settled. */
export function crossStanding(
  exchange: Exchange,
  account: Account,
  replaced?: { readonly marketId: MarketId; readonly held: PositionSize | undefined },
): Standing {
  const standing: Standing = {
    equity: account.collateral,
    countedEquity: account.collateral,
    initMargin: 0,
    maintMargin: 0,
  }
  const { positions } = account
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!
    const market = exchange.markets[position.marketId]!
    if (market.spec.isolated || position.marketId === replaced?.marketId) continue
    addPosition(
      standing,
      market,
      position,
      fundingOwed(position, market.cumFunding, market.spec.sizeDecimals),
    )
  }
  if (replaced?.held !== undefined)
    addPosition(standing, exchange.markets[replaced.marketId]!, replaced.held, 0)
  return standing
}

/** A position in an isolated market: its own margin is all that secures it. */
export function isolatedStanding(
  market: Market,
  held: PositionSize,
  isolatedMargin: number,
  owed: number,
): Standing {
  const standing: Standing = {
    equity: isolatedMargin,
    countedEquity: isolatedMargin,
    initMargin: 0,
    maintMargin: 0,
  }
  addPosition(standing, market, held, owed)
  return standing
}

/** The standing that decides about one position: of the whole cross account, or its own. */
export const standingFor = (exchange: Exchange, account: Account, position: Position): Standing => {
  const market = exchange.markets[position.marketId]!
  if (!market.spec.isolated) return crossStanding(exchange, account)
  const owed = fundingOwed(position, market.cumFunding, market.spec.sizeDecimals)
  return isolatedStanding(market, position, position.isolatedMargin, owed)
}

function addPosition(standing: Standing, market: Market, held: PositionSize, owed: number): void {
  assert(market.mark !== undefined, 'a market with a position has a mark')
  const value = valueOf(market.mark, held.size, market.scale)
  const pnl = (pricePnl(held, value) - owed) as Usd6
  standing.equity += pnl
  standing.countedEquity += countedProfit(pnl, profitPercent(market))
  standing.initMargin += initMargin(value, held.initMarginRatio)
  standing.maintMargin += maintMargin(value, positionMaintRatio(held.initMarginRatio, market))
}

export const positionMaintRatio = (initRatio: Ratio4, market: Market): Ratio4 =>
  maintMarginRatio(initRatio, market.spec.maintMarginRatio)
