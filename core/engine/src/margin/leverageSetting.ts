/** The leverage of an account in a market: its own setting or the default. */
import { ratioOfLeverage } from '@vest/formulas'
import { LEVERAGE_DEFAULT, type Ratio4 } from '@vest/protocol'
import type { Account, Exchange, Market } from '../state/index.ts'

/** The setting of an account in a market; without one, the smaller of the market's maximum and 10. Never above its own cap. */
export const leverageOf = (account: Account, market: Market): number =>
  Math.min(
    account.leverages.get(market.id) ?? defaultLeverage(market),
    account.guardrails?.limits.leverageMax ?? Infinity,
  )

const defaultLeverage = ({ maxLeverage }: Market): number =>
  maxLeverage < LEVERAGE_DEFAULT ? maxLeverage : LEVERAGE_DEFAULT

/** The margin ratio of new orders of an account in a market. */
export const marginRatioSetting = (exchange: Exchange, accountId: number, market: Market): Ratio4 =>
  ratioOfLeverage(
    exchange.accountRows.hasLeverages(accountId) || exchange.accountRows.isGuarded(accountId)
      ? leverageOf(exchange.account(accountId), market)
      : defaultLeverage(market),
  )
