import { describe, expect, it } from 'vitest'
import { accountSummary } from '@vest/formulas'
import { funding12, ratio4, usd6 } from '@vest/protocol'
import { at, COIN, positionOf, sized, tickerOf, usd } from '../../testing/fixtures.ts'
import { summaryPosition } from '../account/portfolio.ts'
import { simulateFill, takeLevels, takeWhole } from './simulateFill.ts'

const levels = [300, 301, 302].map((price) => ({ price: at(COIN, price), size: sized(COIN, 10) }))
const asked = (size: number, limit?: number) => ({
  levels,
  size: sized(COIN, size),
  isBuy: true,
  limit: limit === undefined ? undefined : at(COIN, limit),
})
const part = (price: number, size: number) => ({ price: at(COIN, price), size: sized(COIN, size) })

describe('what an order takes from the visible book', () => {
  it('goes from level to level, the best first', () => {
    expect(takeLevels(asked(10))).toEqual({ parts: [part(300, 10)], left: 0 })
    expect(takeLevels(asked(15))).toEqual({ parts: [part(300, 10), part(301, 5)], left: 0 })
    const bids = [300, 299].map((price) => part(price, 10))
    expect(takeLevels({ levels: bids, size: sized(COIN, 15), isBuy: false }).parts).toEqual([
      part(300, 10),
      part(299, 5),
    ])
  })

  it('takes nothing beyond the limit and says what is left', () => {
    expect(takeLevels(asked(30, 301))).toEqual({
      parts: [part(300, 10), part(301, 10)],
      left: sized(COIN, 10),
    })
    expect(takeLevels(asked(30, 299)).parts).toEqual([])
  })

  it('an order that fills whole takes what is not visible at the last level, its limit, or the fallback', () => {
    const fallback = at(COIN, 299)
    expect(takeWhole({ ...asked(60), fallback }).at(-1)).toEqual(part(302, 30))
    expect(takeWhole({ ...asked(30, 301), fallback }).at(-1)).toEqual(part(301, 10))
    expect(takeWhole({ ...asked(5), levels: [], fallback })).toEqual([part(299, 5)])
  })
})

describe('the account after it', () => {
  const ticker = tickerOf(COIN, 310, { cumFunding: funding12(100_000_000_000n) })
  const held = summaryPosition(positionOf(COIN, 'long', 10, 300), COIN, ticker)
  const facts = { collateral: usd(1_000), softCredit: usd6(0), positions: [held], orders: [] }
  const context = { market: COIN, mark: at(COIN, 310), position: held }
  const initMarginRatio = ratio4(1_000)

  it('settles funding, realises profit and charges the fee by the mark and rates of its market', () => {
    const after = simulateFill(facts, context, { isBuy: false, parts: [part(310, 10)], initMarginRatio })
    // 1000 − 1 funding − 0.31 fee + 100 profit.
    expect([after.pnl, after.fee, after.facts.collateral, after.isReducing]).toEqual([
      usd(100),
      usd(0.31),
      usd(1_098.69),
      true,
    ])
  })

  it('a first position is valued at the mark', () => {
    const flat = { ...facts, positions: [] }
    const after = simulateFill(
      flat,
      { ...context, position: undefined },
      { isBuy: true, parts: [part(311, 1)], initMarginRatio },
    )
    expect(accountSummary(after.facts).equity).toBe(usd(1_000 - 1 - 0.0311 * 1))
  })
})
