/**
 * What a position owes since its last funding settlement, the accrual of an hour, and the rate that an hour applies.
 * Positive rates: longs pay shorts. Accumulators have 12 decimals and are the only bigints here.
 */
import {
  assert,
  bigDivCeil,
  divTrunc,
  type Funding12,
  funding12,
  type Lots,
  mulDivFloor,
  mulDivTrunc,
  PPM_ONE,
  type Rate8,
  RATE8_ONE,
  rate8,
  type Ticks,
  type Usd6,
  usd6,
} from '@vest/protocol'

export interface FundedPosition {
  readonly isLong: boolean
  readonly size: Lots
  readonly entryFunding: Funding12
}

/**
 *   owed = ⌈ s · size · (cumFunding − entryFunding) / 10^(sizeDecimals + 6) ⌉      usd6, > 0 = the position pays
 *
 * Rounded up for the payer and toward zero for the receiver, so the clearing account of a market never owes
 * money that it does not hold.
 */
export function fundingOwed(position: FundedPosition, cumFunding: Funding12, sizeDecimals: number): Usd6 {
  if (position.entryFunding === cumFunding) return usd6(0)
  const signed = BigInt(position.isLong ? position.size : -position.size)
  return usd6(
    Number(bigDivCeil(signed * (cumFunding - position.entryFunding), 10n ** BigInt(sizeDecimals + 6))),
  )
}

/** Accrual per unit of the base asset since the last settlement of a position: cumFunding − entryFunding. */
export const fundingSince = (
  position: Pick<FundedPosition, 'entryFunding'>,
  cumFunding: Funding12,
): Funding12 => funding12(cumFunding - position.entryFunding)

/** A settlement pays exactly the sum owed: collateral −= payment, clearing account += payment. */
export const fundingPayment = fundingOwed

/**
 *   Δcum = trunc( rate · index · 10^(4 − priceDecimals) / accruals )
 *
 * 12 decimals; with one accrual per hour exact while priceDecimals <= 4.
 */
export function fundingDelta(
  rate: Rate8,
  index: Ticks,
  priceDecimals: number,
  accrualsPerHour = 1,
): Funding12 {
  const product = BigInt(rate) * BigInt(index)
  const exponent = 4 - priceDecimals
  const divisor = BigInt(accrualsPerHour) * 10n ** BigInt(Math.max(0, -exponent))
  return funding12((product * 10n ** BigInt(Math.max(0, exponent))) / divisor)
}

/**
 *   nextFunding = −⌈ s · size · Δcum / 10^(sizeDecimals + 6) ⌉      usd6, > 0 = the position receives
 *
 * Effect of the end of the hour on a position if rate and index stay unchanged.
 */
export function nextFunding(
  position: Pick<FundedPosition, 'isLong' | 'size'>,
  hour: {
    readonly rate: Rate8
    readonly index: Ticks
    readonly priceDecimals: number
    readonly sizeDecimals: number
  },
): Usd6 {
  const delta = fundingDelta(hour.rate, hour.index, hour.priceDecimals)
  return usd6(0 - fundingOwed({ ...position, entryFunding: funding12(0n) }, delta, hour.sizeDecimals))
}

/**
 *   premium = trunc( (max(impactBid − I, 0) − max(I − impactAsk, 0)) · 10⁸ / I )
 *
 * One sample of the distance of the book from the index. A side with less than the impact value counts 0.
 */
export function premium(input: {
  impactBid: Ticks | undefined
  impactAsk: Ticks | undefined
  index: Ticks
}): Rate8 {
  const { impactBid, impactAsk, index } = input
  const above = impactBid === undefined ? 0 : Math.max(impactBid - index, 0)
  const below = impactAsk === undefined ? 0 : Math.max(index - impactAsk, 0)
  return rate8(mulDivTrunc(above - below, RATE8_ONE, index))
}

export interface FundingRateInput {
  /** Sum and number of the premium samples of the hour so far. */
  readonly premiumSum: number
  readonly samples: number
  /** 8-hour interest rate, 8 decimals. */
  readonly interestRate8h: number
  readonly skewFunding8h: number
  readonly capOneHour: number
  /** Signed inventory of the pool and its limit, in lots. */
  readonly poolPosition: number
  readonly inventoryLimit: number
}

/** Samples of an hour; with fewer than half of the samples of its part, an accrual applies no funding. */
const FUNDING_SAMPLES_PER_HOUR = 720
const INTEREST_CLAMP8 = 50_000

/**
 *   P̄   = trunc( Σ premium / n )
 *   skew = trunc( −skewFunding8h · clamp(⌊position · 10⁶ / limit⌋, ±10⁶) / 10⁶ )      pool short ⇒ positive
 *   F8h  = P̄ + clamp(interest − P̄, ±50000) + skew
 *   rate = clamp( trunc(F8h / 8), ±cap )
 *
 * The running estimate of the current hour; {@link appliedFundingRate} adds the minimum number of samples.
 */
export function fundingRate(input: FundingRateInput): Rate8 {
  const average = input.samples === 0 ? 0 : divTrunc(input.premiumSum, input.samples)
  const fill =
    input.inventoryLimit > 0
      ? mulDivFloor(clamp(input.poolPosition, input.inventoryLimit), PPM_ONE, input.inventoryLimit)
      : 0
  const skew = mulDivTrunc(-input.skewFunding8h, fill, PPM_ONE)
  const eightHours = average + clamp(input.interestRate8h - average, INTEREST_CLAMP8) + skew
  return rate8(clamp(divTrunc(eightHours, 8), input.capOneHour))
}

/** The hourly rate that a full hour, or a part of it, applies: 0 when fewer than half of its samples exist. */
export const appliedFundingRate = (input: FundingRateInput, accrualsPerHour = 1): Rate8 =>
  2 * input.samples * accrualsPerHour < FUNDING_SAMPLES_PER_HOUR ? rate8(0) : fundingRate(input)

/** Shown 8-hour rate: eight times the hourly one. */
export const fundingRate8h = (rate: Rate8): Rate8 => rate8(rate * 8)

/** Shown yearly rate: 8-hour rate · 3 · 365, 8 decimals. */
export const fundingApy = (rate: Rate8): Rate8 => rate8(rate * 8 * 3 * 365)

function clamp(value: number, limit: number): number {
  assert(limit >= 0, 'a symmetric clamp has a non-negative limit')
  return value > limit ? limit : value < -limit ? -limit : value
}
