import { REFUSAL } from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import type { AccountResponse } from '@vest/protocol'
import type { TFunction } from 'i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createManualClock } from '@vest/sdk/testing/manualClock'
import { COIN } from '../../testing/fixtures.ts'
import { useToasts } from '../../ui/toasts.ts'
import { changeLeverage } from './changeLeverage.ts'

const t = ((key: string, words: Record<string, unknown> = {}) =>
  [key, ...Object.values(words)].join(' ')) as unknown as TFunction
const toast = () => useToasts.getState().toasts[0]

function changing(options: { readonly setLeverage?: () => Promise<never>; readonly shownAfterMs: number }) {
  const clock = createManualClock()
  const startMs = clock.now()
  const account = vi.fn(
    async () =>
      ({
        leverages: [{ symbol: COIN.symbol, value: clock.now() - startMs >= options.shownAfterMs ? 15 : 10 }],
      }) as unknown as AccountResponse,
  )
  const refreshAccount = vi.fn()
  const outcome = changeLeverage({
    client: {
      account,
      setLeverage: options.setLeverage ?? (async () => ({ symbol: COIN.symbol, value: 15 })),
    },
    live: { refreshAccount },
    t,
    market: COIN,
    value: 15,
    now: clock.now,
    wait: (delayMs) => new Promise((done) => clock.setTimeout(done, delayMs)),
  })
  return { clock, account, outcome, refreshAccount }
}

beforeEach(() => useToasts.getState().clear())

describe('changing leverage', () => {
  it('[4.18] [8.61] polls the account every second until it shows, then says so', async () => {
    const { clock, account, outcome, refreshAccount } = changing({ shownAfterMs: 2_500 })
    expect(toast()).toMatchObject({ tone: 'pending', title: 'leverage.changing' })
    await clock.advance(3_000)
    expect(await outcome).toBe('changed')
    expect(account).toHaveBeenCalledTimes(4)
    expect(refreshAccount).toHaveBeenCalled()
    expect(toast()).toMatchObject({ tone: 'ok', title: 'leverage.changed COIN-USD 15' })
  })

  it('[4.18] [9.6] fails after 30 s', async () => {
    const { clock, account, outcome } = changing({ shownAfterMs: Number.POSITIVE_INFINITY })
    await clock.advance(31_000)
    expect(await outcome).toBe('failed')
    expect(account).toHaveBeenCalledTimes(31)
    expect(toast()).toMatchObject({ tone: 'err', title: 'errors.901' })
  })

  it('[8.61] code 1099 shows that a deposit is needed first', async () => {
    const { clock, outcome } = changing({
      shownAfterMs: 0,
      setLeverage: async () => Promise.reject(new ApiError(REFUSAL.ACCOUNT_NOT_FOUND)),
    })
    await clock.advance(0)
    expect(await outcome).toBe('failed')
    expect(toast()?.title).toBe('leverage.needDeposit')
  })
})
