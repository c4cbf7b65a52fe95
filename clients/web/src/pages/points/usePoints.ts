/** Points, past weeks, leaderboard and the fills of the running week; asked for again every minute. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FillRow } from '@vest/protocol'
import { useState } from 'react'
import { useIsPrimaryAccount } from '../../entities/account/usePortfolio.ts'
import { useSession } from '../../entities/session/index.ts'

const EVERY_MS = 60_000

function useReady() {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const hasSession = useSession((state) => state.status === 'ready')
  const isPrimary = useIsPrimaryAccount()
  return { client, address, isReady: hasSession && isPrimary }
}

interface Asked<T> {
  readonly data: T | undefined
  readonly isError: boolean
  readonly isFetching: boolean
  readonly refetch: () => Promise<unknown>
}
const readOf = <T>({ data, isError, isFetching, refetch }: Asked<T>) => ({
  data,
  retry: isError && !isFetching ? () => void refetch() : undefined,
})

export function usePoints() {
  const { client, address, isReady } = useReady()
  const asked = useQuery({
    queryKey: ['points', address],
    queryFn: () => client.points(),
    enabled: isReady,
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  return readOf(asked)
}

export function usePointsHistory() {
  const { client, address, isReady } = useReady()
  const asked = useQuery({
    queryKey: ['points', address, 'history'],
    queryFn: () => client.pointsHistory(),
    enabled: isReady,
    refetchInterval: EVERY_MS,
  })
  return readOf(asked)
}

export function useLeaderboard(scope: 'epoch' | 'all') {
  const { client } = useReady()
  const asked = useQuery({
    queryKey: ['points', 'leaderboard', scope],
    queryFn: () => client.leaderboard({ scope }),
    staleTime: 0,
    refetchInterval: EVERY_MS,
  })
  return readOf(asked)
}

/** Page by page: a week of a busy account is more than one. */
export function useWeekFills(startTime: number | undefined) {
  const { client, address, isReady } = useReady()
  const asked = useQuery({
    queryKey: ['points', address, 'fills', startTime],
    queryFn: async () => {
      const fills: FillRow[] = []
      for await (const page of client.pages.fills({ startTime: startTime! })) fills.push(...page)
      return fills
    },
    enabled: isReady && startTime !== undefined,
    refetchInterval: EVERY_MS,
  })
  return readOf(asked)
}

/** Lets others see the account on the leaderboard, or no longer. */
export function useShowName() {
  const { client } = useReady()
  const queries = useQueryClient()
  const [state, setState] = useState<'idle' | 'changing' | 'failed'>('idle')
  const change = async (isShown: boolean): Promise<void> => {
    setState('changing')
    try {
      await client.showOnLeaderboard(isShown)
      await queries.invalidateQueries({ queryKey: ['points'] })
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return { change, isChanging: state === 'changing', hasFailed: state === 'failed' }
}
