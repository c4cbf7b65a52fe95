/**
 * Writes what the two feeds say of themselves into `connection`, and tells when the public one is back: what was read by
 * REST may have gaps then.
 */
import { REFUSAL } from '@vest/protocol'
import type { ClientClock, Feed, Unsubscribe } from '@vest/sdk'
import { STALE_AFTER_MS, withHealth } from './connection.ts'
import { createListeners } from './listeners.ts'
import type { LiveStores } from './liveStores.ts'

export interface ConnectionHealthPorts {
  readonly clock: ClientClock
  readonly stores: Pick<LiveStores, 'connection'>
  readonly fail: (error: unknown) => void
  /** Called after the listeners of `onReconnect`. */
  readonly readStats: () => void
}

export interface ConnectionHealth {
  /** Follows the public feed; answers how to stop. */
  follow(feed: Pick<Feed, 'onHealth' | 'onError'>): () => void
  note(change: Parameters<typeof withHealth>[1]): void
  /** An error of either feed. */
  takeError(error: unknown): void
  /** The public feed is healthy again. */
  onReconnect(listener: () => void): Unsubscribe
}

export function createConnectionHealth(ports: ConnectionHealthPorts): ConnectionHealth {
  const { clock, stores, fail, readStats } = ports
  const { connection } = stores
  const reconnectListeners = createListeners<void>()
  let staleTimer: unknown

  function note(change: Parameters<typeof withHealth>[1]): void {
    const before = connection.latest()
    connection.set(withHealth(before, change, clock.now()))
    if (change.publicHealth === 'unhealthy') {
      clock.clearTimeout(staleTimer)
      staleTimer = clock.setTimeout(
        () => connection.update((held) => ({ ...held, isStale: held.hasConnected })),
        STALE_AFTER_MS,
      )
    }
    if (change.publicHealth === 'healthy') {
      clock.clearTimeout(staleTimer)
      if (before.hasConnected) {
        reconnectListeners.emit()
        readStats()
      }
    }
  }

  function takeError(error: unknown): void {
    if (
      typeof error === 'object' &&
      error !== null &&
      'code' in error &&
      error.code === REFUSAL.MAX_RETRIES_EXCEEDED
    )
      note({ isExhausted: true })
    fail(error)
  }

  return {
    follow(feed) {
      const stops = [feed.onHealth((health) => note({ publicHealth: health })), feed.onError(takeError)]
      return () => {
        for (const stop of stops.toReversed()) stop()
        clock.clearTimeout(staleTimer)
      }
    },
    note,
    takeError,
    onReconnect: reconnectListeners.add,
  }
}
