import { describe, expect, it } from 'vitest'
import { computePortfolio } from '../../entities/account/portfolio.ts'
import { accountOf, at, COIN, MARKETS, positionOf, sized, tickerOf, usd } from '../../testing/fixtures.ts'
import {
  chooseType,
  closeSize,
  closeState,
  fullClose,
  summarizeClose,
  switchUnit,
  withPercent,
  type CloseContext,
  type CloseDraft,
} from './closeForm.ts'

const MARK = 312.48

function contextOf(side: 'long' | 'short' = 'long'): CloseContext {
  const portfolio = computePortfolio(
    {
      account: accountOf({
        positions: new Map([[COIN.symbol, positionOf(COIN, side, 42, 304.15)]]),
      }),
      orders: new Map(),
      transfers: new Map(),
    },
    MARKETS,
    new Map([[COIN.symbol, tickerOf(COIN, MARK)]]),
  )
  return {
    market: COIN,
    mark: at(COIN, MARK),
    position: portfolio.factOf.get(COIN.symbol)!,
    facts: portfolio.facts!,
    book: undefined,
    isHalted: false,
  }
}

const priced = (context: CloseContext, priceText: string): CloseDraft => ({
  ...chooseType(fullClose(COIN, context.position), 'LIMIT', context),
  priceText,
})
const stateOf = (draft: CloseDraft, context: CloseContext) =>
  closeState(draft, context, summarizeClose(draft, context))

describe('close dialog', () => {
  it('[2.40] begins with the whole position at the market and shows what it realises', () => {
    const context = contextOf()
    const draft = fullClose(COIN, context.position)
    const summary = summarizeClose(draft, context)
    expect([draft.type, draft.sizeText, summary.percent, summary.positionAfter]).toEqual([
      'MARKET',
      '42',
      100,
      undefined,
    ])
    expect(summary.pnl).toBe(usd(349.86))
    expect(stateOf(draft, context)).toEqual({ kind: 'ready' })
  })

  it('[2.40] half leaves half, limit presets the mark price', () => {
    const context = contextOf()
    const draft = withPercent(fullClose(COIN, context.position), context, 50)
    const summary = summarizeClose(draft, context)
    expect([draft.sizeText, summary.pnl, summary.positionAfter?.size]).toEqual([
      '21',
      usd(174.93),
      sized(COIN, 21),
    ])
    expect(chooseType(draft, 'LIMIT', context).priceText).toBe('312.48')
  })

  it('[5.5] is disabled if the size is zero or above the position', () => {
    const context = contextOf()
    const draft = fullClose(COIN, context.position)
    expect(stateOf({ ...draft, sizeText: '' }, context)).toEqual({ kind: 'idle', isTooLarge: false })
    expect(stateOf({ ...draft, sizeText: '0.0' }, context)).toEqual({ kind: 'idle', isTooLarge: false })
    expect(stateOf({ ...draft, sizeText: '42.0001' }, context)).toEqual({ kind: 'idle', isTooLarge: true })
  })

  it('[5.5] limit price invalid at ten times mark, a tenth of it, or for a long at or below half', () => {
    const long = contextOf('long')
    const short = contextOf('short')
    expect(stateOf(priced(long, '3124.8'), long)).toEqual({ kind: 'invalidPrice', hint: 'outOfRange' })
    expect(stateOf(priced(long, '31.24'), long)).toEqual({ kind: 'invalidPrice', hint: 'outOfRange' })
    expect(stateOf(priced(long, '156.24'), long)).toEqual({ kind: 'invalidPrice', hint: 'halfLong' })
    expect(stateOf(priced(long, '156.25'), long)).toEqual({ kind: 'ready' })
    expect(stateOf(priced(short, '156.24'), short)).toEqual({ kind: 'ready' })
    expect(stateOf(priced(short, '31.24'), short)).toEqual({ kind: 'invalidPrice', hint: 'outOfRange' })
    expect(stateOf(priced(long, ''), long)).toEqual({ kind: 'invalidPrice', hint: 'outOfRange' })
  })

  it('still means the whole position after the unit was switched to USD', () => {
    const context = contextOf()
    const inUsd = switchUnit(fullClose(COIN, context.position), context)
    expect([inUsd.sizeUnit, inUsd.sizeText, closeSize(inUsd, context)]).toEqual([
      'usd',
      '13124.16',
      sized(COIN, 42),
    ])
  })

  it('in a halted market nothing can be closed, whatever is typed', () => {
    const context = { ...contextOf(), isHalted: true }
    for (const draft of [fullClose(COIN, context.position), priced(context, '1')])
      expect(stateOf(draft, context)).toEqual({ kind: 'marketClosed' })
  })
})
