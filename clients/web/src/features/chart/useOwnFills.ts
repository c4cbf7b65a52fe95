/** What the signed-in account bought and sold in one market, read from the exchange, again whenever it fills. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readFills, type Fill } from '../../entities/past/index.ts'
import { useOrders } from '../../entities/order/index.ts'
import { useSession } from '../../entities/session/index.ts'
import type { Market } from '../../live/index.ts'

/** What the exchange tells at once. */
const FILLS_MAX = 1_000
const NONE: readonly Fill[] = []

export function useOwnFills(market: Market, isWanted: boolean): readonly Fill[] {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const fillMark = useOrders((lists) => lists.fillMark)
  const { data } = useQuery({
    queryKey: ['chartFills', address, market.symbol, fillMark],
    queryFn: () => client.fills({ symbol: market.symbol, limit: FILLS_MAX }),
    enabled: isReady && isWanted,
    // Until the newer ones have come, but never those of another account or market.
    placeholderData: (held, query) =>
      query?.queryKey[1] === address && query?.queryKey[2] === market.symbol ? held : undefined,
  })
  return useMemo(
    () =>
      data === undefined || !isReady || !isWanted
        ? NONE
        : readFills(data, new Map([[market.symbol, market]])),
    [data, market, isReady, isWanted],
  )
}
