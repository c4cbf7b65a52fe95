/** The ticket names the guardrail that the exchange would refuse by. */
import { usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { guardrailBlock, type OpeningOrder } from './guardrailBlock.ts'
import { readGuardrails } from './guardrailFacts.ts'

const NONE = { dailyStop: null, sizeMax: null, leverageMax: null, coolDown: null }
const facts = (change: Partial<Parameters<typeof readGuardrails>[0]> = {}) =>
  readGuardrails({
    limits: { ...NONE, sizeMax: '50.000000' },
    pending: null,
    nextResetTime: 9,
    dayResult: '-4.500000',
    dailyLeft: null,
    isStopped: false,
    coolUntil: null,
    ...change,
  })
/** Five lots at the mark are worth 50 USDC. */
const buy = (change: Partial<OpeningOrder> = {}): OpeningOrder => ({
  isBuy: true,
  isReduceOnly: false,
  size: 5,
  held: undefined,
  mark: 1_000,
  scale: 10_000,
  ...change,
})

describe('the guardrail that refuses an order', () => {
  it('reads amounts to the digit, losses below zero', () => {
    expect(facts().dayResult).toBe(usd6(-4_500_000))
    expect(facts().limits.sizeMax).toBe(usd6(50_000_000))
  })

  it('is the size of what the order leaves on its side', () => {
    expect(guardrailBlock(facts(), buy(), 0)).toBeUndefined()
    expect(guardrailBlock(facts(), buy({ size: 6 }), 0)).toBe('sizeMax')
    expect(guardrailBlock(facts(), buy({ held: { isLong: true, size: 1 } }), 0)).toBe('sizeMax')
    expect(guardrailBlock(facts(), buy({ size: 9, held: { isLong: false, size: 4 } }), 0)).toBeUndefined()
    expect(guardrailBlock(facts(), buy({ size: 10, held: { isLong: false, size: 4 } }), 0)).toBe('sizeMax')
  })

  it('is the daily stop or a cool-down only for what opens', () => {
    const stopped = facts({ isStopped: true })
    expect(guardrailBlock(stopped, buy({ size: 1 }), 0)).toBe('dailyStop')
    expect(guardrailBlock(facts({ dailyLeft: '0.000000' }), buy({ size: 1 }), 0)).toBe('dailyStop')
    expect(guardrailBlock(stopped, buy({ isReduceOnly: true }), 0)).toBeUndefined()
    expect(guardrailBlock(stopped, buy({ held: { isLong: false, size: 5 } }), 0)).toBeUndefined()
    const cooling = facts({ coolUntil: 10 })
    expect([9, 10].map((now) => guardrailBlock(cooling, buy(), now))).toEqual(['coolDown', undefined])
  })
})
