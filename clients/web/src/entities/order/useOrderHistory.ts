/**
 * Everything that was ordered, newest first. The live layer knows what has happened since it was opened; what was
 * before is read when the list is shown, back to the first order, and where both know an order the live layer is the newer one.
 */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { EMPTY_ACCOUNT, mergeOrders, useFrame, useLive, type Order } from '../../live/index.ts'
import { wholeList } from '../../shared/wholeList.ts'
import { useSession } from '../session/SessionContext.tsx'
import { newestFirst, useOrders } from './useOrders.ts'

export interface OrderHistory {
  readonly orders: readonly Order[]
  readonly isLoaded: boolean
  /** Back to the first order of the account. */
  readonly isWhole: boolean
  /** Present where it could not be read: asks again. */
  readonly retry: (() => void) | undefined
}

export function useOrderHistory(): OrderHistory {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const markets = useFrame(useLive().markets)
  const known = useOrders((lists) => lists.history)
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['orderHistory', address],
    queryFn: ({ signal }) => wholeList(client.pages.orders(), signal),
    enabled: isReady,
  })
  const orders = useMemo(() => {
    if (data === undefined || markets === undefined) return known
    const { orders: read } = mergeOrders(EMPTY_ACCOUNT, data, markets)
    return newestFirst(new Map([...read, ...known.map((order) => [order.id, order] as const)]).values())
  }, [data, known, markets])
  return {
    orders,
    isLoaded: orders.length > 0 || data !== undefined,
    isWhole: data !== undefined,
    retry: isError && !isFetching ? () => void refetch() : undefined,
  }
}
