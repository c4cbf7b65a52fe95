/** The guardrails of the account in use, asked again while they are shown: what is left of the day moves with the marks. */
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useSession } from '../session/index.ts'
import { readGuardrails, type GuardrailFacts } from './guardrailFacts.ts'

const GUARDRAILS = ['private', 'guardrails']
const REFRESH_MS = 5_000

export interface Guardrails {
  /** Undefined until they are known. */
  readonly facts: GuardrailFacts | undefined
  readonly hasFailed: boolean
  readonly retry: () => void
}

export function useGuardrails(): Guardrails {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const { data, isError, refetch } = useQuery({
    queryKey: [...GUARDRAILS, address],
    queryFn: async () => readGuardrails(await client.guardrails()),
    enabled: isReady,
    staleTime: 0,
    retry: false,
    refetchInterval: REFRESH_MS,
  })
  return { facts: data, hasFailed: isError && data === undefined, retry: () => void refetch() }
}

export const refreshGuardrails = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: GUARDRAILS })
