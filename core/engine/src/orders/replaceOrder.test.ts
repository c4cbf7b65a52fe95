import { REFUSAL } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import type { Id } from '@vest/protocol'
import { type OrderRecord } from '../api/records.ts'
import { encodeState } from '../snapshot/snapshot.ts'
import { AAPL, createNamedWorld, type NamedWorld, type OrderTerms } from '../testing/namedWorld.ts'
import { QUOTED_TICKS, quotedWorld, sellInto } from '../testing/quotedWorld.ts'

const bid: OrderTerms = { isBuy: true, size: 100_000, price: 23_150 }
const replaced = (made: NamedWorld, name: string, id: Id, input: OrderTerms): OrderRecord => {
  const record = made.replace(name, id, input)
  if (typeof record === 'number') throw new Error(`answered ${record}`)
  return record
}
const openOf = (made: NamedWorld, name: string): readonly Id[] => {
  const account = made.exchange.accounts.find(({ address }) => address === made.addressOf(name))!
  const ids: Id[] = []
  for (let order = account.oldestOrder; order !== undefined; order = order.youngerOfAccount)
    ids.push(order.id)
  return ids
}

const MSFT = { ...AAPL, symbol: 'MSFT-USD-PERP' }
/** Two markets alike, at the same price. */
function twoMarkets(): NamedWorld {
  const made = createNamedWorld({ markets: [AAPL, MSFT] })
  for (const name of ['a', 'b', 'c']) made.account(name, 10_000)
  for (const { symbol } of [AAPL, MSFT]) made.price(symbol, QUOTED_TICKS)
  return made
}

describe('replacing an order', () => {
  it('[4.8] the new order has a record of its own, the old one is CANCELLED without a code', () => {
    const made = quotedWorld()
    const old = made.order('a', bid)
    const order = replaced(made, 'a', old.id, { ...bid, price: 23_100 })
    expect(order).toMatchObject({ status: 'NEW', limitPrice: 23_100 })
    expect(made.record(old.id)).toMatchObject({ status: 'CANCELLED', filledSize: 0 })
    expect(made.record(old.id).code).toBeUndefined()
    expect(openOf(made, 'a')).toEqual([order.id])
  })

  it('a smaller order at the same price keeps the turn, among the orders of its account too', () => {
    const made = quotedWorld()
    const [first, second, third] = ['a', 'b', 'a'].map((name) => made.order(name, { ...bid, size: 20_000 }))
    const smaller = replaced(made, 'a', first!.id, { ...bid, size: 15_000 })
    expect(openOf(made, 'a')).toEqual([smaller.id, third!.id])
    sellInto(made, 16_000)
    expect(made.record(smaller.id).status).toBe('FILLED')
    expect(made.record(second!.id).filledSize).toBe(1_000)
    expect(made.record(third!.id).filledSize).toBe(0)
  })

  it('in the middle of the queue as well', () => {
    const made = quotedWorld()
    const queue = ['a', 'b', 'c'].map((name) => made.order(name, { ...bid, size: 20_000 }))
    const smaller = replaced(made, 'b', queue[1]!.id, { ...bid, size: 1_000 })
    made.account('d', 10_000)
    made.order('d', { isBuy: false, size: 20_500, price: 23_150, timeInForce: 'IOC' })
    expect(made.record(smaller.id).filledSize).toBe(500)
    expect(made.record(queue[2]!.id).filledSize).toBe(0)
  })

  it.each<[what: string, change: Partial<OrderTerms>]>([
    ['of the same size', { size: 20_000 }],
    ['that is larger', { size: 30_000 }],
    ['with another time in force', { size: 10_000, timeInForce: 'POST_ONLY' }],
  ])('an order %s goes to the end of the queue', (_, change) => {
    const made = quotedWorld()
    const [first, second] = ['a', 'b'].map((name) => made.order(name, { ...bid, size: 20_000 }))
    const order = replaced(made, 'a', first!.id, { ...bid, ...change })
    sellInto(made, 5_000)
    expect(made.record(second!.id).filledSize).toBe(5_000)
    expect(made.record(order.id).filledSize).toBe(0)
  })

  it('a smaller order of the other side is a new one: it takes', () => {
    const made = quotedWorld()
    const [first, second] = ['a', 'b'].map((name) => made.order(name, { ...bid, size: 20_000 }))
    const order = replaced(made, 'a', first!.id, { ...bid, isBuy: false, size: 10_000 })
    expect(order).toMatchObject({ status: 'FILLED', filledSize: 10_000 })
    expect(made.record(second!.id).filledSize).toBe(10_000)
  })

  it('a smaller order of another market stands there and no longer here', () => {
    const made = twoMarkets()
    const [first, second] = ['a', 'b'].map((name) => made.order(name, { ...bid, size: 20_000 }))
    const order = replaced(made, 'a', first!.id, { ...bid, symbol: MSFT.symbol, size: 10_000 })
    sellInto(made, 5_000)
    expect([made.record(second!.id).filledSize, made.record(order.id).filledSize]).toEqual([5_000, 0])
    made.order('c', { ...bid, symbol: MSFT.symbol, isBuy: false, size: 4_000, timeInForce: 'IOC' })
    expect(made.record(order.id).filledSize).toBe(4_000)
  })

  it('a smaller order that waits for its price is no longer in the book, and one that no longer waits is', () => {
    const made = quotedWorld()
    made.order('a', { ...bid, size: 30_000, price: 23_200 })
    const sell = { isBuy: false, size: 20_000, price: 23_152, reduceOnly: true }
    const offered = () =>
      made.order('c', { isBuy: true, size: 100, price: 23_152, timeInForce: 'IOC' }).status
    const resting = made.order('a', sell)
    expect(offered()).toBe('FILLED')
    const waiting = replaced(made, 'a', resting.id, { ...sell, size: 10_000, type: 'TAKE_PROFIT' })
    expect([waiting.status, offered()]).toEqual(['NEW', 'CANCELLED'])
    const back = replaced(made, 'a', waiting.id, { ...sell, size: 5_000 })
    expect([back.status, offered()]).toEqual(['NEW', 'FILLED'])
    expect(made.record(back.id).filledSize).toBe(100)
  })

  it('what fills in part and then ends has taken the place as well', () => {
    const made = quotedWorld()
    const [first] = ['a', 'b'].map((name) => made.order(name, { ...bid, size: 20_000 }))
    const input = { ...bid, isBuy: false, size: 50_000, timeInForce: 'IOC' } as const
    expect(replaced(made, 'a', first!.id, input)).toMatchObject({ status: 'CANCELLED', filledSize: 20_000 })
    expect(made.record(first!.id).status).toBe('CANCELLED')
    expect(openOf(made, 'a')).toEqual([])
  })

  it('smaller is measured by what the old order has left', () => {
    const made = quotedWorld()
    const [first, second] = ['a', 'b'].map((name) => made.order(name, { ...bid, size: 20_000 }))
    sellInto(made, 12_000)
    const order = replaced(made, 'a', first!.id, { ...bid, size: 10_000 })
    sellInto(made, 5_000)
    expect([order, second!].map(({ id }) => made.record(id).filledSize)).toEqual([0, 5_000])
  })

  it('the margin is judged as if the old order were gone', () => {
    const made = quotedWorld()
    // 9,200 of 10,000 USDC are reserved: a second order like it would not fit.
    const old = made.order('a', { ...bid, size: 4_000_000, price: 23_000 })
    expect(made.order('a', { ...bid, size: 4_000_000, price: 22_900 })).toMatchObject({
      code: REFUSAL.MARGIN_CHECK_FAILED,
    })
    const order = replaced(made, 'a', old.id, { ...bid, size: 4_200_000, price: 22_900 })
    expect(order.status).toBe('NEW')
    expect(made.view('a').openOrderMargin).toBe(9_618_000_000)
  })

  it.each<[what: string, input: OrderTerms, outcome: object]>([
    ['is refused', { ...bid, size: 40_000_000 }, { status: 'REJECTED', code: REFUSAL.MARGIN_CHECK_FAILED }],
    ['is no order', { ...bid, size: 0 }, { status: 'REJECTED', code: REFUSAL.INVALID_PARAMETER }],
    [
      'names no market',
      { ...bid, symbol: 'NOPE-PERP' },
      { status: 'REJECTED', code: REFUSAL.SYMBOL_REJECTED },
    ],
    [
      'would take though it may not',
      { ...bid, price: 23_200, timeInForce: 'POST_ONLY' },
      { status: 'CANCELLED', code: REFUSAL.POST_ONLY_WOULD_TAKE },
    ],
    [
      'finds nothing to take',
      { ...bid, price: 23_100, timeInForce: 'IOC' },
      { status: 'CANCELLED', code: REFUSAL.PRICE_CHECK_FAILED },
    ],
  ])('when the new order %s the old one stays where it stood', (_, input, outcome) => {
    const made = quotedWorld()
    const [first, second] = ['a', 'b'].map((name) => made.order(name, { ...bid, size: 20_000 }))
    made.order('a', { ...bid, price: 22_000 })
    const before = [made.view('a'), openOf(made, 'a')]
    expect(replaced(made, 'a', first!.id, input)).toMatchObject(outcome)
    expect([made.view('a'), openOf(made, 'a')]).toEqual(before)
    expect(made.record(first!.id).status).toBe('NEW')
    sellInto(made, 21_000)
    expect([first!, second!].map(({ id }) => made.record(id).filledSize)).toEqual([20_000, 1_000])
  })

  it('a new order that fills at once takes the place of the old one, and does not meet it', () => {
    const made = quotedWorld()
    const old = made.order('a', { isBuy: false, size: 10_000, price: 23_155 })
    const order = replaced(made, 'a', old.id, { isBuy: true, size: 10_000, price: 23_160 })
    expect(order).toMatchObject({ status: 'FILLED', avgFilledPrice: 23_159 })
    expect(made.record(old.id).status).toBe('CANCELLED')
  })

  it('[4.8] a stop is moved without an unprotected moment: sums and names as if it were gone, parent and group kept', () => {
    const made = quotedWorld()
    const parent = made.order('a', { ...bid, price: 23_200, takeProfit: 23_600, stopLoss: 22_900 })
    const [takeProfit, stopLoss] = made.legs(parent.id)
    const input = { isBuy: false, size: 100_000, type: 'STOP_LOSS', reduceOnly: true } as const
    // Beside the old one it would exceed the position.
    expect(made.order('a', { ...input, price: 23_000 })).toMatchObject({
      code: REFUSAL.REDUCE_ONLY_EXCEEDS_SIZE,
    })
    const moved = replaced(made, 'a', stopLoss!.id, { ...input, price: 23_000, clientId: 'stop' })
    expect(moved).toMatchObject({ status: 'NEW', parentId: parent.id, limitPrice: 23_000 })
    const again = replaced(made, 'a', moved.id, { ...input, price: 23_050, clientId: 'stop' })
    expect(again).toMatchObject({ status: 'NEW', parentId: parent.id, clientId: 'stop' })
    made.wait(1_000)
    made.price(AAPL.symbol, 23_040)
    expect(made.record(again.id).status).toBe('FILLED')
    expect(made.record(takeProfit!.id).status).toBe('CANCELLED')
  })

  it('a moved leg goes on growing with its parent', () => {
    const made = quotedWorld()
    const parent = made.order('a', { ...bid, takeProfit: 23_600 })
    sellInto(made, 30_000)
    const [leg] = made.legs(parent.id)
    const input = { isBuy: false, type: 'TAKE_PROFIT', reduceOnly: true } as const
    const moved = replaced(made, 'a', leg!.id, { ...input, size: 20_000, price: 23_500 })
    sellInto(made, 30_000)
    expect(made.record(moved.id)).toMatchObject({ size: 50_000, status: 'NEW' })
  })

  it('a leg that becomes one of the other kind has no parent any more', () => {
    const made = quotedWorld()
    const parent = made.order('a', { ...bid, price: 23_200, takeProfit: 23_600, stopLoss: 22_900 })
    const [takeProfit] = made.legs(parent.id)
    made.cancel('a', made.legs(parent.id)[1]!.id)
    const input = { isBuy: false, size: 100_000, type: 'STOP_LOSS', reduceOnly: true, price: 23_000 } as const
    const stop = replaced(made, 'a', takeProfit!.id, input)
    expect(stop.status).toBe('NEW')
    expect(stop.parentId).toBeUndefined()
  })

  it('a leg that becomes one of another market has no parent any more', () => {
    const made = twoMarkets()
    const parent = made.order('a', { ...bid, price: 23_200, takeProfit: 23_600 })
    made.order('a', { ...bid, price: 23_200, symbol: MSFT.symbol })
    const input = {
      isBuy: false,
      size: 100_000,
      type: 'TAKE_PROFIT',
      reduceOnly: true,
      price: 23_600,
    } as const
    const moved = replaced(made, 'a', made.legs(parent.id)[0]!.id, { ...input, symbol: MSFT.symbol })
    expect(moved.status).toBe('NEW')
    expect(moved.parentId).toBeUndefined()
  })

  it('a new order with legs of its own takes their ids and nonces: they serve once', () => {
    const made = quotedWorld()
    const old = made.order('a', { ...bid, size: 10_000 })
    const order = replaced(made, 'a', old.id, { ...bid, size: 20_000, price: 23_100, takeProfit: 23_600 })
    const { command } = made.commands.at(-1)!
    if (command.kind !== 'ReplaceOrder') throw new Error('the last command replaced an order')
    const { takeProfit } = command.place
    const again = (leg: object) => {
      const { nonce } = made.signed('a')
      const place = { ...command.place, id: `0x${'cd'.repeat(32)}` as const, nonce }
      const cancel = { ...command.cancel, ...made.signed('a'), id: order.id }
      return made.run({ ...command, cancel, place: { ...place, takeProfit: { ...takeProfit!, ...leg } } })
    }
    const { nonce } = made.signed('a')
    expect(again({})).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
    expect(again({ nonce })).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
    expect(again({ id: `0x${'ce'.repeat(32)}` })).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
    expect(made.place('a', { ...bid, size: 1_000, nonce: takeProfit!.nonce })).toEqual({
      ok: false,
      code: REFUSAL.DUPLICATE,
    })
    expect(again({ id: `0x${'ce'.repeat(32)}`, nonce })).toMatchObject({ ok: true })
  })

  it('[8.34] each half is refused for itself: who cancels and who places are the owner, and no nonce serves twice', () => {
    const made = quotedWorld()
    const old = made.order('a', bid)
    const place = (name: string, id: Id, change: object = {}) => {
      made.place(name, { ...bid, size: 0, id })
      const { command } = made.commands.at(-1)!
      if (command.kind !== 'PlaceOrder') throw new Error('the last command placed an order')
      return {
        ...command,
        size: bid.size as never,
        id: `${id.slice(0, -1)}f` as Id,
        nonce: made.signed(name).nonce,
        ...change,
      }
    }
    const cancel = (name: string, change: object = {}) =>
      ({ kind: 'CancelOrder', id: old.id, ...made.signed(name), ...change }) as const
    const run = (...[first, second]: [ReturnType<typeof cancel>, ReturnType<typeof place>]) =>
      made.run({ kind: 'ReplaceOrder', cancel: first, place: second })
    const id = (digit: string): Id => `0x${digit.repeat(64)}` as Id
    expect(run(cancel('b'), place('a', id('1')))).toEqual({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
    expect(run(cancel('a'), place('b', id('2')))).toEqual({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
    const used = made.commands.at(-1)!.command
    if (used.kind !== 'ReplaceOrder') throw new Error('the last command replaced an order')
    // The nonces of what was refused are spent; a nonce that was spent before spends none beside it.
    const third = place('a', id('3'))
    expect(run(cancel('a', { nonce: used.cancel.nonce }), third)).toEqual({
      ok: false,
      code: REFUSAL.DUPLICATE,
    })
    const fourth = place('b', id('4'), { nonce: used.place.nonce })
    expect(run(cancel('a'), fourth)).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
    // Each key counts its own: the same number of another key is not the same nonce.
    const { nonce } = made.signed('a')
    expect(run(cancel('b', { nonce }), place('a', id('5'), { nonce }))).toEqual({
      ok: false,
      code: REFUSAL.ORDER_NOT_FOUND,
    })
    const unknown = { account: `0x${'9'.repeat(40)}` }
    expect(run(cancel('a', unknown), place('a', id('6')))).toEqual({
      ok: false,
      code: REFUSAL.ORDER_NOT_FOUND,
    })
    expect(run(cancel('a'), place('a', id('7'), unknown))).toEqual({
      ok: false,
      code: REFUSAL.ORDER_NOT_FOUND,
    })
    expect(made.record(old.id).status).toBe('NEW')
    expect(run(cancel('a'), third)).toMatchObject({ ok: true })
    expect(made.record(old.id).status).toBe('CANCELLED')
  })

  it('[8.34] without an order of one’s own to cancel nothing happens: 3017; late: 3004; used: 3015', () => {
    const made = quotedWorld()
    const old = made.order('a', bid)
    expect(made.replace('b', old.id, bid)).toBe(REFUSAL.ORDER_NOT_FOUND)
    expect(made.events()).toEqual([])
    expect(made.replace('a', `0x${'0'.repeat(64)}`, bid)).toBe(REFUSAL.ORDER_NOT_FOUND)
    expect(openOf(made, 'b')).toEqual([])

    made.replace('a', old.id, { ...bid, size: 50_000 })
    const { command } = made.commands.at(-1)!
    if (command.kind !== 'ReplaceOrder') throw new Error('the last command replaced an order')
    const before = encodeState(made.exchange).replace(/"seq":\d+/, '')
    expect(made.run(command)).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
    const { nonce } = made.signed('a')
    expect(made.run({ ...command, cancel: { ...command.cancel, nonce } })).toEqual({
      ok: false,
      code: REFUSAL.DUPLICATE,
    })
    const fresh = { ...command.place, id: `0x${'ab'.repeat(32)}`, nonce } as const
    // One nonce for both is one too few.
    const both = { ...command, place: fresh, cancel: { ...command.cancel, nonce } }
    expect(made.run(both)).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
    expect(encodeState(made.exchange).replace(/"seq":\d+/, '')).toBe(before)
    made.wait(6_000)
    const late = { ...command.cancel, id: command.place.id, nonce: made.signed('a').nonce }
    expect(made.run({ ...command, cancel: late, place: fresh })).toEqual({
      ok: false,
      code: REFUSAL.ORDER_STALE,
    })
    expect(openOf(made, 'a')).toEqual([command.place.id])
  })
})
