/**
 * What one client of the exchange asked, was told and heard, in the order of its own clock: the material of the
 * checker. An order is known by its nonce, which its client knew before any other knew of the order.
 */
import type { OrderStatus } from '@vest/protocol'

/** From the moment before it was asked to the moment after it was answered. */
export interface Span {
  readonly invokedMs: number
  readonly returnedMs: number
}

/**
 * `refused`: it never was and never will be. `arrived`: the exchange has taken it, what it said is lost. `unknown`: no
 * answer, and nothing is known.
 */
export type Outcome = 'ok' | 'refused' | 'arrived' | 'unknown'

interface Write extends Span {
  readonly nonce: number
  readonly outcome: Outcome
  /** Of the refusal; absent where the request was never sent. */
  readonly code?: number
}
export interface Submit extends Write {
  readonly kind: 'submit'
  readonly size: string
  readonly limitPrice?: string
  /** Of an accepted one. */
  readonly id?: string
}
export interface Cancel extends Write {
  readonly kind: 'cancel'
}
export interface Amend extends Write {
  readonly kind: 'amend'
  readonly size: string
  readonly limitPrice: string
}

/** An order as a client saw it; an event has fewer fields than a row. */
export interface Seen {
  readonly nonce: number
  readonly id: string
  readonly status: OrderStatus
  readonly size?: string | undefined
  readonly limitPrice?: string | undefined
  readonly filledSize?: string | undefined
  /** Why the exchange ended it by itself. */
  readonly code?: number
}

export interface Read extends Span {
  readonly kind: 'read'
  /** Orders that were asked for by name: what is not among the rows is not there. */
  readonly asked: readonly number[]
  readonly rows: readonly Seen[]
}

/** What became of a submission without an answer. */
export interface Settled {
  readonly kind: 'settled'
  readonly nonce: number
  readonly atMs: number
  readonly isThere: boolean
}

/** One signed request sent more than once: how many of the answers accepted it. */
export interface SentAgain {
  readonly kind: 'sentAgain'
  readonly what: string
  readonly accepted: number
}

export interface Connected {
  readonly kind: 'connected'
  readonly connection: number
  readonly atMs: number
  /** It was not cut: everything that was answered before the end of the history must have been heard. */
  readonly isLast: boolean
}
export interface Heard {
  readonly kind: 'heard'
  readonly connection: number
  readonly atMs: number
  readonly order: Seen
}
export interface HeardTrade {
  readonly kind: 'trade'
  readonly connection: number
  readonly number: number
}

export type HistoryEntry =
  Submit | Cancel | Amend | Read | Settled | SentAgain | Connected | Heard | HeardTrade
export type History = readonly HistoryEntry[]
