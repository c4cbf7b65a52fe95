import { describe, expect, it } from 'vitest'
import { accountSummary } from '@vest/formulas'
import { defaultSlippageBps, lots, ratio4, usd6, type CapitalStatus } from '@vest/protocol'
import { computePortfolio } from '../../entities/account/portfolio.ts'
import {
  at,
  BTC,
  COIN,
  MARKETS,
  positionOf,
  restingOrder,
  sized,
  tickerOf,
  usd,
} from '../../testing/fixtures.ts'
import type { TicketRequest } from '../../entities/order/ticketRequests.ts'
import type { AccountState, Order, RawPosition } from '../../live/index.ts'
import { emptyDraft, slippageBps, type OrderContext, type OrderDraft } from './orderDraft.ts'
import { exitSize } from './orderExits.ts'
import { reduceOrder, type OrderAction } from './orderForm.ts'
import { requestActions } from './requestActions.ts'
import { maxSize, sizeOf } from './orderSize.ts'
import { orderState } from './orderState.ts'
import { summarizeOrder } from './orderSummary.ts'

const MARK = 300

interface World {
  readonly collateral?: number
  readonly position?: RawPosition
  readonly orders?: readonly Order[]
  readonly ratio?: number
}

function contextOf(world: World = {}, change: Partial<OrderContext> = {}): OrderContext {
  const state: AccountState = {
    account: {
      address: '0x1',
      collateral: usd(world.collateral ?? 1_000),
      softCredit: usd(0),
      positions: new Map(world.position === undefined ? [] : [[COIN.symbol, world.position]]),
      leverages: new Map(),
      timeMs: 0 as never,
      isCapital: false,
    },
    orders: new Map((world.orders ?? []).map((order) => [order.id, order])),
    transfers: new Map(),
  }
  const portfolio = computePortfolio(state, MARKETS, new Map([[COIN.symbol, tickerOf(COIN, MARK)]]))
  return {
    market: COIN,
    mark: at(COIN, MARK),
    isHalted: false,
    isSignedIn: true,
    book: {
      asks: [300.1, 300.2, 300.3].map((price) => ({ price: at(COIN, price), size: sized(COIN, 1_000) })),
      bids: [299.9, 299.8, 299.7].map((price) => ({ price: at(COIN, price), size: sized(COIN, 1_000) })),
    },
    facts: portfolio.facts,
    summary: portfolio.summary,
    position: portfolio.factOf.get(COIN.symbol),
    initMarginRatio: ratio4(world.ratio ?? 1_000),
    ...change,
  }
}

const EMPTY = emptyDraft({ slippageBps: 500, sizeUnit: 'base' })
const draftOf = (...actions: readonly OrderAction[]): OrderDraft => actions.reduce(reduceOrder, EMPTY)
const toLimit = { kind: 'type', type: 'LIMIT', mark: at(COIN, MARK), market: COIN } as const
const typed = (text: string): OrderAction => ({ kind: 'size', text })
const stateOf = (draft: OrderDraft, context: OrderContext) =>
  orderState(draft, context, summarizeOrder(draft, context))

describe('draft', () => {
  it('[4.17] choosing limit presets the mark price and GTC; choosing market clears both', () => {
    const limit = draftOf(toLimit)
    expect(limit).toMatchObject({ type: 'LIMIT', priceText: '300', timeInForce: 'GTC' })
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
    expect(reduceOrder(market, { kind: 'submitted' })).toMatchObject(cleared)
  })

  it('choosing the type that is chosen changes nothing: a press on the book keeps price and TP/SL', () => {
    const limit = draftOf(toLimit, { kind: 'price', text: '290' }, { kind: 'exits', isOn: true })
    expect(reduceOrder(limit, toLimit)).toBe(limit)
  })

  it('[4.17] after a submission side and type stay and size returns to zero', () => {
    const before = draftOf(toLimit, { kind: 'side', isBuy: false }, typed('5'))
    expect(reduceOrder(before, { kind: 'submitted' })).toMatchObject({
      type: 'LIMIT',
      isBuy: false,
      sizeText: '',
      percent: 0,
      hasTypedSize: false,
      isReduceOnly: false,
    })
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
    expect(ask({ kind: 'price', price: at(COIN, 290) }, before)).toEqual({ ...before, priceText: '290' })
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
      priceText: '310',
      sizeText: '2',
      hasExits: true,
      takeProfit: { priceText: '280' },
      stopLoss: { priceText: '320' },
    })
    expect(ask({ kind: 'order', isBuy: true, size: sized(COIN, 3) }, ask(whole))).toMatchObject({
      type: 'MARKET',
      isBuy: true,
      sizeText: '3',
      takeProfit: { priceText: '280' },
    })
  })
})

describe('size', () => {
  it('[5.7] reads base units with the market’s decimals and USD with two', () => {
    const context = contextOf()
    expect(sizeOf(draftOf(typed('1.2345')), context)).toBe(12_345)
    const inUsd: OrderDraft = { ...EMPTY, sizeUnit: 'usd', sizeText: '1000.00' }
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
        const at100 = reduceOrder(draft, { kind: 'percent', percent: 100, context })
        expect(sizeOf(at100, context)).toBe(size)
        expect(stateOf(at100, context)).toEqual({ kind: 'ready' })
        const tooLarge = { ...at100, sizeText: String((size + 1) / 10_000), hasTypedSize: true }
        expect(stateOf(tooLarge, context)).toEqual({
          kind: 'blocked',
          reason: 'insufficientBalance',
          field: 'size',
        })
      }
    }
  })

  it('the slider of a reduce-only order ends at the position', () => {
    const context = contextOf({ position: positionOf(COIN, 'long', 5, 300) })
    const draft = draftOf({ kind: 'reduceOnly', isOn: true, position: context.position })
    expect(reduceOrder(draft, { kind: 'percent', percent: 100, context }).sizeText).toBe('5')
    expect(reduceOrder(draft, { kind: 'percent', percent: 25, context }).sizeText).toBe('1.25')
  })
})

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

describe('button states of 5.4, in their order', () => {
  const long5 = positionOf(COIN, 'long', 5, 300)

  it('[5.4] market halted comes before everything else', () => {
    expect(stateOf(draftOf(typed('1')), contextOf({}, { isHalted: true, isSignedIn: false }))).toEqual({
      kind: 'blocked',
      reason: 'marketClosed',
    })
  })

  it('[5.4] [6.2] not signed in or account pending: disabled, no text', () => {
    expect(stateOf(EMPTY, contextOf({}, { isSignedIn: false }))).toEqual({ kind: 'unavailable' })
    expect(stateOf(EMPTY, contextOf({}, { summary: undefined, facts: undefined }))).toEqual({
      kind: 'unavailable',
    })
    expect(stateOf(EMPTY, contextOf({}, { mark: undefined }))).toEqual({ kind: 'unavailable' })
  })

  it('[5.4] a capital account that is neither active nor funded, a market outside evaluation, no capital left', () => {
    const draft = draftOf(typed('1'))
    const state = (capitalStatus: CapitalStatus, change: Partial<OrderContext> = {}, collateral = 1_000) =>
      stateOf(draft, contextOf({ collateral }, { capitalStatus, ...change }))
    const closed = { market: { ...COIN, isEvalAllowed: false } }
    const blocked = (reason: string) => ({ kind: 'blocked', reason })
    expect(state('goal_failed_max_drawdown', closed, 0)).toEqual(blocked('accountNotActive'))
    expect(state('pre_eval')).toEqual(blocked('accountNotActive'))
    expect(state('active', closed, 0)).toEqual(blocked('notAllowedInEval'))
    expect(state('funded_active', closed)).toEqual({ kind: 'ready' })
    expect(state('active', {}, 0)).toEqual(blocked('noFundsCapital'))
    expect(state('active')).toEqual({ kind: 'ready' })
    expect(state('active', { isHalted: true })).toEqual(blocked('marketClosed'))
  })

  it('[5.4] no available funds and not reduce-only: deposit to trade', () => {
    expect(stateOf(draftOf(typed('1')), contextOf({ collateral: 0 }))).toEqual({ kind: 'deposit' })
    const context = contextOf({ collateral: 150, position: long5 })
    expect(context.summary?.available).toBe(0)
    const reducing = draftOf({ kind: 'reduceOnly', isOn: true, position: context.position }, typed('1'))
    expect(stateOf(reducing, context)).toEqual({ kind: 'ready' })
  })

  it('[5.4] reduce-only without an opposite position: invalid reduce only', () => {
    expect(stateOf({ ...EMPTY, isReduceOnly: true }, contextOf())).toEqual({
      kind: 'blocked',
      reason: 'invalidReduceOnly',
    })
    expect(stateOf({ ...EMPTY, isReduceOnly: true, isBuy: true }, contextOf({ position: long5 }))).toEqual({
      kind: 'blocked',
      reason: 'invalidReduceOnly',
    })
  })

  it('[5.4] zero order value: disabled, with a text only once a size was typed', () => {
    expect(stateOf(EMPTY, contextOf())).toEqual({ kind: 'idle' })
    for (const text of ['0', '0.00', '']) {
      expect(stateOf(draftOf(typed('5'), typed(text)), contextOf()), text).toEqual({
        kind: 'blocked',
        reason: 'insufficientOrderSize',
        field: 'size',
      })
    }
    // Eleven cents buy not even one lot of a market at 300.
    const cents: OrderDraft = { ...draftOf(typed('0.01')), sizeUnit: 'usd' }
    expect(stateOf(cents, contextOf())).toEqual({
      kind: 'blocked',
      reason: 'insufficientOrderSize',
      field: 'size',
    })
  })

  it('[5.4] reduce-only size above the position: invalid size', () => {
    const context = contextOf({ position: long5 })
    const draft = draftOf({ kind: 'reduceOnly', isOn: true, position: context.position }, typed('5.0001'))
    expect(stateOf(draft, context)).toEqual({ kind: 'blocked', reason: 'invalidSize', field: 'size' })
  })

  it('[5.4] initial margin above available funds: insufficient balance', () => {
    expect(
      stateOf(draftOf(toLimit, { kind: 'price', text: '290' }, typed('34')), contextOf({ collateral: 980 })),
    ).toEqual({
      kind: 'blocked',
      reason: 'insufficientBalance',
      field: 'size',
    })
    expect(
      stateOf(draftOf(toLimit, { kind: 'price', text: '290' }, typed('33')), contextOf({ collateral: 980 })),
    ).toEqual({ kind: 'ready' })
  })

  it('[5.4] limit price at or above ten times mark, at or below a tenth, or for a sell at or below half: invalid limit price', () => {
    const priced = (isBuy: boolean, text: string): OrderDraft =>
      draftOf(toLimit, { kind: 'side', isBuy }, { kind: 'price', text }, typed('0.1'))
    const blocked = { kind: 'blocked', reason: 'invalidLimitPrice', field: 'price' }
    for (const [isBuy, text, expected] of [
      [true, '3000', blocked],
      [true, '2999.99', { kind: 'ready' }],
      [true, '30', blocked],
      [true, '30.01', { kind: 'ready' }],
      [false, '150', blocked],
      [false, '150.01', { kind: 'ready' }],
      [false, '3000', blocked],
      [true, '', blocked],
      [true, '0', blocked],
    ] as const)
      expect(stateOf(priced(isBuy, text), contextOf()), `${isBuy ? 'buy' : 'sell'} ${text}`).toEqual(expected)
  })

  it('[5.4] with TP/SL on, TP must be above the entry of a long and below that of a short, SL the reverse', () => {
    const state = (isBuy: boolean, takeProfit: string, stopLoss: string, ...more: OrderAction[]) =>
      stateOf(
        draftOf(
          ...more,
          { kind: 'side', isBuy },
          typed('1'),
          { kind: 'exit', of: 'takeProfit', exit: { priceText: takeProfit } },
          { kind: 'exit', of: 'stopLoss', exit: { priceText: stopLoss } },
        ),
        contextOf(),
      )
    const tp = { kind: 'blocked', reason: 'invalidTpPrice', field: 'takeProfit' }
    const sl = { kind: 'blocked', reason: 'invalidSlPrice', field: 'stopLoss' }
    const ready = { kind: 'ready' }
    expect(state(true, '300.01', '299.99')).toEqual(ready)
    expect(state(true, '', '')).toEqual(ready)
    expect(state(true, '300', '299.99')).toEqual(tp)
    expect(state(true, '0', '')).toEqual(tp)
    // The first that is at fault is named.
    expect(state(true, '299', '301')).toEqual(tp)
    expect(state(true, '301', '300')).toEqual(sl)
    expect(state(false, '299.99', '300.01')).toEqual(ready)
    expect(state(false, '300', '')).toEqual(tp)
    expect(state(false, '', '300')).toEqual(sl)
    // The entry of a limit order is its price.
    const at290 = [toLimit, { kind: 'price', text: '290' }] as const
    expect(state(true, '295', '285', ...at290)).toEqual(ready)
    expect(state(true, '290', '', ...at290)).toEqual(tp)
    expect(state(true, '295', '290', ...at290)).toEqual(sl)
  })

  it('[5.4] an invalid limit price comes before an invalid TP price', () => {
    const draft = draftOf(toLimit, { kind: 'price', text: '3000' }, typed('0.1'), {
      kind: 'exit',
      of: 'takeProfit',
      exit: { priceText: '1' },
    })
    expect(stateOf(draft, contextOf())).toEqual({
      kind: 'blocked',
      reason: 'invalidLimitPrice',
      field: 'price',
    })
  })

  it('[5.4] otherwise the order is ready', () => {
    expect(stateOf(draftOf(typed('1')), contextOf())).toEqual({ kind: 'ready' })
  })

  it('asks for nothing that is not there: sizes are integers of lots', () => {
    expect(sizeOf(EMPTY, contextOf())).toBe(lots(0))
    expect(summarizeOrder(EMPTY, contextOf()).value).toBe(usd6(0))
  })
})
