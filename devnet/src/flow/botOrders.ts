/**
 * What a bot does next, as pure decisions: the order of a taker, the quote of a resting bot. Both lean against
 * what they hold, so positions swing around zero within a limit and margin is never used up; chance comes in as an
 * argument.
 */
import { lots, mulDivFloor, ticks, type Lots, type Ticks, type Usd6 } from '@vest/protocol'
import { TAKER_VALUE_LOG_STDEV, TAKER_VALUE_MEDIAN_USD } from '../prices/marketProfile.ts'
import type { FlowMarket, FlowOrder, FlowPrice } from './flowExchange.ts'

/** Uniform in (0, 1) and standard normal. */
export interface Chance {
  uniform(): number
  normal(): number
}

export interface Holding {
  readonly market: FlowMarket
  readonly price: FlowPrice
  /** Signed lots. */
  readonly position: number
  /** The position's value stays within this on either side. */
  readonly limitUsd6: Usd6
  /** Margin runs short: only orders that reduce. */
  readonly isReducing: boolean
}

/** Takers follow the last half minute's move with a chance of 55 % while they hold nothing. */
const FOLLOW_EXTRA = 0.05
/** At its limit a bot leans against its position with certainty. */
const LEAN = 0.5
const USD6_ONE = 1_000_000

/** Absent when the bot holds nothing it could reduce, or has no room on the drawn side. */
export function takerOrder(
  holding: Holding & { readonly momentum: number },
  chance: Chance,
): FlowOrder | undefined {
  const { market, position, isReducing, momentum } = holding
  const wantedUsd6 = TAKER_VALUE_MEDIAN_USD * USD6_ONE * Math.exp(TAKER_VALUE_LOG_STDEV * chance.normal())
  const buyChance = 0.5 + FOLLOW_EXTRA * Math.sign(momentum) - LEAN * leanOf(holding)
  const isBuy = isReducing ? position < 0 : chance.uniform() < buyChance
  const size = sizeOf(holding, { isBuy, wantedUsd6 })
  return size === undefined ? undefined : { symbol: market.symbol, isBuy, size, reduceOnly: isReducing }
}

/** Resting bots quote between these distances from the index, and move both sides against what they hold. */
const QUOTE_BPS_MIN = 2
const QUOTE_BPS_MAX = 10
const QUOTE_LEAN_BPS = 4
const QUOTE_VALUE_MEDIAN_USD = 1_500
const QUOTE_VALUE_LOG_STDEV = 0.5
const BPS_ONE = 10_000

export function restingOrder(
  holding: Holding & { readonly isBuy: boolean },
  chance: Chance,
): FlowOrder | undefined {
  const { market, price, position, isBuy, isReducing } = holding
  if (isReducing && (isBuy ? position >= 0 : position <= 0)) return undefined
  const wantedUsd6 = QUOTE_VALUE_MEDIAN_USD * USD6_ONE * Math.exp(QUOTE_VALUE_LOG_STDEV * chance.normal())
  const size = sizeOf(holding, { isBuy, wantedUsd6 })
  if (size === undefined) return undefined
  const distanceBps = QUOTE_BPS_MIN + (QUOTE_BPS_MAX - QUOTE_BPS_MIN) * chance.uniform()
  // Long: both quotes lower, so that the bid waits and the ask is taken. Never through the index itself.
  const leanBps = QUOTE_LEAN_BPS * leanOf(holding) * (isBuy ? 1 : -1)
  const bps = Math.round(Math.max(QUOTE_BPS_MIN, distanceBps + leanBps))
  return {
    symbol: market.symbol,
    isBuy,
    size,
    limitPrice: isBuy ? below(price.index, bps) : above(price.index, bps),
    reduceOnly: isReducing,
  }
}

/** A resting order this far from the index no longer quotes it, or is about to be crossed by it. */
const STRAY_BPS_MIN = 1
const STRAY_BPS_MAX = 16

export function hasStrayed(
  order: { readonly isBuy: boolean; readonly limitPrice: Ticks },
  index: Ticks,
): boolean {
  const distanceBps = ((order.isBuy ? index - order.limitPrice : order.limitPrice - index) / index) * BPS_ONE
  return distanceBps < STRAY_BPS_MIN || distanceBps > STRAY_BPS_MAX
}

const below = (index: Ticks, bps: number): Ticks =>
  ticks(Math.max(1, mulDivFloor(index, BPS_ONE - bps, BPS_ONE)))
const above = (index: Ticks, bps: number): Ticks => ticks(-mulDivFloor(-index, BPS_ONE + bps, BPS_ONE))

/** The position against its limit: -1 short, 0 flat, 1 long, clamped. */
function leanOf({ market, price, position, limitUsd6 }: Holding): number {
  return Math.max(-1, Math.min(1, (position * lotUsd6(market, price)) / limitUsd6))
}

/** Value of one lot: mark in ticks times K. */
const lotUsd6 = (market: FlowMarket, price: FlowPrice): number =>
  price.mark * 10 ** (6 - market.priceDecimals - market.sizeDecimals)

function sizeOf(
  holding: Holding,
  wish: { readonly isBuy: boolean; readonly wantedUsd6: number },
): Lots | undefined {
  const { market, price, position, limitUsd6, isReducing } = holding
  const lotValue = lotUsd6(market, price)
  const signed = wish.isBuy ? position : -position
  const room = isReducing ? -signed : Math.floor(limitUsd6 / lotValue) - signed
  const size = Math.min(room, Math.max(1, Math.round(wish.wantedUsd6 / lotValue)))
  return size >= 1 ? lots(size) : undefined
}
