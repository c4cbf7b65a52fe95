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
import type { Draft } from './draft.ts'
import type { Account } from './accountRows.ts'
import type { Exchange, Market, Position } from './state.ts'

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

/**
 * The cross account, with the drafted position in the place of what it holds there. The answer is the exchange's one
 * standing: it holds until the next question.
 */
export function crossStanding(exchange: Exchange, account: Account, draft?: Draft): Standing {
  const standing = beginStanding(exchange, account.collateral)
  const drafted = draft === undefined ? -1 : draft.market.id
  const { positions } = account
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!
    const market = exchange.markets[position.marketId]!
    if (market.spec.isolated || position.marketId === drafted) continue
    addPosition(
      standing,
      market,
      position,
      fundingOwed(position, market.cumFunding, market.spec.sizeDecimals),
    )
  }
  // The funding of a draft is settled.
  if (draft !== undefined && draft.size > 0) addPosition(standing, draft.market, draft, 0)
  return standing
}

/** A position in an isolated market: its own margin is all that secures it. */
export function isolatedStanding(
  exchange: Exchange,
  market: Market,
  held: PositionSize,
  isolatedMargin: number,
  owed: number,
): Standing {
  const standing = beginStanding(exchange, isolatedMargin)
  addPosition(standing, market, held, owed)
  return standing
}

function beginStanding(exchange: Exchange, money: number): Standing {
  const { standing } = exchange.work
  standing.equity = money
  standing.countedEquity = money
  standing.initMargin = 0
  standing.maintMargin = 0
  return standing
}

/** The standing that decides about one position: of the whole cross account, or its own. */
export const standingFor = (exchange: Exchange, account: Account, position: Position): Standing => {
  const market = exchange.markets[position.marketId]!
  if (!market.spec.isolated) return crossStanding(exchange, account)
  const owed = fundingOwed(position, market.cumFunding, market.spec.sizeDecimals)
  return isolatedStanding(exchange, market, position, position.isolatedMargin, owed)
}

function addPosition(standing: Standing, market: Market, held: PositionSize, owed: number): void {
  const { mark } = market
  if (mark === undefined) assert(false, 'a market with a position has a mark')
  const value = valueOf(mark, held.size, market.scale)
  const pnl = (pricePnl(held, value) - owed) as Usd6
  standing.equity += pnl
  standing.countedEquity += countedProfit(pnl, profitPercent(market))
  standing.initMargin += initMargin(value, held.initMarginRatio)
  standing.maintMargin += maintMargin(value, positionMaintRatio(held.initMarginRatio, market))
}

export const positionMaintRatio = (initRatio: Ratio4, market: Market): Ratio4 =>
  maintMarginRatio(initRatio, market.spec.maintMarginRatio)
