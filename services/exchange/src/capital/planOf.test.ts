/** Metadata of a product as a plan: to the digit, or not at all. */
import { describe, expect, it } from 'vitest'
import { planText } from './capitalText.ts'
import { planOf } from './planOf.ts'

const METADATA = {
  account_size: '10000',
  step_1_goal: '10',
  max_daily_loss: '4.25',
  max_drawdown: '6',
  max_leverage: '5',
  max_profit_split: '90',
}
const PRODUCT = {
  name: 'Gold',
  priceId: 'price_gold',
  priceCents: 11_000,
  currency: 'usd',
  metadata: METADATA,
}
const with_ = (change: Record<string, string>) => planOf({ ...PRODUCT, metadata: { ...METADATA, ...change } })

describe('[9.13] a product', () => {
  it('is a plan with shares of 10⁻⁴, and reads as it was written', () => {
    const plan = planOf(PRODUCT)!
    expect(plan).toMatchObject({
      sizeUsd6: 10_000_000_000,
      goalRatio: 1_000,
      maxDailyLossRatio: 425,
      maxDrawdownRatio: 600,
      profitSplitRatio: 9_000,
      reviewMs: 0,
      firstProfitAfterMs: 0,
      minTradingDays: 0,
    })
    expect(planText(plan)).toEqual({
      name: 'Gold',
      priceId: 'price_gold',
      unitAmount: 11_000,
      metadata: METADATA,
    })
  })

  it('may ask for days and hours', () => {
    const terms = {
      min_trading_days: '3',
      min_funded_days: '2',
      review_hours: '48',
      first_profit_days: '7',
      profit_every_hours: '24',
    }
    const plan = with_(terms)!
    // Who buys it reads them too.
    expect(planText(plan).metadata).toEqual({ ...METADATA, ...terms })
    expect(plan).toMatchObject({
      minTradingDays: 3,
      reviewMs: 172_800_000,
      firstProfitAfterMs: 604_800_000,
      profitEveryMs: 86_400_000,
    })
  })

  it.each([
    [{ account_size: '0' }], [{ account_size: 'ten' }], [{ step_1_goal: '100.01' }], [{ max_drawdown: '0' }],
    [{ max_daily_loss: '4.005' }], [{ max_leverage: '50' }], [{ max_profit_split: '-1' }], [{ review_hours: '1.5' }],
    [{ min_trading_days: '-1' }],
  ])('%j is no plan', (change) => { expect(with_(change as never)).toBeUndefined() }) // prettier-ignore

  it('without one of its figures is none', () => {
    for (const field of Object.keys(METADATA))
      expect(planOf({ ...PRODUCT, metadata: { ...METADATA, [field]: undefined as never } })).toBeUndefined()
  })
})
