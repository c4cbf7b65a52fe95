/**
 * Take profits and stop losses that ride on a limit order ([4.17]): they become orders with its first fill, and until
 * then only its row at the exchange has their prices. Read once per set of limit orders that nothing has filled yet.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { readDecimal, ticks, type OrderRow, type Ticks } from '@vest/protocol'
import { useOrders } from '../../entities/order/index.ts'
import { useSession } from '../../entities/session/index.ts'
import {
  createFrameStore,
  useLive,
  type FrameStore,
  type Live,
  type Market,
  type Order,
} from '../../live/index.ts'

export interface WaitingExit {
  readonly orderType: 'TAKE_PROFIT' | 'STOP_LOSS'
  readonly price: Ticks
}

/** By the order on which they ride. */
export type WaitingExits = ReadonlyMap<string, readonly WaitingExit[]>

export const NO_EXITS: WaitingExits = new Map()

/** With the first fill the exits are orders of their own. */
const isUnfilledLimit = (order: Pick<Order, 'orderType' | 'status'>): boolean =>
  order.orderType === 'LIMIT' && order.status === 'NEW'

export function readWaitingExits(
  rows: readonly Pick<OrderRow, 'id' | 'orderType' | 'status' | 'tpPrice' | 'slPrice'>[],
  market: Pick<Market, 'priceDecimals'>,
): WaitingExits {
  const exit = (orderType: WaitingExit['orderType'], text: string | null): readonly WaitingExit[] =>
    text === null ? [] : [{ orderType, price: ticks(readDecimal(text, market.priceDecimals)) }]
  return new Map(
    rows
      .filter(isUnfilledLimit)
      .map((row) => [
        row.id.toLowerCase(),
        [...exit('TAKE_PROFIT', row.tpPrice), ...exit('STOP_LOSS', row.slPrice)],
      ]),
  )
}

const stores = new WeakMap<Live, FrameStore<WaitingExits>>()

/** What the lines are drawn from, past React. */
export function waitingExitsStore(live: Live): FrameStore<WaitingExits> {
  const held = stores.get(live)
  if (held !== undefined) return held
  const store = createFrameStore(NO_EXITS)
  stores.set(live, store)
  return store
}

/** Reads them for one market and keeps the store so, while it is used. */
export function useWaitingExits(market: Market): WaitingExits {
  const live = useLive()
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const ids = useOrders(({ open }) =>
    open
      .filter((order) => order.symbol === market.symbol && isUnfilledLimit(order))
      .map((order) => order.id)
      .sort()
      .join(' '),
  )
  const isWanted = isReady && ids !== ''
  const { data } = useQuery({
    queryKey: ['waitingExits', address, market.symbol, ids],
    queryFn: () => client.orders({ symbol: market.symbol, status: 'NEW' }),
    enabled: isWanted,
    // Until the newer ones have come, but never those of another account or market.
    placeholderData: (held, query) =>
      query?.queryKey[1] === address && query?.queryKey[2] === market.symbol ? held : undefined,
  })
  const exits = useMemo(
    () => (data === undefined || !isWanted ? NO_EXITS : readWaitingExits(data, market)),
    [data, market, isWanted],
  )
  useEffect(() => {
    waitingExitsStore(live).set(exits)
    return () => waitingExitsStore(live).set(NO_EXITS)
  }, [live, exits])
  return exits
}
