import { REFUSAL } from '@vest/protocol'
import {
  ApiError,
  TimeoutError,
  UnknownOutcomeError,
  ValidationError,
  type OrderIntent,
  type VestClient,
} from '@vest/sdk'
import type { TFunction } from 'i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { COIN, orderId, orderRow } from '../../testing/fixtures.ts'
import type { Live } from '../../live/index.ts'
import { useToasts } from '../../ui/toasts.ts'
import { orderAttention } from './orderAttention.ts'
import { submitOrder } from './submitOrder.ts'

const t = ((key: string, words: Record<string, unknown> = {}) =>
  [key, ...Object.values(words)].join(' ')) as unknown as TFunction
const INTENT: OrderIntent = {
  symbol: COIN.symbol,
  isBuy: true,
  size: '10.0000',
  orderType: 'LIMIT',
  limitPrice: '300.00',
}
const lost = new UnknownOutcomeError(
  { kind: 'order', nonce: 5, timeMs: 1, recvWindowMs: 10_000 },
  new Error('lost'),
)

type Calls = Partial<Record<'placeOrder' | 'confirmOrder' | 'resolveLostOrder', () => Promise<unknown>>>
const submit = (calls: Calls, intent: OrderIntent = INTENT) =>
  submitOrder({
    client: {
      placeOrder: async () => ({ id: orderId(1), nonce: 1, time: 1 }),
      confirmOrder: async () => orderRow(1),
      ...calls,
    } as unknown as VestClient,
    live: { onOrder: () => () => undefined, refreshAccount: () => undefined } as unknown as Live,
    t,
    market: COIN,
    intent,
  })
const toasts = () => useToasts.getState().toasts.map(({ tone, title, text }) => [tone, title, text])

beforeEach(() => useToasts.getState().clear())

describe('submitting an order', () => {
  it('[4.4] a limit order in the book is told as placed, in the same toast that was pending', async () => {
    const running = submit({})
    expect(toasts()).toEqual([['pending', 'order.sending side.long 10.0000 COIN', undefined]])
    expect(await running).toEqual({ outcome: 'accepted', filled: 0 })
    expect(toasts()).toEqual([['ok', 'order.placed side.long 10.0000 COIN', 'order.placedText 300.00']])
  })

  it('[4.4] waits for what the type of the order expects', async () => {
    const confirmOrder = vi.fn(async () =>
      orderRow(1, { status: 'FILLED', avgFilledPrice: '300.10', fees: '3.001000' }),
    )
    expect(await submit({ confirmOrder }, { ...INTENT, orderType: 'MARKET', isBuy: false })).toMatchObject({
      outcome: 'accepted',
    })
    expect(confirmOrder).toHaveBeenCalledWith(orderId(1), expect.objectContaining({ expect: 'MARKET' }))
    expect(toasts()).toEqual([
      ['ok', 'order.filled side.short 10.0000 COIN', 'order.filledText 300.10 $3.01'],
    ])
  })

  it('[8.57] a rejection names its reason from the code table', async () => {
    expect(
      await submit({ confirmOrder: async () => Promise.reject(new ApiError(REFUSAL.PRICE_CHECK_FAILED)) }),
    ).toEqual({
      outcome: 'rejected',
    })
    expect(toasts()).toEqual([['err', 'order.rejected errors.3001', undefined]])
  })

  it('[6.3] without a signing key it says so', async () => {
    expect(
      await submit({
        placeOrder: async () => Promise.reject(new ValidationError('signer', 'No signing key found')),
      }),
    ).toEqual({ outcome: 'rejected' })
    expect(toasts()).toEqual([['err', 'order.rejected order.noSigningKey', undefined]])
  })

  it('[9.6] a time-out is not a failure: the order may still be executed', async () => {
    expect(await submit({ confirmOrder: async () => Promise.reject(new TimeoutError()) })).toEqual({
      outcome: 'unknown',
    })
    expect(toasts()).toEqual([['warn', 'errors.901', 'order.unknown']])
  })

  it('a lost answer is asked for by nonce and ends in what really happened', async () => {
    const placeOrder = async () => Promise.reject(lost)
    const executed = async () => ({ kind: 'executed', order: orderRow(2, { status: 'NEW' }) })
    expect(await submit({ placeOrder, resolveLostOrder: executed })).toMatchObject({ outcome: 'accepted' })
    expect(toasts()[0]?.slice(0, 2)).toEqual(['ok', 'order.placed side.long 10.0000 COIN'])
    useToasts.getState().clear()
    expect(await submit({ placeOrder, resolveLostOrder: async () => ({ kind: 'refused' }) })).toEqual({
      outcome: 'rejected',
    })
    expect(toasts()).toEqual([['err', 'order.notExecuted', undefined]])
    useToasts.getState().clear()
    expect(
      await submit({ placeOrder, resolveLostOrder: async () => Promise.reject(new TimeoutError()) }),
    ).toEqual({ outcome: 'unknown' })
    expect(toasts()).toEqual([['warn', 'order.unknown', undefined]])
  })

  it('lets other notices through again, whatever happened', async () => {
    await submit({ placeOrder: async () => Promise.reject(new ApiError(REFUSAL.BAD_DECIMALS)) })
    const told = vi.fn()
    orderAttention.whenIdle(told)
    expect(told).toHaveBeenCalled()
  })

  it('a defect of our own is told and not swallowed', async () => {
    await expect(
      submit({ placeOrder: async () => Promise.reject(new RangeError('defect')) }),
    ).rejects.toThrow('defect')
    expect(toasts()).toEqual([['err', 'order.rejected errors.0', undefined]])
  })
})
