/** What other parts of the trade page ask of the ticket: a price from the book, a side from a button or key. */
import type { Ticks } from '@vest/protocol'

export type TicketRequest =
  | { readonly kind: 'price'; readonly price: Ticks }
  | { readonly kind: 'side'; readonly isBuy: boolean }
  | { readonly kind: 'type'; readonly type: 'MARKET' | 'LIMIT' }

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
