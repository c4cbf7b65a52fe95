/**
 * How much of an unrealised profit secures new orders. Outside its regular session a stock is quoted thinly, and what
 * its price says then counts in part; losses count in full at every hour (`countedProfit`).
 */
import type { AssetClass, Session } from '@vest/protocol'

/** What counts of a market's profit outside the regular session, percent: of stocks the parameter, of others all. */
export const offHoursProfitPercent = (asset: AssetClass, parameterPercent: number): number =>
  asset === 'stock' ? parameterPercent : 100

/** What counts now, percent. */
export const profitPercentIn = (session: Session, offHoursPercent: number): number =>
  session === 'REGULAR' ? 100 : offHoursPercent
