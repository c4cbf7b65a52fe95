import { describe, expect, it } from 'vitest'
import { exposureOf, shareBps } from './exposure.ts'
import { PORTFOLIO_VIEWS, readView } from './portfolioViews.ts'

describe('portfolio', () => {
  it('[2.3] [2.30] the address presets each of the six lists, and those of the past behind them; anything else the positions', () => {
    expect(PORTFOLIO_VIEWS.map(readView)).toEqual([
      'positions',
      'open-orders',
      'order-history',
      'balances',
      'transfers',
      'locked-asset-collateral',
      'position-history',
      'fills',
      'funding',
    ])
    expect([readView(undefined), readView('transfer'), readView('__proto__')]).toEqual([
      'positions',
      'positions',
      'positions',
    ])
  })

  it('sums exposure by side and funding by sign', () => {
    const row = (isLong: boolean, value: number, funding: number) => ({ isLong, value, funding }) as never
    expect(exposureOf([row(true, 100, 3), row(false, 40, -5), row(true, 1, 0)])).toEqual({
      long: 101,
      short: 40,
      funding: -2,
    })
  })

  it('shares are rounded toward zero and absent without a whole', () => {
    expect([
      shareBps(1, 3),
      shareBps(-1, 3),
      shareBps(1, 0),
      shareBps(1, -5),
      shareBps(undefined, 5),
    ]).toEqual([3333, -3333, undefined, undefined, undefined])
  })
})
