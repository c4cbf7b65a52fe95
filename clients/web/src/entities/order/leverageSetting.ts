/** The leverage of a market: what was set, else the default of the exchange; never more than the account may have. */
import { LEVERAGE_DEFAULT, LEVERAGE_MAX, LEVERAGE_MAX_CAPITAL } from '@vest/protocol'
import { ratioOfLeverage } from '@vest/formulas'
import type { Market, RawAccount } from '../../live/index.ts'

/** The highest leverage of a market: less for a funded or evaluation account ([5.8]). */
export const leverageLimit = (market: Market, isCapital = false): number =>
  Math.min(market.leverageMax, isCapital ? LEVERAGE_MAX_CAPITAL : LEVERAGE_MAX)

export const leverageOf = (account: RawAccount | undefined, market: Market): number =>
  Math.min(
    leverageLimit(market, account?.isCapital),
    account?.leverages.get(market.symbol) ?? LEVERAGE_DEFAULT,
  )

export const marginRatioOf = (account: RawAccount | undefined, market: Market) =>
  ratioOfLeverage(leverageOf(account, market))
