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
}

const stores = new WeakMap<Live, Readable<OrderLists>>()

function ordersStore(live: Live): Readable<OrderLists> {
  const held = stores.get(live)
  if (held !== undefined) return held
  const store = createDerived([live.account], ({ orders, account }): OrderLists => {
    const newest = [...orders.values()].sort((a, b) => b.postTimeMs - a.postTimeMs || b.nonce - a.nonce)
    return { open: newest.filter(isOpenOrder), history: newest, isLoaded: account !== undefined }
  })
  stores.set(live, store)
  return store
}

export const useOrders = <Selected>(select: (lists: OrderLists) => Selected): Selected =>
  useFrame(ordersStore(useLive()), select)
