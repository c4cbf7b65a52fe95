/** The book as deep as the exchange tells it: its best levels from the feed, what lies behind them read now and then. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DEPTH_LEVELS_MAX } from '@vest/protocol'
import { useSession } from '../../entities/session/index.ts'
import { readBook, useFrame, useLive, type Book, type BookLevel, type Market } from '../../live/index.ts'

const READ_EVERY_MS = 2_000

/** Undefined until the feed has brought the book. */
export function useDeepBook(market: Market): Book | undefined {
  const live = useLive()
  const client = useSession((state) => state.client)
  const near = useFrame(live.focus, (focus) => (focus.symbol === market.symbol ? focus.book : undefined))
  const { data } = useQuery({
    queryKey: ['depth', market.symbol],
    queryFn: () => client.depth({ symbol: market.symbol, limit: DEPTH_LEVELS_MAX }),
    refetchInterval: READ_EVERY_MS,
  })
  return useMemo(
    () => (near === undefined || data === undefined ? near : deepen(near, readBook(data, market))),
    [near, data, market],
  )
}

/** The nearer book speaks for all prices that it reaches; the farther one only for those behind them. */
export const deepen = (near: Book, far: Book): Book => ({
  bids: behind(near.bids, far.bids, (price, last) => price < last),
  asks: behind(near.asks, far.asks, (price, last) => price > last),
})

function behind(
  near: readonly BookLevel[],
  far: readonly BookLevel[],
  isBehind: (price: number, last: number) => boolean,
): readonly BookLevel[] {
  const last = near[near.length - 1]
  return last === undefined ? near : [...near, ...far.filter(({ price }) => isBehind(price, last.price))]
}
