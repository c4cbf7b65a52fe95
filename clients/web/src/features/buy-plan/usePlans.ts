/** The plans that are sold ([7.6]): products of the payment provider, of which the unreadable are left out. */
import { useQuery } from '@tanstack/react-query'
import { readPlan, type CapitalPlan } from '../../entities/capital/index.ts'
import { useSession } from '../../entities/session/index.ts'

export interface Plans {
  readonly plans: readonly CapitalPlan[] | undefined
  readonly error: unknown
  readonly retry: () => void
}

export function usePlans(): Plans {
  const client = useSession((state) => state.client)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['capitalPlans'],
    queryFn: async () => (await client.capitalPlans()).products.flatMap((plan) => readPlan(plan) ?? []),
  })
  return {
    plans: data,
    error: data === undefined && !isFetching ? (error ?? undefined) : undefined,
    retry: () => void refetch(),
  }
}
