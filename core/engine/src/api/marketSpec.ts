/** Definition of a market: specification, risk parameters, tier, causes of an operator halt. */
import type { AssetClass, MarketCategory, Rate5, Ratio4, Usd6 } from '@vest/protocol'

/** Position of a market in listing order; symbols are labels. */
export type MarketId = number

export type Tier = 'T0' | 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'F'

/** The static data of a market (mechanics 12.2 and B.1). */
export interface MarketSpec {
  readonly symbol: string
  readonly displayName: string
  readonly base: string
  readonly asset: AssetClass
  readonly category: MarketCategory
  readonly tier: Tier
  readonly sizeDecimals: number
  readonly priceDecimals: number
  readonly initMarginRatio: Ratio4
  readonly maintMarginRatio: Ratio4
  readonly takerFeeRate: Rate5
  readonly isolated: boolean
  readonly evalAllowed: boolean
  readonly risk: MarketRisk
}

/** Parameters by tier (mechanics B.1); ppm = parts per million of price, bps = basis points. */
export interface MarketRisk {
  readonly halfSpreadMinPpm: number
  readonly halfSpreadMaxPpm: number
  readonly volMultiplierPermille: number
  readonly skewMaxPpm: number
  readonly inventoryLimitUsd6: Usd6
  readonly inventorySharePpm: number
  readonly openInterestCapUsd6: Usd6
  readonly sessionOpenInterestPercent: { readonly EXTENDED: number; readonly OVERNIGHT: number }
  readonly markClampBps: { readonly REGULAR: number; readonly EXTENDED: number; readonly OVERNIGHT: number }
  readonly volHaltBps: number
  /** Maximum distance of a fill from the mark in the regular session; half as much again in the others. */
  readonly fillBandBps: number
  readonly impactValueUsd6: Usd6
  /** 8-hour interest rate, 8 decimals (mechanics 3.2). */
  readonly interestRate8h: number
  readonly skewFunding8h: number
  readonly fundingCapOneHour: number
  readonly softStaleMs: number
  readonly hardStaleMs: number
}

/** Causes of an operator halt; each is lifted by the same cause alone. */
export type HandHalt = 'OPERATOR' | 'REGULATORY' | 'MARKET_WIDE' | 'CORPORATE_ACTION'

/** Modes set by the operator on top of the market's own: no takers; cancels only. */
export type OperatorMode = 'POST_ONLY' | 'CANCEL_ONLY'
