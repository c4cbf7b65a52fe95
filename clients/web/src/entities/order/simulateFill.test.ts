import { describe, expect, it } from 'vitest'
import { accountSummary } from '@vest/formulas'
import { funding12, ratio4, usd6 } from '@vest/protocol'
import { at, COIN, positionOf, sized, tickerOf, usd } from '../../testing/fixtures.ts'
import { summaryPosition } from '../account/portfolio.ts'
import { estimateFill, simulateFill } from './simulateFill.ts'

const levels = [300, 301, 302].map((price) => ({ price: at(COIN, price), size: sized(COIN, 10) }))
const fill = (change: Partial<Parameters<typeof estimateFill>[0]>) =>
  estimateFill({ levels, size: sized(COIN, 10), fallback: at(COIN, 299), isBuy: true, ...change })

describe('estimated fill price', () => {
  it('averages the levels it takes, rounded against the taker', () => {
    expect(fill({})).toBe(at(COIN, 300))
    expect(fill({ size: sized(COIN, 15) })).toBe(30_034)
    const bids = [300, 299, 298].map((price) => ({ price: at(COIN, price), size: sized(COIN, 10) }))
    expect(fill({ levels: bids, size: sized(COIN, 15), isBuy: false })).toBe(29_966)
  })

  it('takes what is not visible at the last level, or at the fallback of an empty book', () => {
    expect(fill({ size: sized(COIN, 60) })).toBe(30_150)
    expect(fill({ levels: [] })).toBe(at(COIN, 299))
  })

  it('never pays beyond the limit', () => {
    expect(fill({ size: sized(COIN, 30), limit: at(COIN, 301) })).toBe(30_067)
    expect(fill({ levels: [], limit: at(COIN, 290) })).toBe(at(COIN, 290))
  })
})

describe('simulated fill', () => {
  const ticker = tickerOf(COIN, 310, { cumFunding: funding12(100_000_000_000n) })
  const held = summaryPosition(positionOf(COIN, 'long', 10, 300), COIN, ticker)
  const facts = { collateral: usd(1_000), softCredit: usd6(0), positions: [held], orders: [] }
  const context = { market: COIN, mark: at(COIN, 310), position: held, initMarginRatio: ratio4(1_000) }

  it('conserves equity but for the fee: funding and profit only change their place', () => {
    const before = accountSummary(facts).equity
    for (const [isBuy, size] of [
      [true, 5],
      [false, 4],
      [false, 10],
      [false, 25],
    ] as const) {
      const after = simulateFill(facts, context, { isBuy, size: sized(COIN, size), price: at(COIN, 310) })
      expect(accountSummary(after.facts).equity + after.fee, `${isBuy} ${size}`).toBe(before)
    }
  })

  it('settles funding, realises profit and charges the fee on the collateral', () => {
    const after = simulateFill(facts, context, { isBuy: false, size: sized(COIN, 10), price: at(COIN, 310) })
    // 1000 − 1 funding − 0.31 fee + 100 profit.
    expect([after.pnl, after.fee, after.facts.collateral, after.isReducing]).toEqual([
      usd(100),
      usd(0.31),
      usd(1_098.69),
      true,
    ])
  })

  it('moves margin in and out of an isolated position', () => {
    const isolated = { ...COIN, isIsolated: true }
    const flat = { ...facts, positions: [] }
    const opened = simulateFill(
      flat,
      { ...context, market: isolated, position: undefined },
      { isBuy: true, size: sized(COIN, 10), price: at(COIN, 310) },
    )
    expect([opened.position?.isolatedMargin, opened.facts.collateral]).toEqual([
      usd(310),
      usd(1_000 - 310 - 0.31),
    ])
    const half = simulateFill(
      opened.facts,
      { ...context, market: isolated, position: opened.position },
      { isBuy: false, size: sized(COIN, 5), price: at(COIN, 310) },
    )
    expect(half.position?.isolatedMargin).toBe(usd(155))
  })
})
