/** Lists of a store: filters, windows, order, and the place behind which they go on. */
import { expect, it } from 'vitest'
import { lots, timeMs, usd6 } from '@vest/protocol'
import type { ReadModelStore } from '@vest/runtime'
import {
  accountValue,
  addressOf,
  candle,
  closedPosition,
  emptyBatch,
  fill,
  fullLpOrder,
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

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const T0 = 1_700_000_000_000
const me = addressOf(1)

export function describeLists(store: () => ReadModelStore): void {
  it('[7.13] filters orders by each of its fields, alone and together', async () => {
    const orders = [
      newOrder(1),
      newOrder(2, { symbol: 'ETH-PERP' }),
      newOrder(3, { status: 'CANCELLED' }),
      newOrder(4, { orderType: 'MARKET', status: 'FILLED' }),
      newOrder(5, { account: addressOf(8), clientId: 'grid-1' }),
      newOrder(6, { clientId: 'grid-1', signer: addressOf(9) }),
    ]
    await store().apply({ ...emptyBatch(1), orders })
    const numbers = async (filter: object) =>
      (await store().orders({ account: me, limit: 100, ...filter })).map((order) => Number(order.id))
    expect(await numbers({})).toEqual([6, 4, 3, 2, 1])
    expect(await numbers({ ids: [hexId(1), hexId(3), hexId(5)] })).toEqual([3, 1])
    expect(await numbers({ ids: [] })).toEqual([])
    expect(await numbers({ nonce: orders[1]!.nonce })).toEqual([2])
    expect(await numbers({ nonce: orders[1]!.nonce, signer: addressOf(9) })).toEqual([])
    expect(await numbers({ signer: addressOf(9) })).toEqual([6])
    expect(await numbers({ symbols: ['ETH-PERP'] })).toEqual([2])
    expect(await numbers({ orderType: 'MARKET' })).toEqual([4])
    expect(await numbers({ status: 'NEW' })).toEqual([6, 2, 1])
    expect(await numbers({ status: 'NEW', symbols: ['BTC-PERP'] })).toEqual([6, 1])
    expect(await numbers({ clientId: 'grid-1' })).toEqual([6])
    expect(await numbers({ clientId: 'GRID-1' })).toEqual([])
  })

  it('takes both ends of a window and counts back from its end', async () => {
    await store().apply({ ...emptyBatch(1), orders: [1, 2, 3, 4, 5].map((number) => newOrder(number)) })
    const at = (number: number) => newOrder(number).postTimeMs
    const numbers = async (filter: object) =>
      (await store().orders({ account: me, limit: 100, ...filter })).map((order) => Number(order.id))
    expect(await numbers({ startTimeMs: at(2), endTimeMs: at(4) })).toEqual([4, 3, 2])
    expect(await numbers({ startTimeMs: at(2), endTimeMs: at(4), limit: 2 })).toEqual([4, 3])
    expect(await numbers({ endTimeMs: timeMs(at(1) - 1) })).toEqual([])
  })

  it('[3.7] orders rows of one millisecond as they were accepted, whatever becomes of them later', async () => {
    const places = [[11, 5, 1], [3, 5, 0], [7, 4, 9]] as const // prettier-ignore
    const orders = places.map(([number, seq, index]) =>
      newOrder(number, { postTimeMs: timeMs(T0), seq, index }),
    )
    await store().apply({ ...emptyBatch(5), orders })
    // A later state, at a later place: the row is where it was.
    await store().apply({
      ...emptyBatch(6),
      orders: [{ ...orders[2]!, status: 'CANCELLED', seq: 6, index: 0 }],
    })
    const found = await store().orders({ account: me, limit: 3 })
    expect(found.map(({ id, seq, index }) => [Number(id), seq, index])).toEqual(places)
    expect(found[2]!.status).toBe('CANCELLED')
  })

  it('[3.7] goes on strictly behind a place, in every list', async () => {
    const now = { postTimeMs: timeMs(T0) }
    const numbers = [1, 2, 3, 4]
    await store().apply({
      ...emptyBatch(1),
      orders: numbers.map((number) => newOrder(number, { ...now, seq: 9, index: number })),
      transfers: numbers.map((number) => newDeposit(number, { ...now, seq: number, index: 0 })),
      lpOrders: numbers.map((number) => newLpOrder(number, { ...now, seq: number, index: 0 })),
      trades: numbers.map((number) => trade(number, { timeMs: timeMs(T0) })),
      fills: numbers.map((number) => fill(number, { timeMs: timeMs(T0) })),
      fundingSettled: numbers.map((number) => fundingSettled(number, 0, { timeMs: timeMs(T0) })),
      closedPositions: numbers.map((number) => closedPosition(number, { closeTimeMs: timeMs(T0) })),
    })
    const behind = (...within: (number | string)[]) => ({ limit: 2, after: [T0, ...within] as const })
    const rows = await Promise.all([
      store().orders({ account: me, ...behind(9, 4) }),
      store().transfers({ account: me, ...behind(4, 0) }),
      store().lpOrders({ account: me, ...behind(4, 0) }),
      store().trades(['BTC-PERP'], behind(4)),
      store().fills(me, behind(4, hexId(4))),
      store().fundingSettled(me, behind(4, 0)),
      store().closedPositions(me, behind(hexId(4))),
    ])
    const numberOf = (row: object): number =>
      'tradeId' in row
        ? Number(row.tradeId)
        : 'id' in row
          ? Number(row.id)
          : Number((row as { seq: number }).seq)
    for (const list of rows) expect(list.map(numberOf)).toEqual([3, 2])
    expect(await store().orders({ account: me, limit: 9, after: [T0 - 1, 0, 0] })).toEqual([])
  })

  it('[7.21] filters transfers by id, nonce and type', async () => {
    await store().apply({
      ...emptyBatch(1),
      transfers: [newDeposit(1), fullTransfer(2), newDeposit(3, { account: addressOf(8) })],
    })
    const numbers = async (filter: object) =>
      (await store().transfers({ account: me, limit: 100, ...filter })).map((transfer) => Number(transfer.id))
    expect(await numbers({})).toEqual([2, 1])
    expect(await numbers({ id: hexId(1) })).toEqual([1])
    expect(await numbers({ id: hexId(3) })).toEqual([])
    expect(await numbers({ nonce: 17 })).toEqual([2])
    expect(await numbers({ signer: addressOf(2) })).toEqual([2])
    expect(await numbers({ nonce: 17, signer: addressOf(9) })).toEqual([])
    expect(await numbers({ type: 'WITHDRAW' })).toEqual([2])
  })

  it('[7.16] lists trades of a market newest first', async () => {
    const trades = [
      trade(1),
      trade(2),
      trade(3, { timeMs: trade(2).timeMs }),
      trade(4, { symbol: 'ETH-PERP' }),
    ]
    await store().apply({ ...emptyBatch(1), trades })
    expect(await store().trades(['BTC-PERP'], { limit: 2 })).toStrictEqual([trades[2], trades[1]])
    expect(await store().trades(['BTC-PERP'], { limit: 9, endTimeMs: trade(1).timeMs })).toStrictEqual([
      trades[0],
    ])
  })

  it('lists fills of an account, of a market and of an order', async () => {
    const fills = [
      fill(1),
      fill(2, { symbol: 'ETH-PERP' }),
      fill(3, { orderId: hexId(1), isMaker: true }),
      fill(4, { account: addressOf(8) }),
    ]
    await store().apply({ ...emptyBatch(1), fills })
    expect(await store().fills(me, { limit: 9 })).toStrictEqual([fills[2], fills[1], fills[0]])
    expect(await store().fills(me, { limit: 9, symbols: ['ETH-PERP'] })).toStrictEqual([fills[1]])
    expect(await store().fills(me, { limit: 9, orderId: hexId(1) })).toStrictEqual([fills[2], fills[0]])
    expect(await store().fills(me, { limit: 9, orderId: hexId(4) })).toStrictEqual([])
  })

  it('lists funding payments of an account newest first', async () => {
    const payments = [
      fundingSettled(5, 0),
      fundingSettled(5, 1),
      fundingSettled(6, 0, { symbol: 'ETH-PERP' }),
    ]
    const others = [fundingSettled(7, 0, { account: addressOf(8) })]
    await store().apply({ ...emptyBatch(7), fundingSettled: [...payments, ...others] })
    expect(await store().fundingSettled(me, { limit: 9 })).toStrictEqual([
      payments[2],
      payments[1],
      payments[0],
    ])
    expect(await store().fundingSettled(me, { limit: 1, symbols: ['BTC-PERP'] })).toStrictEqual([payments[1]])
  })

  it('lists what belongs to a market under every symbol that it has had, in one order', async () => {
    const symbols = ['XBT-PERP', 'BTC-PERP']
    const late = { symbol: 'XBT-PERP' }
    const another = { symbol: 'ETH-PERP' }
    await store().apply({
      ...emptyBatch(1),
      orders: [newOrder(1), newOrder(2, another), newOrder(3, late)],
      trades: [trade(1), trade(2, another), trade(3, late)],
      fills: [fill(1), fill(2, another), fill(3, late)],
      fundingSettled: [fundingSettled(5, 0), fundingSettled(6, 0, another), fundingSettled(7, 0, late)],
      fundingApplied: [fundingApplied(T0), fundingApplied(T0, another), fundingApplied(T0 + HOUR_MS, late)],
      closedPositions: [closedPosition(1), closedPosition(2, another), closedPosition(3, late)],
    })
    const page = { symbols, limit: 9 }
    const lists = await Promise.all([
      store().orders({ account: me, ...page }),
      store().trades(symbols, { limit: 9 }),
      store().fills(me, page),
      store().fundingSettled(me, page),
      store().closedPositions(me, page),
    ])
    for (const list of lists) expect(list.map(({ symbol }) => symbol)).toEqual(symbols)
    expect((await store().fundingApplied(symbols, { limit: 9 })).map(({ symbol }) => symbol)).toEqual(
      symbols.toReversed(),
    )
  })

  it('lists funding rates oldest first, the newest of the window', async () => {
    const hours = [0, 1, 2, 3].map((hour) => fundingApplied(T0 + hour * HOUR_MS))
    await store().apply({
      ...emptyBatch(1),
      fundingApplied: [...hours, fundingApplied(T0, { symbol: 'ETH-PERP' })],
    })
    expect(await store().fundingApplied(['BTC-PERP'], { limit: 2 })).toStrictEqual([hours[2], hours[3]])
    const until = timeMs(T0 + HOUR_MS)
    expect(await store().fundingApplied(['BTC-PERP'], { limit: 9, endTimeMs: until })).toStrictEqual([
      hours[0],
      hours[1],
    ])
  })

  it('lists candles of one market and interval oldest first, and replaces one that changed', async () => {
    const at = (minute: number) => candle(T0 + minute * MINUTE_MS)
    const others = [candle(T0, { interval: '1h' }), candle(T0, { symbol: 'ETH-PERP' })]
    await store().apply({ ...emptyBatch(1), candles: [at(0), at(1), at(2), ...others] })
    const changed = candle(T0 + 2 * MINUTE_MS, { close: 119 as never, trades: 4 })
    await store().apply({ ...emptyBatch(2), candles: [changed] })
    const bare = ({ symbol: _symbol, interval: _interval, ...rest }: ReturnType<typeof candle>) => rest
    expect(await store().candles('BTC-PERP', '1m', { limit: 2 })).toStrictEqual([bare(at(1)), bare(changed)])
    const window = { startTimeMs: timeMs(T0), endTimeMs: timeMs(T0 + MINUTE_MS), limit: 9 }
    expect(await store().candles('BTC-PERP', '1m', window)).toStrictEqual([bare(at(0)), bare(at(1))])
    expect(await store().candles('XRP-PERP', '1m', { limit: 9 })).toStrictEqual([])
  })

  it('remembers the splits of every market in their order', async () => {
    const split = (symbol: string, number: number) => ({
      symbol,
      number,
      timeMs: timeMs(T0 + number),
      newShares: 4,
      oldShares: number,
    })
    await store().apply({ ...emptyBatch(1), marketSplits: [split('B', 2), split('B', 1)] })
    await store().apply({ ...emptyBatch(2), marketSplits: [split('A', 1), split('B', 2)] })
    expect(await store().marketSplits()).toStrictEqual([split('A', 1), split('B', 1), split('B', 2)])
  })

  it('remembers the status of every market', async () => {
    await store().apply({
      ...emptyBatch(1),
      marketStates: [
        { symbol: 'B', status: 'TRADING' },
        { symbol: 'A', status: 'TRADING' },
      ],
    })
    const renamed = { symbol: 'C', status: 'TRADING', candlesOf: 'A' } as const
    await store().apply({ ...emptyBatch(2), marketStates: [{ symbol: 'B', status: 'HALT' }, renamed] })
    expect(await store().marketStates()).toStrictEqual([
      { symbol: 'A', status: 'TRADING' },
      { symbol: 'B', status: 'HALT' },
      renamed,
    ])
  })

  it('[3.16] gives an LP order back as it was written, in its first and in its last state', async () => {
    const orders = [newLpOrder(1), fullLpOrder(2)]
    await store().apply({ ...emptyBatch(1), lpOrders: orders })
    expect(await store().lpOrders({ account: me, limit: 10 })).toStrictEqual([orders[1], orders[0]])
    await store().apply({ ...emptyBatch(2), lpOrders: [fullLpOrder(1)] })
    await store().apply({ ...emptyBatch(3), lpOrders: [newLpOrder(2)] })
    expect(await store().lpOrders({ account: me, limit: 10 })).toStrictEqual([newLpOrder(2), fullLpOrder(1)])
  })

  it('[3.16] filters LP orders by each of its fields', async () => {
    const lpOrders = [
      newLpOrder(1),
      newLpOrder(2, { orderType: 'SCHEDULE_WITHDRAW' }),
      newLpOrder(3, { account: addressOf(8) }),
      newLpOrder(4, { status: 'REJECTED', code: 4001, signer: addressOf(9) }),
    ]
    await store().apply({ ...emptyBatch(1), lpOrders })
    const numbers = async (filter: object) =>
      (await store().lpOrders({ account: me, limit: 100, ...filter })).map(({ id }) => Number(id))
    expect(await numbers({})).toEqual([4, 2, 1])
    expect(await numbers({ limit: 2 })).toEqual([4, 2])
    expect(await numbers({ ids: [hexId(1), hexId(3)] })).toEqual([1])
    expect(await numbers({ ids: [] })).toEqual([])
    expect(await numbers({ nonce: lpOrders[1]!.nonce })).toEqual([2])
    expect(await numbers({ nonce: lpOrders[1]!.nonce, signer: addressOf(9) })).toEqual([])
    expect(await numbers({ signer: addressOf(9) })).toEqual([4])
    expect(await numbers({ orderType: 'SCHEDULE_WITHDRAW' })).toEqual([2])
    expect(await numbers({ status: 'REJECTED' })).toEqual([4])
    const { postTimeMs } = lpOrders[1]!
    expect(await numbers({ startTimeMs: postTimeMs, endTimeMs: postTimeMs })).toEqual([2])
  })

  it('lists values of the pool and hours of fees oldest first, the newest of the window', async () => {
    const hours = [0, 1, 2, 3].map((hour) => timeMs(T0 + hour * HOUR_MS))
    const poolValues = hours.map((hourMs) => poolValue(hourMs))
    const feeHours = hours.map((hourMs, at) => ({ hourMs, fees: usd6(at) }))
    await store().apply({ ...emptyBatch(1), poolValues, feeHours })
    expect(await store().poolValues({ limit: 2 })).toStrictEqual(poolValues.slice(2))
    expect(await store().poolValues({ limit: 9, endTimeMs: hours[1]! })).toStrictEqual(poolValues.slice(0, 2))
    expect(await store().poolValues({ limit: 9, startTimeMs: hours[3]! })).toStrictEqual(poolValues.slice(3))
    const more = { hourMs: hours[3]!, fees: usd6(30) }
    await store().apply({ ...emptyBatch(2), feeHours: [more] })
    expect(await store().feeHours({ limit: 2 })).toStrictEqual([feeHours[2], more])
    expect(await store().feeHours({ limit: 9, startTimeMs: hours[2]! })).toStrictEqual([feeHours[2], more])
  })

  it('sums what accounts filled by day, each from its own moment on, newest day first', async () => {
    const DAY_MS = 86_400_000
    const [early, late] = [timeMs(100 * DAY_MS), timeMs(101 * DAY_MS + 5)]
    const other = addressOf(2)
    await store().apply({
      ...emptyBatch(1),
      fills: [
        fill(1, { timeMs: early, value: usd6(10), fee: usd6(1) }),
        fill(2, { timeMs: late, value: usd6(20), fee: usd6(2) }),
        fill(3, { timeMs: late, account: other, value: usd6(40), fee: usd6(4) }),
        fill(4, { timeMs: early, account: other, value: usd6(80), fee: usd6(8) }),
        fill(5, { timeMs: late, account: addressOf(3), value: usd6(160) }),
      ],
    })
    const accounts = [
      { account: me, fromMs: early },
      { account: other, fromMs: late },
    ]
    const days = [
      { dayMs: timeMs(101 * DAY_MS), traders: 2, volume: 60n, fees: 6n },
      { dayMs: timeMs(100 * DAY_MS), traders: 1, volume: 10n, fees: 1n },
    ]
    expect(await store().fillDays(accounts, { limit: 9 })).toStrictEqual(days)
    expect(await store().fillDays(accounts, { limit: 1 })).toStrictEqual([days[0]])
    expect(await store().fillDays(accounts, { limit: 9, startTimeMs: late })).toStrictEqual([days[0]])
    expect(await store().fillDays([], { limit: 9 })).toStrictEqual([])
  })

  it('lists the weeks of an account newest first, by their ends', async () => {
    const stored = [5, 6, 7].map((epochId) => weekOfPoints(epochId))
    const of = (number: number, epochId: number, more: number) =>
      weekOfPoints(epochId, { account: addressOf(number), lp: more })
    await store().apply({
      ...emptyBatch(1),
      // Of the sixth week one has more and one as many, of the seventh two have more.
      points: [...stored, of(8, 8, 1), of(8, 6, 1), of(9, 6, 0), of(8, 7, 1), of(9, 7, 2)],
    })
    const weeks = stored.map((week, at) => ({ ...week, rank: at + 1 }))
    expect(await store().points(me, { limit: 2 })).toStrictEqual([weeks[2], weeks[1]])
    const { endTimeMs } = weeks[1]!
    expect(await store().points(me, { limit: 9, endTimeMs })).toStrictEqual([weeks[1], weeks[0]])
    expect(await store().points(me, { limit: 9, startTimeMs: endTimeMs, endTimeMs })).toStrictEqual([
      weeks[1],
    ])
  })

  it('[4.10] lists what an account was worth oldest first, the newest of the window', async () => {
    const hours = [0, 1, 2, 3].map((hour) => timeMs(T0 + hour * HOUR_MS))
    const values = hours.map((hourMs, at) => accountValue(hourMs, { equity: usd6(at) }))
    const accountValues = [...values, accountValue(T0, { account: addressOf(8) })]
    await store().apply({ ...emptyBatch(1), accountValues })
    expect(await store().accountValues(me, { limit: 2 })).toStrictEqual(values.slice(2))
    const [first, second] = hours
    expect(await store().accountValues(me, { limit: 9, endTimeMs: second! })).toStrictEqual(
      values.slice(0, 2),
    )
    expect(
      await store().accountValues(me, { limit: 9, startTimeMs: first!, endTimeMs: first! }),
    ).toStrictEqual(values.slice(0, 1))
  })

  it('lists positions that have ended newest first, by their ends, and of one market', async () => {
    const closed = [1, 2, 3].map((number) => closedPosition(number))
    const eth = closedPosition(4, { symbol: 'ETH-PERP', isLong: false })
    const same = closedPosition(5, { closeTimeMs: closed[0]!.closeTimeMs })
    await store().apply({
      ...emptyBatch(1),
      closedPositions: [...closed, eth, same, closedPosition(6, { account: addressOf(8) })],
    })
    const all = await store().closedPositions(me, { limit: 9 })
    expect(all).toStrictEqual([eth, closed[2], closed[1], same, closed[0]])
    expect(await store().closedPositions(me, { limit: 1, symbols: ['BTC-PERP'] })).toStrictEqual([closed[2]])
    const { closeTimeMs } = closed[1]!
    const window = { startTimeMs: closeTimeMs, endTimeMs: closeTimeMs }
    expect(await store().closedPositions(me, { limit: 9, ...window })).toStrictEqual([closed[1]])
  })

  it('keeps of every open position the latest, and forgets it when nothing is left', async () => {
    const [btc, eth] = [heldPosition('BTC-PERP'), heldPosition('ETH-PERP')]
    await store().apply({ ...emptyBatch(1), heldPositions: [btc, eth] })
    const grown = { ...btc, size: lots(6), openedSize: 6n }
    await store().apply({ ...emptyBatch(2), heldPositions: [grown, { ...eth, size: lots(0) }] })
    expect(await store().heldPositions()).toStrictEqual([grown])
  })

  it('keeps of every tally the latest, with and without a referrer', async () => {
    const second = tally(2, { referrer: addressOf(1), isSim: true })
    await store().apply({ ...emptyBatch(1), accountTallies: [tally(2), tally(1)] })
    await store().apply({ ...emptyBatch(2), accountTallies: [second] })
    expect(await store().accountTallies()).toStrictEqual([tally(1), second])
  })
}
