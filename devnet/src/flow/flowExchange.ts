/**
 * The exchange as the bots see it: prices, their own accounts, orders. Narrow on purpose, so that the flow runs
 * against an exchange in memory as well as against the real one, and knows nothing of sockets and signatures.
 * Refusals are answers; only a broken programme throws.
 */
import type { Address, Lots, Ticks, Usd6 } from '@vest/protocol'
import type { BotKeys } from './botKeys.ts'

export interface FlowMarket {
  readonly symbol: string
  readonly priceDecimals: number
  readonly sizeDecimals: number
}

export interface FlowPrice {
  readonly symbol: string
  readonly mark: Ticks
  readonly index: Ticks
  readonly isTrading: boolean
}

export interface FlowOrder {
  readonly symbol: string
  readonly isBuy: boolean
  readonly size: Lots
  /** Absent: a market order with the exchange's default slippage. */
  readonly limitPrice?: Ticks
  readonly reduceOnly: boolean
}

export type FlowAnswer =
  | { readonly kind: 'accepted'; readonly id: string }
  | { readonly kind: 'refused'; readonly code: number }
  /** Too many requests: nothing was executed, come back later. */
  | { readonly kind: 'busy'; readonly retryAfterMs?: number }
  /** There was no answer, or it was lost: whether it was executed shows in the account. */
  | { readonly kind: 'unreachable' }

export interface FlowAccountState {
  /** Collateral plus unrealised profit and loss. */
  readonly equityUsd6: Usd6
  /** What is bound as initial margin by positions and orders. */
  readonly boundUsd6: Usd6
  /** Signed: below zero is short. */
  readonly positions: ReadonlyMap<string, number>
}

export interface RestingOrder {
  readonly id: string
  readonly symbol: string
  readonly isBuy: boolean
  readonly limitPrice: Ticks
}

/** Reads throw FlowUnavailable without an answer, FlowUnauthorized when the key is not accepted. */
export interface FlowAccount {
  readonly address: Address
  /** Absent until the first deposit is credited. */
  state(): Promise<FlowAccountState | undefined>
  restingOrders(): Promise<readonly RestingOrder[]>
  /** Codes with which the exchange rejected this account's orders since `sinceMs`, newest first. */
  rejectionsSince(sinceMs: number): Promise<readonly { readonly symbol: string; readonly code: number }[]>
  place(order: FlowOrder): Promise<FlowAnswer>
  cancel(id: string): Promise<FlowAnswer>
}

export interface FlowExchange {
  markets(): Promise<readonly FlowMarket[]>
  /** Delivers prices as they change; the returned function ends it. */
  watchPrices(onPrices: (prices: readonly FlowPrice[]) => void): () => void
  /** Registers the bot's session key and answers with the account to act for. */
  open(keys: BotKeys): Promise<FlowAccount>
  /** Ends what is under way: pending calls are given up at once. */
  close(): void
}

/** There was no answer; the exchange may be restarting. */
export class FlowUnavailable extends Error {
  override readonly name = 'FlowUnavailable'
}
/** The exchange does not accept the key any more: register again. */
export class FlowUnauthorized extends Error {
  override readonly name = 'FlowUnauthorized'
}

export type FlowClock = {
  now(): number
  setTimeout(callback: () => void, delayMs: number): unknown
  clearTimeout(handle: unknown): void
}
