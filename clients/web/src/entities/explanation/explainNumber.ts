/** The explanation of a number, from the same facts as the number itself. Pure: what it says is what it is handed. */
import type { TFunction } from 'i18next'
import type { Market, Ticker } from '../../live/index.ts'
import type { Portfolio } from '../account/portfolio.ts'
import { explainAccount } from './explainAccount.ts'
import type { ExplainedNumber, Explanation } from './explanation.ts'
import { explainFee, explainOrderMargin } from './explainOrder.ts'
import {
  explainFunding,
  explainFundingRate,
  explainInitMargin,
  explainLiquidation,
  explainPnl,
} from './explainPosition.ts'

export interface ExplanationFacts {
  readonly portfolio: Portfolio
  /** Of the market that the number is about, where it is about one. */
  readonly market: Market | undefined
  readonly ticker: Ticker | undefined
}

/** Undefined where its facts are gone or not yet there. */
export function explainNumber(
  t: TFunction,
  number: ExplainedNumber,
  { portfolio, market, ticker }: ExplanationFacts,
): Explanation | undefined {
  switch (number.kind) {
    case 'liquidationPriceOf':
      return explainLiquidation({ t, ...number })
    case 'fee':
      return explainFee({ t, ...number })
    case 'orderMargin':
      return explainOrderMargin({ t, ...number })
    case 'fundingRate':
      return market && ticker && explainFundingRate({ t, market, ticker })
    case 'liquidationPrice':
    case 'pnl':
    case 'initMargin':
    case 'funding': {
      const position = portfolio.factOf.get(number.symbol)
      const { summary } = portfolio
      if (position === undefined || summary === undefined || market === undefined) return undefined
      if (number.kind === 'pnl') return explainPnl({ t, market, position })
      if (number.kind === 'initMargin') return explainInitMargin({ t, market, position })
      if (number.kind === 'liquidationPrice') return explainLiquidation({ t, market, position, summary })
      return ticker && explainFunding({ t, market, position, ticker })
    }
    default:
      return explainAccount(t, number.kind, portfolio)
  }
}
