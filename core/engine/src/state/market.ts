/**
 * One market in memory: specification, parameters, prices, mode, books, ladder, accumulators. Values derived
 * from parameters are computed here.
 */
import {
  type Ladder,
  makerFeeRate,
  maxLeverage,
  offHoursProfitPercent,
  pointsMultiplierOf,
} from '@vest/formulas'
import {
  type Funding12,
  type Lots,
  type Rate5,
  type Rate8,
  type Session,
  type Ticks,
  type TimeMs,
  type Usd6,
  funding12,
} from '@vest/protocol'
import type { HandHalt, MarketId, MarketSpec, OperatorMode, Parameters } from '../api/index.ts'
import type { SimSide } from './collections/simSide.ts'
import type { SleeveName } from './collections/sleeves.ts'
import { WIDE, begunAtZero } from './memory/wideNumbers.ts'
import type { OrderRows } from './tables/orders.ts'
import type { Position } from './tables/positions.ts'
import { BookSide } from './tables/priceLevels.ts'
import { type Triggers, createTriggers } from './tables/triggerLevels.ts'

/** Computes what a market needs for every fill, from its own parameters and those of the exchange. */
export function deriveParameters(market: Market, parameters: Parameters): void {
  const { spec } = market
  market.maxLeverage = maxLeverage(spec.initMarginRatio)
  market.makerFeeRate = makerFeeRate(spec.takerFeeRate, parameters.makerFeePercent)
  market.openInterestCapUsd6 = spec.risk.openInterestCapUsd6
  market.fillBandBps = spec.risk.fillBandBps
  market.softStaleMs = spec.risk.softStaleMs
  market.hardStaleMs = spec.risk.hardStaleMs
  market.offHoursProfitPercent = offHoursProfitPercent(spec.asset, parameters.offHoursProfitPercent)
}

/** Points per micro-dollar of fee: ten, in a market of the stock class fifteen. */
export const pointsMultiplier = (market: Market): number => multiplierOf(market.spec.asset)

export const multiplierOf = pointsMultiplierOf

/** Cause of a halt: operator halt, calendar, a reopening that waits for a trusted price, or delisting. */
export type HaltCause = HandHalt | 'SESSION' | 'REOPENING' | 'DELISTED'

export type Mode = 'OPEN' | 'REDUCE_ONLY' | 'HALT'

/** A position of the backstop, and the part of it that the ladder offers in this minute. */
export interface BackstopPosition extends Position {
  readonly offered: Lots
  readonly offeredMinute: number
}

export type Freshness = 'FRESH' | 'SOFT' | 'HARD'

/** A market as listed; `deriveParameters` completes it. As in the exchange, the fields that orders read come first. */
export class Market {
  declare readonly id: MarketId
  declare spec: MarketSpec
  declare readonly scale: number
  declare maxLeverage: number
  declare makerFeeRate: Rate5
  /** Percentage of an unrealised profit that counts outside the regular session. */
  declare offHoursProfitPercent: number
  /** From the risk parameters: every order reads it. */
  declare openInterestCapUsd6: Usd6
  declare fillBandBps: number
  declare softStaleMs: number
  declare hardStaleMs: number
  declare session: Session
  declare mode: Mode
  declare operatorMode: OperatorMode | undefined
  declare index: Ticks | undefined
  declare indexTimeMs: TimeMs
  declare mark: Ticks | undefined
  declare ladder: Ladder | undefined
  declare cumFunding: Funding12
  /** Inventory of the pool that quotes here: POOL, or POOL_ISO in an isolated market. */
  declare pool: Position | undefined
  /** Position that the pool's sub-account BACKSTOP has taken over here and not sold yet. */
  declare backstop: BackstopPosition | undefined
  declare longOi: Lots
  declare shortOi: Lots
  /** Counts the changes of `cumFunding`. */
  declare fundingEpoch: number
  declare readonly bids: BookSide
  declare readonly asks: BookSide
  /** STOP_LOSS and TAKE_PROFIT orders. */
  declare readonly triggers: Triggers
  /** Set for a market of the SIM domain (`simDomain.ts`); absent in REAL. */
  declare readonly sim: SimSide | undefined
  declare readonly listTimeMs: TimeMs
  declare haltCause: HaltCause | undefined
  /** Further operator halts in force besides `haltCause`. */
  declare alsoHaltedBy: readonly HandHalt[] | undefined
  /** The current regular session, if the calendar has given its end. */
  declare regularSpan: { readonly startMs: TimeMs; readonly endMs: TimeMs } | undefined
  /** Former symbols of the market; they still resolve. */
  declare formerSymbols: readonly string[] | undefined
  /** Dividend in USD per share, to be paid at the first ex-dividend index price. */
  declare pendingDividend: Funding12 | undefined
  declare delistAnnouncedAtMs: TimeMs | undefined
  declare delistedAtMs: TimeMs | undefined
  /** REDUCE_ONLY was set by the operator and does not end by itself. */
  declare isReducedByHand: boolean
  /** Start of the current mode, and the calendar opening that a reopening waits for. */
  declare modeSinceMs: TimeMs
  declare openSinceMs: TimeMs
  declare reopenedAtMs: TimeMs | undefined
  declare reopenPrices: number[]
  /** In HALT: the source's time of the last accepted price. */
  declare heardTimeMs: TimeMs | undefined
  /**
   * Start of the reduce-only period after a violent move or a disagreement of sources, whatever halts the
   * market meanwhile.
   */
  declare volHaltSinceMs: TimeMs | undefined
  declare coolDownUntilMs: TimeMs
  declare isHeld: boolean
  declare conf: Ticks
  declare wideSinceMs: TimeMs | undefined
  declare calmSinceMs: TimeMs | undefined
  /** One index per 10 s over 5 minutes, oldest first. */
  declare readonly trail: number[]
  declare trailTimeMs: TimeMs
  declare freshness: Freshness
  /** Volatility estimate and the last index in it. */
  declare volatilityPpb: number
  declare volatilityIndex: Ticks | undefined
  declare premiumMilliTicks: number
  declare impactBid: Ticks | undefined
  declare impactAsk: Ticks | undefined
  /** The widest clamp at the last mark, where it has become narrower since. */
  declare markClampBefore: number | undefined
  declare rate: Rate8
  declare lastAppliedRate: Rate8
  declare lastFundingHourMs: TimeMs | undefined
  /** End of that interval, where intervals had another length. */
  declare fundedUntilMs: TimeMs | undefined
  declare premiumSum: number
  declare samples: number
  declare lastSampleMs: TimeMs
  /** Clearing account: funding received from payers and not yet paid out. */
  declare fundingClearing: Usd6
  declare isCrossPending: boolean

  constructor(input: {
    id: MarketId
    spec: MarketSpec
    listTimeMs: TimeMs
    scale: number
    orders: OrderRows
    sim?: SimSide
  }) {
    const { id, spec, listTimeMs, scale, orders, sim } = input
    this.id = id
    this.spec = spec
    this.scale = scale
    this.maxLeverage = 1
    this.makerFeeRate = 0 as Rate5
    this.offHoursProfitPercent = 100
    this.openInterestCapUsd6 = WIDE as Usd6
    this.fillBandBps = 0
    this.softStaleMs = 0
    this.hardStaleMs = 0
    this.session = 'REGULAR'
    this.mode = 'OPEN'
    this.operatorMode = undefined
    this.index = undefined
    this.indexTimeMs = WIDE as TimeMs
    this.mark = undefined
    this.ladder = undefined
    this.cumFunding = funding12(0n)
    this.pool = undefined
    this.backstop = undefined
    this.longOi = WIDE as Lots
    this.shortOi = WIDE as Lots
    this.fundingEpoch = 0
    this.bids = new BookSide(true, orders)
    this.asks = new BookSide(false, orders)
    this.triggers = createTriggers(orders)
    this.sim = sim
    this.listTimeMs = WIDE as TimeMs
    this.haltCause = undefined
    this.alsoHaltedBy = undefined
    this.regularSpan = undefined
    this.formerSymbols = undefined
    this.pendingDividend = undefined
    this.delistAnnouncedAtMs = undefined
    this.delistedAtMs = undefined
    this.isReducedByHand = false
    this.modeSinceMs = WIDE as TimeMs
    this.openSinceMs = WIDE as TimeMs
    this.reopenedAtMs = undefined
    this.reopenPrices = []
    this.heardTimeMs = undefined
    this.volHaltSinceMs = undefined
    this.coolDownUntilMs = WIDE as TimeMs
    this.isHeld = false
    this.conf = 0 as Ticks
    this.wideSinceMs = undefined
    this.calmSinceMs = undefined
    this.trail = []
    this.trailTimeMs = WIDE as TimeMs
    this.freshness = 'HARD'
    this.volatilityPpb = WIDE
    this.volatilityIndex = undefined
    this.premiumMilliTicks = WIDE
    this.impactBid = undefined
    this.impactAsk = undefined
    this.markClampBefore = undefined
    this.rate = 0 as Rate8
    this.lastAppliedRate = 0 as Rate8
    this.lastFundingHourMs = undefined
    this.fundedUntilMs = undefined
    this.premiumSum = WIDE
    this.samples = 0
    this.lastSampleMs = WIDE as TimeMs
    this.fundingClearing = WIDE as Usd6
    this.isCrossPending = false
    begunAtZero(this)
    this.modeSinceMs = listTimeMs
    this.openSinceMs = listTimeMs
    this.listTimeMs = listTimeMs
  }
}

export const createMarket = (input: ConstructorParameters<typeof Market>[0]): Market => new Market(input)

/** POOL quotes the ordinary markets, POOL_ISO the isolated ones. */
export const sleeveOf = (market: Market): SleeveName => (market.spec.isolated ? 'POOL_ISO' : 'POOL')

/** Signed inventory of the pool in lots, > 0 = long. */
export const inventoryOf = (market: Market): number =>
  market.pool === undefined ? 0 : market.pool.isLong ? market.pool.size : -market.pool.size
