/**
 * Lists as far back as they go, page by page, newest first: each page goes on exactly behind the one before, also where
 * many rows bear one millisecond, and whatever comes in meanwhile. `limit` is that of a page. What a page throws is what
 * the call of the list throws, from the loop that asks for it; a loop that is left asks for nothing more.
 */
import type {
  ClosedPositionsQuery,
  FillsQuery,
  FundingPaymentsQuery,
  LpOrdersQuery,
  OrdersQuery,
  TradesQuery,
  TransfersQuery,
} from './calls/index.ts'
import type { Http, SentName } from './http.ts'

export const pages = (http: Http) => {
  const read = <Name extends SentName>(name: Name) =>
    async function* (query: object) {
      let cursor: string | undefined
      do {
        const page = await http.page(name, { ...query, cursor })
        yield page.rows
        cursor = page.nextCursor
      } while (cursor !== undefined)
    }
  const orders = read('orders')
  const fills = read('fills')
  const fundingPayments = read('fundingPayments')
  const closedPositions = read('closedPositions')
  const transfers = read('transfers')
  const lpOrders = read('lpOrders')
  const trades = read('trades')

  return {
    /** Pages of {@link VestClient.orders}: `for await (const rows of vest.pages.orders()) …`. */
    pages: {
      orders: (query: OrdersQuery = {}) => orders(query),
      fills: (query: FillsQuery = {}) => fills(query),
      fundingPayments: (query: FundingPaymentsQuery = {}) => fundingPayments(query),
      closedPositions: (query: ClosedPositionsQuery = {}) => closedPositions(query),
      transfers: (query: TransfersQuery = {}) => transfers(query),
      lpOrders: (query: LpOrdersQuery = {}) => lpOrders(query),
      trades: (query: TradesQuery) => trades(query),
    },
  }
}
