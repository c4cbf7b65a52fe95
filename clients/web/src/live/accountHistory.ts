/** The history of orders and transfers: how those ended whose end no event told of. */
import { ORDER_QUERY_LIMIT } from '@vest/protocol'
import type { ClientClock, VestClient } from '@vest/sdk'
import { mergeOrders, mergeTransfers } from './account.ts'
import type { AccountLife } from './accountLife.ts'
import type { LiveStores } from './liveStores.ts'
import type { Reads } from './reads.ts'

/** Many orders may end together: one read learns of all. */
const GATHER_MS = 400

export interface AccountHistoryPorts {
  readonly client: Pick<VestClient, 'isAuthorized' | 'orders' | 'transfers'>
  readonly clock: ClientClock
  readonly stores: Pick<LiveStores, 'markets' | 'account'>
  readonly life: AccountLife
  readonly reads: Reads
}

export interface AccountHistory {
  read(): void
  /** Reads shortly, once for all that is asked until then. */
  readSoon(): void
  /** What was to be read soon is not. */
  cancel(): void
}

export function createAccountHistory(ports: AccountHistoryPorts): AccountHistory {
  const { client, clock, stores, life, reads } = ports
  let timer: unknown

  async function readRows(): Promise<void> {
    const signal = life.signal()
    const known = stores.markets.latest()
    if (known === undefined || !client.isAuthorized()) return
    const [orders, transfers] = await Promise.all([
      client.orders({ limit: ORDER_QUERY_LIMIT }),
      client.transfers({ limit: ORDER_QUERY_LIMIT }),
    ])
    if (signal.aborted) return
    stores.account.update((held) => mergeTransfers(mergeOrders(held, orders, known), transfers))
  }

  const read = (): void => void reads.run(readRows)

  return {
    read,
    readSoon() {
      if (timer !== undefined) return
      timer = clock.setTimeout(() => {
        timer = undefined
        read()
      }, GATHER_MS)
    },
    cancel() {
      clock.clearTimeout(timer)
      timer = undefined
    },
  }
}
