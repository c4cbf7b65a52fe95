import { describe, expect, it, vi } from 'vitest'
import type { PurchaseView } from '@vest/engine'
import { timeMs, type Address, type Id } from '@vest/protocol'
import type { CapitalPast, PaymentState } from '@vest/runtime'
import { createLogger } from '../logger.ts'
import { createPaymentTimes, paidTimeMs } from './paymentTimes.ts'

const ACCOUNT = '0xaa' as Address
const BEGAN = timeMs(1_800_000_000_000)
const purchase = { id: '0x01' as Id, account: ACCOUNT, beganTimeMs: BEGAN } as PurchaseView
const told = (status: string, afterMs: number): CapitalPast => ({
  account: ACCOUNT,
  seq: 1,
  index: 0,
  timeMs: timeMs(BEGAN + afterMs),
  what: 'CapitalChanged',
  text: JSON.stringify({ capital: { status } }),
})

describe('the times of a payment', () => {
  it('a plan that a wallet had before is not the one that is asked about', () => {
    const past = [told('paid', -9_000), told('created', 0), told('paid', 2_000), told('pre_eval', 2_000)]
    expect(paidTimeMs(past, BEGAN)).toBe(BEGAN + 2_000)
    expect(paidTimeMs(past.slice(0, 2), BEGAN)).toBeUndefined()
  })

  it('the provider is asked once in five seconds, and no more once it has answered', async () => {
    let nowMs: number = BEGAN
    const answers: (Partial<PaymentState> | Error)[] = [
      new Error('the provider is not there'),
      {},
      { finishedTimeMs: timeMs(BEGAN + 1_000) },
    ]
    const stateOf = vi.fn(async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer as PaymentState
    })
    const logger = Object.assign(createLogger({}), { warn: vi.fn() })
    const timesOf = createPaymentTimes({
      edge: {
        clock: { nowMs: () => timeMs(nowMs) },
        store: { capitalPast: async () => [] },
        projector: { flushedThrough: async () => undefined },
        view: { lastSeqOf: () => 0 },
      } as unknown as Parameters<typeof createPaymentTimes>[0]['edge'],
      payments: { stateOf },
      logger,
    })
    const found: (number | null)[] = []
    for (let step = 0; step < 8; step += 1) {
      found.push((await timesOf(purchase)).finished_time)
      nowMs += 2_500
    }
    expect(found).toEqual([null, null, null, null, ...Array.from({ length: 4 }, () => BEGAN + 1_000)])
    expect(stateOf).toHaveBeenCalledTimes(3)
    expect(logger.warn).toHaveBeenCalledTimes(1)
  })
})
