/** The clock to the next day of a capital account, by the exchange's time, painted with everything else. */
import { useEffect, useState } from 'react'
import { createFrameStore, useFrame } from '../../live/index.ts'
import { useSession } from '../session/index.ts'
import { resetClock } from './resetClock.ts'

const SECOND_MS = 1_000

export function useResetClock(targetMs: number): string {
  const client = useSession((state) => state.client)
  const [store] = useState(() => createFrameStore(resetClock(targetMs, client.correctedNow())))
  useEffect(() => {
    const tell = (): void => store.set(resetClock(targetMs, client.correctedNow()))
    tell()
    const timer = setInterval(tell, SECOND_MS)
    return () => clearInterval(timer)
  }, [client, store, targetMs])
  return useFrame(store)
}
