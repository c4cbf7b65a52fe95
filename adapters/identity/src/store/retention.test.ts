import { describe, expect, it } from 'vitest'
import { DEVICE_KEPT_MS, HOUR_MS, KEPT_MS } from '../limits.ts'
import { createRetention } from './retention.ts'

const START_MS = 1_800_000_000_000

describe('retention', () => {
  it('removes what is over at the first call and once an hour from then on', async () => {
    const forgotten: string[] = []
    const rows = {
      forget: async (beforeMs: number) => void forgotten.push(`rows ${beforeMs + KEPT_MS - START_MS}`),
      forgetDevices: async (beforeMs: number) =>
        void forgotten.push(`devices ${beforeMs + DEVICE_KEPT_MS - START_MS}`),
    }
    const retention = createRetention()
    for (const afterMs of [0, 1, HOUR_MS - 1, HOUR_MS, 2 * HOUR_MS - 1, 5 * HOUR_MS])
      await retention.apply(rows, START_MS + afterMs)
    expect(forgotten).toEqual(
      [0, HOUR_MS, 5 * HOUR_MS].flatMap((afterMs) => [`rows ${afterMs}`, `devices ${afterMs}`]),
    )
  })
})
