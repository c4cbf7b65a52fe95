/**
 * Acts on everything at once: cancels all open orders, closes all positions, turns one round. One signed call each,
 * so that either all of it was asked or nothing; what became of each order its own events tell.
 */
import type { VestClient } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { writeFailure } from '../../entities/order/writeFailure.ts'
import type { Live } from '../../live/index.ts'
import { showToast } from '../../ui/index.ts'

export interface BulkInput {
  readonly client: Pick<VestClient, 'cancelAllOrders' | 'closeAllPositions'>
  readonly live: Pick<Live, 'refreshAccount'>
  readonly t: TFunction
  /** Only this market; everything without it. */
  readonly symbol?: string | undefined
}

export type BulkAction = 'cancelAll' | 'closeAll'

const CALLS = {
  cancelAll: {
    send: ({ client, symbol }: BulkInput) => client.cancelAllOrders(symbol === undefined ? {} : { symbol }),
    pending: 'bulk.cancelling',
    done: 'bulk.cancelled',
    failed: 'order.cancelFailed',
  },
  closeAll: {
    send: ({ client, symbol }: BulkInput) => client.closeAllPositions(symbol === undefined ? {} : { symbol }),
    pending: 'bulk.closing',
    done: 'bulk.closed',
    failed: 'bulk.closeFailed',
  },
} as const

/** True where the exchange took it. A lost answer is no failure: the account is read anew and shows what happened. */
export async function runBulk(action: BulkAction, input: BulkInput): Promise<boolean> {
  const { live, t } = input
  const call = CALLS[action]
  const key = showToast({ key: `bulk-${action}`, tone: 'pending', title: t(call.pending) })
  try {
    const { ids } = await call.send(input)
    showToast({ key, tone: 'ok', title: t(call.done, { count: ids.length }) })
    return true
  } catch (error) {
    showToast({ key, ...writeFailure(t, error, (reason) => t(call.failed, { reason })) })
    return false
  } finally {
    live.refreshAccount()
  }
}
