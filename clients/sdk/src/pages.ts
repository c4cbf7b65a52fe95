/**
 * Lists as far back as they go, page by page, newest first: each page goes on exactly behind the one before, also where
 * many rows bear one millisecond, and whatever comes in meanwhile. `limit` is that of a page. What a page throws is what
 * the call of the list throws, from the loop that asks for it; a loop that is left asks for nothing more.
 */
import type { Http } from './http.ts'
import type { LpOrdersQuery } from './lp.ts'
import type { TimeWindow } from './marketData.ts'
import type { BulkScope, FillsQuery, OrdersQuery } from './orders.ts'
import type { ResponseName } from './validation.ts'
import type { TransfersQuery } from './transfers.ts'

export const pages = (http: Http) => {
  const read = <Name extends ResponseName>(
    name: Name,
    path: string,
    access: 'public' | 'private' = 'private',
  ) =>
    async function* (query: object) {
      let cursor: string | undefined
      do {
        const page = await http.getPage(name, path, { access, query: { ...query, cursor } })
        yield page.rows
        cursor = page.nextCursor
      } while (cursor !== undefined)
    }
  const orders = read('ordersResponse', '/orders')
  const fills = read('fillsResponse', '/fills')
  const fundingPayments = read('fundingPaymentsResponse', '/funding/payments')
  const closedPositions = read('closedPositionsResponse', '/positions/history')
  const transfers = read('transfersResponse', '/transfer')
  const lpOrders = read('lpOrdersResponse', '/lp')
  const trades = read('tradesResponse', '/trades', 'public')

  return {
    /** Pages of {@link VestClient.orders}: `for await (const rows of vest.pages.orders()) …`. */
    pages: {
      orders: (query: OrdersQuery = {}) => orders(query),
      fills: (query: FillsQuery = {}) => fills(query),
      fundingPayments: (query: BulkScope & TimeWindow = {}) => fundingPayments(query),
      closedPositions: (query: BulkScope & TimeWindow = {}) => closedPositions(query),
      transfers: (query: TransfersQuery = {}) => transfers(query),
      lpOrders: (query: LpOrdersQuery = {}) => lpOrders(query),
      trades: (query: { readonly symbol: string } & TimeWindow) => trades(query),
    },
  }
}
