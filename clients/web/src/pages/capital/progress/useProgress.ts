/** What the exchange tells of the account on screen since its beginning: hourly values, fills, positions that have ended. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { readDecimal, usd6, type Usd6 } from '@vest/protocol'
import { useClosedPositions, useFills, type ClosedPosition } from '../../../entities/past/index.ts'
import { useSession } from '../../../entities/session/index.ts'
import type { CapitalFacts } from '../../../live/index.ts'
import { progressDays, type HourValue, type ProgressDay } from './progressDays.ts'

const READ_EVERY_MS = 600_000
const READ_ROWS = 1_000

export interface Progress {
  readonly hours: readonly HourValue[]
  readonly days: readonly ProgressDay[]
  readonly trades: readonly ClosedPosition[]
}

export function useProgress(facts: CapitalFacts): {
  readonly progress: Progress | undefined
  readonly retry: (() => void) | undefined
} {
  const client = useSession((state) => state.client)
  const address = useSession((state) => state.address)
  const isReady = useSession((state) => state.status === 'ready')
  const fills = useFills()
  const closed = useClosedPositions()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['equity', address, 'progress'],
    queryFn: () => client.equityHistory({ interval: '1h', limit: READ_ROWS }),
    enabled: isReady,
    refetchInterval: READ_EVERY_MS,
  })
  const dailyLoss = usd6(facts.dayBalance - facts.dailyFloor)
  const { size } = facts
  const progress = useMemo(() => {
    if (data === undefined) return undefined
    const hours = data.map(({ time, equity, collateral }) => ({
      timeMs: time,
      equity: money(equity),
      balance: money(collateral),
    }))
    return { hours, days: progressDays(hours, fills.rows, { size, dailyLoss }), trades: closed.rows }
  }, [data, fills.rows, closed.rows, size, dailyLoss])
  return { progress, retry: isError && !isFetching ? () => void refetch() : undefined }
}

const money = (text: string): Usd6 => usd6(readDecimal(text, 6))
