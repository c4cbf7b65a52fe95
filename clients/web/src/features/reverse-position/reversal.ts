/**
 * Turning a position round without React: one market order of twice its size on the other side. It closes what is
 * there and opens as much the other way; whether the account can carry that is judged by the exchange's own rule.
 */
import {
  accountSummary,
  defaultLimitPrice,
  isAllowedEnd,
  type AccountFacts,
  type SummaryPosition,
} from '@vest/formulas'
import { defaultSlippageBps, lots, type Lots, type Ratio4, type Ticks, type Usd6 } from '@vest/protocol'
import { positionLiquidation } from '../../entities/account/portfolio.ts'
import { simulateFill, takeWhole } from '../../entities/order/simulateFill.ts'
import type { Book, Market } from '../../live/index.ts'

export interface ReversalContext {
  readonly market: Market
  readonly mark: Ticks
  readonly position: SummaryPosition
  readonly facts: AccountFacts
  readonly book: Book | undefined
  /** Margin ratio of the leverage that is set for this market. */
  readonly initMarginRatio: Ratio4
}

export interface Reversal {
  readonly isBuy: boolean
  readonly size: Lots
  /** As far as the price may slip. */
  readonly limitPrice: Ticks
  /** Realised by the half that closes, before its fee. */
  readonly pnl: Usd6
  readonly fee: Usd6
  readonly positionAfter: SummaryPosition | undefined
  readonly liquidationAfter: Ticks | undefined
  /** The account may end so, by the exchange's own rule. */
  readonly isCovered: boolean
}

export function reversalOf(context: ReversalContext): Reversal {
  const { market, mark, position, facts, book } = context
  const isBuy = !position.isLong
  const size = lots(position.size * 2)
  const levels = (isBuy ? book?.asks : book?.bids) ?? []
  const parts = takeWhole({ levels, size, fallback: mark, isBuy })
  const after = simulateFill(facts, context, { isBuy, parts, initMarginRatio: context.initMarginRatio })
  return {
    isBuy,
    size,
    limitPrice: defaultLimitPrice({ mark, isBuy, slippageBps: defaultSlippageBps(market.symbol) }),
    pnl: after.pnl,
    fee: after.fee,
    positionAfter: after.position,
    liquidationAfter:
      after.position === undefined
        ? undefined
        : positionLiquidation(after.position, accountSummary(after.facts)),
    isCovered: isAllowedEnd({
      before: facts,
      held: position,
      after,
      isReducing: false,
      isIsolated: market.isIsolated,
    }),
  }
}
