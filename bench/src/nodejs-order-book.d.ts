/** The peer's manifest names a types file that does not exist; this is the part of its interface that we use. */
declare module 'nodejs-order-book' {
  export class OrderBook {
    limit(options: {
      side: 'buy' | 'sell'
      id: string
      size: number
      price: number
      timeInForce?: 'GTC' | 'IOC' | 'FOK'
    }): {
      readonly err: unknown
    }
    market(options: { side: 'buy' | 'sell'; size: number }): { readonly err: unknown }
    cancel(id: string): unknown
    order(id: string): { readonly size: number } | undefined
    depth(): [asks: [price: number, size: number][], bids: [price: number, size: number][]]
  }
}
