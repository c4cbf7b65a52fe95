/** Once a second: everything that happens because time has passed and not because somebody acted. */
import { tellAccountValues } from '../accounts/hourlyValues.ts'
import type { Answer } from '../api/records.ts'
import { tickCapital } from '../capital/evaluateAccounts.ts'
import { samplePremium } from '../funding/accrual.ts'
import { forgetOld } from '../keys/nonces.ts'
import { tickLpPool } from '../lp/scheduledWithdrawals.ts'
import { haltIfAbandoned } from '../markets/tradingMode.ts'
import { endVolatilityHalt, extendTrail } from '../markets/volatility.ts'
import { crossBook } from '../matching/indexCross.ts'
import { fireCancelTimers } from '../orders/deadMansSwitch.ts'
import { renewOffer } from '../pool/backstop.ts'
import { refreshLadder } from '../pool/quotes.ts'
import { turnWeek } from '../rewards/points.ts'
import { stirSim } from '../sim/simPending.ts'
import type { Exchange } from '../state/exchange.ts'
import type { Market } from '../state/market.ts'
import { freshnessOf } from '../state/operations/staleness.ts'
import { approveEligible } from '../transfers/withdrawals.ts'
import { tickParts } from './tickFunding.ts'
import { impactMid, nextPremium, nextVolatility } from '@vest/formulas'

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
