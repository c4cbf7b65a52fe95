/** A market, the ladder of its pool and its backstop, as the twin keeps them. */
import type { HandHalt, MarketSpec, OperatorMode } from '@vest/engine'
import type { Session } from '@vest/protocol'
import type { TwinPosition } from './accounts.ts'

/** The pool's quotes as they were taken last: what they depend on beside inventory and caps. */
export interface TwinLadder {
  readonly index: bigint
  readonly limit: bigint
  readonly cell: bigint
  readonly halfSpread: bigint
  readonly skewMax: bigint
  /** For lots that bring the inventory nearer to zero. */
  readonly skewBack: bigint
  readonly room: bigint
}

export interface TwinMarket {
  readonly id: number
  spec: MarketSpec
  formerSymbols: string[]
  /** Micro-dollars per tick and lot. */
  readonly scale: bigint
  session: Session
  mode: 'OPEN' | 'REDUCE_ONLY' | 'HALT'
  /** Causes of operator halts that are in force; with none, what else keeps the market closed. */
  halts: HandHalt[]
  haltCause: 'HAND' | 'SESSION' | 'REOPENING' | 'DELISTED' | undefined
  operatorMode: OperatorMode | undefined
  regularSpan: { startMs: number; endMs: number } | undefined
  pendingDividend: bigint
  delistAnnouncedAtMs: number | undefined
  /** The widest clamp under which the mark was taken, bps. */
  markClamp: bigint
  isReducedByHand: boolean
  modeSinceMs: number
  /** When the volatility halt began that has not ended. */
  volatileSinceMs: number | undefined
  openSinceMs: number
  reopenedAtMs: number | undefined
  reopenPrices: bigint[]
  /** Source time of the latest evaluation that the market has heard, whether it traded on it or not. */
  evaluatedMs: number
  coolDownUntilMs: number
  index: bigint | undefined
  indexTimeMs: number
  isHeld: boolean
  conf: bigint
  wideSinceMs: number | undefined
  calmSinceMs: number | undefined
  trail: bigint[]
  trailTimeMs: number
  freshness: 'FRESH' | 'SOFT' | 'HARD'
  volatility: bigint
  volatilityIndex: bigint | undefined
  premiumMilli: bigint
  impactBid: bigint | undefined
  impactAsk: bigint | undefined
  mark: bigint | undefined
  ladder: TwinLadder | undefined
  cumFunding: bigint
  rate: bigint
  premiumSum: bigint
  samples: bigint
  lastSampleMs: number
  /** Up to when funding has been charged. */
  chargedUntilMs: number | undefined
  clearing: bigint
  pool: TwinPosition | undefined
  /** What the backstop holds, and what it shows of it in this minute. */
  backstop: TwinBackstop | undefined
  /** In SIM: the opposite of all positions, > 0 = long, and its quote side. */
  house?: { inventory: bigint; quote: bigint }
}

export interface TwinBackstop extends TwinPosition {
  offered: bigint
  minute: number
}

export const createMarket = (id: number, spec: MarketSpec, nowMs: number): TwinMarket => ({
  id,
  spec,
  scale: 10n ** BigInt(6 - spec.priceDecimals - spec.sizeDecimals),
  session: 'REGULAR',
  mode: 'OPEN',
  formerSymbols: [],
  halts: [],
  haltCause: undefined,
  operatorMode: undefined,
  regularSpan: undefined,
  pendingDividend: 0n,
  delistAnnouncedAtMs: undefined,
  markClamp: 0n,
  isReducedByHand: false,
  modeSinceMs: nowMs,
  volatileSinceMs: undefined,
  openSinceMs: nowMs,
  reopenedAtMs: undefined,
  reopenPrices: [],
  evaluatedMs: 0,
  coolDownUntilMs: 0,
  index: undefined,
  indexTimeMs: 0,
  isHeld: false,
  conf: 0n,
  wideSinceMs: undefined,
  calmSinceMs: undefined,
  trail: [],
  trailTimeMs: 0,
  freshness: 'HARD',
  volatility: 0n,
  volatilityIndex: undefined,
  premiumMilli: 0n,
  impactBid: undefined,
  impactAsk: undefined,
  mark: undefined,
  ladder: undefined,
  cumFunding: 0n,
  rate: 0n,
  premiumSum: 0n,
  samples: 0n,
  lastSampleMs: 0,
  chargedUntilMs: undefined,
  clearing: 0n,
  pool: undefined,
  backstop: undefined,
})

export const sleeveOf = (market: TwinMarket): 'POOL' | 'POOL_ISO' =>
  market.spec.isolated ? 'POOL_ISO' : 'POOL'

export const inventoryOf = (market: TwinMarket): bigint =>
  market.pool === undefined ? 0n : market.pool.isLong ? market.pool.size : -market.pool.size
