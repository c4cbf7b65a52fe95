import { timeMs, usd6, type Address } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { usedLosses } from './usedLosses.ts'

const ACCOUNT: Address = `0x${'22'.repeat(20)}`
const DAY_MS = 86_400_000

describe('a used loss', () => {
  /** 100 may be lost in a day and 1,000 in total, of 10,000. */
  const viewAt = (equity: number, day = 1, priorDayBalance = 10_000) => ({
    account: ACCOUNT,
    equity: usd6(equity * 1e6),
    capital: {
      status: 'active' as const,
      isFrozen: false,
      sizeUsd6: usd6(10_000e6),
      priorDayBalance: usd6(priorDayBalance * 1e6),
      maxDailyLossLimit: usd6((priorDayBalance - 100) * 1e6),
      maxDrawdownLimit: usd6(9_000e6),
      tradingDays: 1,
      nextResetTimeMs: timeMs(day * DAY_MS),
    },
  })
  function tell(views: readonly ReturnType<typeof viewAt>[]): readonly string[] {
    let told: readonly string[] = []
    return views.flatMap((view) => {
      const now = usedLosses(view, told)
      told = now.told
      return now.due.map(({ loss, percent, room }) => `${loss} ${percent} ${room / 1e6}`)
    })
  }
  it('of a day is told at half and at 80 %, once each a day', () =>
    expect(
      tell([viewAt(9_950.01), viewAt(9_950), viewAt(9_980), viewAt(9_949), viewAt(9_920), viewAt(9_919)]),
    ).toEqual(['DAILY_LOSS 50 50', 'DAILY_LOSS 80 20']))
  it('of a day is told again on the next', () =>
    expect(tell([viewAt(9_940), viewAt(9_940, 2, 9_940), viewAt(9_890, 2, 9_940)])).toEqual([
      'DAILY_LOSS 50 40',
      'DAILY_LOSS 50 50',
    ]))
  it('that passes both levels at once is told as the higher one alone', () =>
    expect(tell([viewAt(9_915), viewAt(9_945), viewAt(9_915)])).toEqual(['DAILY_LOSS 80 15']))
  it('of the drawdown is told once a level, whatever the day', () =>
    expect(
      tell([
        viewAt(9_500, 1, 9_500),
        viewAt(9_600, 2, 9_600),
        viewAt(9_500, 3, 9_510),
        viewAt(9_200, 4, 9_200),
      ]),
    ).toEqual(['DRAWDOWN 50 500', 'DRAWDOWN 80 200']))
})
