/**
 * The private half: opens the feed of the account, tries again where that fails, and reads snapshot and history whenever
 * events are sure to follow. While the feed is lost it polls both. Closing it forgets the account.
 */
import type { ClientClock, VestClient } from '@vest/sdk'
import { EMPTY_ACCOUNT } from './account.ts'
import type { AccountEvents } from './accountEvents.ts'
import type { AccountHistory } from './accountHistory.ts'
import type { AccountLife } from './accountLife.ts'
import type { AccountSnapshot } from './accountSnapshot.ts'
import type { ConnectionHealth } from './connectionHealth.ts'
import type { LiveStores } from './liveStores.ts'
import { RETRY_MS, type Reads } from './reads.ts'
import { repeat } from './repeat.ts'

/** Pause between the reads that stand in for a lost private feed. */
const POLL_WITHOUT_FEED_MS = 5_000

export interface AccountFeedPorts {
  readonly client: Pick<VestClient, 'isAuthorized' | 'privateFeed'>
  readonly clock: ClientClock
  readonly stores: Pick<LiveStores, 'account' | 'connection'>
  readonly life: AccountLife
  readonly snapshot: Pick<AccountSnapshot, 'refresh' | 'cancel'>
  readonly history: Pick<AccountHistory, 'read' | 'cancel'>
  readonly events: Pick<AccountEvents, 'follow'>
  readonly health: Pick<ConnectionHealth, 'note' | 'takeError'>
  readonly reads: Reads
}

export interface AccountFeed {
  /** Opens the feed for the client's credentials; answers how to close it and forget the account. */
  open(): () => void
}

export function createAccountFeed(ports: AccountFeedPorts): AccountFeed {
  const { client, clock, stores, life, snapshot, history, events, health, reads } = ports

  function readAll(): void {
    snapshot.refresh()
    history.read()
  }

  function forget(): void {
    snapshot.cancel()
    history.cancel()
    stores.account.set(EMPTY_ACCOUNT)
    health.note({ privateHealth: undefined })
  }

  /** Opens the feed of the account of `signal`, and puts on `stops` what closes it. */
  async function follow(signal: AbortSignal, stops: (() => void)[]): Promise<void> {
    try {
      const feed = await client.privateFeed()
      if (signal.aborted) return
      life.follow()
      stops.push(
        () => feed.disconnect(),
        events.follow(feed),
        feed.onHealth((next) => health.note({ privateHealth: next })),
        feed.onError(health.takeError),
        // No snapshot comes with the channel: read the account once its events are sure to follow.
        feed.onSubscribed(readAll),
      )
      feed.connect()
    } catch (error) {
      reads.fail(error)
      if (!signal.aborted && client.isAuthorized())
        clock.setTimeout(() => {
          if (!signal.aborted) void follow(signal, stops)
        }, RETRY_MS)
    }
  }

  return {
    open() {
      const signal = life.begin()
      const stops = [
        forget,
        repeat(clock, POLL_WITHOUT_FEED_MS, () => {
          // The history tells the ends of orders and transfers that no event tells of.
          if (stores.connection.latest().privateHealth !== 'healthy') readAll()
        }),
      ]
      health.note({ privateHealth: 'unhealthy' })
      readAll()
      void follow(signal, stops)
      return () => {
        life.end(signal)
        for (const stop of stops.toReversed()) stop()
      }
    },
  }
}
