/** Once a second: everything that happens because time has passed and not because somebody acted. */
import { impactMid, nextPremium, nextVolatility } from '@vest/formulas'
import { tellAccountValues } from './accountValues.ts'
import type { Answer } from './event.ts'
import { renewOffer } from './backstop.ts'
import { fireCancelTimers } from './cancelTimer.ts'
import { crossBook } from './cross.ts'
import { samplePremium, tickParts } from './funding.ts'
import { tickCapital } from './judgeCapital.ts'
import { endVolatilityHalt, extendTrail, haltIfAbandoned } from './marketMode.ts'
import { tickLpPool } from './lpQueue.ts'
import { turnWeek } from './points.ts'
import { refreshLadder } from './pool.ts'
import { forgetOld } from './replayGuard.ts'
import { stirSim } from './simFollow.ts'
import { freshnessOf } from './staleness.ts'
import type { Exchange, Market } from './state.ts'
import { approveEligible } from './withdrawals.ts'

export function tickTimer(exchange: Exchange): Answer {
  if (exchange.cancelTimers.size > 0) fireCancelTimers(exchange)
  for (const market of exchange.markets) if (market.index !== undefined) tickMarket(exchange, market)
  tickParts(exchange)
  approveEligible(exchange)
  tickLpPool(exchange)
  turnWeek(exchange)
  tellAccountValues(exchange)
  forgetOld(exchange)
  tickCapital(exchange)
  stirSim(exchange, [])
  return { ok: true }
}

function tickMarket(exchange: Exchange, market: Market): void {
  haltIfAbandoned(exchange, market)
  if (market.mode === 'HALT') return
  const index = market.index!
  const freshness = freshnessOf(exchange, market)
  if (freshness !== market.freshness) {
    market.freshness = freshness
    refreshLadder(exchange, market)
  }
  if (market.volatilityIndex !== undefined)
    market.volatilityPpb = nextVolatility(market.volatilityPpb, index, market.volatilityIndex)
  market.volatilityIndex = index
  const { impactBid, impactAsk } = market
  if (impactBid !== undefined && impactAsk !== undefined)
    market.premiumMilliTicks = nextPremium(market.premiumMilliTicks, impactMid(impactBid, impactAsk), index)
  extendTrail(exchange, market, index)
  endVolatilityHalt(exchange, market)
  samplePremium(exchange, market)
  if (market.backstop !== undefined) renewOffer(exchange, market)
  if (market.isCrossPending) crossBook(exchange, market)
}
