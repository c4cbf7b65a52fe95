import { REFUSAL } from '@vest/protocol'
import { ApiError, UnknownOutcomeError } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { orderId } from '../../testing/fixtures.ts'
import { useToasts } from '../../ui/toasts.ts'
import { cancelLpOrder } from './cancelLpOrder.ts'

const t = ((key: string, words: Record<string, unknown> = {}) =>
  [key, ...Object.values(words)].join(' ')) as unknown as TFunction

async function cancel(failure?: unknown) {
  const refresh = vi.fn()
  const sent = vi.fn(async (id: string) =>
    failure === undefined ? { id: id as never, nonce: 1, time: 1 } : Promise.reject(failure),
  )
  await cancelLpOrder({ client: { cancelLpOrder: sent }, refresh, t, id: orderId(1) })
  expect(sent.mock.calls).toEqual([[orderId(1)]])
  expect(refresh).toHaveBeenCalledTimes(1)
  return useToasts.getState().toasts.map(({ tone, title }) => `${tone} ${title}`)
}

beforeEach(() => useToasts.getState().clear())

describe('taking a scheduled withdrawal back', () => {
  it('says that it is cancelled, in one toast, and reads pool and orders anew', async () =>
    expect(await cancel()).toEqual(['ok lp.takenBack']))

  it('one that was paid meanwhile is no failure', async () =>
    expect(await cancel(new ApiError(REFUSAL.ORDER_NOT_FOUND))).toEqual(['info lp.alreadyPaid']))

  it('other refusals name their reason; a lost answer is unknown', async () => {
    expect(await cancel(new ApiError(REFUSAL.TOO_MANY_REQUESTS))).toEqual([
      'err lp.takeBackFailed errors.1003',
    ])
    useToasts.getState().clear()
    const lost = { kind: 'cancel', nonce: 1, timeMs: 1, recvWindowMs: 1 } as const
    expect(await cancel(new UnknownOutcomeError(lost, new Error('lost')))).toEqual(['warn order.unknown'])
  })
})
