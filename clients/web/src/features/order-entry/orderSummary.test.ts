import { describe, expect, it } from 'vitest'
import { accountSummary } from '@vest/formulas'
import { at, COIN, positionOf, sized, usd } from '../../testing/fixtures.ts'
import { exitSize } from './orderExits.ts'
import { slippageWithinBand, type OrderDraft } from './orderDraft.ts'
import type { OrderAction } from './orderForm.ts'
import { summarizeOrder } from './orderSummary.ts'
import { contextOf, draftOf, MARK, toLimit, typed } from './testing/ticketContext.ts'

describe('summary', () => {
  it('values, margin and fee of a resting limit order', () => {
    const summary = summarizeOrder(draftOf(toLimit, { kind: 'price', text: '290' }, typed('10')), contextOf())
    expect([summary.value, summary.marginRequired, summary.fee, summary.limitPrice]).toEqual([
      usd(2_900),
      usd(290),
      usd(0.29),
      at(COIN, 290),
    ])
  })

  it('a market order pays the book, and paying more than the mark costs margin at once', () => {
    const summary = summarizeOrder(draftOf(typed('10')), contextOf())
    expect(summary.value).toBe(usd(3_000))
    // Filled at 300.10: margin is taken of the value at the mark.
    expect(summary.marginRequired).toBe(usd(300))
    expect(summary.positionAfter).toMatchObject({ isLong: true, size: sized(COIN, 10), cost: usd(3_001) })
    const context = contextOf()
    expect(accountSummary({ ...context.facts!, collateral: usd(1_000) }).available).toBe(usd(1_000))
  })

  it('carries the worst price of a market order, rounded toward the mark', () => {
    expect(summarizeOrder(draftOf(typed('1')), contextOf()).limitPrice).toBe(at(COIN, 315))
    expect(summarizeOrder(draftOf({ kind: 'side', isBuy: false }, typed('1')), contextOf()).limitPrice).toBe(
      at(COIN, 285),
    )
  })

  it('shows the liquidation price before and after, and the position after a flip', () => {
    const context = contextOf({ position: positionOf(COIN, 'long', 20, 300), collateral: 700 })
    const more = summarizeOrder(draftOf(typed('1')), context)
    expect(more.liquidationBefore).toBeDefined()
    expect(more.liquidationAfter!).toBeGreaterThan(more.liquidationBefore!)
    const flip = summarizeOrder(draftOf({ kind: 'side', isBuy: false }, typed('25')), context)
    expect(flip.positionAfter).toMatchObject({ isLong: false, size: sized(COIN, 5) })
    expect(flip.liquidationAfter!).toBeGreaterThan(at(COIN, MARK))
  })

  it('says what is available and how healthy the account is before and after', () => {
    const summary = summarizeOrder(draftOf(typed('10')), contextOf())
    // 1,000 less a fee of 0.3001, a dollar paid beside the mark, and a margin of 300.
    expect([summary.available, summary.availableAfter]).toEqual([usd(1_000), usd(698.6999)])
    expect([summary.health?.basisPoints, summary.healthAfter?.basisPoints]).toEqual([10_000, 9_249])
    const resting = summarizeOrder(draftOf(toLimit, { kind: 'price', text: '290' }, typed('10')), contextOf())
    expect([resting.availableAfter, resting.healthAfter?.basisPoints]).toEqual([usd(710), 10_000])
  })

  it('a limit order that crosses takes what the book holds within its price and reserves the rest', () => {
    const order = (timeInForce: 'GTC' | 'IOC' | 'FOK' | 'POST_ONLY') =>
      summarizeOrder(
        draftOf(
          toLimit,
          { kind: 'price', text: '300.1' },
          { kind: 'timeInForce', timeInForce },
          typed('1500'),
        ),
        contextOf({ collateral: 100_000 }),
      )
    expect([order('GTC').positionAfter?.size, order('GTC').marginRequired]).toEqual([
      sized(COIN, 1_000),
      usd(30_000 + 15_005),
    ])
    expect([order('IOC').positionAfter?.size, order('IOC').marginRequired]).toEqual([
      sized(COIN, 1_000),
      usd(30_000),
    ])
    expect([order('FOK').positionAfter?.size, order('FOK').marginRequired]).toEqual([
      sized(COIN, 1_500),
      usd(45_000),
    ])
    expect(order('POST_ONLY').marginRequired).toBe(usd(45_015))
  })

  it('[4.17] TP and SL of a market order leave what it filled, as far as it stands on its side', () => {
    const sizes = (side: 'long' | 'short', isBuy: boolean, size: string) => {
      const context = contextOf({ position: positionOf(COIN, side, 5, 300), collateral: 5_000 })
      const draft = draftOf({ kind: 'side', isBuy }, typed(size))
      const summary = summarizeOrder(draft, context)
      return exitSize(draft, summary, summary.size)
    }
    expect(sizes('long', true, '2')).toBe(sized(COIN, 2))
    expect(sizes('long', false, '7')).toBe(sized(COIN, 2))
    expect(sizes('long', false, '5')).toBe(0)
    expect(sizes('long', false, '3')).toBe(0)
  })

  it('an opposite order that only reduces needs no margin although nothing is left', () => {
    const context = contextOf({ position: positionOf(COIN, 'long', 30, 300), collateral: 1_000 })
    const summary = summarizeOrder(draftOf({ kind: 'side', isBuy: false }, typed('30')), context)
    expect([summary.isCovered, summary.marginRequired, summary.positionAfter]).toEqual([true, 0, undefined])
  })
})

describe('the fill band in the ticket', () => {
  /** Ten percent around a mark of 300: 270 to 330. */
  const deep = {
    asks: [310, 330, 331].map((price) => ({ price: at(COIN, price), size: sized(COIN, 1) })),
    bids: [290, 270, 269].map((price) => ({ price: at(COIN, price), size: sized(COIN, 1) })),
  }
  const rich = contextOf({ collateral: 100_000 }, { book: deep })
  const limit = (price: string, ...more: OrderAction[]) =>
    draftOf(toLimit, typed('3'), { kind: 'price', text: price }, ...more)
  const filled = (draft: OrderDraft) => summarizeOrder(draft, rich).positionAfter

  it('[5.4] a visitor has no margin: that is unknown, and not none', () => {
    const visitor = contextOf({}, { isSignedIn: false, summary: undefined, facts: undefined })
    const summary = summarizeOrder(draftOf(typed('1')), visitor)
    expect(summary.value).toBe(300_000_000)
    expect(summary.marginRequired).toBeUndefined()
    expect(summary.available).toBeUndefined()
  })

  it('E1: the preview takes nothing beyond the edge and rests nothing there', () => {
    const beyond = limit('340')
    expect(filled(beyond)?.size).toBe(sized(COIN, 2))
    // What rests reserves margin; of this order nothing rests.
    const near = limit('330')
    expect(filled(near)?.size).toBe(sized(COIN, 2))
    expect(summarizeOrder(near, rich).marginRequired).toBeGreaterThan(
      summarizeOrder(beyond, rich).marginRequired!,
    )
    expect(filled(limit('260', { kind: 'side', isBuy: false }))?.size).toBe(sized(COIN, 2))
  })

  it('E1: the slippage goes no farther than the band, and neither does the limit that is signed', () => {
    const draft = draftOf(typed('1'), { kind: 'slippage', text: '50' })
    expect(slippageWithinBand(draft, rich)).toBe(1_000)
    expect(summarizeOrder(draft, rich).limitPrice).toBe(at(COIN, 330))
    const narrower = draftOf(typed('1'), { kind: 'slippage', text: '2' })
    expect(summarizeOrder(narrower, rich).limitPrice).toBe(at(COIN, 306))
  })
})
