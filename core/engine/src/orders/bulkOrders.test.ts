/** Commands that speak of everything an account has open, and of orders by their owner's names. */
import { describe, expect, it } from 'vitest'
import { REFUSAL, timeMs } from '@vest/protocol'
import { apply } from '../apply.ts'
import { launchMarkets } from '../listing/launchMarkets.ts'
import { decodeState, encodeState } from '../snapshot/snapshot.ts'
import { AAPL, createNamedWorld, type NamedWorld, type OrderTerms } from '../testing/namedWorld.ts'

const EUR = launchMarkets().find(({ symbol }) => symbol === 'EUR-USD-PERP')!

function world(): NamedWorld {
  const made = createNamedWorld({ markets: [AAPL, EUR] })
  for (const name of ['a', 'b']) made.account(name, 10_000)
  made.price(AAPL.symbol, 23_150)
  made.price(EUR.symbol, 115_000)
  return made
}
const bid: OrderTerms = { isBuy: true, size: 10_000, price: 23_000 }
const eurBid: OrderTerms = { isBuy: true, size: 1_000, price: 114_000, symbol: EUR.symbol }
const stop: OrderTerms = { isBuy: false, size: 10_000, price: 22_500, type: 'STOP_LOSS', reduceOnly: true }
const bulk = (made: NamedWorld, kind: 'CancelAllOrders' | 'CloseAllPositions', symbol?: string) =>
  made.run({ kind, ...made.signed('a'), ...(symbol === undefined ? {} : { symbol }) })

describe('cancelling all orders', () => {
  it('of the account, oldest first, TP and SL included; others keep theirs; nothing to cancel is a success', () => {
    const made = world()
    made.order('a', { isBuy: true, size: 10_000 })
    const orders = [made.order('a', bid), made.order('a', stop), made.order('a', eurBid)]
    const other = made.order('b', bid)
    made.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    expect(bulk(made, 'CancelAllOrders')).toEqual({ ok: true, ids: orders.map(({ id }) => id) })
    for (const { id } of orders) expect(made.record(id)).toMatchObject({ status: 'CANCELLED' })
    expect(made.record(orders[0]!.id).code).toBeUndefined()
    expect(made.record(other.id).status).toBe('NEW')
    expect(bulk(made, 'CancelAllOrders')).toEqual({ ok: true, ids: [] })
  })

  it('of one market', () => {
    const made = world()
    const [here, there] = [made.order('a', bid), made.order('a', eurBid)]
    expect(bulk(made, 'CancelAllOrders', EUR.symbol)).toEqual({ ok: true, ids: [there.id] })
    expect(made.record(here.id).status).toBe('NEW')
  })
})

describe('closing all positions', () => {
  it('[9.5] is one reduce-only market order per position at the default slippage', () => {
    const made = world()
    made.order('a', { isBuy: true, size: 10_000 })
    made.order('a', { isBuy: false, size: 1_000, symbol: EUR.symbol })
    const resting = made.order('a', stop)
    const answer = bulk(made, 'CloseAllPositions')
    expect(made.view('a').positions).toEqual([])
    expect(made.record(resting.id).status).toBe('CANCELLED')
    const records = (answer.ok ? answer.ids! : []).map((id) => made.record(id))
    const { mark } = made.exchange.markets[0]!
    expect(records).toMatchObject([
      { symbol: AAPL.symbol, isBuy: false, size: 10_000, limitPrice: Math.ceil((mark! * 9_500) / 10_000) },
      { symbol: EUR.symbol, isBuy: true, size: 1_000 },
    ])
    for (const record of records)
      expect(record).toMatchObject({ orderType: 'MARKET', reduceOnly: true, status: 'FILLED' })
    expect(bulk(made, 'CloseAllPositions')).toEqual({ ok: true, ids: [] })
  })

  it('what cannot close says its code, and the rest closes', () => {
    const made = world()
    made.order('a', { isBuy: true, size: 10_000 })
    made.order('a', { isBuy: false, size: 1_000, symbol: EUR.symbol })
    made.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    const answer = bulk(made, 'CloseAllPositions')
    const outcomes = (answer.ok ? answer.ids! : []).map((id) => made.record(id))
    expect(outcomes).toMatchObject([
      { status: 'REJECTED', code: REFUSAL.MARKET_CLOSED_REJECTED },
      { status: 'FILLED' },
    ])
    expect(made.view('a').positions).toMatchObject([{ symbol: AAPL.symbol, size: 10_000 }])
    expect(bulk(made, 'CloseAllPositions', EUR.symbol)).toEqual({ ok: true, ids: [] })
  })
})

describe('the dead-man’s switch', () => {
  const arm = (made: NamedWorld, timeoutMs: number) =>
    made.run({ kind: 'SetCancelTimer', ...made.signed('a'), timeoutMs })
  const tick = (made: NamedWorld, afterMs: number): void => {
    made.wait(afterMs)
    made.run({ kind: 'TickTimer' })
  }

  it('cancels with 3032 at the first tick that is due, all but TP and SL, and only once', () => {
    const made = world()
    made.order('a', { isBuy: true, size: 10_000 })
    const protection = made.order('a', stop)
    const orders = [made.order('a', bid), made.order('a', eurBid)]
    const other = made.order('b', bid)
    const triggerTimeMs = timeMs(made.exchange.timeMs + 5_000)
    expect(arm(made, 5_000)).toEqual({ ok: true, triggerTimeMs })
    expect(made.events()).toContainEqual({
      kind: 'CancelTimerSet',
      account: made.addressOf('a'),
      triggerTimeMs,
    })
    tick(made, 4_999)
    expect(made.record(orders[0]!.id).status).toBe('NEW')
    tick(made, 1)
    for (const { id } of orders)
      expect(made.record(id)).toMatchObject({ status: 'CANCELLED', code: REFUSAL.DEADMAN_CANCELLED })
    for (const { id } of [protection, other]) expect(made.record(id).status).toBe('NEW')
    expect(made.events()).toContainEqual({ kind: 'CancelTimerSet', account: made.addressOf('a') })
    const later = made.order('a', bid)
    tick(made, 10_000)
    expect(made.record(later.id).status).toBe('NEW')
  })

  it('is moved by a renewal, disarmed by 0, and survives a snapshot', () => {
    const made = world()
    const order = made.order('a', bid)
    arm(made, 5_000)
    tick(made, 4_000)
    arm(made, 5_000)
    expect(decodeState(encodeState(made.exchange)).cancelTimers).toEqual(made.exchange.cancelTimers)
    tick(made, 4_000)
    expect(arm(made, 0)).toEqual({ ok: true })
    tick(made, 4_000)
    expect(made.record(order.id).status).toBe('NEW')
    expect(encodeState(made.exchange)).not.toContain('cancelTimeMs')
  })

  it('that is due comes before a price and before an order', () => {
    const made = world()
    const best: OrderTerms = { ...bid, price: 23_150 }
    const [taken, reached] = [made.order('a', best), made.order('a', eurBid)]
    arm(made, 5_000)
    made.wait(4_999)
    made.order('b', { ...best, isBuy: false, size: 1_000, timeInForce: 'IOC' })
    expect(made.record(taken.id)).toMatchObject({ status: 'PARTIALLY_FILLED', filledSize: 1_000 })
    // No timer has come: the process stood still.
    made.wait(1)
    made.order('b', { ...best, isBuy: false, timeInForce: 'IOC' })
    made.price(EUR.symbol, 113_900)
    const gone = { status: 'CANCELLED', code: REFUSAL.DEADMAN_CANCELLED }
    expect(made.record(taken.id)).toMatchObject({ ...gone, filledSize: 1_000 })
    expect(made.record(reached.id)).toMatchObject(gone)
  })

  it('that is due lets no taker of its account wait any longer, also after a restart, and renewed it waits anew', () => {
    const made = world()
    made.run({ kind: 'ChangeParameters', exchange: { takerDelayMs: 300 } })
    const order = made.order('a', bid)
    arm(made, 5_000)
    made.wait(4_900)
    arm(made, 5_000)
    made.wait(4_900)
    const waiting = made.order('a', { isBuy: true, size: 10_000 })
    const seen = made.commands.length
    const restored = decodeState(encodeState(made.exchange))
    made.wait(400)
    made.run({ kind: 'SetCancelTimer', ...made.signed('b'), timeoutMs: 0 })
    for (const { id } of [order, waiting])
      expect(made.record(id)).toMatchObject({ status: 'CANCELLED', code: REFUSAL.DEADMAN_CANCELLED })
    expect(made.exchange.cancelTimers.size).toBe(0)
    for (const command of made.commands.slice(seen)) apply(restored, command)
    expect(encodeState(restored)).toBe(encodeState(made.exchange))
  })

  it('that fires, and one that was renewed, cost no look at those of others', () => {
    const made = world()
    const order = made.order('a', bid)
    const { cancelTimers } = made.exchange
    for (let n = 0; n < 100; n += 1) made.account(`other ${n}`, 10)
    for (let n = 0; n < 100; n += 1)
      made.run({ kind: 'SetCancelTimer', ...made.signed(`other ${n}`), timeoutMs: 3_600_000 })
    arm(made, 5_000)
    made.wait(1_000)
    arm(made, 5_000)
    made.wait(4_500)
    const { commands } = made
    let looks = 0
    const restored = decodeState(encodeState(made.exchange))
    for (const [name, walk] of [
      ['values', Map.prototype.values],
      [Symbol.iterator, Map.prototype[Symbol.iterator]],
    ] as const)
      Object.defineProperty(restored.cancelTimers, name, {
        value: () => ((looks += 1), walk.call(restored.cancelTimers)),
      })
    made.run({ kind: 'TickTimer' })
    made.wait(500)
    made.run({ kind: 'SetCancelTimer', ...made.signed('b'), timeoutMs: 0 })
    expect(made.record(order.id)).toMatchObject({ status: 'CANCELLED', code: REFUSAL.DEADMAN_CANCELLED })
    for (const command of commands.slice(-2)) apply(restored, command)
    expect(looks).toBe(0)
    expect(cancelTimers.size).toBe(100)
    expect(encodeState(restored)).toBe(encodeState(made.exchange))
  })

  it.each([4_999, 86_400_001, -1, 5_000.5, NaN])('refuses a time-out of %d ms with 1130', (timeoutMs) => {
    expect(arm(world(), timeoutMs)).toEqual({ ok: false, code: REFUSAL.INVALID_PARAMETER })
  })
  it.each([5_000, 86_400_000])('takes one of %d ms', (timeoutMs) => {
    expect(arm(world(), timeoutMs)).toMatchObject({ ok: true })
  })
})

describe('client ids', () => {
  const cancel = (made: NamedWorld, name: string, clientId: string) =>
    made.run({ kind: 'CancelClientOrder', ...made.signed(name), clientId })

  it('name an open order of their account, in its records, and cancel it', () => {
    const made = world()
    const order = made.order('a', { ...bid, clientId: 'grid-1_A' })
    expect(order.clientId).toBe('grid-1_A')
    expect(made.order('b', { ...bid, clientId: 'grid-1_A' }).status).toBe('NEW')
    expect(cancel(made, 'a', 'grid-2')).toEqual({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
    expect(cancel(made, 'a', 'grid-1_A')).toEqual({ ok: true, id: order.id })
    expect(made.record(order.id)).toMatchObject({ status: 'CANCELLED', clientId: 'grid-1_A' })
    expect(cancel(made, 'a', 'grid-1_A')).toEqual({ ok: false, code: REFUSAL.ORDER_NOT_FOUND })
  })

  it('are unique among what is open: 1130; an order that has ended gives its name back', () => {
    const made = world()
    const first = made.order('a', { ...bid, clientId: 'x' })
    expect(made.order('a', { ...bid, clientId: 'x' })).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.INVALID_PARAMETER,
    })
    expect(made.order('a', { isBuy: true, size: 100, clientId: 'm' }).status).toBe('FILLED')
    expect(made.order('a', { isBuy: true, size: 100, clientId: 'm' })).toMatchObject({ clientId: 'm' })
    made.cancel('a', first.id)
    expect(made.order('a', { ...bid, clientId: 'x' }).status).toBe('NEW')
  })

  it.each(['', 'a b', 'ü', 'x'.repeat(37)])('%j is none: 1130', (clientId) => {
    expect(world().order('a', { ...bid, clientId })).toMatchObject({
      status: 'REJECTED',
      code: REFUSAL.INVALID_PARAMETER,
    })
  })

  it('an order without one leaves the text of the state as it was', () => {
    const made = world()
    made.order('a', bid)
    const text = encodeState(made.exchange)
    for (const field of ['clientId', 'parentId', 'takeProfit', 'stopLoss', 'cancelTimeMs'])
      expect(text).not.toContain(`"${field}"`)
  })
})

describe('every signed command', () => {
  it.each(['CancelAllOrders', 'CloseAllPositions', 'SetCancelTimer', 'CancelClientOrder'] as const)(
    '%s: a used nonce is 3015, a late one 3004, a stranger 1099 or 3017, an unknown market 1121',
    (kind) => {
      const made = world()
      const fields = { timeoutMs: 5_000, clientId: 'x' }
      const run = (change: object) => made.run({ kind, ...made.signed('a'), ...fields, ...change } as never)
      const { nonce } = made.signed('a')
      run({ nonce })
      expect(run({ nonce })).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
      expect(run({ orderTimeMs: made.exchange.timeMs - 5_001 })).toEqual({
        ok: false,
        code: REFUSAL.ORDER_STALE,
      })
      const stranger = kind === 'CancelClientOrder' ? REFUSAL.ORDER_NOT_FOUND : REFUSAL.ACCOUNT_NOT_FOUND
      expect(run({ account: `0x${'5a'.repeat(20)}` })).toEqual({ ok: false, code: stranger })
      if (kind === 'CancelAllOrders' || kind === 'CloseAllPositions')
        expect(run({ symbol: 'NOPE-PERP' })).toEqual({ ok: false, code: REFUSAL.BAD_SYMBOL })
    },
  )
})
