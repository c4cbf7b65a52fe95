/** Open orders and history, newest first, computed once per change of the account. */
import {
  createDerived,
  isOpenOrder,
  useFrame,
  useLive,
  type Live,
  type Order,
  type Readable,
} from '../../live/index.ts'

export interface OrderLists {
  readonly open: readonly Order[]
  readonly history: readonly Order[]
  readonly isLoaded: boolean
  /** Another one whenever anything was filled. */
  readonly fillMark: string
}

const stores = new WeakMap<Live, Readable<OrderLists>>()

function ordersStore(live: Live): Readable<OrderLists> {
  const held = stores.get(live)
  if (held !== undefined) return held
  const store = createDerived([live.account], ({ orders, account }): OrderLists => {
    const newest = newestFirst(orders.values())
    const isLoaded = account !== undefined
    return { open: newest.filter(isOpenOrder), history: newest, isLoaded, fillMark: fillMarkOf(newest) }
  })
  stores.set(live, store)
  return store
}

export const newestFirst = (orders: Iterable<Order>): readonly Order[] =>
  [...orders].sort((a, b) => b.postTimeMs - a.postTimeMs || b.nonce - a.nonce)

/** When anything was filled last, and how many lots of all orders are: two fills of one moment differ in these. */
function fillMarkOf(orders: readonly Order[]): string {
  let lastMs = 0
  let filled = 0
  for (const { lastFilledTimeMs, filledSize } of orders) {
    if (lastFilledTimeMs !== undefined && lastFilledTimeMs > lastMs) lastMs = lastFilledTimeMs
    filled += filledSize
  }
  return `${lastMs} ${filled}`
}

export const useOrders = <Selected>(select: (lists: OrderLists) => Selected): Selected =>
  useFrame(ordersStore(useLive()), select)
