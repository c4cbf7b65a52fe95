/** Runs once a second: actions that are due by time and not by a command of a user. */
import { nextPremium, nextVolatility } from '@vest/formulas'
import { emitAccountValues } from '../accounts/index.ts'
import type { Answer } from '../api/index.ts'
import { tickCapital } from '../capital/index.ts'
import { samplePremium } from '../funding/index.ts'
import { watchLosses } from '../guardrails/index.ts'
import { forgetOld } from '../keys/index.ts'
import { tickLpPool } from '../lp/index.ts'
import { endVolatilityHalt, extendTrail, haltIfAbandoned } from '../markets/index.ts'
import { crossBook } from '../matching/index.ts'
import { fireCancelTimers } from '../orders/index.ts'
import { refreshLadder, renewOffer } from '../pool/index.ts'
import { midOf } from '../prices/index.ts'
import { turnWeek } from '../rewards/index.ts'
import { stirSim } from '../sim/index.ts'
import { type Exchange, freshnessOf, type Market } from '../state/index.ts'
import { approveEligible } from '../transfers/index.ts'
import { tickParts } from './tickFunding.ts'

export function tickTimer(exchange: Exchange): Answer {
  if (exchange.cancelTimers.size > 0) fireCancelTimers(exchange)
  for (const market of exchange.markets) if (market.index !== undefined) tickMarket(exchange, market)
  tickParts(exchange)
  approveEligible(exchange)
  tickLpPool(exchange)
  turnWeek(exchange)
  emitAccountValues(exchange)
  forgetOld(exchange)
  tickCapital(exchange)
  watchLosses(exchange)
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
  market.premiumMilliTicks = nextPremium(market.premiumMilliTicks, midOf(exchange, market), index)
  extendTrail(exchange, market, index)
  endVolatilityHalt(exchange, market)
  samplePremium(exchange, market)
  if (market.backstop !== undefined) renewOffer(exchange, market)
  if (market.isCrossPending) crossBook(exchange, market)
}
