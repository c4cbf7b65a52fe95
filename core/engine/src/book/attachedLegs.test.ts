import { describe, expect, it } from 'vitest'
import { REFUSAL, usd6 } from '@vest/protocol'
import { apply } from '../apply.ts'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { AAPL, createNamedWorld, type NamedWorld, type OrderTerms } from '../testing/namedWorld.ts'
import { refusalName } from '../testing/world.ts'

/** Index 231.50: the pool sells at 231.59 and buys at 231.41, so an order at 231.50 rests as the best. */
function world(): NamedWorld {
  const made = createNamedWorld()
  made.account('a', 100_000)
  made.account('b', 100_000)
  made.price(AAPL.symbol, 23_150)
  return made
}
const parent: OrderTerms = { isBuy: true, size: 100_000, price: 23_150, takeProfit: 23_400, stopLoss: 22_900 }
const atOnce: OrderTerms = { ...parent, price: 23_200 }
const sell = (made: NamedWorld, size: number) =>
  made.order('b', { isBuy: false, size, price: 23_150, timeInForce: 'IOC' })
const legs = (made: NamedWorld, id: Parameters<NamedWorld['legs']>[0]) =>
  made
    .legs(id)
    .map(({ orderType, size, filledSize, status, code }) => [
      orderType,
      size,
      filledSize,
      code === undefined ? status : `${status} ${refusalName(code)}`,
    ])
const move = (made: NamedWorld, price: number): void => {
  made.wait(1_000)
  made.price(AAPL.symbol, price)
}

describe('attached take-profit and stop-loss legs', () => {
  it('S9: [4.17] a parent filled to 40 % and then cancelled leaves legs of 40 %', () => {
    const made = world()
    const { id } = made.order('a', parent)
    expect(made.legs(id)).toEqual([])
    sell(made, 40_000)
    const expected = [
      ['TAKE_PROFIT', 40_000, 0, 'NEW'],
      ['STOP_LOSS', 40_000, 0, 'NEW'],
    ]
    expect(legs(made, id)).toEqual(expected)
    expect(made.cancel('a', id)).toEqual({ ok: true, id })
    expect(made.record(id)).toMatchObject({ status: 'CANCELLED', filledSize: 40_000 })
    expect(legs(made, id)).toEqual(expected)
  })

  it('[4.17] the records link parent and legs', () => {
    const made = world()
    const order = made.order('a', { ...atOnce, clientId: 'mine' })
    expect(order).toMatchObject({ status: 'FILLED', tpPrice: 23_400, slPrice: 22_900, clientId: 'mine' })
    const [takeProfit, stopLoss] = made.legs(order.id)
    const shared = { parentId: order.id, reduceOnly: true, isBuy: false, size: 100_000, status: 'NEW' }
    expect(takeProfit).toMatchObject({ ...shared, orderType: 'TAKE_PROFIT', limitPrice: 23_400 })
    expect(stopLoss).toMatchObject({ ...shared, orderType: 'STOP_LOSS', limitPrice: 22_900 })
    expect(takeProfit!.clientId).toBeUndefined()
    expect(query(made.exchange, 'openOrders', { account: made.addressOf('a') })).toEqual([
      takeProfit,
      stopLoss,
    ])
  })

  it('of a sell buy back: the take profit below it, the stop loss above', () => {
    const made = world()
    // Neither the first account nor the first order of the exchange.
    made.account('c', 100_000)
    made.run({ kind: 'SetLeverage', account: made.addressOf('b'), symbol: AAPL.symbol, leverage: 5 })
    made.order('b', { isBuy: true, size: 10, price: 20_000 })
    made.order('c', { isBuy: true, size: 50_000, price: 23_150 })
    const input = { isBuy: false, size: 100_000, price: 23_150, takeProfit: 22_900, stopLoss: 23_400 }
    const order = made.order('b', { ...input, initMarginRatio: 2_000, ageMs: 700 })
    const shared = {
      isBuy: true,
      reduceOnly: true,
      timeInForce: 'GTC',
      size: 50_000,
      parentId: order.id,
      account: made.addressOf('b'),
      signer: made.addressOf('b'),
      markPrice: 23_150,
      initMarginRatio: 2_000,
      orderTimeMs: order.orderTimeMs,
      postTimeMs: order.orderTimeMs + 700,
    }
    expect(made.legs(order.id)).toMatchObject([
      { ...shared, orderType: 'TAKE_PROFIT', limitPrice: 22_900 },
      { ...shared, orderType: 'STOP_LOSS', limitPrice: 23_400 },
    ])
    made.order('c', { isBuy: true, size: 30_000, price: 23_150, timeInForce: 'IOC' })
    expect(legs(made, order.id).map(([, size]) => size)).toEqual([80_000, 80_000])
    // On its way to the stop the price fills what is left of the parent.
    move(made, 23_420)
    expect(legs(made, order.id)).toEqual([
      ['TAKE_PROFIT', 100_000, 0, 'CANCELLED'],
      ['STOP_LOSS', 100_000, 100_000, 'FILLED'],
    ])
  })

  it('every further fill of the parent increases the legs', () => {
    const made = world()
    // 30 at once, from a resting order; the rest of the parent rests and fills in two parts.
    made.order('b', { isBuy: false, size: 30_000, price: 23_150 })
    const { id } = made.order('a', parent)
    expect(legs(made, id)[0]).toEqual(['TAKE_PROFIT', 30_000, 0, 'NEW'])
    sell(made, 20_000)
    expect(legs(made, id)[1]).toEqual(['STOP_LOSS', 50_000, 0, 'NEW'])
    sell(made, 50_000)
    expect(made.record(id).status).toBe('FILLED')
    expect(legs(made, id)).toEqual([
      ['TAKE_PROFIT', 100_000, 0, 'NEW'],
      ['STOP_LOSS', 100_000, 0, 'NEW'],
    ])
  })

  it('S8: a gap through the stop fills it, the position is flat, the take profit is cancelled', () => {
    const made = world()
    const { id } = made.order('a', atOnce)
    move(made, 22_700)
    expect(legs(made, id)).toEqual([
      ['TAKE_PROFIT', 100_000, 0, 'CANCELLED'],
      ['STOP_LOSS', 100_000, 100_000, 'FILLED'],
    ])
    expect(made.view('a').positions).toEqual([])
  })

  it('a fill of one leg reduces the other by the same size', () => {
    const made = world()
    made.order('a', { isBuy: true, size: 50_000 })
    const { id } = made.order('a', atOnce)
    const [takeProfit, stopLoss] = made.legs(id)
    // A smaller take profit that replaces the first belongs to the same group.
    const sooner = made.replace('a', takeProfit!.id, {
      isBuy: false,
      size: 30_000,
      price: 23_300,
      type: 'TAKE_PROFIT',
      reduceOnly: true,
    })
    expect(sooner).toMatchObject({ status: 'NEW', parentId: id })
    move(made, 23_320)
    expect(made.record(stopLoss!.id)).toMatchObject({ status: 'NEW', size: 70_000, filledSize: 0 })
    move(made, 22_800)
    expect(made.record(stopLoss!.id)).toMatchObject({ status: 'FILLED', size: 70_000 })
    expect(made.view('a').positions[0]!.size).toBe(50_000)
  })

  it('a partly filled leg is reduced by the same size', () => {
    const made = createNamedWorld({
      markets: [{ ...AAPL, risk: { ...AAPL.risk, inventoryLimitUsd6: usd6(0) } }],
    })
    for (const name of ['a', 'b', 'c']) made.account(name, 100_000)
    made.price(AAPL.symbol, 23_150)
    made.order('b', { isBuy: false, size: 100_000, price: 23_150 })
    const { id } = made.order('a', parent)
    made.order('c', { isBuy: true, size: 30_000, price: 22_700 })
    move(made, 22_800)
    expect(legs(made, id)).toEqual([
      ['TAKE_PROFIT', 70_000, 0, 'NEW'],
      ['STOP_LOSS', 100_000, 30_000, 'PARTIALLY_FILLED'],
    ])
    // The older leg, the take profit, sells to the next buyer.
    made.order('c', { isBuy: true, size: 20_000, price: 23_300 })
    move(made, 23_420)
    expect(legs(made, id)).toEqual([
      ['TAKE_PROFIT', 70_000, 20_000, 'PARTIALLY_FILLED'],
      ['STOP_LOSS', 80_000, 30_000, 'PARTIALLY_FILLED'],
    ])
    expect(made.view('a').positions[0]!.size).toBe(50_000)
  })

  it('a leg that fills wholly cancels the other one, also while the position stays open', () => {
    const made = world()
    made.order('a', { isBuy: true, size: 50_000 })
    const { id } = made.order('a', atOnce)
    move(made, 23_420)
    expect(legs(made, id)).toEqual([
      ['TAKE_PROFIT', 100_000, 100_000, 'FILLED'],
      ['STOP_LOSS', 100_000, 0, 'CANCELLED'],
    ])
    expect(made.view('a').positions[0]!.size).toBe(50_000)
  })

  it('[4.17] rows that were placed separately are not linked', () => {
    const made = world()
    made.order('a', { isBuy: true, size: 100_000 })
    const leg = { isBuy: false, size: 40_000, reduceOnly: true } as const
    const near = made.order('a', { ...leg, price: 23_300, type: 'TAKE_PROFIT' })
    const far = made.order('a', { ...leg, price: 23_900, type: 'TAKE_PROFIT' })
    const stop = made.order('a', { ...leg, price: 22_900, type: 'STOP_LOSS' })
    move(made, 23_320)
    expect(made.record(near.id).status).toBe('FILLED')
    expect([far, stop].map(({ id }) => made.record(id).size)).toEqual([40_000, 40_000])
    // Orders with client ids but without a parent are not linked either.
    const named = made.order('a', {
      ...leg,
      size: 10_000,
      price: 23_400,
      type: 'TAKE_PROFIT',
      clientId: 'profit',
    })
    const other = made.order('a', {
      ...leg,
      size: 20_000,
      price: 22_800,
      type: 'STOP_LOSS',
      clientId: 'loss',
    })
    move(made, 23_420)
    expect(made.record(named.id).status).toBe('FILLED')
    expect(made.record(other.id)).toMatchObject({ status: 'NEW', size: 20_000 })
  })

  it('a flat position cancels the legs, and later fills of the parent have none', () => {
    const made = world()
    const { id } = made.order('a', parent)
    sell(made, 40_000)
    made.order('b', { isBuy: true, size: 40_000, price: 23_155 })
    made.order('a', { isBuy: false, size: 40_000, reduceOnly: true })
    const gone = [
      ['TAKE_PROFIT', 40_000, 0, 'CANCELLED'],
      ['STOP_LOSS', 40_000, 0, 'CANCELLED'],
    ]
    expect(legs(made, id)).toEqual(gone)
    sell(made, 10_000)
    expect(made.record(id).filledSize).toBe(50_000)
    expect(legs(made, id)).toEqual(gone)
  })

  it('a parent cancelled before any fill leaves no legs, and the legs cannot be cancelled before that', () => {
    const made = world()
    const { id } = made.order('a', parent)
    const command = made.commands.at(-1)!.command
    const legId = command.kind === 'PlaceOrder' ? command.takeProfit!.id : id
    expect(made.cancel('a', legId)).toEqual({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
    made.cancel('a', id)
    expect(made.legs(id)).toEqual([])
  })

  it('[8.36] a leg beyond the position is refused with 3019, and the fill stays', () => {
    const made = world()
    made.order('a', { isBuy: false, size: 150_000 })
    const closing = made.order('a', atOnce)
    expect(closing.status).toBe('FILLED')
    expect(legs(made, closing.id)).toEqual([
      ['TAKE_PROFIT', 100_000, 0, 'REJECTED REDUCE_ONLY_EXCEEDS_SIZE'],
      ['STOP_LOSS', 100_000, 0, 'REJECTED REDUCE_ONLY_EXCEEDS_SIZE'],
    ])
    // 50 are left to turn: legs of 100 do not fit a position of 50.
    const turning = made.order('a', atOnce)
    expect(legs(made, turning.id)[0]).toEqual([
      'TAKE_PROFIT',
      100_000,
      0,
      'REJECTED REDUCE_ONLY_EXCEEDS_SIZE',
    ])
    expect(made.view('a').positions[0]).toMatchObject({ isLong: true, size: 50_000 })
    // Nor do any fit an account without a position.
    const flat = made.order('a', {
      isBuy: false,
      size: 50_000,
      price: 23_100,
      takeProfit: 22_900,
      stopLoss: 23_400,
    })
    expect(made.view('a').positions).toEqual([])
    expect(legs(made, flat.id).map(([, , , status]) => status)).toEqual([
      'REJECTED REDUCE_ONLY_EXCEEDS_SIZE',
      'REJECTED REDUCE_ONLY_EXCEEDS_SIZE',
    ])
  })

  it('more than twenty rows of a kind: the leg is refused with 3031', () => {
    const made = world()
    made.order('a', { isBuy: true, size: 100_000 })
    for (let i = 0; i < 20; i += 1)
      made.order('a', { isBuy: false, size: 100, price: 24_000 + i, type: 'TAKE_PROFIT', reduceOnly: true })
    const { id } = made.order('a', atOnce)
    expect(legs(made, id)).toEqual([
      ['TAKE_PROFIT', 100_000, 0, 'REJECTED TOO_MANY_OPEN_ORDERS'],
      ['STOP_LOSS', 100_000, 0, 'NEW'],
    ])
  })

  it.each<[code: number, what: string, input: OrderTerms]>([
    [
      REFUSAL.TP_SL_PRICE_REJECTED,
      'a take profit of a buyer below the limit price',
      { ...parent, takeProfit: 23_149 },
    ],
    [
      REFUSAL.TP_SL_PRICE_REJECTED,
      'a take profit of a buyer at the limit price',
      { ...parent, takeProfit: 23_150 },
    ],
    [REFUSAL.TP_SL_PRICE_REJECTED, 'a stop of a buyer above it', { ...parent, stopLoss: 23_151 }],
    [REFUSAL.TP_SL_PRICE_REJECTED, 'legs of a buyer on a sale', { ...parent, isBuy: false }],
    [REFUSAL.INVALID_PARAMETER, 'legs on a MARKET order', { ...parent, type: 'MARKET' }],
    [REFUSAL.INVALID_PARAMETER, 'a leg without a price', { ...parent, takeProfit: 0 }],
    [
      REFUSAL.INVALID_PARAMETER,
      'a leg beyond the largest value',
      { ...parent, size: 1, takeProfit: 1e15 + 1 },
    ],
  ])('%i: %s', (code, _, input) => {
    const made = world()
    const order = made.order('a', input)
    expect(order).toMatchObject({ status: 'REJECTED', code })
    expect(made.legs(order.id)).toEqual([])
  })

  it('[8.32] ids and nonces of legs are consumed by the order: 3015, which changes nothing', () => {
    const made = world()
    made.order('a', parent)
    const { command } = made.commands.at(-1)!
    if (command.kind !== 'PlaceOrder') throw new Error('the last command placed the parent')
    const { takeProfit, stopLoss } = command
    const fresh = { ...command, id: `0x${'ab'.repeat(32)}`, nonce: 9_000 } as const
    const { takeProfit: _, stopLoss: __, ...plain } = fresh
    const free = { id: `0x${'cd'.repeat(32)}`, price: takeProfit!.price } as const
    const before = encodeState(made.exchange).replace(/"seq":\d+/, '')
    for (const duplicate of [
      { ...plain, nonce: takeProfit!.nonce },
      { ...plain, id: stopLoss!.id },
      { ...plain, takeProfit: { ...free, nonce: stopLoss!.nonce } },
      { ...plain, takeProfit: { ...free, id: takeProfit!.id, nonce: 9_001 } },
      { ...plain, takeProfit: { ...free, id: fresh.id, nonce: 9_001 } },
      { ...fresh, takeProfit: { ...free, nonce: 9_001 }, stopLoss: { ...stopLoss!, ...free, nonce: 9_002 } },
    ])
      expect(made.run(duplicate)).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
    expect(encodeState(made.exchange).replace(/"seq":\d+/, '')).toBe(before)
    // Legs may be signed with the nonce of their order.
    expect(made.run({ ...plain, takeProfit: { ...free, nonce: fresh.nonce } })).toMatchObject({ ok: true })
  })

  it('a restored state continues like one that never stopped', () => {
    const made = world()
    made.order('a', { ...parent, clientId: 'kept' })
    sell(made, 40_000)
    const restored = decodeState(encodeState(made.exchange))
    expect(encodeState(restored)).toBe(encodeState(made.exchange))
    const seen = made.commands.length
    sell(made, 10_000)
    move(made, 22_700)
    for (const command of made.commands.slice(seen)) apply(restored, command)
    expect(encodeState(restored)).toBe(encodeState(made.exchange))
  })
})
