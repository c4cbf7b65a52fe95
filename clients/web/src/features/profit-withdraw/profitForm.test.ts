import { ratio4 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { ALL, NO_AMOUNT, typedAmount } from '../../entities/transfer/transferAmount.ts'
import { usd } from '../../testing/fixtures.ts'
import { checkProfit, mustWait, sharesOf, type ProfitFacts } from './profitForm.ts'

const FLAT: ProfitFacts = { available: usd(612.4), hasPositions: false, isRefused: false }

describe('a profit withdrawal', () => {
  it('[5.10] waits for the account and for closed positions before anything else', () => {
    const problem = (change: Partial<ProfitFacts>) => checkProfit(ALL, { ...FLAT, ...change })
    expect(problem({ available: undefined, hasPositions: true })).toMatchObject({ problem: 'loading' })
    expect(problem({ hasPositions: true, isRefused: true })).toMatchObject({ problem: 'openPositions' })
    expect(problem({ hasPositions: true, isTooEarly: true })).toMatchObject({ problem: 'openPositions' })
    expect(problem({ isTooEarly: true, isRefused: true })).toMatchObject({ problem: 'tooEarly' })
    expect(problem({ isRefused: true })).toMatchObject({ problem: 'refused' })
    expect(problem({})).toEqual({ kind: 'ready', size: usd(612.4) })
  })

  it('[9.7] waits for the time and the days of its plan, to the millisecond and the day', () => {
    const free = { tradingDays: 2, wantedDays: undefined }
    expect(mustWait(free, 1_000)).toBe(false)
    expect([999, 1_000].map((nowMs) => mustWait({ ...free, profitFromTimeMs: 1_000 }, nowMs))).toEqual([
      true,
      false,
    ])
    expect([3, 2].map((wantedDays) => mustWait({ ...free, wantedDays }, 1_000))).toEqual([true, false])
  })

  it('[5.9] [5.10] takes at least 1 USDC and never more than is available', () => {
    expect(checkProfit(NO_AMOUNT, FLAT)).toMatchObject({ problem: 'empty' })
    expect(checkProfit(typedAmount('0.99'), FLAT)).toMatchObject({ problem: 'below-minimum' })
    expect(checkProfit(typedAmount('612.41'), FLAT)).toMatchObject({ problem: 'insufficient' })
    expect(checkProfit(typedAmount('612.40'), FLAT)).toEqual({ kind: 'ready', size: usd(612.4) })
  })

  it('[6.6] [9.7] of 612.40 the trader receives 551.16 and Vest keeps 61.24; together they are the whole', () => {
    expect(sharesOf(usd(612.4), ratio4(9_000))).toEqual({ yours: usd(551.16), kept: usd(61.24) })
    const { yours, kept } = sharesOf(usd(1.000001), ratio4(9_000))
    expect([yours, kept, yours + kept]).toEqual([usd(0.9), usd(0.100001), usd(1.000001)])
  })
})
