/**
 * The past of the signed-in account: fills, positions that have ended, and funding. Read from the exchange when a list
 * is looked at, again whenever something is filled (`useFreshPast`), and funding every minute; older records on
 * request. Who shows a list and who exports it read the same rows.
 */
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { VestClient } from '@vest/sdk'
import { useFrame, useLive, type Markets } from '../../live/index.ts'
import { wholeList } from '../../shared/wholeList.ts'
import { useOrders } from '../order/useOrders.ts'
import { useSession } from '../session/SessionContext.tsx'
import {
  readClosedPositions,
  readFills,
  readFundingPayments,
  type ClosedPosition,
  type Fill,
  type FundingPayment,
} from './pastRows.ts'

const PAST = 'past'
/** What the exchange tells at once. */
const PAGE_ROWS = 1_000
const FUNDING_EVERY_MS = 60_000

export interface Past<Row> {
  readonly rows: readonly Row[]
  readonly isLoaded: boolean
  /** The exchange did not answer; what was read before stays. */
  readonly hasFailed: boolean
  readonly retry: () => void
  /** All of it, back to the first: for a file. */
  readonly readAll: () => Promise<readonly Row[]>
  /** Reads what is older; absent where there is nothing older. */
  readonly readOlder?: (() => void) | undefined
}

interface Source<Wire, Row> {
  readonly name: string
  readonly fetch: (
    client: VestClient,
    window: { endTime?: number; limit: number },
  ) => Promise<readonly Wire[]>
  readonly pages: (client: VestClient) => AsyncIterable<readonly Wire[]>
  readonly timeOf: (row: Wire) => number
  readonly read: (rows: readonly Wire[], markets: Markets) => readonly Row[]
  readonly everyMs?: number
}

function usePast<Wire extends { readonly id: string | number }, Row extends { readonly id: string }>(
  source: Source<Wire, Row>,
): Past<Row> {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const markets = useFrame(useLive().markets)
  const { data, isSuccess, isError, isFetching, refetch, fetchNextPage, hasNextPage } = useInfiniteQuery({
    queryKey: [PAST, source.name, address],
    queryFn: ({ pageParam }) =>
      source.fetch(client, {
        limit: PAGE_ROWS,
        ...(pageParam === undefined ? {} : { endTime: pageParam }),
      }),
    initialPageParam: undefined as number | undefined,
    // The last moment of a page is read again: more may have happened in it than fitted.
    getNextPageParam: (page) => (page.length < PAGE_ROWS ? undefined : source.timeOf(page.at(-1)!)),
    enabled: isReady,
    ...(source.everyMs === undefined ? {} : { refetchInterval: source.everyMs }),
  })
  const rows = useMemo(() => {
    const read = data === undefined || markets === undefined ? [] : source.read(data.pages.flat(), markets)
    return [...new Map(read.map((row) => [row.id, row])).values()]
  }, [data, markets, source])
  return {
    rows,
    isLoaded: isSuccess && markets !== undefined,
    hasFailed: isError && !isFetching,
    retry: () => void refetch(),
    readAll: async () =>
      markets === undefined ? [] : source.read(await wholeList(source.pages(client)), markets),
    readOlder: hasNextPage ? () => void fetchNextPage() : undefined,
  }
}

const CLOSED: Source<Awaited<ReturnType<VestClient['closedPositions']>>[number], ClosedPosition> = {
  name: 'closedPositions',
  fetch: (client, window) => client.closedPositions(window),
  pages: (client) => client.pages.closedPositions(),
  timeOf: (row) => row.closeTime,
  read: readClosedPositions,
}
const FILLS: Source<Awaited<ReturnType<VestClient['fills']>>[number], Fill> = {
  name: 'fills',
  fetch: (client, window) => client.fills(window),
  pages: (client) => client.pages.fills(),
  timeOf: (row) => row.time,
  read: readFills,
}
const FUNDING: Source<Awaited<ReturnType<VestClient['fundingPayments']>>[number], FundingPayment> = {
  name: 'fundingPayments',
  fetch: (client, window) => client.fundingPayments(window),
  pages: (client) => client.pages.fundingPayments(),
  timeOf: (row) => row.time,
  read: readFundingPayments,
  everyMs: FUNDING_EVERY_MS,
}

/** Reads the lists again after every fill: those in sight at once, the others when they are looked at. */
export function useFreshPast(): void {
  const queries = useQueryClient()
  const fillMark = useOrders((lists) => lists.fillMark)
  const seenMark = useRef(fillMark)
  useEffect(() => {
    if (seenMark.current === fillMark) return
    seenMark.current = fillMark
    void queries.invalidateQueries({ queryKey: [PAST] })
  }, [fillMark, queries])
}

export const useClosedPositions = (): Past<ClosedPosition> => usePast(CLOSED)
export const useFills = (): Past<Fill> => usePast(FILLS)
export const useFundingPayments = (): Past<FundingPayment> => usePast(FUNDING)
