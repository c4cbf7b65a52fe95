import { describe, expect, it } from 'vitest'
import { REFUSAL, type Id, timeMs } from '@vest/protocol'
import { query } from '../queries/query.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { AAPL, createNamedWorld, type NamedWorld, type OrderTerms } from '../testing/namedWorld.ts'
import { refusalName } from '../testing/world.ts'
import { takeDelayed, waitingOrders } from './delayedTakers.ts'
import { addDelayed, type DelayedOrder } from '../state/collections/delayedTakers.ts'

const DELAY_MS = 300
function world(options: Parameters<typeof createNamedWorld>[0] = {}): NamedWorld {
  const made = createNamedWorld(options)
  for (const name of ['a', 'b']) made.account(name, 10_000)
  made.price(AAPL.symbol, 23_150)
  made.run({ kind: 'ChangeParameters', exchange: { takerDelayMs: DELAY_MS } })
  return made
}
const market: OrderTerms = { isBuy: true, size: 1_000, type: 'MARKET' }
const openOf = (made: NamedWorld, name: string) =>
  query(made.exchange, 'openOrders', { account: made.addressOf(name) }).map(({ id }) => id)
/** An index price taken `agoMs` before now. */
const priceOfThePast = (made: NamedWorld, price: number, agoMs: number) =>
  made.run({
    kind: 'UpdateIndexPrices',
    prices: [
      {
        marketId: 0,
        price: price as never,
        sourceTimeMs: timeMs(made.signed('a').orderTimeMs - agoMs),
        conf: 0 as never,
        held: false,
      },
    ],
  })

describe('a delayed taker', () => {
  it('is NEW, reserves nothing, and fills at the first index price that is newer than it', () => {
    const made = world()
    const order = made.order('a', market)
    expect(order).toMatchObject({ status: 'NEW', filledSize: 0 })
    expect(openOf(made, 'a')).toEqual([order.id])
    expect(query(made.exchange, 'order', { id: order.id })?.status).toBe('NEW')
    expect(made.view('a').openOrderMargin).toBe(0)
    made.wait(100)
    // Taken before the order arrived: the trader could have known it.
    priceOfThePast(made, 23_200, 150)
    expect(made.record(order.id).status).toBe('NEW')
    made.wait(100)
    priceOfThePast(made, 23_300, 0)
    expect(made.record(order.id)).toMatchObject({ status: 'FILLED' })
    expect(made.record(order.id).avgFilledPrice).toBeGreaterThanOrEqual(23_300)
    expect(openOf(made, 'a')).toEqual([])
  })

  it('without a new price waits for the delay, and no longer', () => {
    const made = world()
    const order = made.order('a', market)
    made.wait(DELAY_MS - 1)
    made.run({ kind: 'TickTimer' })
    expect(made.record(order.id).status).toBe('NEW')
    made.wait(1)
    made.run({ kind: 'TickTimer' })
    expect(made.record(order.id).status).toBe('FILLED')
  })

  it.each<[what: string, input: OrderTerms, status: string]>([
    ['an order that rests', { isBuy: true, size: 1_000, price: 23_000 }, 'NEW'],
    [
      'a passive one that would take',
      { isBuy: true, size: 1_000, price: 24_000, timeInForce: 'POST_ONLY' },
      'CANCELLED',
    ],
    ['one that is refused', { isBuy: true, size: 0, type: 'MARKET' }, 'REJECTED'],
  ])('%s does not wait', (_, input, status) => {
    const made = world()
    expect(made.order('a', input).status).toBe(status)
    expect(waitingOrders(made.exchange)).toEqual([])
  })

  it.each<[what: string, input: OrderTerms]>([
    ['a GTC order that crosses', { isBuy: true, size: 1_000, price: 23_300 }],
    ['IOC', { isBuy: true, size: 1_000, price: 23_300, timeInForce: 'IOC' }],
    ['FOK', { isBuy: true, size: 1_000, price: 23_300, timeInForce: 'FOK' }],
  ])('%s waits', (_, input) => {
    const made = world()
    const order = made.order('a', input)
    expect(order.status).toBe('NEW')
    expect(waitingOrders(made.exchange)).toHaveLength(1)
    made.wait(10)
    made.price(AAPL.symbol, 23_150)
    expect(made.record(order.id).status).toBe('FILLED')
  })

  it('shows its limit price or the default one, and the legs that it will have', () => {
    const made = world()
    const { initMarginRatio } = made.order('a', { isBuy: true, size: 1_000, price: 23_000 })
    const bare = made.order('a', market)
    expect(bare).toMatchObject({ status: 'NEW', initMarginRatio })
    // Five percent beyond the mark protect a market order of a stock.
    expect(bare.limitPrice).toBe(24_307)
    const given = { isBuy: true, size: 1_000, price: 23_300, takeProfit: 24_000, stopLoss: 22_000 }
    expect(made.order('a', { ...given, initMarginRatio })).toMatchObject({
      status: 'NEW',
      limitPrice: 23_300,
      initMarginRatio,
      tpPrice: 24_000,
      slPrice: 22_000,
    })
    expect(waitingOrders(made.exchange)).toHaveLength(2)
  })

  it('is checked again: an order that is no longer allowed is REJECTED with its code', () => {
    const made = world()
    const order = made.order('a', market)
    made.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT', cause: 'OPERATOR' })
    made.wait(DELAY_MS)
    made.run({ kind: 'TickTimer' })
    expect(made.record(order.id)).toMatchObject({ status: 'REJECTED', code: REFUSAL.MARKET_CLOSED_REJECTED })
  })

  it('a crossing order that crosses no longer rests', () => {
    const made = world()
    const order = made.order('a', { isBuy: true, size: 1_000, price: 23_200 })
    made.wait(10)
    made.price(AAPL.symbol, 23_400)
    expect(made.record(order.id)).toMatchObject({ status: 'NEW', filledSize: 0 })
    expect(waitingOrders(made.exchange)).toEqual([])
    expect(made.view('a').openOrderMargin).toBeGreaterThan(0)
  })

  it('its owner cancels it at once, by id, by client id and with all the others; other accounts cannot', () => {
    const made = world()
    const [one, two, three] = [
      made.order('a', market),
      made.order('a', { ...market, clientId: 'two' }),
      made.order('a', market),
    ]
    expect(made.cancel('b', one.id)).toMatchObject({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
    expect(made.cancel('a', one.id)).toMatchObject({ ok: true })
    expect(made.cancel('a', one.id)).toMatchObject({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
    expect(made.run({ kind: 'CancelClientOrder', ...made.signed('a'), clientId: 'two' })).toEqual({
      ok: true,
      id: two.id,
    })
    expect(made.run({ kind: 'CancelAllOrders', ...made.signed('a') })).toEqual({ ok: true, ids: [three.id] })
    for (const { id } of [one, two, three]) expect(made.record(id).status).toBe('CANCELLED')
    made.wait(DELAY_MS)
    made.run({ kind: 'TickTimer' })
    expect(made.view('a').positions).toEqual([])
  })

  it('is cancelled by the dead-man’s switch of its owner: 3032, and nothing of it trades', () => {
    const made = world()
    expect(made.run({ kind: 'SetCancelTimer', ...made.signed('a'), timeoutMs: 5_000 })).toMatchObject({
      ok: true,
    })
    made.wait(4_900)
    const [order, other] = [made.order('a', market), made.order('b', market)]
    made.wait(100)
    made.run({ kind: 'TickTimer' })
    expect(made.record(order.id)).toMatchObject({
      status: 'CANCELLED',
      code: REFUSAL.DEADMAN_CANCELLED,
      filledSize: 0,
    })
    expect(openOf(made, 'a')).toEqual([])
    made.wait(DELAY_MS)
    made.run({ kind: 'TickTimer' })
    expect(made.view('a').positions).toEqual([])
    expect(made.record(other.id).status).toBe('FILLED')
  })

  it('that closes a position closes what is left at its execution', () => {
    const made = createNamedWorld()
    made.account('a', 10_000)
    made.price(AAPL.symbol, 23_150)
    made.order('a', { isBuy: true, size: 100_000 })
    made.order('a', { isBuy: false, size: 40_000, price: 23_200, reduceOnly: true })
    made.run({ kind: 'ChangeParameters', exchange: { takerDelayMs: DELAY_MS } })
    const answer = made.run({ kind: 'CloseAllPositions', ...made.signed('a') })
    const restored = decodeState(encodeState(made.exchange))
    expect(encodeState(restored)).toBe(encodeState(made.exchange))
    made.wait(100)
    // The resting order is reached first, and has closed a part of it.
    made.price(AAPL.symbol, 23_260)
    const closing = made.record(answer.ok ? answer.ids![0]! : ('0x' as Id))
    expect(closing).toMatchObject({ status: 'FILLED', size: 60_000 })
    expect(made.view('a').positions.map(({ size }) => size)).toEqual([])
  })

  it('can be replaced and amended', () => {
    const made = world()
    const first = made.order('a', market)
    const crossing = { isBuy: true, size: 1_000, price: 23_300, clientId: 'x' }
    const { id } = made.order('a', crossing)
    const last = made.order('a', market)
    const resting = { ...crossing, price: 23_000, takeProfit: 23_500 }
    expect(made.amend('a', first.id, { size: 500 })).toBe(REFUSAL.INVALID_ORDER_TYPE)
    expect(made.amend('a', id, { price: 23_000 })).toBe(REFUSAL.POST_ONLY_WOULD_TAKE)
    for (const command of [made.amend('b', id, { size: 500 }), made.replace('b', id, resting)])
      expect(command).toBe(REFUSAL.ORDER_NOT_FOUND)
    // A replacement that would take as well would have to wait, and is refused: the delayed order keeps its
    // place and its client id.
    expect(made.replace('a', id, { ...crossing, size: 2_000 })).toMatchObject({
      status: 'CANCELLED',
      code: REFUSAL.POST_ONLY_WOULD_TAKE,
    })
    expect(made.replace('a', id, { ...resting, size: 0 })).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.INVALID_PARAMETER,
    })
    expect(openOf(made, 'a')).toEqual([first.id, id, last.id])
    const replaced = made.replace('a', id, resting)
    expect(replaced).toMatchObject({ status: 'NEW', limitPrice: 23_000, clientId: 'x' })
    expect(made.record(id)).toMatchObject({ status: 'CANCELLED', filledSize: 0 })
    expect(made.record(id).code).toBeUndefined()
    made.wait(DELAY_MS)
    made.run({ kind: 'TickTimer' })
    expect(made.view('a').positions[0]!.size).toBe(2_000)
    expect(openOf(made, 'a')).toEqual([typeof replaced === 'number' ? replaced : replaced.id])
  })

  it('an amended order or a replacement cannot wait: 3030, and the old one stays', () => {
    const made = world()
    const { id } = made.order('a', { isBuy: true, size: 1_000, price: 23_000 })
    expect(made.amend('a', id, { price: 23_300 })).toBe(REFUSAL.POST_ONLY_WOULD_TAKE)
    expect(made.replace('a', id, { isBuy: true, size: 1_000, price: 23_300 })).toMatchObject({
      status: 'CANCELLED',
      code: REFUSAL.POST_ONLY_WOULD_TAKE,
    })
    expect(made.record(id).status).toBe('NEW')
    expect(made.amend('a', id, { price: 23_010 })).toMatchObject({ limitPrice: 23_010 })
  })

  it('survives a snapshot, and without a delay no text contains it', () => {
    const made = world()
    const order = made.order('a', { ...market, clientId: 'kept' })
    const text = encodeState(made.exchange)
    expect(encodeState(decodeState(text))).toBe(text)
    expect(waitingOrders(decodeState(text))[0]!.record).toEqual(order)
    made.wait(DELAY_MS)
    made.run({ kind: 'TickTimer' })
    expect(encodeState(made.exchange)).not.toContain('delayed')
  })
})

describe('many delayed takers', () => {
  it('execute by the delay in force, the older first, also when it was changed while they waited', () => {
    const made = world()
    const orders = [0, 1, 2, 3].map(() => {
      made.wait(20)
      return made.order('a', market)
    })
    const executed = () =>
      made
        .events()
        .flatMap((event) =>
          event.kind === 'OrderUpdated' ? [orders.findIndex(({ id }) => id === event.order.id)] : [],
        )
    // Their ages are 60, 40, 20 and 0. The command that changes the delay still uses the former one.
    made.run({ kind: 'ChangeParameters', exchange: { takerDelayMs: 40 } })
    expect(executed()).toEqual([])
    made.run({ kind: 'TickTimer' })
    expect(executed()).toEqual([0, 1])
    made.run({ kind: 'ChangeParameters', exchange: { takerDelayMs: DELAY_MS } })
    made.wait(DELAY_MS - 1)
    made.run({ kind: 'TickTimer' })
    expect(executed()).toEqual([2])
    made.run({ kind: 'ChangeParameters', exchange: { takerDelayMs: 0 } })
    made.run({ kind: 'TickTimer' })
    expect(executed()).toEqual([3])
  })

  it('are not scanned while the first of them may wait', () => {
    const made = world()
    made.order('a', market)
    made.order('a', market)
    let looks = 0
    const second = waitingOrders(made.exchange)[1]!
    const { record } = second
    Object.defineProperty(second, 'record', { get: () => ((looks += 1), record) })
    made.wait(DELAY_MS - 1)
    made.run({ kind: 'TickTimer' })
    expect(looks).toBe(0)
    made.wait(1)
    made.run({ kind: 'TickTimer' })
    expect(looks).toBeGreaterThan(0)
    expect(made.record(record.id).status).toBe('FILLED')
  })

  it('are not scanned by a cancellation or a client id of another account', () => {
    const made = world({ isUnchecked: true })
    made.account('c', 10_000)
    // Every command asks whether the first may execute.
    for (const name of ['c', 'a']) made.order(name, market)
    const own = made.order('b', { ...market, clientId: 'own' })
    const other = waitingOrders(made.exchange)[1]!
    let looks = 0
    for (const [name, value] of Object.entries(other))
      Object.defineProperty(other, name, { get: () => ((looks += 1), value as unknown) })
    expect(made.cancel('b', `0x${'ab'.repeat(32)}`)).toEqual({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
    const signed = () => made.signed('b')
    expect(made.run({ kind: 'CancelClientOrder', clientId: 'none', ...signed() }).ok).toBe(false)
    expect(made.order('b', { ...market, clientId: 'own' })).toMatchObject({ code: REFUSAL.INVALID_PARAMETER })
    expect(made.run({ kind: 'CancelClientOrder', clientId: 'own', ...signed() })).toMatchObject({
      id: own.id,
    })
    const { id } = made.order('b', market)
    expect(made.run({ kind: 'CancelAllOrders', ...signed() })).toMatchObject({ ids: [id] })
    expect([waitingOrders(made.exchange).length, looks]).toEqual([2, 0])
  })

  it('are taken out in one pass, the requested ones and in their order', () => {
    const { exchange, order } = world()
    order('a', market)
    const [one] = waitingOrders(exchange)
    const { record } = one!
    for (let marketId = 1; marketId < 2_000; marketId += 1)
      addDelayed(exchange.delayed, { ...one!, marketId, record: { ...record, id: `0x${marketId}` } })
    const all = waitingOrders(exchange)
    let asked = 0
    const isEven = ({ marketId }: DelayedOrder) => {
      asked += 1
      return marketId % 2 === 0
    }
    expect(takeDelayed(exchange, ({ marketId }) => marketId < 0)).toEqual([])
    expect(waitingOrders(exchange)).toEqual(all)
    const taken = takeDelayed(exchange, isEven)
    expect([taken.length, exchange.delayed.count, asked]).toEqual([1_000, 1_000, 2_000])
    expect(taken.every(({ marketId }, at) => marketId === 2 * at)).toBe(true)
    expect(waitingOrders(exchange).every(({ marketId }, at) => marketId === 2 * at + 1)).toBe(true)
  })
})

describe('the client id of a delayed taker', () => {
  const named: OrderTerms = { ...market, clientId: 'x' }
  const resting: OrderTerms = { isBuy: true, size: 1_000, price: 22_000, clientId: 'x' }
  const outcome = (made: NamedWorld, { id }: { readonly id: Id }) => {
    const { status, code } = made.record(id)
    return code === undefined ? status : `${status} ${refusalName(code)}`
  }
  /** Long enough for the delay of every one. */
  const waitOver = (made: NamedWorld) => {
    made.wait(DELAY_MS)
    made.run({ kind: 'TickTimer' })
  }

  it.each<[what: string, input: OrderTerms]>([
    ['one that rests', resting],
    ['one that would wait as well', named],
    ['a passive one', { ...resting, timeInForce: 'POST_ONLY' }],
  ])('is not free for %s (1130), and free again when it has filled', (_, input) => {
    const made = world()
    const waiting = made.order('a', named)
    expect(made.order('a', input)).toMatchObject({ status: 'REJECTED', code: REFUSAL.INVALID_PARAMETER })
    expect(openOf(made, 'a')).toEqual([waiting.id])
    // Another account may use the same client id, and the same account another one.
    expect(made.order('b', input).status).toBe('NEW')
    expect(made.order('a', { ...input, clientId: 'y' }).status).toBe('NEW')
    waitOver(made)
    expect(outcome(made, waiting)).toBe('FILLED')
    expect(made.order('a', input).status).toBe('NEW')
  })

  it('is not free for a replacement, and the replaced order stays', () => {
    const made = world()
    made.order('a', named)
    const { id } = made.order('a', { ...resting, clientId: 'y' })
    expect(made.replace('a', id, resting)).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.INVALID_PARAMETER,
    })
    expect(openOf(made, 'a')).toContain(id)
    expect(made.replace('a', id, { ...resting, clientId: 'y' })).toMatchObject({ status: 'NEW' })
  })

  it('is free again when the order is cancelled by it', () => {
    const made = world()
    const { id } = made.order('a', named)
    expect(made.run({ kind: 'CancelClientOrder', ...made.signed('a'), clientId: 'x' })).toEqual({
      ok: true,
      id,
    })
    expect(made.order('a', resting).status).toBe('NEW')
  })

  it('finds it in a query', () => {
    const made = world()
    const found = (name: string, clientId: string) =>
      query(made.exchange, 'clientOrder', { account: made.addressOf(name), clientId })
    const waiting = made.order('a', named)
    expect(found('a', 'x')).toEqual(waiting)
    expect(found('b', 'x')).toBeUndefined()
    expect(found('a', 'y')).toBeUndefined()
    waitOver(made)
    expect(found('a', 'x')).toBeUndefined()
  })
})
