import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultSlippageBps, lots, ticks } from '@vest/protocol'
import type { TicketRequest } from '../../entities/order/ticketRequests.ts'
import { at, BTC, COIN, positionOf, restingOrder, sized } from '../../testing/fixtures.ts'
import { writePrice } from '../../shared/numeric/index.ts'
import { emptyDraft, slippageBps, type OrderContext, type OrderDraft } from './orderDraft.ts'
import { reduceOrder, type OrderAction } from './orderForm.ts'
import { isCovered } from './orderOutcome.ts'
import { maxSize, percentOfSize, shownSize, sizeOf } from './orderSize.ts'
import { requestActions } from './requestActions.ts'
import {
  contextOf,
  draftOf,
  EMPTY,
  MARK,
  stateOf,
  submitted,
  toLimit,
  typed,
} from './testing/ticketContext.ts'

describe('draft', () => {
  it('[4.17] choosing limit presets the mark price and GTC; choosing market clears both', () => {
    const limit = draftOf(toLimit)
    expect(limit).toMatchObject({ type: 'LIMIT', priceText: '300.00', timeInForce: 'GTC' })
    expect(
      reduceOrder(limit, { kind: 'type', type: 'MARKET', mark: at(COIN, MARK), market: COIN }),
    ).toMatchObject({
      type: 'MARKET',
      priceText: '',
      timeInForce: undefined,
    })
  })

  it('[4.17] reduce-only takes the side opposite to the open position and unticks when it is gone', () => {
    const short = contextOf({ position: positionOf(COIN, 'short', 5, 300) }).position
    const ticked = reduceOrder(
      { ...EMPTY, isBuy: false },
      { kind: 'reduceOnly', isOn: true, position: short },
    )
    expect(ticked).toMatchObject({ isReduceOnly: true, isBuy: true })
    expect(reduceOrder(ticked, { kind: 'position', position: short })).toBe(ticked)
    expect(reduceOrder(ticked, { kind: 'position', position: undefined }).isReduceOnly).toBe(false)
  })

  it('[4.17] choosing limit and ticking reduce-only clear TP/SL; ticking TP/SL unticks reduce-only', () => {
    const exit: OrderAction = { kind: 'exit', of: 'takeProfit', exit: { priceText: '330' } }
    const cleared = { hasExits: false, takeProfit: { priceText: '' }, stopLoss: { priceText: '' } }
    const market = draftOf({ kind: 'exits', isOn: true }, exit)
    expect(market).toMatchObject({ hasExits: true, takeProfit: { priceText: '330' } })
    expect(reduceOrder(market, toLimit)).toMatchObject(cleared)
    const long = contextOf({ position: positionOf(COIN, 'long', 5, 300) }).position
    const reducing = reduceOrder(market, { kind: 'reduceOnly', isOn: true, position: long })
    expect(reducing).toMatchObject({ ...cleared, isReduceOnly: true, isBuy: false })
    expect(reduceOrder(reducing, { kind: 'exits', isOn: true })).toMatchObject({
      hasExits: true,
      isReduceOnly: false,
    })
    expect(reduceOrder(market, { kind: 'exits', isOn: false })).toMatchObject(cleared)
    expect(reduceOrder(market, submitted)).toMatchObject(cleared)
  })

  it('choosing the type that is chosen changes nothing: a press on the book keeps price and TP/SL', () => {
    const limit = draftOf(toLimit, { kind: 'price', text: '290' }, { kind: 'exits', isOn: true })
    expect(reduceOrder(limit, toLimit)).toBe(limit)
  })

  it('[4.17] after a submission side and type stay, everything else is that of a new form', () => {
    const before = draftOf(
      toLimit,
      { kind: 'side', isBuy: false },
      typed('5'),
      { kind: 'price', text: '320' },
      { kind: 'timeInForce', timeInForce: 'POST_ONLY' },
      { kind: 'gainUnit', unit: 'percent' },
      { kind: 'slippage', text: '2' },
      { kind: 'exits', isOn: true },
    )
    expect(reduceOrder(before, submitted)).toEqual({
      ...EMPTY,
      type: 'LIMIT',
      isBuy: false,
      priceText: '300.00',
      timeInForce: 'GTC',
    })
    const market = draftOf({ kind: 'side', isBuy: false }, typed('5'), { kind: 'slippage', text: '2' })
    expect(reduceOrder(market, submitted)).toEqual({ ...EMPTY, isBuy: false })
  })

  it('[9.5] begins with 5 percent slippage, 0.3 percent for BTC, ETH and SOL', () => {
    const begin = (symbol: string): string =>
      emptyDraft({ slippageBps: defaultSlippageBps(symbol), sizeUnit: 'base' }).slippageText
    expect([COIN.symbol, BTC.symbol, 'ETH-PERP', 'SOL-PERP'].map(begin)).toEqual(['5', '0.3', '0.3', '0.3'])
  })

  it('[5.1] [5.7] clamps slippage to 0 … 100 percent', () => {
    const bps = (text: string): number => slippageBps({ ...EMPTY, slippageText: text })
    expect([bps('-3'), bps(''), bps('0.3'), bps('100'), bps('250')]).toEqual([0, 0, 30, 10_000, 10_000])
  })
})

describe('what the page asks of the ticket', () => {
  const ask = (request: TicketRequest, draft = EMPTY): OrderDraft =>
    requestActions(request, contextOf()).reduce(reduceOrder, draft)

  it('a price makes it a limit ticket and keeps what was typed', () => {
    const before = draftOf(toLimit, typed('5'), { kind: 'exits', isOn: true })
    expect(ask({ kind: 'price', price: at(COIN, 290) }, before)).toEqual({ ...before, priceText: '290.00' })
  })

  it('a whole order is taken over with its size, take profit and stop loss', () => {
    const whole = {
      kind: 'order',
      isBuy: false,
      size: sized(COIN, 2),
      price: at(COIN, 310),
      takeProfit: at(COIN, 280),
      stopLoss: at(COIN, 320),
    } as const
    expect(ask(whole)).toMatchObject({
      type: 'LIMIT',
      isBuy: false,
      priceText: '310.00',
      sizeText: '2',
      hasExits: true,
      takeProfit: { priceText: '280.00' },
      stopLoss: { priceText: '320.00' },
    })
    expect(ask({ kind: 'order', isBuy: true, size: sized(COIN, 3) }, ask(whole))).toMatchObject({
      type: 'MARKET',
      isBuy: true,
      sizeText: '3',
      takeProfit: { priceText: '280.00' },
    })
  })
})

const shownAt = (draft: OrderDraft, percent: number, context: OrderContext): string => {
  const at = reduceOrder(draft, { kind: 'percent', percent })
  return shownSize(at, context, sizeOf(at, context))
}

describe('size', () => {
  it('[5.7] reads base units with the market’s decimals and USD with two', () => {
    const context = contextOf()
    expect(sizeOf(draftOf(typed('1.2345')), context)).toBe(12_345)
    const inUsd: OrderDraft = { ...draftOf(typed('1000.00')), sizeUnit: 'usd' }
    // 1000 / 300 = 3.3333… lots are floored: never more than the amount buys.
    expect(sizeOf(inUsd, context)).toBe(33_333)
  })

  it('keeps the lots when the unit is switched and back', () => {
    const context = contextOf()
    const base = draftOf(typed('1.2345'))
    const inUsd = reduceOrder(base, { kind: 'unit', context })
    expect([inUsd.sizeUnit, inUsd.sizeText, sizeOf(inUsd, context)]).toEqual(['usd', '370.35', 12_345])
    expect(reduceOrder(inUsd, { kind: 'unit', context })).toMatchObject({
      sizeUnit: 'base',
      sizeText: '1.2345',
    })
  })

  it('[5.7] the slider’s 100 percent is a size that passes, one lot more is not', () => {
    for (const draft of [EMPTY, draftOf(toLimit), draftOf({ kind: 'side', isBuy: false })]) {
      for (const world of [
        {},
        { position: positionOf(COIN, 'short', 7, 310) },
        { orders: [restingOrder(1)] },
      ]) {
        const context = contextOf(world)
        const size = maxSize(draft, context)
        const at100 = reduceOrder(draft, { kind: 'percent', percent: 100 })
        expect(sizeOf(at100, context)).toBe(size)
        expect(stateOf(at100, context)).toEqual({ kind: 'ready' })
        const tooLarge = reduceOrder(at100, typed(String((size + 1) / 10_000)))
        expect(stateOf(tooLarge, context)).toEqual({
          kind: 'blocked',
          reason: 'insufficientBalance',
          field: 'size',
        })
      }
    }
  })

  it('[5.7] the slider follows a typed size: its part of the largest, all of it from there on', () => {
    const context = contextOf()
    const largest = maxSize(EMPTY, context)
    const at = (size: number): number => percentOfSize(draftOf(typed(String(size / 10_000))), context)
    expect([at(0), at(largest), at(largest + 1), at(largest * 3)]).toEqual([0, 100, 100, 100])
    for (const percent of [1, 25, 50, 99]) {
      const size = Math.ceil((largest * percent) / 100)
      expect([at(size - 1), at(size)]).toEqual([percent - 1, percent])
    }
    // Without money the largest size is none, and any is too much.
    expect(percentOfSize(draftOf(typed('1')), contextOf({ collateral: 0 }))).toBe(100)
  })

  it('whatever is typed as price and size has a summary and a place on the slider', () => {
    const digits = fc
      .tuple(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.integer({ min: 0, max: 15 }),
        fc.integer({ min: 0, max: 5 }),
      )
      .map(([value, zeros, decimals]) => {
        const text = String(value / 10n ** BigInt(zeros))
        return decimals === 0 ? text : `${text}.${'3'.repeat(decimals)}`
      })
    const held = [undefined, positionOf(COIN, 'long', 7, 310), positionOf(COIN, 'short', 900_000, 290)]
    fc.assert(
      fc.property(
        fc.record({
          price: digits,
          size: digits,
          isBuy: fc.boolean(),
          isLimit: fc.boolean(),
          inUsd: fc.boolean(),
          position: fc.constantFrom(...held),
          collateral: fc.constantFrom(0, 1_000, 4_000_000_000),
        }),
        ({ price, size, isBuy, isLimit, inUsd, position, collateral }) => {
          const context = contextOf({ collateral, ...(position && { position }) })
          const draft = draftOf(
            { kind: 'side', isBuy },
            ...(isLimit ? ([toLimit, { kind: 'price', text: price }] as const) : []),
            ...(inUsd ? ([{ kind: 'unit', context }] as const) : []),
            typed(size),
          )
          const percent = percentOfSize(draft, context)
          expect(percent).toBeGreaterThanOrEqual(0)
          expect(percent).toBeLessThanOrEqual(100)
          expect(stateOf(draft, context).kind).toMatch(/^(ready|blocked|deposit|idle)$/)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('the slider of a reduce-only order ends at the position', () => {
    const context = contextOf({ position: positionOf(COIN, 'long', 5, 300) })
    const draft = draftOf({ kind: 'reduceOnly', isOn: true, position: context.position })
    expect(shownAt(draft, 100, context)).toBe('5')
    expect(shownAt(draft, 25, context)).toBe('1.25')
  })

  it('50 % of 0.02 is 0.01, in base units and in USD', () => {
    const context = contextOf({ position: positionOf(COIN, 'long', 0.02, 300) })
    const reducing = draftOf({ kind: 'reduceOnly', isOn: true, position: context.position })
    expect(shownAt(reducing, 50, context)).toBe('0.01')
    const inUsd = draftOf(
      { kind: 'reduceOnly', isOn: true, position: context.position },
      { kind: 'percent', percent: 50 },
      { kind: 'unit', context },
    )
    expect(sizeOf(inUsd, context)).toBe(sized(COIN, 0.01))
  })

  it('a percentage holds while price, side, type, leverage and marks change, and is never more than the balance', () => {
    const moment = fc.record({
      mark: fc.integer({ min: 15_000, max: 60_000 }),
      ratio: fc.constantFrom(500, 1_000, 5_000, 10_000),
      collateral: fc.constantFrom(1, 1_000, 987_654),
      position: fc.constantFrom(
        undefined,
        positionOf(COIN, 'long', 1, 310),
        positionOf(COIN, 'short', 0.02, 290),
      ),
    })
    const doing = fc.oneof(
      fc.boolean().map((isBuy): OrderAction => ({ kind: 'side', isBuy })),
      fc.constantFrom('LIMIT' as const, 'MARKET' as const).map((type) => ({ kind: 'type', type }) as const),
      fc.constant({ kind: 'unit' } as const),
      fc.integer({ min: 90, max: 110 }).map((factor) => ({ kind: 'price', factor }) as const),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(1, 25, 33, 50, 75, 99, 100),
        fc.array(fc.tuple(moment, doing), { minLength: 1, maxLength: 6 }),
        (percent, life) => {
          let draft = draftOf({ kind: 'percent', percent })
          for (const [{ mark, ratio, collateral, position }, step] of life) {
            const change = { mark: ticks(mark), book: undefined }
            const context = contextOf({ ratio, collateral, ...(position && { position }) }, change)
            if (step.kind === 'unit') draft = reduceOrder(draft, { kind: 'unit', context })
            else if (step.kind === 'type')
              draft = reduceOrder(draft, { ...step, mark: context.mark, market: COIN })
            else if ('factor' in step)
              draft = reduceOrder(draft, {
                kind: 'price',
                text: writePrice(ticks(Math.floor((mark * step.factor) / 100)), 2),
              })
            else draft = reduceOrder(draft, step)
            expect(draft.percent).toBe(percent)
            const size = sizeOf(draft, context)
            const part = Math.floor((maxSize(draft, context) * percent) / 100)
            expect(size).toBeLessThanOrEqual(part)
            if (size < part) expect(isCovered(draft, context, lots(part))).toBe(false)
            // The ratio of a position is rounded in steps of a hundredth of a percent: a fiftieth of the least of 5 %.
            expect(size).toBeGreaterThanOrEqual(Math.floor(part * 0.98))
            const state = stateOf(draft, context)
            if (state.kind === 'blocked') expect(state.reason).not.toBe('insufficientBalance')
            if (size > 0 && context.summary!.available > 0 && draft.type === 'MARKET')
              expect(state.kind).toBe('ready')
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('99 % is never short of balance where the margin ratio of the position is rounded up just there', () => {
    const world = { ratio: 500, collateral: 1, position: positionOf(COIN, 'short', 0.02, 290) }
    const context = contextOf(world, { mark: ticks(31_362), book: undefined })
    const draft = draftOf(
      { kind: 'side', isBuy: false },
      { kind: 'type', type: 'MARKET', mark: context.mark, market: COIN },
      { kind: 'percent', percent: 99 },
    )
    expect(maxSize(draft, context)).toBeGreaterThan(1_386)
    expect(isCovered(draft, context, lots(1_386))).toBe(false)
    expect(stateOf(draft, context).kind).toBe('ready')
  })

  it('a typed size takes the place of a percentage; a submission and the slider at zero end it', () => {
    const context = contextOf()
    const half = draftOf({ kind: 'percent', percent: 50 })
    expect(reduceOrder(half, typed('5'))).toMatchObject({ percent: undefined, sizeText: '5' })
    expect(reduceOrder(half, { kind: 'lots', size: sized(COIN, 2), context })).toMatchObject({
      percent: undefined,
      sizeText: '2',
    })
    expect(reduceOrder(draftOf(typed('5')), { kind: 'percent', percent: 0 })).toMatchObject({
      percent: 0,
      sizeText: '',
      hasTypedSize: false,
    })
    expect(reduceOrder(half, submitted).percent).toBe(0)
  })
})
