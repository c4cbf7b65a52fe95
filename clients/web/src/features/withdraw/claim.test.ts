import { describe, expect, it } from 'vitest'
import { claimButton, type ClaimFacts } from './claim.ts'

const facts: ClaimFacts = {
  stage: 'ready',
  estimate: { cost: 5n, balance: 10n },
  hasFailed: false,
  hasCall: true,
}

describe('button of an approved withdrawal', () => {
  it('[2.37] is a spinner while the fee is estimated, then WITHDRAW', () => {
    expect(claimButton({ ...facts, estimate: undefined })).toBe('estimating')
    expect(claimButton(facts)).toBe('ready')
  })

  it('[2.37] says that gas is missing as soon as the balance is below the fee', () => {
    expect(claimButton({ ...facts, estimate: { cost: 5n, balance: 4n } })).toBe('no-gas')
    expect(claimButton({ ...facts, estimate: { cost: 5n, balance: 5n } })).toBe('ready')
  })

  it('cannot be pressed twice, and not before the validators have signed', () => {
    expect([
      claimButton({ ...facts, stage: 'confirming' }),
      claimButton({ ...facts, stage: 'mining' }),
      claimButton({ ...facts, stage: 'done' }),
    ]).toEqual(['busy', 'busy', 'done'])
    expect(claimButton({ ...facts, hasCall: false })).toBe('not-approved')
  })

  it('a failed estimate can be tried again, a known one stands although a later one failed', () => {
    expect([
      claimButton({ ...facts, estimate: undefined, hasFailed: true }),
      claimButton({ ...facts, hasFailed: true }),
    ]).toEqual(['failed', 'ready'])
  })
})
