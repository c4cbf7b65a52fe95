/**
 * One record of index prices, in a fixed order of steps: accept, refresh ladders, mark, cross, takers that waited, triggers,
 * liquidations, solvency and deleveraging, cross again, tell. Marks are frozen after their step, so a cascade advances at most one
 * stage per record.
 */
import { estimatedRate } from '../funding/index.ts'
import { clampBps } from '../markets/index.ts'
import type { Exchange, Market } from '../state/index.ts'
import { takeImpactPrices } from './impactPrices.ts'
import { impactMid, markPrice } from '@vest/formulas'

/** Impact prices, the mark, and the running estimate of the funding rate. */
export function takeMark(exchange: Exchange, market: Market, isReopened: boolean): void {
  const { index } = market
  if (index === undefined) return
  takeImpactPrices(exchange, market, clampBps(market))
  market.markClampBefore = undefined
  const { impactBid, impactAsk } = market
  market.mark = isReopened
    ? index
    : markPrice({
        index,
        premiumMilliTicks: market.premiumMilliTicks,
        mid: impactBid === undefined || impactAsk === undefined ? undefined : impactMid(impactBid, impactAsk),
        clampBps: clampBps(market),
      })
  market.rate = estimatedRate(market)
}
