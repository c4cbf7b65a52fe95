import { ratio4 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { GOLD, usd } from '../../testing/fixtures.ts'
import { readPlan } from './capitalPlan.ts'

describe('a plan', () => {
  it('[3.14] [9.3] [9.13] reads size, fee, goal, limits, split and leverage by the formulas that judge it', () => {
    expect(readPlan(GOLD)).toEqual({
      name: 'Gold',
      priceId: 'price_gold',
      feeCents: 11_000,
      size: usd(10_000),
      goal: usd(11_000),
      dailyLoss: usd(400),
      drawdown: usd(600),
      drawdownFloor: usd(9_400),
      leverageMax: 5,
      goalRatio: ratio4(1_000),
      dailyLossRatio: ratio4(400),
      drawdownRatio: ratio4(600),
      splitRatio: ratio4(9_000),
      terms: {},
    })
  })

  it('reads the terms that it names beyond them; one that is no number makes it none', () => {
    const termsOf = (terms: Readonly<Record<string, string>>) =>
      readPlan({ ...GOLD, metadata: { ...GOLD.metadata, ...terms } })?.terms
    expect(termsOf({ min_trading_days: '3', profit_every_hours: '24' })).toEqual({
      min_trading_days: 3,
      profit_every_hours: 24,
    })
    expect(termsOf({ first_profit_days: 'a week' })).toBeUndefined()
  })

  it('[3.14] one that lacks a figure, or has one that is no number, is none', () => {
    for (const field of Object.keys(GOLD.metadata)) {
      const { [field]: _, ...others } = GOLD.metadata
      expect(readPlan({ ...GOLD, metadata: others }), field).toBeUndefined()
      expect(readPlan({ ...GOLD, metadata: { ...others, [field]: 'ten' } }), field).toBeUndefined()
    }
  })
})
