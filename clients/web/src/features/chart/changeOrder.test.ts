import { ApiError, UnknownOutcomeError } from '@vest/sdk'
import { REFUSAL, funding12, ratio4, usd6 } from '@vest/protocol'
import type { TFunction } from 'i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EMPTY_ACCOUNT, createFrameStore, type AccountState, type Order } from '../../live/index.ts'
import { at, COIN, orderId, restingOrder, sized } from '../../testing/fixtures.ts'
import { useToasts } from '../../ui/toasts.ts'
import { moveOrder, planTrigger, setTrigger, type OrderChanger } from './changeOrder.ts'

const t = ((key: string, words: Record<string, unknown> = {}) =>
  [key, ...Object.values(words)].join(' ')) as unknown as TFunction

const limit = restingOrder(1)
const stop = restingOrder(2, {
  isBuy: false,
  orderType: 'STOP_LOSS',
  limitPrice: at(COIN, 297.5),
  size: sized(COIN, 42),
  filledSize: sized(COIN, 2),
  isReduceOnly: true,
})
const toasts = () => useToasts.getState().toasts.map(({ tone, title }) => `${tone} ${title}`)
const holding = (...orders: Order[]): AccountState => ({
  ...EMPTY_ACCOUNT,
  orders: new Map(orders.map((order) => [order.id, order])),
})

function exchange(answers: Partial<OrderChanger['client']> = {}) {
  const account = createFrameStore(holding(limit, stop), (paint) => paint())
  const accepted = (id: string) => vi.fn(async () => ({ id, nonce: 1, time: 1 }))
  const client = {
    amendOrder: accepted(limit.id),
    replaceOrder: accepted(orderId(9)),
    placeOrder: accepted(orderId(9)),
    confirmOrder: vi.fn(async () => ({}) as never),
    ...answers,
  }
  const changer: OrderChanger = {
    client,
    live: { account, onOrder: () => () => undefined, refreshAccount: vi.fn() },
    t,
    market: COIN,
    mark: at(COIN, 312.48),
  }
  return { account, client, changer }
}

beforeEach(() => useToasts.getState().clear())

describe('moving an order', () => {
  it('a limit order is amended: same id, same size, new price; done when the account shows it', async () => {
    const { account, client, changer } = exchange()
    let isDone = false
    const moving = moveOrder(changer, limit, at(COIN, 305)).then(() => (isDone = true))
    await vi.waitFor(() => expect(changer.live.refreshAccount).toHaveBeenCalled())
    expect(client.amendOrder).toHaveBeenCalledExactlyOnceWith({
      id: limit.id,
      size: '10.0000',
      limitPrice: '305.00',
    })
    account.set(holding({ ...limit, limitPrice: at(COIN, 304) }, stop))
    await Promise.resolve()
    expect([isDone, toasts()]).toEqual([false, []])
    account.set(holding({ ...limit, limitPrice: at(COIN, 305) }, stop))
    await moving
    expect(toasts()).toEqual(['ok chart.moved orderType.LIMIT 305.00'])
  })

  it('of a partly filled one the size is said whole, for that is what an amendment means', async () => {
    const partly = { ...limit, filledSize: sized(COIN, 4) }
    const { account, client, changer } = exchange()
    account.set(holding({ ...partly, limitPrice: at(COIN, 305) }))
    await moveOrder(changer, partly, at(COIN, 305))
    expect(client.amendOrder).toHaveBeenCalledExactlyOnceWith({
      id: limit.id,
      size: '10.0000',
      limitPrice: '305.00',
    })
  })

  it('[4.8] a stop loss is replaced in one request, with what it has left', async () => {
    const { account, client, changer } = exchange()
    const moving = moveOrder(changer, stop, at(COIN, 300))
    await vi.waitFor(() => expect(client.confirmOrder).toHaveBeenCalled())
    expect(client.replaceOrder).toHaveBeenCalledExactlyOnceWith(stop.id, {
      symbol: COIN.symbol,
      isBuy: false,
      size: '40.0000',
      orderType: 'STOP_LOSS',
      limitPrice: '300.00',
      reduceOnly: true,
    })
    account.set(holding(limit, { ...stop, status: 'CANCELLED' }, { ...stop, id: orderId(9) }))
    await moving
    expect(toasts()).toEqual(['ok chart.moved orderType.STOP_LOSS 300.00'])
  })

  it.each([
    ['50', [], '40.0000'],
    ['30', [], '30.0000'],
    ['30', [{ size: sized(COIN, 12) }], '18.0000'],
    ['30', [{ size: sized(COIN, 12), status: 'CANCELLED' as const }], '30.0000'],
    ['30', [{ size: sized(COIN, 12), orderType: 'TAKE_PROFIT' as const }], '30.0000'],
    // Nothing would be left of it: let the exchange say so.
    ['30', [{ size: sized(COIN, 31) }], '40.0000'],
  ])(
    'of a position of %s it moves no more than that has beside the others %o',
    async (held, others, size) => {
      const { account, client, changer } = exchange()
      const rows = others.map((other, place) => ({
        ...stop,
        filledSize: sized(COIN, 0),
        id: orderId(20 + place),
        ...other,
      }))
      const position = {
        symbol: COIN.symbol,
        isLong: true,
        size: sized(COIN, Number(held)),
        cost: usd6(1),
        entryFunding: funding12(0n),
        initMarginRatio: ratio4(1_000),
      }
      account.set({
        ...holding(stop, ...rows, { ...limit, id: orderId(9) }),
        account: { positions: new Map([[COIN.symbol, position]]) } as unknown as AccountState['account'],
      })
      await moveOrder(changer, stop, at(COIN, 300))
      expect(client.replaceOrder).toHaveBeenCalledExactlyOnceWith(stop.id, expect.objectContaining({ size }))
    },
  )

  it('[8.57] a refused limit order is told with its reason', async () => {
    const { changer } = exchange({
      amendOrder: () => Promise.reject(new ApiError(REFUSAL.INVALID_LIMIT_PRICE)),
    })
    await moveOrder(changer, limit, at(COIN, 4_000))
    expect(toasts()).toEqual(['err order.rejected errors.3011'])
  })

  it('[8.59] a refused TP or SL is told with its reason, whether by the answer or by its record', async () => {
    const refusing = exchange({ replaceOrder: () => Promise.reject(new ApiError(REFUSAL.ORDER_NOT_FOUND)) })
    await moveOrder(refusing.changer, stop, at(COIN, 300))
    const rejected = exchange({
      confirmOrder: () => Promise.reject(new ApiError(REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE)),
    })
    await moveOrder(rejected.changer, stop, at(COIN, 300))
    const known = exchange()
    known.account.set(
      holding({ ...stop, id: orderId(9), status: 'REJECTED', code: REFUSAL.MARKET_CLOSED_REJECTED }),
    )
    await moveOrder(known.changer, stop, at(COIN, 300))
    expect(toasts().reverse()).toEqual([
      'err chart.triggerError errors.3017',
      'err chart.triggerError errors.3019',
      'err chart.triggerError errors.3024',
    ])
  })

  it('a stop beyond the mark is never sent: it would close the position at once', async () => {
    const { client, changer } = exchange()
    await moveOrder(changer, stop, at(COIN, 312.48))
    expect(client.replaceOrder).not.toHaveBeenCalled()
    expect(toasts()).toEqual(['err chart.triggerError errors.3022'])
  })

  it('a lost answer is unknown, not failed, and the account is read anew', async () => {
    const lost = new UnknownOutcomeError(
      { kind: 'amend', nonce: 1, timeMs: 1, recvWindowMs: 1 },
      new Error('lost'),
    )
    const { changer } = exchange({ amendOrder: () => Promise.reject(lost) })
    await moveOrder(changer, limit, at(COIN, 305))
    expect(toasts()).toEqual(['warn order.unknown'])
    expect(changer.live.refreshAccount).toHaveBeenCalledTimes(1)
  })
})

describe('protecting a position', () => {
  const long = { isLong: true, size: sized(COIN, 50) }

  it('covers what is not covered yet', () => {
    expect(planTrigger('STOP_LOSS', long, [limit, stop])).toEqual({
      kind: 'place',
      size: sized(COIN, 10),
      isBuy: false,
    })
    expect(planTrigger('TAKE_PROFIT', long, [limit, stop])).toMatchObject({ size: long.size })
  })

  it('moves the one order that covers all of it, and does not choose among several', () => {
    const all = { ...stop, size: sized(COIN, 52) }
    expect(planTrigger('STOP_LOSS', long, [all])).toEqual({ kind: 'move', order: all })
    expect(planTrigger('STOP_LOSS', long, [all, stop])).toBeUndefined()
  })

  it('[4.8] places a reduce-only order on the other side, or replaces the one there', async () => {
    const { account, client, changer } = exchange()
    account.set(holding({ ...stop, id: orderId(9) }))
    await setTrigger(
      changer,
      'TAKE_PROFIT',
      { kind: 'place', size: sized(COIN, 10), isBuy: false },
      at(COIN, 330),
    )
    expect(client.placeOrder).toHaveBeenCalledExactlyOnceWith({
      symbol: COIN.symbol,
      isBuy: false,
      size: '10.0000',
      orderType: 'TAKE_PROFIT',
      limitPrice: '330.00',
      reduceOnly: true,
    })
    expect(toasts()).toEqual(['ok chart.set orderType.TAKE_PROFIT 330.00'])
    await setTrigger(changer, 'STOP_LOSS', { kind: 'move', order: stop }, at(COIN, 300))
    expect(client.replaceOrder).toHaveBeenCalledTimes(1)
  })
})
