/**
 * How an account stands at the present marks: equity against margins. A position that does not exist yet can be put
 * in the place of the present one, which is how an order is judged before anything happens. The answer is the
 * exchange's one standing (`STANDING`): it holds until the next question.
 */
import type { Market } from '../state/index.ts'
import { maintMarginRatio } from '@vest/formulas'
import type { Ratio4 } from '@vest/protocol'

/** A stock's profit counts in part outside the regular session. */
export const profitPercent = (market: Market): number =>
  market.session !== 'REGULAR' ? market.offHoursProfitPercent : 100

export const positionMaintRatio = (initRatio: Ratio4, market: Market): Ratio4 =>
  maintMarginRatio(initRatio, market.spec.maintMarginRatio)
