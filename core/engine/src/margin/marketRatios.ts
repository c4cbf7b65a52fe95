/**
 * Ratios of a position that depend on the market's present mode: the share of profit that counts, and the maintenance
 * ratio.
 */
import { maintMarginRatio } from '@vest/formulas'
import type { Ratio4 } from '@vest/protocol'
import type { Market } from '../state/index.ts'

/** Outside the regular session a stock's profit counts in part. */
export const profitPercent = (market: Market): number =>
  market.session !== 'REGULAR' ? market.offHoursProfitPercent : 100

export const positionMaintRatio = (initRatio: Ratio4, market: Market): Ratio4 =>
  maintMarginRatio(initRatio, market.spec.maintMarginRatio)
