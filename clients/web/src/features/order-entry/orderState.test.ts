import { describe, expect, it } from 'vitest'
import { lots, usd6, type CapitalStatus } from '@vest/protocol'
import { COIN, positionOf } from '../../testing/fixtures.ts'
import type { OrderContext, OrderDraft } from './orderDraft.ts'
import { settleExit, withGain } from '../../entities/order/exitDraft.ts'
import { reduceOrder, type OrderAction } from './orderForm.ts'
import { exitBasis } from './orderExits.ts'
import { orderState } from './orderState.ts'
import { sizeOf } from './orderSize.ts'
import { summarizeOrder } from './orderSummary.ts'
import { contextOf, draftOf, EMPTY, stateOf, toLimit, typed } from './testing/ticketContext.ts'

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

  it('[5.4] [6.6] a capital account that is neither active nor funded, a market outside evaluation, no capital left', () => {
    const draft = draftOf(typed('1'))
    const state = (capitalStatus: CapitalStatus, change: Partial<OrderContext> = {}, collateral = 1_000) =>
      stateOf(draft, contextOf({ collateral }, { capitalStatus, ...change }))
    const closed = { market: { ...COIN, isEvalAllowed: false } }
    const blocked = (reason: string) => ({ kind: 'blocked', reason })
    expect(state('goal_failed_max_drawdown', closed, 0)).toEqual(blocked('accountNotActive'))
    expect(state('pre_eval')).toEqual(blocked('accountNotActive'))
    expect(state('funded_active', { isCapitalFrozen: true })).toEqual(blocked('accountNotActive'))
    expect(state('active', closed, 0)).toEqual(blocked('notAllowedInEval'))
    expect(state('funded_active', closed)).toEqual(blocked('notAllowedInEval'))
    expect(state('active', {}, 0)).toEqual(blocked('noFundsCapital'))
    expect(state('active')).toEqual({ kind: 'ready' })
    expect(state('active', { isHalted: true })).toEqual(blocked('marketClosed'))
  })

  it('[5.4] a status that is none of the programme’s blocks no normal account', () => {
    const draft = draftOf(typed('1'))
    for (const capitalStatus of ['not_eligible', 'unknown'] as const) {
      expect(stateOf(draft, contextOf({}, { capitalStatus }))).toEqual({ kind: 'ready' })
      expect(stateOf(draft, contextOf({ collateral: 0 }, { capitalStatus }))).toEqual({ kind: 'deposit' })
    }
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

  it('[5.4] without a price an order has no value: the same text, the ring around the price', () => {
    for (const text of ['', '0', '0.00'])
      expect(stateOf(draftOf(toLimit, typed('1'), { kind: 'price', text }), contextOf()), text).toEqual({
        kind: 'blocked',
        reason: 'insufficientOrderSize',
        field: 'price',
      })
  })

  it('[5.4] a number too large says so, and what its margin is against the balance comes first', () => {
    const enormous = draftOf(typed('900719925474'))
    const poor = contextOf()
    expect(stateOf(enormous, poor)).toEqual({
      kind: 'blocked',
      reason: 'insufficientBalance',
      field: 'size',
    })
    expect(summarizeOrder(enormous, poor).isTooLarge).toBe(true)
    const rich = contextOf({ collateral: 4_000_000_000 })
    expect(stateOf(draftOf(typed('3400000')), rich)).toEqual({
      kind: 'blocked',
      reason: 'orderTooLarge',
      field: 'size',
    })
    expect(stateOf(draftOf(typed('3300000')), rich)).toEqual({ kind: 'ready' })
    const reducing = contextOf({ position: long5 })
    const all = draftOf(
      { kind: 'reduceOnly', isOn: true, position: reducing.position },
      typed('900719925474'),
    )
    expect(stateOf(all, reducing)).toMatchObject({ reason: 'invalidSize' })
  })

  it('[5.4] names the first of several reasons in their order', () => {
    const context = contextOf()
    const exit = (of: 'takeProfit' | 'stopLoss', priceText: string): OrderAction => ({
      kind: 'exit',
      of,
      exit: { priceText },
    })
    const all = [toLimit, exit('takeProfit', '1'), exit('stopLoss', '2999')]
    const told = (price: string, size: string, ...more: OrderAction[]): string => {
      const draft = draftOf(...all, { kind: 'price', text: price }, typed(size), ...more)
      const state = orderState(draft, context, summarizeOrder(draft, context), ['size'])
      return state.kind === 'blocked' ? state.reason : state.kind
    }
    expect(told('3000', '0')).toBe('insufficientOrderSize')
    expect(told('3000', '900')).toBe('insufficientBalance')
    expect(told('3000', '0.1')).toBe('invalidLimitPrice')
    expect(told('300', '0.1')).toBe('invalidTpPrice')
    expect(told('300', '0.1', exit('takeProfit', '330'))).toBe('invalidSlPrice')
    // What a field refused comes after all of them, and blocks.
    expect(told('300', '0.1', exit('takeProfit', '330'), exit('stopLoss', '290'))).toBe('fieldRefused')
  })

  it('[5.4] a stop loss whose gain means no price stays, is named and blocks, also when its field was left', () => {
    const context = contextOf()
    const draft = draftOf(typed('1'))
    const basis = exitBasis(draft, context, summarizeOrder(draft, context).size)!
    const hopeless = settleExit(withGain('-999999', 'usd', basis))
    const protectedDraft = reduceOrder(draft, { kind: 'exit', of: 'stopLoss', exit: hopeless })
    expect(stateOf(protectedDraft, context)).toEqual({
      kind: 'blocked',
      reason: 'invalidSlPrice',
      field: 'stopLoss',
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
