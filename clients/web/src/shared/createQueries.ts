/** How the app reads over HTTP ([9.9]): an answer is good for a minute, and one that failed is not asked for again by itself. */
import { QueryClient } from '@tanstack/react-query'
import { QUERY_STALE_MS } from '@vest/protocol'

export const createQueries = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { staleTime: QUERY_STALE_MS, retry: false, refetchOnWindowFocus: false } },
  })
