import { usd6, type ChainInfo } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { feeOf, receivedOf } from './received.ts'

const CHAIN = { withdrawFee: '0.200000' } as ChainInfo

describe('what the recipient of a withdrawal gets', () => {
  it('is all of it where its owner sends it, and less the fee where a keeper does, never below nothing', () => {
    expect(feeOf(CHAIN)).toBe(200_000)
    expect(receivedOf(usd6(25_000_000), CHAIN, false)).toBe(25_000_000)
    expect(receivedOf(usd6(25_000_000), CHAIN, true)).toBe(24_800_000)
    expect(receivedOf(usd6(100_000), CHAIN, true)).toBe(0)
  })
})
