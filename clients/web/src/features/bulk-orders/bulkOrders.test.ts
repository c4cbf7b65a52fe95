import { REFUSAL } from '@vest/protocol'
import { ApiError, UnknownOutcomeError } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useToasts } from '../../ui/toasts.ts'
import { runBulk, type BulkAction } from './bulkOrders.ts'

const t = ((key: string, words: Record<string, unknown> = {}) =>
  [key, ...Object.values(words)].join(' ')) as unknown as TFunction

async function run(action: BulkAction, failure?: unknown, symbol?: string) {
  const send = vi.fn(async () =>
    failure === undefined ? { ids: ['0x1', '0x2'], nonce: 1, time: 1 } : Promise.reject(failure),
  )
  const refreshAccount = vi.fn()
  const client = { cancelAllOrders: send, closeAllPositions: send } as never
  const isTaken = await runBulk(action, { client, live: { refreshAccount }, t, symbol })
  expect(refreshAccount).toHaveBeenCalledTimes(1)
  const said = useToasts.getState().toasts.map(({ tone, title }) => `${tone} ${title}`)
  return { isTaken, said, sent: send.mock.calls }
}

beforeEach(() => useToasts.getState().clear())

describe('everything at once', () => {
  it('says in one toast how many orders it was', async () => {
    expect(await run('cancelAll')).toEqual({ isTaken: true, said: ['ok bulk.cancelled 2'], sent: [[{}]] })
    expect((await run('closeAll', undefined, 'BTC-PERP')).sent).toEqual([[{ symbol: 'BTC-PERP' }]])
  })

  it('a refusal names its reason and a lost answer is unknown, not failed', async () => {
    expect(await run('closeAll', new ApiError(REFUSAL.TOO_MANY_REQUESTS))).toMatchObject({
      isTaken: false,
      said: ['err bulk.closeFailed errors.1003'],
    })
    useToasts.getState().clear()
    const lost = new UnknownOutcomeError(
      { kind: 'cancelAll', nonce: 1, timeMs: 1, recvWindowMs: 1 },
      new Error('lost'),
    )
    expect((await run('cancelAll', lost)).said).toEqual(['warn order.unknown'])
  })
})
