/** What a store forgets, account by account, and what it keeps. */
import { expect, it } from 'vitest'
import { REFUSAL, timeMs } from '@vest/protocol'
import type { ReadModelStore } from '@vest/runtime'
import {
  REFUSALS_KEPT,
  REFUSALS_SLACK,
  UNFILLED_ORDERS_KEPT,
  UNFILLED_ORDERS_SLACK,
} from '../../retention.ts'
import { addressOf, candle, emptyBatch, fullTransfer, newLpOrder, newOrder, trade } from '../sampleRecords.ts'

const HOUR_MS = 3_600_000
const T0 = 1_700_000_000_000
const me = addressOf(1)

export function describeForgetting(store: () => ReadModelStore): void {
  it('forgets the oldest of the orders that ended without a fill, account by account, and nothing else', async () => {
    const cancelled = (from: number, to: number, changes = {}) =>
      Array.from({ length: to - from }, (_, index) =>
        newOrder(from + index, { status: 'CANCELLED', ...changes }),
      )
    const kept = [
      newOrder(0),
      newOrder(1, { status: 'CANCELLED', filledSize: 1 as never }),
      newOrder(2, { status: 'REJECTED' }),
      newOrder(3, { status: 'FILLED', filledSize: 9 as never }),
    ]
    const other = addressOf(8)
    await store().apply({ ...emptyBatch(1), orders: [...kept, ...cancelled(10, 910, { account: other })] })
    await store().apply({ ...emptyBatch(2), orders: cancelled(1_000, 4_000) })
    await store().apply({ ...emptyBatch(3), orders: cancelled(4_000, 4_000 + UNFILLED_ORDERS_KEPT) })
    const left = await store().orders({ account: me, limit: 99_999 })
    expect(left.slice(-4)).toStrictEqual([...kept].reverse())
    const ended = left.slice(0, -4).map((order) => Number(order.id))
    // The newest are there; how many more depends on when it looked last.
    expect(ended.length).toBeGreaterThanOrEqual(UNFILLED_ORDERS_KEPT)
    expect(ended.length).toBeLessThan(UNFILLED_ORDERS_KEPT + UNFILLED_ORDERS_SLACK)
    expect(ended).toEqual(Array.from(ended, (_, place) => 4_000 + UNFILLED_ORDERS_KEPT - 1 - place))
    expect(await store().orders({ account: other, limit: 99_999 })).toHaveLength(900)
  })

  it('forgets the oldest refusals of withdrawals and LP orders, account by account, and nothing else', async () => {
    const REFUSED = {
      type: 'WITHDRAW',
      status: 'REJECTED',
      code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED,
    } as const
    const numbers = (from: number, count: number): number[] =>
      Array.from({ length: count }, (_, index) => from + index)
    const refused = (from: number, count: number, changes = {}) => ({
      transfers: numbers(from, count).map((number) => fullTransfer(number, { ...REFUSED, ...changes })),
      lpOrders: numbers(from, count).map((number) =>
        newLpOrder(number, { status: 'REJECTED', code: REFUSAL.LP_ACCOUNT_NOT_FOUND, ...changes }),
      ),
    })
    const transfers = [
      fullTransfer(1, { ...REFUSED, type: 'DEPOSIT' }),
      fullTransfer(2, { ...REFUSED, code: REFUSAL.TRANSFER_EXECUTION_FAILED }),
      fullTransfer(3, { ...REFUSED, status: 'FILLED' }),
    ]
    const lpOrders = [newLpOrder(1), newLpOrder(2, { status: 'FILLED', shares: 1 })]
    await store().apply({ ...emptyBatch(1), transfers, lpOrders })
    const other = addressOf(8)
    await store().apply({ ...emptyBatch(2), ...refused(100, REFUSALS_SLACK - 1, { account: other }) })
    const last = 2_000 + REFUSALS_KEPT + REFUSALS_SLACK
    await store().apply({ ...emptyBatch(3), ...refused(2_000, REFUSALS_KEPT) })
    await store().apply({ ...emptyBatch(4), ...refused(2_000 + REFUSALS_KEPT, REFUSALS_SLACK) })
    const all = { account: me, limit: 99_999 }
    for (const [kept, left] of [
      [transfers, await store().transfers(all)],
      [lpOrders, await store().lpOrders(all)],
    ] as const) {
      const ids = left.map(({ id }) => Number(id))
      expect(ids.slice(0, REFUSALS_KEPT)).toEqual(numbers(last - REFUSALS_KEPT, REFUSALS_KEPT).reverse())
      expect(ids.slice(REFUSALS_KEPT)).toEqual(kept.map(({ id }) => Number(id)).reverse())
    }
    expect(await store().transfers({ ...all, account: other })).toHaveLength(REFUSALS_SLACK - 1)
    expect(await store().lpOrders({ ...all, account: other })).toHaveLength(REFUSALS_SLACK - 1)
  })

  it('forgets trades and minutes of long ago, not hours and days', async () => {
    const old = T0 - 32 * 24 * HOUR_MS
    await store().apply({
      ...emptyBatch(1),
      trades: [
        trade(1, { timeMs: timeMs(T0 - 8 * 24 * HOUR_MS) }),
        trade(2, { timeMs: timeMs(T0 - 6 * 24 * HOUR_MS) }),
      ],
      candles: [
        candle(old),
        candle(old, { interval: '1h' }),
        candle(old, { interval: '1d' }),
        candle(T0 - 30 * 24 * HOUR_MS),
      ],
    })
    await store().apply({ ...emptyBatch(2), candles: [candle(T0)] })
    expect((await store().trades(['BTC-PERP'], { limit: 9 })).map((row) => row.tradeId)).toEqual([2])
    expect((await store().candles('BTC-PERP', '1m', { limit: 9 })).map((row) => row.openTimeMs)).toEqual([
      T0 - 30 * 24 * HOUR_MS,
      T0,
    ])
    expect(await store().candles('BTC-PERP', '1h', { limit: 9 })).toHaveLength(1)
    expect(await store().candles('BTC-PERP', '1d', { limit: 9 })).toHaveLength(1)
  })

  it('forgets the trades of a market that has another symbol now under either', async () => {
    const days = (count: number) => timeMs(T0 - count * 24 * HOUR_MS)
    const state = { symbol: 'NEW-PERP', status: 'TRADING', candlesOf: 'BTC-PERP' } as const
    await store().apply({
      ...emptyBatch(1),
      marketStates: [{ symbol: 'BTC-PERP', status: 'TRADING' }, state],
      trades: [
        trade(1, { timeMs: days(9) }),
        trade(2, { timeMs: days(8), symbol: 'NEW-PERP' }),
        trade(3, { timeMs: days(8), symbol: 'ETH-PERP' }),
        trade(4, { timeMs: days(6), symbol: 'NEW-PERP' }),
      ],
    })
    await store().apply({ ...emptyBatch(2), candles: [candle(T0)] })
    const left = await store().trades(['BTC-PERP', 'NEW-PERP', 'ETH-PERP'], { limit: 9 })
    expect(left.map(({ tradeId }) => tradeId)).toEqual([4, 3])
  })
}
