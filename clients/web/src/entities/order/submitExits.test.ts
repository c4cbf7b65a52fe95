import { REFUSAL } from '@vest/protocol'
import { ApiError, TimeoutError, type OrderIntent, type VestClient } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { beforeEach, describe, expect, it } from 'vitest'
import { at, COIN, orderId, orderRow, sized } from '../../testing/fixtures.ts'
import type { Live } from '../../live/index.ts'
import { useToasts } from '../../ui/toasts.ts'
import { submitExits, type ExitOrder } from './submitExits.ts'

const t = ((key: string, words: Record<string, unknown> = {}) =>
  [key, ...Object.values(words)].join(' ')) as unknown as TFunction
const exit = (kind: ExitOrder['kind'], price: number): ExitOrder => ({
  kind,
  isLong: true,
  size: sized(COIN, 10),
  price: at(COIN, price),
})
const BOTH = [exit('stopLoss', 290), exit('takeProfit', 330)]

async function send(refusals: Partial<Record<OrderIntent['orderType'], unknown>> = {}) {
  const sent: OrderIntent[] = []
  const client = {
    placeOrder: async (intent: OrderIntent) => {
      sent.push(intent)
      return { id: orderId(intent.orderType === 'STOP_LOSS' ? 1 : 2), nonce: sent.length, time: 1 }
    },
    confirmOrder: async (_id: string, { expect: type }: { expect: OrderIntent['orderType'] }) =>
      refusals[type] === undefined ? orderRow(type === 'STOP_LOSS' ? 1 : 2) : Promise.reject(refusals[type]),
  } as unknown as VestClient
  const live = { onOrder: () => () => undefined, refreshAccount: () => undefined } as unknown as Live
  await submitExits({ client, live, t, market: COIN }, BOTH)
  const toasts = useToasts.getState().toasts.map(({ tone, title, text }) => [tone, title, text])
  return { sent, toasts }
}

beforeEach(() => useToasts.getState().clear())

describe('TP and SL of a market order', () => {
  it('[4.17] are two reduce-only orders on the opposite side', async () => {
    const { sent, toasts } = await send()
    const shared = { symbol: COIN.symbol, isBuy: false, size: '10.0000', reduceOnly: true }
    expect(sent).toEqual([
      { ...shared, orderType: 'STOP_LOSS', limitPrice: '290.00' },
      { ...shared, orderType: 'TAKE_PROFIT', limitPrice: '330.00' },
    ])
    expect(toasts).toEqual([
      ['ok', 'tpsl.set tpsl.takeProfit', 'tpsl.setText 10.0000 COIN 330.00'],
      ['ok', 'tpsl.set tpsl.stopLoss', 'tpsl.setText 10.0000 COIN 290.00'],
    ])
  })

  it('one that fails says why and that the position stands; the other is set all the same', async () => {
    const { toasts } = await send({ STOP_LOSS: new ApiError(REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE) })
    expect(toasts).toEqual([
      ['ok', 'tpsl.set tpsl.takeProfit', 'tpsl.setText 10.0000 COIN 330.00'],
      ['err', 'tpsl.failed tpsl.stopLoss errors.3019', 'tpsl.failedText'],
    ])
  })

  it('[9.6] one without a word is unknown, not failed', async () => {
    const { toasts } = await send({ TAKE_PROFIT: new TimeoutError() })
    expect(toasts[0]).toEqual(['warn', 'tpsl.takeProfit', 'order.unknown'])
  })
})
