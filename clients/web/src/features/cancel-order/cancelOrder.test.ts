import { REFUSAL } from '@vest/protocol'
import { ApiError, UnknownOutcomeError, type CancelRefusal } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { orderId, orderRow } from '../../testing/fixtures.ts'
import { useToasts } from '../../ui/toasts.ts'
import { cancelOrder } from './cancelOrder.ts'

const t = ((key: string, words: Record<string, unknown> = {}) =>
  [key, ...Object.values(words)].join(' ')) as unknown as TFunction

async function cancel(failure?: unknown, refusal?: CancelRefusal) {
  const refreshAccount = vi.fn()
  await cancelOrder({
    client: {
      cancelOrder: async () =>
        failure === undefined ? { id: orderId(1), nonce: 1, time: 1 } : Promise.reject(failure),
      cancelRefusal: async () => refusal ?? { kind: 'notFound' },
    },
    live: { refreshAccount },
    t,
    id: orderId(1),
  })
  expect(refreshAccount).toHaveBeenCalledTimes(1)
  return useToasts.getState().toasts.map(({ tone, title }) => `${tone} ${title}`)
}

beforeEach(() => useToasts.getState().clear())

describe('cancelling', () => {
  it('says that it is cancelled, in one toast', async () =>
    expect(await cancel()).toEqual(['ok order.cancelled']))

  it('[8.58] an order that is not found is looked up: cancelled, filled, or not found', async () => {
    const order = orderRow(1)
    expect(await cancel(new ApiError(REFUSAL.ORDER_NOT_FOUND), { kind: 'alreadyCancelled', order })).toEqual([
      'info order.alreadyCancelled',
    ])
    useToasts.getState().clear()
    expect(await cancel(new ApiError(REFUSAL.ORDER_NOT_FOUND), { kind: 'alreadyFilled', order })).toEqual([
      'err order.alreadyFilled',
    ])
    useToasts.getState().clear()
    expect(await cancel(new ApiError(REFUSAL.ORDER_NOT_FOUND), { kind: 'notFound' })).toEqual([
      'err order.notFound',
    ])
  })

  it('[8.58] other failures name their reason', async () => {
    expect(await cancel(new ApiError(REFUSAL.TOO_MANY_REQUESTS))).toEqual([
      'err order.cancelFailed errors.1003',
    ])
  })

  it('a lost answer is unknown, not failed', async () => {
    const lost = new UnknownOutcomeError(
      { kind: 'cancel', nonce: 1, timeMs: 1, recvWindowMs: 1 },
      new Error('lost'),
    )
    expect(await cancel(lost)).toEqual(['warn order.unknown'])
  })
})
