/** The leverage of a market: what was set, else the default of the exchange. */
import { LEVERAGE_DEFAULT } from '@vest/protocol'
import { ratioOfLeverage } from '@vest/formulas'
import type { Market, RawAccount } from '../../live/index.ts'

export const leverageOf = (account: RawAccount | undefined, market: Market): number =>
  Math.min(market.leverageMax, account?.leverages.get(market.symbol) ?? LEVERAGE_DEFAULT)

export const marginRatioOf = (account: RawAccount | undefined, market: Market) =>
  ratioOfLeverage(leverageOf(account, market))
