/**
 * What has been typed into the ticket, what the ticket knows of the world around it, and what of the draft can be
 * read without any account: its price, its slippage.
 */
import {
  type AccountFacts,
  type AccountSummary,
  highestFill,
  lowestFill,
  type SummaryPosition,
} from '@vest/formulas'
import {
  formatDecimalShort,
  ticks,
  type CapitalStatus,
  type Ratio4,
  type Ticks,
  type TimeInForce,
} from '@vest/protocol'
import { EMPTY_EXIT, type ExitDraft, type GainUnit } from '../../entities/order/exitDraft.ts'
import type { Book, Market } from '../../live/index.ts'
import { readNumeric } from '../../shared/numeric/index.ts'

export type TicketType = 'MARKET' | 'LIMIT'
export type SizeUnit = 'base' | 'usd'

export interface OrderDraft {
  readonly type: TicketType
  readonly isBuy: boolean
  readonly priceText: string
  /** As typed; empty while a percentage stands. */
  readonly sizeText: string
  readonly sizeUnit: SizeUnit
  /**
   * So much of the largest size, as long as the slider was the last to say: it holds when price, side, type, leverage
   * or the market move, and is computed when it is shown and when it is sent. Undefined once a size was typed.
   */
  readonly percent: number | undefined
  /** A size was typed, so an insufficient one is worth saying ([5.4]). */
  readonly hasTypedSize: boolean
  readonly isReduceOnly: boolean
  /** TP/SL is ticked; either of the two may still be empty. */
  readonly hasExits: boolean
  readonly takeProfit: ExitDraft
  readonly stopLoss: ExitDraft
  readonly gainUnit: GainUnit
  /** Limit orders only. */
  readonly timeInForce: TimeInForce | undefined
  /** Percent with 2 decimals, as typed. */
  readonly slippageText: string
}

/** What the ticket knows of the world around it. */
export interface OrderContext {
  readonly market: Market
  readonly mark: Ticks | undefined
  readonly isHalted: boolean
  readonly isSignedIn: boolean
  /** Of a funded or evaluation account. */
  readonly capitalStatus?: CapitalStatus | undefined
  /** Its payment is disputed. */
  readonly isCapitalFrozen?: boolean | undefined
  readonly book: Book | undefined
  /** Undefined while the account is pending. */
  readonly facts: AccountFacts | undefined
  readonly summary: AccountSummary | undefined
  readonly position: SummaryPosition | undefined
  /** Margin ratio of the leverage that is set for this market. */
  readonly initMarginRatio: Ratio4
  /** How much of a profit in this market secures new orders now, percent. */
  readonly profitPercent: number
  /** How far from the mark orders fill now. */
  readonly bandBps: number
}

/** Percent with two decimals from basis points: 30 -> "0.3". */
export const slippageText = (bps: number): string => formatDecimalShort(bps, 2)

/** Without TP and SL, and TP/SL not ticked. */
export const NO_EXITS = { hasExits: false, takeProfit: EMPTY_EXIT, stopLoss: EMPTY_EXIT } as const

export const emptyDraft = (input: {
  readonly slippageBps: number
  readonly sizeUnit: SizeUnit
}): OrderDraft => ({
  type: 'MARKET',
  isBuy: true,
  priceText: '',
  sizeText: '',
  sizeUnit: input.sizeUnit,
  percent: 0,
  hasTypedSize: false,
  isReduceOnly: false,
  ...NO_EXITS,
  gainUnit: 'usd',
  timeInForce: undefined,
  slippageText: slippageText(input.slippageBps),
})

/** Basis points, clamped to 0 … 10 000 ([5.1], [5.7]); empty counts as 0. */
export function slippageBps(draft: OrderDraft): number {
  return Math.min(10_000, Math.max(0, readNumeric(draft.slippageText, 2) ?? 0))
}

/** The slippage that the fill band leaves of it: no order fills beyond, whatever was asked for. */
export const slippageWithinBand = (draft: OrderDraft, { bandBps }: OrderContext): number =>
  Math.min(slippageBps(draft), bandBps)

/** The farthest price from the mark at which an order of this side fills now. */
export const bandEdge = (isBuy: boolean, mark: Ticks, bandBps: number): Ticks =>
  isBuy ? highestFill(mark, bandBps) : lowestFill(mark, bandBps)

/** A limit that no order of its side may fill at or rest at: what is left of it is cancelled. */
export function isBeyondBand(
  { isBuy, type }: OrderDraft,
  { mark, bandBps }: OrderContext,
  price: Ticks,
): boolean {
  if (type !== 'LIMIT' || mark === undefined) return false
  const edge = bandEdge(isBuy, mark, bandBps)
  return isBuy ? price > edge : price < edge
}

/** The price at which the order is valued: its limit, or the mark. */
export function referencePrice(draft: OrderDraft, context: OrderContext): Ticks | undefined {
  if (draft.type === 'MARKET') return context.mark
  const price = readNumeric(draft.priceText, context.market.priceDecimals)
  return price === undefined || price <= 0 ? undefined : ticks(price)
}
