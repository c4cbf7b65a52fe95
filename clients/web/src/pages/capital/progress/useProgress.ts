/**
 * What the exchange tells of the account on screen since its beginning: hourly values and what it is worth now, fills,
 * positions that have ended.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { readDecimal, usd6, type Usd6 } from '@vest/protocol'
import { usePortfolio } from '../../../entities/account/index.ts'
import { useClosedPositions, useFills, type ClosedPosition } from '../../../entities/past/index.ts'
import { useSession } from '../../../entities/session/index.ts'
import { useFrame, useLive, type CapitalFacts } from '../../../live/index.ts'
import { DAY_MS, progressDays, type HourValue, type ProgressDay } from './progressDays.ts'

const READ_EVERY_MS = 600_000
const READ_ROWS = 1_000
/** A curve that moved with every price would be drawn for nothing. */
const LOOK_EVERY_MS = 5_000

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
  const { size, dayBalance, nextResetTimeMs } = facts
  const now = useValueNow()
  const progress = useMemo(() => {
    if (data === undefined) return undefined
    const told = data.map(({ time, equity, collateral }) => ({
      timeMs: time,
      equity: money(equity),
      balance: money(collateral),
    }))
    const hours = now === undefined ? told : [...told.filter(({ timeMs }) => timeMs < now.timeMs), now]
    const today = { dayMs: nextResetTimeMs - DAY_MS, balance: dayBalance }
    const days = progressDays(hours, fills.rows, { size, dailyLoss, today })
    return { hours, days, trades: closed.rows }
  }, [data, now, fills.rows, closed.rows, size, dailyLoss, dayBalance, nextResetTimeMs])
  return { progress, retry: isError && !isFetching ? () => void refetch() : undefined }
}

const money = (text: string): Usd6 => usd6(readDecimal(text, 6))

/** What the account is worth, looked at every few seconds: the first hour is not over, and is told all the same. */
function useValueNow(): HourValue | undefined {
  const client = useSession((state) => state.client)
  const equity = usePortfolio((portfolio) => portfolio.summary?.equity)
  const balance = useFrame(useLive().account, ({ account }) => account?.collateral)
  const isKnown = equity !== undefined && balance !== undefined
  const latest = useRef<Omit<HourValue, 'timeMs'>>(undefined)
  const [now, setNow] = useState<HourValue>()
  useEffect(() => {
    latest.current = isKnown ? { equity, balance } : undefined
  })
  useEffect(() => {
    if (!isKnown) return undefined
    const look = (): void => {
      if (latest.current !== undefined) setNow({ timeMs: client.correctedNow(), ...latest.current })
    }
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [client, isKnown])
  return now
}
