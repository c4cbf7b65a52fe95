/**
 * The exchange's time as we know it: our clock plus an offset measured by GET /time. The answer was given somewhere on the
 * round trip: an offset that puts it there is kept, since a slow answer says nothing against it; another one is replaced
 * by that of the middle, whose error is at most half of the trip.
 */
import type { ClientClock } from './clientClock.ts'

export interface ServerTime {
  /** Exchange time minus ours. */
  readonly offsetMs: number
  /** Our best idea of the exchange's time, whole milliseconds. */
  now(): number
  /** Measures the offset anew; calls made meanwhile share one measurement. */
  sync(): Promise<number>
}

export function createServerTime(clock: ClientClock, fetchServerTime: () => Promise<number>): ServerTime {
  let offsetMs = 0
  let pending: Promise<number> | undefined

  async function measure(): Promise<number> {
    const sentMs = clock.now()
    const serverMs = await fetchServerTime()
    const receivedMs = clock.now()
    const isPossible = serverMs >= sentMs + offsetMs && serverMs <= receivedMs + offsetMs
    if (!isPossible) offsetMs = Math.round(serverMs - (sentMs + receivedMs) / 2)
    return offsetMs
  }

  return {
    get offsetMs() {
      return offsetMs
    },
    now: () => Math.round(clock.now() + offsetMs),
    sync: () => {
      pending ??= measure().finally(() => {
        pending = undefined
      })
      return pending
    },
  }
}
