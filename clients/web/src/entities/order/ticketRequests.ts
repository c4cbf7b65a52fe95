/**
 * What other parts of the trade page ask of the ticket: a price from the book, a side from a button or key, a
 * whole order from the chart's menu or a typed line. The ticket is filled; it is sent by
 * the trader's press alone, on its button or on a key that was armed.
 */
import type { Lots, Ticks } from '@vest/protocol'

export type TicketRequest =
  | { readonly kind: 'price'; readonly price: Ticks }
  | { readonly kind: 'side'; readonly isBuy: boolean }
  | { readonly kind: 'type'; readonly type: 'MARKET' | 'LIMIT' }
  /** So much of the largest size. */
  | { readonly kind: 'percent'; readonly percent: number }
  /** Sends the ticket as it stands, if it is ready. */
  | { readonly kind: 'submit' }
  | ({ readonly kind: 'order' } & OrderRequest)

/** An order as far as it was said; the ticket keeps what is absent. A price makes it a limit order. */
export interface OrderRequest {
  readonly isBuy: boolean
  readonly size?: Lots | undefined
  readonly price?: Ticks | undefined
  readonly takeProfit?: Ticks | undefined
  readonly stopLoss?: Ticks | undefined
}

const listeners = new Set<(request: TicketRequest) => void>()

export const ticketRequests = {
  send(request: TicketRequest): void {
    for (const listener of [...listeners]) listener(request)
  },
  listen(listener: (request: TicketRequest) => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
