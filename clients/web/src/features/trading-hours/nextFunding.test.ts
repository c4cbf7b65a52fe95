import { describe, expect, it } from 'vitest'
import { nextFundingMs } from './nextFunding.ts'

const HOUR_MS = 3_600_000

describe('the next payment of funding', () => {
  it('comes with the hour, or with its whole part; a payment that is due now has been', () => {
    const noon = Date.UTC(2026, 10, 22, 12)
    expect(nextFundingMs(noon + 1, HOUR_MS)).toBe(noon + HOUR_MS)
    expect(nextFundingMs(noon, HOUR_MS)).toBe(noon + HOUR_MS)
    expect(nextFundingMs(noon - 1, HOUR_MS)).toBe(noon)
    expect(nextFundingMs(noon + 1, HOUR_MS / 60)).toBe(noon + 60_000)
  })

  it('is unknown where the exchange does not tell how often it pays', () => {
    expect(nextFundingMs(5, undefined)).toBeUndefined()
  })
})
