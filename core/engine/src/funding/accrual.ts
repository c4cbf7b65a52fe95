/**
 * Funding: a premium sample every five seconds, one accrual per full hour (or per equal part of it), and the
 * dust of the clearing accounts, which goes to insurance.
 */
import { appliedFundingRate, fundingDelta, premium } from '@vest/formulas'
import { type Rate8, bigDivCeil, funding12, timeMs, usd6 } from '@vest/protocol'
import {
  credit,
  emit,
  type Exchange,
  holdersOf,
  type Market,
  markTickerChanged,
  type Position,
} from '../state/index.ts'
import { estimatedRate, fundingInput } from './estimatedRate.ts'
import { beginFundingEpoch } from './fundingEpoch.ts'

const SAMPLE_MS = 5_000
export const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Samples the premium once per five-second slot while the market trades on a usable price. */
export function samplePremium(exchange: Exchange, market: Market): void {
  const { index, impactBid, impactAsk } = market
  if (index === undefined || market.mode === 'HALT' || market.freshness === 'HARD') return
  // Orders in such a book cannot be matched: they are no price.
  if (market.operatorMode === 'CANCEL_ONLY') return
  if (Math.floor(exchange.timeMs / SAMPLE_MS) === Math.floor(market.lastSampleMs / SAMPLE_MS)) return
  market.lastSampleMs = exchange.timeMs
  market.premiumSum += premium({ impactBid, impactAsk, index })
  market.samples += 1
}

/**
 * Applies the part of an hour that began at `startMs`, in every market that has not had it; true = in any.
 * After a change of the number of parts, the first part that ends later may have begun before the last
 * applied one ended: it has no accrual, and its samples do not count for the next.
 */
export function applyPart(exchange: Exchange, startMs: number, partMs: number): boolean {
  const due = exchange.markets.filter((market) => startMs + partMs > fundedUntil(market, partMs))
  if (due.length === 0) return false
  const owed = due.some((market) => isDayOver(market, startMs, partMs)) ? owedByMarket(exchange) : undefined
  for (const market of due) {
    const isDaily = isDayOver(market, startMs, partMs)
    const isChargedInPart = startMs < fundedUntil(market, partMs)
    market.lastFundingHourMs = timeMs(startMs)
    market.fundedUntilMs = undefined
    const input = fundingInput(market)
    const rate = appliedFundingRate(input, exchange.parameters.accrualsPerHour)
    market.premiumSum = 0
    market.samples = 0
    if (isDaily) sweepDust(exchange, market, owed![market.id]!)
    else if (isFlat(market)) sweepDust(exchange, market, 0n)
    if (market.mode !== 'HALT' && market.index !== undefined && !isChargedInPart)
      accrue(exchange, market, rate, startMs)
  }
  return true
}

function accrue(exchange: Exchange, market: Market, rate: Rate8, startMs: number): void {
  const { accrualsPerHour } = exchange.parameters
  // Without SIM accounts there is no verdict, and nothing that would forget it.
  if (exchange.sim.accountCount > 0) exchange.work.fundingBefore.set(market.id, market.cumFunding)
  market.cumFunding = funding12(
    market.cumFunding + fundingDelta(rate, market.index!, market.spec.priceDecimals, accrualsPerHour),
  )
  beginFundingEpoch(exchange, market)
  market.lastAppliedRate = rate
  market.rate = estimatedRate(market) as Rate8
  markTickerChanged(exchange, market.id)
  emit(exchange, {
    kind: 'FundingApplied',
    symbol: market.spec.symbol,
    hourMs: timeMs(startMs),
    rate,
    cumFunding: market.cumFunding,
  })
}

const isFlat = (market: Market): boolean =>
  market.pool === undefined && market.backstop === undefined && market.longOi === 0 && market.shortOi === 0

/** End of the last applied part; −∞ = none. */
function fundedUntil({ fundedUntilMs, lastFundingHourMs }: Market, partMs: number): number {
  if (lastFundingHourMs === undefined) return -Infinity
  return fundedUntilMs ?? lastFundingHourMs + partMs
}

/** Before the number of accruals changes: records the end of the last part, which had the present length. */
export function recordFundedUntil(exchange: Exchange): void {
  const partMs = HOUR_MS / exchange.parameters.accrualsPerHour
  for (const market of exchange.markets)
    if (market.lastFundingHourMs !== undefined) market.fundedUntilMs = timeMs(fundedUntil(market, partMs))
}

/** A UTC day has ended since the market's last accrual. */
const isDayOver = (market: Market, startMs: number, partMs: number): boolean =>
  market.lastFundingHourMs !== undefined &&
  Math.floor((startMs + partMs) / DAY_MS) > Math.floor(fundedUntil(market, partMs) / DAY_MS)

/** −Σ n by market: the total owed to its positions, those of pool and backstop included, in units of 10^−(SD + 12). */
function owedByMarket(exchange: Exchange): readonly bigint[] {
  const owed = exchange.markets.map((market) => owedTo(market.pool, market) + owedTo(market.backstop, market))
  for (const id of holdersOf(exchange.accountRows))
    for (const position of exchange.account(id).positions) {
      const { marketId } = position
      owed[marketId] = owed[marketId]! + owedTo(position, exchange.market(marketId))
    }
  return owed
}

function owedTo(held: Position | undefined, { cumFunding }: Market): bigint {
  if (held === undefined) return 0n
  return BigInt(held.isLong ? -held.size : held.size) * (cumFunding - held.entryFunding)
}

/**
 *   surplus = FUNDING − ⌈ −Σ n / 10^(sizeDecimals + 6) ⌉ >= 0
 *
 * What the clearing account will never have to pay out goes to insurance: once a day, and whenever the market
 * has no position at the end of an hour.
 */
export function sweepDust(exchange: Exchange, market: Market, owed: bigint): void {
  const needed = Number(bigDivCeil(owed, 10n ** BigInt(market.spec.sizeDecimals + 6)))
  const surplus = market.fundingClearing - needed
  if (surplus === 0) return
  credit(exchange, 'INSURANCE', surplus)
  market.fundingClearing = usd6(needed)
}
