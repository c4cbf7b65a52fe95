import { REFUSAL } from '@vest/protocol'
import { ApiError, UnknownOutcomeError, type VestClient } from '@vest/sdk'
import type { TFunction } from 'i18next'
import { beforeEach, describe, expect, it } from 'vitest'
import type { HeldExit } from '../../entities/order/heldExits.ts'
import { at, COIN, orderId, orderRow, sized } from '../../testing/fixtures.ts'
import type { Live } from '../../live/index.ts'
import { useToasts } from '../../ui/toasts.ts'
import { saveTpsl } from './saveTpsl.ts'
import type { TpslChange } from './tpslChanges.ts'

const t = ((key: string, words: Record<string, unknown> = {}) =>
  [key, ...Object.values(words)].join(' ')) as unknown as TFunction
const held = (n: number): HeldExit => ({
  id: orderId(n),
  kind: 'stopLoss',
  price: at(COIN, 290),
  size: sized(COIN, 10),
})
const wanted = (key: string) =>
  ({ key, kind: 'stopLoss', price: at(COIN, 295), size: sized(COIN, 5) }) as const
const CHANGES: readonly TpslChange[] = [
  { kind: 'cancel', held: held(1) },
  { kind: 'replace', held: held(2), wanted: wanted('two') },
  { kind: 'place', wanted: wanted('three') },
]
const lost = new UnknownOutcomeError(
  { kind: 'cancel', nonce: 5, timeMs: 1, recvWindowMs: 10_000 },
  new Error('lost'),
)

async function save(failures: Partial<Record<'cancelOrder' | 'replaceOrder' | 'placeOrder', unknown>> = {}) {
  const told: string[] = []
  const call =
    (name: keyof typeof failures, id: number) =>
    async (...words: readonly unknown[]): Promise<object> => {
      told.push(`${name} ${typeof words[0] === 'string' ? Number(words[0]) : JSON.stringify(words[0])}`)
      if (failures[name] !== undefined) throw failures[name]
      return { id: orderId(id) }
    }
  const outcome = await saveTpsl({
    client: {
      cancelOrder: call('cancelOrder', 1),
      replaceOrder: call('replaceOrder', 12),
      placeOrder: call('placeOrder', 13),
      confirmOrder: async (id: string) => ({ ...orderRow(1), id }),
    } as unknown as VestClient,
    live: { onOrder: () => () => undefined, refreshAccount: () => told.push('refresh') } as unknown as Live,
    t,
    market: COIN,
    isLong: true,
    changes: CHANGES,
    onStands: (key, { id, price, size }) => told.push(`${key} stands as ${Number(id)} ${price} ${size}`),
    onGone: (id) => told.push(`${Number(id)} gone`),
  })
  const toasts = useToasts.getState().toasts.map(({ tone, title, text }) => [tone, title, text])
  return { outcome, told, toasts }
}

beforeEach(() => useToasts.getState().clear())

describe('setting TP/SL', () => {
  it('carries the changes out in their order and tells the form what stands', async () => {
    const { outcome, told, toasts } = await save()
    expect(outcome).toBe('saved')
    expect(told).toEqual([
      'cancelOrder 1',
      '1 gone',
      'replaceOrder 2',
      '2 gone',
      'two stands as 12 29500 50000',
      `placeOrder {"symbol":"COIN-USD-PERP","isBuy":false,"size":"5.0000","orderType":"STOP_LOSS","limitPrice":"295.00","reduceOnly":true}`,
      'three stands as 13 29500 50000',
      'refresh',
    ])
    expect(toasts).toEqual([['ok', 'tpsl.saved', undefined]])
  })

  it('[8.59] names the reason of the first that fails, and stops there', async () => {
    const { outcome, told, toasts } = await save({
      replaceOrder: new ApiError(REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE),
    })
    expect([outcome, told.at(-1), told.length]).toEqual(['failed', 'refresh', 4])
    expect(toasts).toEqual([['err', 'tpsl.error errors.3019', 'tpsl.errorText']])
  })

  it('an order that is not there any more is as cancelled as was wanted', async () => {
    expect((await save({ cancelOrder: new ApiError(REFUSAL.ORDER_NOT_FOUND) })).outcome).toBe('saved')
    expect((await save({ cancelOrder: new ApiError(REFUSAL.MARKET_CLOSED) })).toasts[0]).toEqual([
      'err',
      'tpsl.error errors.1148',
      'tpsl.errorText',
    ])
  })

  it('a lost answer is unknown, not failed', async () => {
    expect((await save({ cancelOrder: lost })).toasts).toEqual([['warn', 'order.unknown', undefined]])
  })
})
