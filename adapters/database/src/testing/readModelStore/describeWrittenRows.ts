/** What a store is given it gives back: every field of every record, once, as a whole or not at all. */
import { expect, it } from 'vitest'
import { lots, ticks, timeMs, usd6 } from '@vest/protocol'
import type { ReadModelStore } from '@vest/runtime'
import {
  accountValue,
  addressOf,
  candle,
  capitalPast,
  closedPosition,
  emptyBatch,
  fill,
  fullOrder,
  fullTransfer,
  fundingApplied,
  fundingSettled,
  heldPosition,
  hexId,
  newDeposit,
  newLpOrder,
  newOrder,
  poolValue,
  tally,
  trade,
  weekOfPoints,
} from '../sampleRecords.ts'
import { everythingIn } from './everythingIn.ts'

const T0 = 1_700_000_000_000
const me = addressOf(1)

export function describeWrittenRows(store: () => ReadModelStore): void {
  it('[3.7] gives an order back as it was written: absent stays absent, every integer exact', async () => {
    const orders = [newOrder(1), fullOrder(2)]
    await store().apply({ ...emptyBatch(1), orders })
    expect(await store().orders({ account: me, limit: 10 })).toStrictEqual([orders[1], orders[0]])
  })

  it('[3.9] gives a transfer back as it was written, in its first and in its last state', async () => {
    await store().apply({ ...emptyBatch(1), transfers: [newDeposit(1), fullTransfer(2)] })
    expect(await store().transfers({ account: me, limit: 10 })).toStrictEqual([
      fullTransfer(2),
      newDeposit(1),
    ])
    await store().apply({ ...emptyBatch(2), transfers: [fullTransfer(1)] })
    expect(await store().transfers({ account: me, id: hexId(1), limit: 10 })).toStrictEqual([fullTransfer(1)])
  })

  it('replaces an order by its latest state, clearing what is absent there', async () => {
    await store().apply({ ...emptyBatch(1), orders: [fullOrder(1)] })
    await store().apply({ ...emptyBatch(2), orders: [newOrder(1, { status: 'CANCELLED' })] })
    expect(await store().orders({ account: me, limit: 10 })).toStrictEqual([
      newOrder(1, { status: 'CANCELLED' }),
    ])
  })

  it('keeps an amended order as one order, with its new size and price and all else', async () => {
    const order = newOrder(1, { clientId: 'grid-1' })
    const amended = { ...order, size: lots(order.size + 1), limitPrice: ticks(order.limitPrice - 1) }
    await store().apply({ ...emptyBatch(1), orders: [order] })
    await store().apply({ ...emptyBatch(2), orders: [amended] })
    expect(await store().orders({ account: me, limit: 10 })).toStrictEqual([amended])
  })

  it('changes nothing when a batch is applied twice, and ignores one that it is past', async () => {
    const batch = {
      ...emptyBatch(5),
      orders: [newOrder(1)],
      transfers: [newDeposit(1)],
      trades: [trade(1)],
      fills: [fill(1)],
      fundingApplied: [fundingApplied(T0)],
      fundingSettled: [fundingSettled(5, 0)],
      candles: [candle(T0)],
      marketStates: [{ symbol: 'BTC-PERP', status: 'TRADING' as const }],
      marketSplits: [{ symbol: 'BTC-PERP', number: 1, timeMs: timeMs(T0), newShares: 4, oldShares: 1 }],
      lpOrders: [newLpOrder(1)],
      poolValues: [poolValue(T0)],
      points: [weekOfPoints(7)],
      feeHours: [{ hourMs: timeMs(T0), fees: usd6(1) }],
      accountTallies: [tally(1)],
      accountValues: [accountValue(T0)],
      closedPositions: [closedPosition(1)],
      capitalPast: [capitalPast(1)],
      heldPositions: [heldPosition('BTC-PERP')],
    }
    await store().apply(batch)
    const once = await everythingIn(store())
    for (const [table, rows] of Object.entries(once)) expect([table, rows.length]).toEqual([table, 1])
    await store().apply(batch)
    expect(await everythingIn(store())).toStrictEqual(once)
    await store().apply({ ...emptyBatch(6), orders: [fullOrder(1)] })
    await store().apply(batch)
    expect(await store().orders({ account: me, limit: 10 })).toStrictEqual([fullOrder(1)])
    expect(await store().open()).toEqual({ lastSeq: 6 })
  })

  it('applies a batch wholly or not at all', async () => {
    await store().apply({ ...emptyBatch(1), orders: [newOrder(1)] })
    const unsafe = candle(T0, { volume: (2 ** 53) as never })
    await expect(
      store().apply({ ...emptyBatch(2), orders: [newOrder(2)], candles: [unsafe] }),
    ).rejects.toThrow(expect.objectContaining({ name: 'DatabaseError', sqlState: '23514' }))
    expect(await store().open()).toEqual({ lastSeq: 1 })
    expect(await store().orders({ account: me, limit: 10 })).toStrictEqual([newOrder(1)])
    await store().apply({ ...emptyBatch(2), orders: [newOrder(2)] })
    expect(await store().open()).toEqual({ lastSeq: 2 })
  })

  it('writes more rows than one statement takes', async () => {
    const orders = Array.from({ length: 4_321 }, (_, index) => newOrder(index))
    await store().apply({ ...emptyBatch(1), orders })
    expect(await store().orders({ account: me, limit: 9_999 })).toHaveLength(4_321)
    expect((await store().orders({ account: me, limit: 1_000 })).map((order) => order.id)).toEqual(
      orders
        .slice(-1_000)
        .reverse()
        .map((order) => order.id),
    )
  })

  it('answers while a batch is being written, from before it or from after it', async () => {
    await store().apply({ ...emptyBatch(1), orders: [newOrder(1)] })
    const batch = {
      ...emptyBatch(2),
      orders: Array.from({ length: 500 }, (_, index) => newOrder(index + 2)),
    }
    const [, ...counts] = await Promise.all([
      store().apply(batch),
      ...Array.from({ length: 8 }, () => store().orders({ account: me, limit: 1_000 })),
    ])
    for (const orders of counts) expect([1, 501]).toContain(orders.length)
    expect(await store().orders({ account: me, limit: 1_000 })).toHaveLength(501)
  })
}
