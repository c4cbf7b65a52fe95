/**
 * What a bot does next, as pure decisions: the order of a taker, the quote of a resting bot, what a holder trades with
 * its counterpart. Takers and quotes lean against what they hold, so positions swing around zero within a limit and
 * margin is never used up; chance comes in as an argument.
 */
import { lots, mulDivFloor, ticks, type Lots, type Ticks, type Usd6, REFUSAL } from '@vest/protocol'
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
  const size = asTyped(sizeOf(holding, { isBuy, wantedUsd6 }), chance)
  return size === undefined ? undefined : { symbol: market.symbol, isBuy, size, reduceOnly: isReducing }
}

/** Distances from the index between which an order rests. */
export interface QuoteBand {
  readonly bpsMin: number
  readonly bpsMax: number
}
/** Near, middle and far: several of many sizes stand on each side, between the even rungs of the pool. */
export const QUOTE_BANDS: readonly QuoteBand[] = [
  { bpsMin: 2, bpsMax: 10 },
  { bpsMin: 7, bpsMax: 24 },
  { bpsMin: 18, bpsMax: 45 },
]
/** Both sides move so far against what is held, and never nearer than this. */
const QUOTE_LEAN_BPS = 4
const QUOTE_BPS_MIN = 2
const QUOTE_VALUE_MEDIAN_USD = REFUSAL.ORDER_ID_MISMATCH
const QUOTE_VALUE_LOG_STDEV = 1.1
/** How long an order rests unless it is taken or strays, on average. */
const QUOTE_LIFE_MS = 150_000
const BPS_ONE = 10_000

export const quoteLifeMs = (chance: Chance): number => -Math.log(chance.uniform()) * QUOTE_LIFE_MS

export function restingOrder(
  holding: Holding & { readonly isBuy: boolean; readonly band: QuoteBand },
  chance: Chance,
): FlowOrder | undefined {
  const { market, price, isBuy, isReducing, position, band } = holding
  if (isReducing && (isBuy ? position >= 0 : position <= 0)) return undefined
  const wantedUsd6 = QUOTE_VALUE_MEDIAN_USD * USD6_ONE * Math.exp(QUOTE_VALUE_LOG_STDEV * chance.normal())
  const size = asTyped(sizeOf(holding, { isBuy, wantedUsd6 }), chance)
  if (size === undefined) return undefined
  const distanceBps = band.bpsMin + (band.bpsMax - band.bpsMin) * chance.uniform()
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

/** A resting order nearer than this is about to be crossed by the index; so far beyond its band it no longer quotes it. */
const STRAY_BPS_MIN = 1
const STRAY_BPS_BEYOND = 6

export function hasStrayed(
  order: { readonly isBuy: boolean; readonly limitPrice: Ticks },
  index: Ticks,
  band: QuoteBand,
): boolean {
  const distanceBps = ((order.isBuy ? index - order.limitPrice : order.limitPrice - index) / index) * BPS_ONE
  return distanceBps < STRAY_BPS_MIN || distanceBps > band.bpsMax + STRAY_BPS_BEYOND
}

/** Two of five are round, as people type them: their first figure, and noughts. */
const ROUND_CHANCE = 0.4

function asTyped(size: Lots | undefined, chance: Chance): Lots | undefined {
  if (size === undefined || chance.uniform() >= ROUND_CHANCE) return size
  const unit = 10 ** Math.floor(Math.log10(size))
  return lots(Math.floor(size / unit) * unit)
}

/** A holder's wish breathes with time: between these shares of its limit, once in so many hours, each market by itself. */
const HELD_SHARE_MIN = 0.6
const HELD_SHARE_MAX = 1
const HELD_PERIOD_MS = 6 * 3_600_000
/** So near to its wish it leaves its position alone. */
const HELD_NEAR = 0.15

/**
 * What two holders trade with each other, at the index, so that one is as long as the other is short: lots that the long
 * one buys, below zero sells; 0 where they are near to what they wish.
 */
export function holderTrade(
  { market, price, limitUsd6, position }: Pick<Holding, 'market' | 'price' | 'limitUsd6' | 'position'>,
  { atMs, phase }: { readonly atMs: number; readonly phase: number },
): number {
  const wave = (1 + Math.sin(2 * Math.PI * (atMs / HELD_PERIOD_MS + phase))) / 2
  const wishUsd6 = limitUsd6 * (HELD_SHARE_MIN + (HELD_SHARE_MAX - HELD_SHARE_MIN) * wave)
  const wish = Math.floor(wishUsd6 / lotUsd6(market, price))
  return Math.abs(wish - position) <= wish * HELD_NEAR ? 0 : wish - position
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
