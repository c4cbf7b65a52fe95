/** What an explanation consists of, and how it writes figures: exactly, so that a reader can reckon after it. */
import type { AccountSummary, SummaryPosition } from '@vest/formulas'
import type { Funding12, Lots, Rate8, Ratio4, Ticks, Usd6 } from '@vest/protocol'
import type { Market } from '../../live/index.ts'
import {
  formatFunding12,
  formatMoney,
  formatPercent,
  formatPrice,
  formatScaled,
  formatSize,
} from '../../shared/format/index.ts'

/** A number on the screen that can be explained, with what tells it apart from its like. */
export type ExplainedNumber =
  | {
      readonly kind: 'liquidationPrice' | 'pnl' | 'funding' | 'initMargin' | 'fundingRate'
      readonly symbol: string
    }
  | { readonly kind: AccountNumber }
  /** Of a position that does not exist yet, in an account with this summary. */
  | {
      readonly kind: 'liquidationPriceOf'
      readonly market: Market
      readonly position: SummaryPosition
      readonly summary: AccountSummary
    }
  | { readonly kind: 'fee'; readonly market: Market; readonly value: Usd6 }
  | {
      readonly kind: 'orderMargin'
      readonly market: Market
      readonly price: Ticks
      readonly size: Lots
      readonly initMarginRatio: Ratio4
    }

export type AccountNumber = 'unrealizedPnl' | 'netFunding' | 'maintMargin' | 'available' | 'health'

export interface FigureLine {
  /** As the formula calls it. */
  readonly symbol?: string
  readonly label: string
  readonly value: string
}

export interface StepLine {
  /** What it is about, where there are many alike. */
  readonly label?: string
  readonly expression: string
  readonly value: string
}

export interface Explanation {
  readonly title: string
  readonly formula: readonly string[]
  readonly figures: readonly FigureLine[]
  readonly steps: readonly StepLine[]
  /** Written as on the screen. */
  readonly result: FigureLine
  /** What stands beside the number or follows from it. */
  readonly also?: FigureLine
  readonly note?: string
}

/** At least two decimals, and more where there are more. */
const trim = (text: string): string => text.replace(/(\.\d\d\d*?)0+(?=\D*$)/, '$1')

export const exactMoney = (value: number): string => trim(formatMoney(value as Usd6, { places: 6 }))
export const exactSignedMoney = (value: number): string =>
  trim(formatMoney(value as Usd6, { places: 6, signed: true }))
export const exactRatio = (ratio: Ratio4): string => formatPercent(ratio)
export const exactRate = (rate: Rate8): string => trim(formatScaled(rate, { decimals: 6, suffix: '%' }))
export const exactFunding = (value: Funding12): string => trim(formatFunding12(value, 12))
export const sizeOf = (size: Lots, market: Market): string =>
  `${formatSize(size, market.sizeDecimals)} ${market.base}`
export const priceOf = (price: Ticks | undefined, market: Market): string =>
  formatPrice(price, market.priceDecimals)
