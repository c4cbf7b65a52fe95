/**
 * What was read for one account is not shown to the next: answers that no screen shows are removed; a screen that stays
 * reads its own anew. Removing a query that a screen observes would leave that screen waiting: a query that leaves the
 * cache during its fetch tells its observers nothing any more.
 */
import type { QueryClient, QueryFilters } from '@tanstack/react-query'

const PRIVATE = { queryKey: ['private'] } as const satisfies QueryFilters

/** Call it while the screens still observe the queries of the account that leaves. */
export function forgetPrivateReads(queries: QueryClient): void {
  queries.removeQueries({ ...PRIVATE, type: 'inactive' })
  for (const query of queries.getQueryCache().findAll({ ...PRIVATE, type: 'active' })) query.reset()
  // By then each screen observes the queries of the next account, and those of the one that left have no observer.
  queueMicrotask(() => {
    queries.removeQueries({ ...PRIVATE, type: 'inactive' })
    void queries.refetchQueries({
      ...PRIVATE,
      type: 'active',
      predicate: ({ state }) => state.status === 'pending' && state.fetchStatus === 'idle',
    })
  })
}
