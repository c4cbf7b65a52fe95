/**
 * The percentage of an unrealised profit that secures new orders. Outside its regular session a stock has thin quotes,
 * and a profit at that price counts in part; losses always count in full (`countedProfit`).
 */
import type { AssetClass, Session } from '@vest/protocol'

/** Percentage outside the regular session: the parameter for stocks, 100 for other classes. */
export const offHoursProfitPercent = (asset: AssetClass, parameterPercent: number): number =>
  asset === 'stock' ? parameterPercent : 100

/** Percentage at present. */
export const profitPercentIn = (session: Session, offHoursPercent: number): number =>
  session === 'REGULAR' ? 100 : offHoursPercent
