/** Funding: a premium sample every five seconds, one accrual per full hour, and the dust of flat markets. */
import { appliedFundingRate, fundingDelta, premium } from '@vest/formulas'
import { funding12, type Rate8, usd6 } from '@vest/protocol'
import type { TickFunding } from './command.ts'
import type { Answer } from './event.ts'
import { estimatedRate, fundingInput } from './indexPrices.ts'
import { credit } from './ledger.ts'
import { liquidateAccounts } from './liquidate.ts'
import { stirSim } from './simFollow.ts'
import { emit, type Exchange, type Market, noteTickerChanged } from './state.ts'

const SAMPLE_MS = 5_000

/** Samples the premium once per five-second slot while the market trades on a usable price. */
export function samplePremium(exchange: Exchange, market: Market): void {
  const { index, impactBid, impactAsk } = market
  if (index === undefined || market.mode === 'HALT' || market.freshness === 'HARD') return
  if (Math.floor(exchange.timeMs / SAMPLE_MS) === Math.floor(market.lastSampleMs / SAMPLE_MS)) return
  market.lastSampleMs = exchange.timeMs
  market.premiumSum += premium({ impactBid, impactAsk, index })
  market.samples += 1
}

/** An hour is applied once; of several missed hours only the last sampled one. Liquidations follow. */
export function tickFunding(exchange: Exchange, command: TickFunding): Answer {
  for (const market of exchange.markets) {
    if (market.lastFundingHourMs !== undefined && command.hourMs <= market.lastFundingHourMs) continue
    market.lastFundingHourMs = command.hourMs
    applyHour(exchange, market, command)
  }
  liquidateAccounts(exchange)
  stirSim(exchange, [], true)
  return { ok: true }
}

function applyHour(exchange: Exchange, market: Market, command: TickFunding): void {
  const rate = appliedFundingRate(fundingInput(market))
  market.premiumSum = 0
  market.samples = 0
  sweepDust(exchange, market)
  if (market.mode === 'HALT' || market.index === undefined) return
  market.cumFunding = funding12(
    market.cumFunding + fundingDelta(rate, market.index, market.spec.priceDecimals),
  )
  market.fundingEpoch += 1
  market.lastAppliedRate = rate
  market.rate = estimatedRate(market) as Rate8
  noteTickerChanged(exchange, market.id)
  emit(exchange, {
    kind: 'FundingApplied',
    symbol: market.spec.symbol,
    hourMs: command.hourMs,
    rate,
    cumFunding: market.cumFunding,
  })
}

/** With nobody left in a market its clearing account holds dust alone: it belongs to insurance. */
function sweepDust(exchange: Exchange, market: Market): void {
  if (market.pool !== undefined || market.longOi > 0 || market.shortOi > 0) return
  credit(exchange, 'INSURANCE', market.fundingClearing)
  market.fundingClearing = usd6(0)
}
