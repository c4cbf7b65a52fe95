/**
 * Account and open orders as the exchange sees them, by REST. One read goes on at a time; an event or a call that comes
 * meanwhile makes it read once more, and a read that failed is tried again.
 */
import type { VestClient } from '@vest/sdk'
import { isFinal, mergeOrders, readAccount, type AccountState } from './account.ts'
import type { AccountHistory, AccountHistoryPorts } from './accountHistory.ts'
import { RETRY_MS } from './reads.ts'

/** After a fill the account is read once more, in case the exchange sees something that an event does not say. */
const RECONCILE_MS = 400
/** After fills that were folded exactly: a check of one's own sums, not a need. */
const CHECK_MS = 30_000

export interface AccountSnapshotPorts extends Omit<AccountHistoryPorts, 'client'> {
  readonly client: Pick<VestClient, 'isAuthorized' | 'account' | 'orders'>
  readonly history: Pick<AccountHistory, 'read'>
}

export interface AccountSnapshot {
  /** Reads now, or once more after the read that is under way. */
  refresh(): void
  /** Reads shortly after the last call. */
  refreshSoon(): void
  /** The private channel has told what a fill did to balance and position: reads much later, once for many. */
  checkLater(): void
  /** An event has come, which the read that is under way may not know of. */
  noteEvent(): void
  /** What was to be read soon or later is not. */
  cancel(): void
}

export function createAccountSnapshot(ports: AccountSnapshotPorts): AccountSnapshot {
  const { client, clock, stores, life, history, reads } = ports
  let isReading = false
  let readAgain = false
  let soonTimer: unknown
  let checkTimer: unknown

  function refresh(): void {
    if (!life.isFollowed() && !client.isAuthorized()) return
    if (isReading) {
      readAgain = true
      return
    }
    void read()
  }

  function refreshSoon(): void {
    clock.clearTimeout(soonTimer)
    soonTimer = clock.setTimeout(refresh, RECONCILE_MS)
  }

  async function read(): Promise<void> {
    const signal = life.signal()
    isReading = true
    readAgain = false
    try {
      const known = stores.markets.latest()
      if (known === undefined) return
      const [wire, resting, partial] = await Promise.all([
        client.account(),
        client.orders({ status: 'NEW' }),
        client.orders({ status: 'PARTIALLY_FILLED' }),
      ])
      if (signal.aborted) return
      const open = new Set([...resting, ...partial].map((row) => row.id.toLowerCase()))
      stores.account.update((held) =>
        mergeOrders({ ...held, account: readAccount(wire, known) }, [...resting, ...partial], known),
      )
      if (hasVanished(stores.account.latest(), open, wire.time)) history.read()
    } catch (error) {
      if (!signal.aborted) fail(error)
    } finally {
      isReading = false
      if (readAgain && !signal.aborted) refreshSoon()
    }
  }

  function fail(error: unknown): void {
    reads.fail(error)
    clock.setTimeout(refresh, RETRY_MS)
  }

  return {
    refresh,
    refreshSoon,
    checkLater() {
      checkTimer ??= clock.setTimeout(() => {
        checkTimer = undefined
        refresh()
      }, CHECK_MS)
    },
    noteEvent() {
      if (isReading) readAgain = true
    },
    cancel() {
      clock.clearTimeout(soonTimer)
      clock.clearTimeout(checkTimer)
      checkTimer = undefined
    },
  }
}

/** An order that we still call open and the exchange does not: its end was missed. */
const hasVanished = (state: AccountState, open: ReadonlySet<string>, snapshotMs: number): boolean =>
  [...state.orders.values()].some(
    (order) => !isFinal(order.status) && !open.has(order.id) && order.postTimeMs < snapshotMs,
  )
