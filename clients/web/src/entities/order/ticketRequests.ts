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

type Listener = (request: TicketRequest) => void

const listeners = new Map<Listener, string>()
/** For the ticket of a market whose page is still on its way. */
let held: { readonly symbol: string; readonly request: TicketRequest } | undefined

export const ticketRequests = {
  /** To the ticket that is shown. */
  send(request: TicketRequest): void {
    for (const listener of [...listeners.keys()]) listener(request)
  },
  /** To the ticket of this market, now or as soon as it is there; a later one takes its place. */
  sendTo(symbol: string, request: TicketRequest): void {
    held = undefined
    const there = [...listeners].filter(([, shown]) => shown === symbol)
    if (there.length === 0) held = { symbol, request }
    for (const [listener] of there) listener(request)
  },
  listen(symbol: string, listener: Listener): () => void {
    listeners.set(listener, symbol)
    const waiting = held
    if (waiting?.symbol === symbol) {
      listener(waiting.request)
      // What is put on screen together hears it together.
      queueMicrotask(() => {
        if (held === waiting) held = undefined
      })
    }
    return () => void listeners.delete(listener)
  },
}
