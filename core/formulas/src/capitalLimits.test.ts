import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { ratio4, type Usd6, usd6 } from '@vest/protocol'
import {
  availableProfit,
  capitalVerdict,
  lossUsedBps,
  maxDailyLossLimit,
  maxDrawdownLimit,
  profitPayout,
  targetEquity,
} from './capitalLimits.ts'

const dollars = (text: string): Usd6 => {
  const [whole, fraction = ''] = text.split('.')
  return usd6(Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0')))
}
const SIZE = dollars('100000')
const GOAL = ratio4(800)
const DAILY_LOSS = ratio4(400)
const DRAWDOWN = ratio4(800)

describe('W15 the limits of a plan of 100 000 with a goal of 8 %, 4 % a day and 8 % in total', () => {
  const limits = {
    targetEquity: targetEquity(SIZE, GOAL),
    maxDrawdownLimit: maxDrawdownLimit(SIZE, DRAWDOWN),
    maxDailyLossLimit: maxDailyLossLimit(dollars('103250.123456'), SIZE, DAILY_LOSS),
  }

  it('are 108 000, at 92 000, at 96 000 on the first day and at 99 250.123456 after a good one', () => {
    expect(limits.targetEquity).toBe(dollars('108000'))
    expect(limits.maxDrawdownLimit).toBe(dollars('92000'))
    expect(maxDailyLossLimit(SIZE, SIZE, DAILY_LOSS)).toBe(dollars('96000'))
    expect(limits.maxDailyLossLimit).toBe(dollars('99250.123456'))
  })

  it.each([
    ['99250.123456', 'MAX_DAILY_LOSS'],
    ['99250.123457', undefined],
    ['92000.000001', 'MAX_DAILY_LOSS'],
    ['92000', 'MAX_DRAWDOWN'],
    ['91999', 'MAX_DRAWDOWN'],
    ['107999.999999', undefined],
    ['108000', 'GOAL'],
  ] as const)('an equity of %s is %s', (equity, verdict) => {
    expect(capitalVerdict(dollars(equity), limits)).toBe(verdict)
  })

  it('without a goal, no equity is too high', () => {
    const { targetEquity: _, ...losses } = limits
    expect(capitalVerdict(dollars('1000000'), losses)).toBeUndefined()
  })
})

describe('the used part of an allowed loss', () => {
  const used = (equity: string) => lossUsedBps(dollars('100000'), dollars('96000'), dollars(equity))
  it.each([
    ['101000', 0],
    ['100000', 0],
    ['98000.000001', 4_999],
    ['98000', 5_000],
    ['96800', 8_000],
    ['96000', 10_000],
    ['90000', 10_000],
  ] as const)('at an equity of %s is %i basis points', (equity, bps) => expect(used(equity)).toBe(bps))
  it('is all of it where nothing may be lost', () =>
    expect(lossUsedBps(dollars('5'), dollars('5'), dollars('9'))).toBe(10_000))
})

describe('W16 a profit share of nine tenths', () => {
  it('of 4 321.654321 is 3 889.488888, and 432.165433 stay', () => {
    const size = dollars('4321.654321')
    const payout = profitPayout(size, ratio4(9_000))
    expect(payout).toBe(dollars('3889.488888'))
    expect(size - payout).toBe(dollars('432.165433'))
  })
})

describe('every share', () => {
  const amount = fc.integer({ min: 1, max: 4_000_000_000_000_000 }).map(usd6)
  const ratio = fc.integer({ min: 1, max: 10_000 }).map(ratio4)
  it('is rounded for the exchange, by less than one micro-dollar', () => {
    fc.assert(
      fc.property(amount, ratio, (size, share) => {
        const exact = BigInt(size) * BigInt(share)
        const above = (value: number): bigint => BigInt(value) * 10_000n - exact
        const goal = above(targetEquity(size, share) - size)
        expect(goal >= 0n && goal < 10_000n).toBe(true)
        for (const loss of [size - maxDrawdownLimit(size, share), profitPayout(size, share)]) {
          const rest = above(loss)
          expect(rest <= 0n && rest > -10_000n).toBe(true)
        }
        expect(maxDailyLossLimit(size, size, share)).toBe(maxDrawdownLimit(size, share))
      }),
    )
  })
})

describe('profit that may be withdrawn', () => {
  it('[5.10] is equity less the size of the plan less the value of positions, and never below zero', () => {
    const profit = (equity: string, held: string): Usd6 =>
      availableProfit(dollars(equity), dollars('10000'), dollars(held))
    expect(profit('10612.4', '0')).toBe(dollars('612.4'))
    expect(profit('10612.4', '600')).toBe(dollars('12.4'))
    expect(profit('10612.4', '3527.6')).toBe(0)
    expect(profit('9900', '0')).toBe(0)
  })
})
