/** Pool, own share, LP orders and the pool's past, as the exchange tells them; asked for again every few seconds. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { HistoryInterval, LpOrderRow, PoolHistoryRow } from '@vest/protocol'
import { wholeList } from '../../shared/wholeList.ts'
import { useSession } from '../session/index.ts'
import { readPool, readShare, type LpPool, type LpShare } from './lpPool.ts'

/** The price of a share moves with every mark; caps and queue with every LP order. */
const POOL_EVERY_MS = 5_000
const PAST_EVERY_MS = 300_000

export interface Read<T> {
  /** Absent until the exchange has answered. */
  readonly data: T | undefined
  /** Present where it did not answer: asks again. */
  readonly retry: (() => void) | undefined
}

interface Asked<T> {
  readonly data: T | undefined
  readonly isError: boolean
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}

const readOf = <T>({ data, isError, isFetching, refetch }: Asked<T>): Read<T> => ({
  data,
  retry: isError && !isFetching ? () => void refetch() : undefined,
})

export function usePool(): Read<LpPool> {
  const client = useSession((state) => state.client)
  const asked = useQuery({
    queryKey: ['lp', 'pool'],
    queryFn: () => client.pool(),
    staleTime: 0,
    refetchInterval: POOL_EVERY_MS,
    select: readPool,
  })
  return readOf(asked)
}

/** Of the account that is signed in. */
export function useShare(): Read<LpShare> {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const asked = useQuery({
    queryKey: ['lp', 'share', address],
    queryFn: () => client.account(),
    enabled: isReady,
    staleTime: 0,
    refetchInterval: POOL_EVERY_MS,
    select: readShare,
  })
  return readOf(asked)
}

export function useLpOrders(): Read<readonly LpOrderRow[]> {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  return readOf(
    useQuery({
      queryKey: ['lp', 'orders', address],
      queryFn: ({ signal }) => wholeList(client.pages.lpOrders(), signal),
      enabled: isReady,
      staleTime: 0,
      refetchInterval: 2 * POOL_EVERY_MS,
    }),
  )
}

export interface PoolPast {
  readonly interval: HistoryInterval
  readonly spanMs: number | undefined
}

export function usePoolHistory({ interval, spanMs }: PoolPast): Read<readonly PoolHistoryRow[]> {
  const client = useSession((state) => state.client)
  return readOf(
    useQuery({
      queryKey: ['lp', 'history', interval, spanMs],
      queryFn: () =>
        client.poolHistory({
          interval,
          ...(spanMs === undefined ? {} : { startTime: client.correctedNow() - spanMs }),
        }),
      refetchInterval: PAST_EVERY_MS,
    }),
  )
}

/** Asks for pool, share and orders at once: something of one's own has happened. */
export function useRefreshLp(): () => void {
  const queries = useQueryClient()
  const address = useSession((state) => state.address)
  const keys = useMemo(
    () => [
      ['lp', 'pool'],
      ['lp', 'share', address],
      ['lp', 'orders', address],
    ],
    [address],
  )
  return useCallback(() => {
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
  }, [queries, keys])
}
