import fc from 'fast-check'
import { lots, ticks } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { computePortfolio } from '../../entities/account/portfolio.ts'
import { accountOf, at, COIN, MARKETS, positionOf, sized, tickerOf, usd } from '../../testing/fixtures.ts'
import {
  choosePercent,
  chooseType,
  closeSize,
  closeState,
  FULL_CLOSE,
  summarizeClose,
  shownSize,
  switchUnit,
  typeSize,
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
  ...chooseType(FULL_CLOSE, 'LIMIT', context),
  priceText,
})
const stateOf = (draft: CloseDraft, context: CloseContext) =>
  closeState(draft, context, summarizeClose(draft, context))

describe('close dialog', () => {
  it('[2.40] begins with the whole position at the market and shows what it realises', () => {
    const context = contextOf()
    const draft = FULL_CLOSE
    const summary = summarizeClose(draft, context)
    expect([
      draft.type,
      shownSize(draft, context, summary.size),
      summary.percent,
      summary.positionAfter,
    ]).toEqual(['MARKET', '42', 100, undefined])
    expect(summary.pnl).toBe(usd(349.86))
    expect(stateOf(draft, context)).toEqual({ kind: 'ready' })
  })

  it('[2.40] half leaves half, limit presets the mark price', () => {
    const context = contextOf()
    const draft = choosePercent(FULL_CLOSE, 50)
    const summary = summarizeClose(draft, context)
    expect([shownSize(draft, context, summary.size), summary.pnl, summary.positionAfter?.size]).toEqual([
      '21',
      usd(174.93),
      sized(COIN, 21),
    ])
    expect(chooseType(draft, 'LIMIT', context).priceText).toBe('312.48')
  })

  it('[5.5] is disabled if the size is zero or above the position', () => {
    const context = contextOf()
    const typed = (text: string) => stateOf(typeSize(FULL_CLOSE, text), context)
    expect(typed('')).toEqual({ kind: 'idle', isTooLarge: false })
    expect(typed('0.0')).toEqual({ kind: 'idle', isTooLarge: false })
    expect(typed('42.0001')).toEqual({ kind: 'idle', isTooLarge: true })
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
    const inUsd = switchUnit(FULL_CLOSE, context)
    const size = closeSize(inUsd, context)
    expect([inUsd.sizeUnit, shownSize(inUsd, context, size), size]).toEqual([
      'usd',
      '13124.16',
      sized(COIN, 42),
    ])
  })

  it('100 % closes all of it, in every unit, at every price, whatever the mark and the position have become', () => {
    const moment = fc.record({
      mark: fc.integer({ min: 100, max: 900_000 }),
      size: fc.integer({ min: 1, max: 9_000_000 }),
    })
    const step = fc.constantFrom('unit', 'limit', 'market', 'price')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(moment, step), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(25, 50, 75, 100),
        (life, percent) => {
          let draft = choosePercent(FULL_CLOSE, percent)
          for (const [{ mark, size }, doing] of life) {
            const base = contextOf()
            const context = { ...base, mark: ticks(mark), position: { ...base.position, size: lots(size) } }
            if (doing === 'unit') draft = switchUnit(draft, context)
            else if (doing === 'price') draft = { ...draft, priceText: String(mark) }
            else draft = chooseType(draft, doing === 'limit' ? 'LIMIT' : 'MARKET', context)
            const summary = summarizeClose(draft, context)
            expect(summary.size).toBe(Math.floor((size * percent) / 100))
            expect(summary.percent).toBe(percent)
            if (percent === 100) expect(summary.positionAfter).toBeUndefined()
          }
        },
      ),
    )
  })

  it('50 % of 0.02 is 0.01, in USD as well', () => {
    const base = contextOf()
    const context = { ...base, position: { ...base.position, size: sized(COIN, 0.02) } }
    const half = choosePercent(FULL_CLOSE, 50)
    for (const draft of [half, switchUnit(half, context)])
      expect(closeSize(draft, context)).toBe(sized(COIN, 0.01))
  })

  it('a size that was typed takes the place of the percentage, and the slider only follows it', () => {
    const context = contextOf()
    const draft = typeSize(FULL_CLOSE, '21')
    expect([draft.percent, summarizeClose(draft, context).percent]).toEqual([undefined, 50])
    expect(choosePercent(draft, 25)).toMatchObject({ percent: 25, sizeText: '' })
  })

  it('nothing is sent while a field says that it refused what was typed', () => {
    const context = contextOf()
    const state = closeState(FULL_CLOSE, context, summarizeClose(FULL_CLOSE, context), ['size'])
    expect(state).toEqual({ kind: 'fieldRefused' })
  })

  it('in a halted market nothing can be closed, whatever is typed', () => {
    const context = { ...contextOf(), isHalted: true }
    for (const draft of [FULL_CLOSE, priced(context, '1')])
      expect(stateOf(draft, context)).toEqual({ kind: 'marketClosed' })
  })
})
