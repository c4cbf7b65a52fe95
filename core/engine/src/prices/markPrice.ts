/** The mark of a market from index, mid and impact prices, within its clamp. */
import { markPrice } from '@vest/formulas'
import { estimatedRate } from '../funding/index.ts'
import { clampBps } from '../markets/index.ts'
import type { Exchange, Market } from '../state/index.ts'
import { midOf, takeImpactPrices } from './impactPrices.ts'

/** Updates impact prices, the mark, and the running estimate of the funding rate. */
export function takeMark(exchange: Exchange, market: Market, isReopened: boolean): void {
  const { index } = market
  if (index === undefined) return
  takeImpactPrices(exchange, market, clampBps(market))
  market.markClampBefore = undefined
  market.mark = isReopened
    ? index
    : markPrice({
        index,
        premiumMilliTicks: market.premiumMilliTicks,
        mid: midOf(exchange, market),
        clampBps: clampBps(market),
      })
  market.rate = estimatedRate(market)
}
