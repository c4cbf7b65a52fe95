/** The exchange's time, looked at again when one of these moments comes: what waited for it is drawn anew. */
import { useEffect, useReducer } from 'react'
import { useSession } from './SessionContext.tsx'

/** Timers of browsers do not reach farther than 24 days. */
const TIMER_MAX_MS = 3_600_000

export function useExchangeTime(moments: readonly number[]): number {
  const client = useSession((state) => state.client)
  const [round, lookAgain] = useReducer((count: number) => count + 1, 0)
  const nowMs = client.correctedNow()
  const nextMs = Math.min(...moments.filter((moment) => moment > nowMs))
  useEffect(() => {
    if (!Number.isFinite(nextMs)) return
    const timer = setTimeout(lookAgain, Math.min(nextMs - client.correctedNow(), TIMER_MAX_MS))
    return () => clearTimeout(timer)
  }, [client, nextMs, round])
  return nowMs
}
