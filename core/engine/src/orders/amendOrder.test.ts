import { REFUSAL } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import type { Id } from '@vest/protocol'
import { assertInvariants } from '../invariants/invariants.ts'
import { encodeState } from '../snapshot/snapshot.ts'
import { AAPL, createNamedWorld, type NamedWorld, type OrderTerms } from '../testing/namedWorld.ts'
import { QUOTED_TICKS, quotedWorld, sellInto } from '../testing/quotedWorld.ts'

const bid: OrderTerms = { isBuy: true, size: 20_000, price: 23_150 }
const filledOf = (made: NamedWorld, ids: readonly Id[]) => ids.map((id) => made.record(id).filledSize)
const two = (made: NamedWorld): [Id, Id] => [made.order('a', bid).id, made.order('b', bid).id]
/** The state without what every command changes, whatever it does. */
const stateOf = (made: NamedWorld): string => encodeState(made.exchange).replace(/"seq":\d+/, '')

describe('amending an order', () => {
  it('a smaller size at the same price keeps id, record and turn, and frees margin', () => {
    const made = quotedWorld()
    const [first, second] = two(made)
    const reserved = made.view('a').openOrderMargin
    expect(made.amend('a', first, { size: 15_000 })).toMatchObject({ id: first, size: 15_000, status: 'NEW' })
    expect(made.view('a').openOrderMargin).toBe((reserved * 3) / 4)
    sellInto(made, 16_000)
    expect(filledOf(made, [first, second])).toEqual([15_000, 1_000])
    expect(made.record(first).status).toBe('FILLED')
  })

  it('what has filled stays filled: the size is the whole of the order', () => {
    const made = quotedWorld()
    const [first, second] = two(made)
    sellInto(made, 12_000)
    expect(made.amend('a', first, { size: 13_000 })).toMatchObject({
      status: 'PARTIALLY_FILLED',
      size: 13_000,
      filledSize: 12_000,
    })
    sellInto(made, 2_000)
    expect(filledOf(made, [first, second])).toEqual([13_000, 1_000])
    expect(made.record(first).avgFilledPrice).toBe(23_150)
  })

  it('an amendment that changes nothing keeps the turn', () => {
    const made = quotedWorld()
    const [first, second] = two(made)
    made.amend('a', first, {})
    sellInto(made, 1_000)
    expect(filledOf(made, [first, second])).toEqual([1_000, 0])
  })

  it.each([
    ['a larger size', { size: 20_001 }, 23_150],
    ['another price', { price: 23_149 }, 23_149],
  ])('%s is queued anew', (_, change, price) => {
    const made = quotedWorld()
    const [first, second] = two(made)
    expect(made.amend('a', first, change)).toMatchObject({ id: first, status: 'NEW', limitPrice: price })
    sellInto(made, 5_000)
    expect(filledOf(made, [first, second])).toEqual([0, 5_000])
  })

  it('a price that crosses takes with what is left, and adds to what had filled', () => {
    const made = quotedWorld()
    const [first] = two(made)
    sellInto(made, 8_000)
    made.order('b', { isBuy: false, size: 5_000, price: 23_152 })
    expect(made.amend('a', first, { size: 13_000, price: 23_152 })).toMatchObject({
      status: 'FILLED',
      filledSize: 13_000,
      lastFilledPrice: 23_152,
      lastFilledSize: 5_000,
    })
    expect(made.view('a').openOrderMargin).toBe(0)
    expect(made.view('a').positions[0]).toMatchObject({ isLong: true, size: 13_000 })
    assertInvariants(made.exchange)
  })

  it('margin is judged as if the order had not been there', () => {
    const made = quotedWorld()
    const big = made.order('a', { ...bid, size: 4_000_000, price: 23_000 })
    expect(made.amend('a', big.id, { size: 4_200_000, price: 22_900 })).toMatchObject({ status: 'NEW' })
    expect(made.view('a').openOrderMargin).toBe(9_618_000_000)
  })

  it.each<[what: string, change: { size?: number; price?: number }, code: number]>([
    ['more than its margin bears', { size: 40_000_000 }, REFUSAL.MARGIN_CHECK_FAILED],
    ['no size', { size: 0 }, REFUSAL.INVALID_PARAMETER],
    ['a size that has filled already', { size: 3_000 }, REFUSAL.INVALID_PARAMETER],
    ['a price far from the mark', { price: 300_000 }, REFUSAL.INVALID_LIMIT_PRICE],
  ])('refused (%s), it stays as it was, with its turn, and nothing is told', (_, change, code) => {
    const made = quotedWorld()
    const [first, second] = two(made)
    sellInto(made, 3_000)
    const before = [made.view('a'), made.record(first)]
    expect(made.amend('a', first, change)).toBe(code)
    expect(made.events().filter(({ kind }) => kind === 'OrderUpdated')).toEqual([])
    expect([made.view('a'), made.record(first)]).toEqual(before)
    sellInto(made, 18_000)
    expect(filledOf(made, [first, second])).toEqual([20_000, 1_000])
  })

  it('POST_ONLY never takes: 3030', () => {
    const made = quotedWorld()
    const { id } = made.order('a', { ...bid, price: 23_100, timeInForce: 'POST_ONLY' })
    expect(made.amend('a', id, { price: 23_200 })).toBe(REFUSAL.POST_ONLY_WOULD_TAKE)
    expect(made.amend('a', id, { price: 23_110 })).toMatchObject({ status: 'NEW', limitPrice: 23_110 })
  })

  it('its legs and its name go with it, and the legs keep to their sides of the price (3022)', () => {
    const made = quotedWorld()
    const { id } = made.order('a', { ...bid, takeProfit: 23_200, stopLoss: 22_900, clientId: 'mine' })
    expect(made.amend('a', id, { price: 23_200 })).toBe(REFUSAL.TP_SL_PRICE_REJECTED)
    expect(made.amend('a', id, { price: 23_151, size: 30_000 })).toMatchObject({
      clientId: 'mine',
      tpPrice: 23_200,
    })
    made.order('c', { isBuy: false, size: 30_000, price: 23_151, timeInForce: 'IOC' })
    expect(made.legs(id).map(({ size }) => size)).toEqual([30_000, 30_000])
    // The name is free again.
    expect(made.order('a', { ...bid, price: 23_000, clientId: 'mine' }).status).toBe('NEW')
  })

  it('finds its place again without a walk through the queue, also when it is refused', () => {
    /** How often an amendment of each kind asks for a figure of an order, with so many behind the first. */
    const looksWith = (others: number) => {
      const made = createNamedWorld({ isUnchecked: true })
      for (const name of ['a', 'b']) made.account(name, 10_000)
      made.price(AAPL.symbol, QUOTED_TICKS)
      const low = { ...bid, price: 23_000 }
      made.order('b', { ...low, size: 10 })
      const { id } = made.order('a', low)
      for (let n = 0; n < others; n += 1) made.order('b', { ...low, size: 10 })
      const { orderRows } = made.exchange
      const { numbers } = orderRows
      let looks = 0
      orderRows.numbers = new Proxy(numbers, {
        get(held, at) {
          looks += 1
          const value: unknown = Reflect.get(held, at)
          return typeof value === 'function' ? (value.bind(held) as unknown) : value
        },
        set: (held, at, value) => Reflect.set(held, at, value),
      })
      expect(made.amend('a', id, { size: 10_000 })).toMatchObject({ status: 'NEW', size: 10_000 })
      expect(made.amend('a', id, { size: 100_000_000 })).toBe(REFUSAL.MARGIN_CHECK_FAILED)
      orderRows.numbers = numbers
      expect(made.exchange.markets[0]!.bids.levels.at(-1)!.oldest!.younger!.id).toBe(id)
      return looks
    }
    expect(looksWith(90)).toBe(looksWith(5))
  })

  it('a halted market takes a smaller size, and nothing else (3024)', () => {
    const made = quotedWorld()
    const { id } = made.order('a', bid)
    made.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT', cause: 'OPERATOR' })
    expect(made.amend('a', id, { price: 23_000 })).toBe(REFUSAL.MARKET_CLOSED_REJECTED)
    expect(made.amend('a', id, { size: 10_000 })).toMatchObject({ size: 10_000, status: 'NEW' })
  })

  it('only a LIMIT order (1116) of one’s own (3017) is amended', () => {
    const made = quotedWorld()
    made.order('a', { ...bid, price: 23_200 })
    const stop = made.order('a', {
      isBuy: false,
      size: 1_000,
      price: 22_000,
      type: 'STOP_LOSS',
      reduceOnly: true,
    })
    expect(made.amend('a', stop.id, { size: 500 })).toBe(REFUSAL.INVALID_ORDER_TYPE)
    const { id } = made.order('a', { ...bid, price: 23_000 })
    expect(made.amend('b', id, { size: 500 })).toBe(REFUSAL.ORDER_NOT_FOUND)
    made.cancel('a', id)
    expect(made.amend('a', id, { size: 500 })).toBe(REFUSAL.ORDER_NOT_FOUND)
  })

  it('a used nonce (3015) and a late one (3004) leave nothing, however often they are sent', () => {
    const made = quotedWorld()
    const { id } = made.order('a', bid)
    made.amend('a', id, { size: 19_000 })
    const { command } = made.commands.at(-1)!
    const before = stateOf(made)
    expect(made.run(command)).toEqual({ ok: false, code: REFUSAL.DUPLICATE })
    expect(stateOf(made)).toBe(before)
    if (command.kind !== 'AmendOrder') throw new Error('the last command amended')
    const late = { ...command, nonce: made.signed('a').nonce }
    made.wait(6_000)
    expect(made.run(late)).toEqual({ ok: false, code: REFUSAL.ORDER_STALE })
    const since = stateOf(made)
    expect(made.run(late)).toEqual({ ok: false, code: REFUSAL.ORDER_STALE })
    expect(stateOf(made)).toBe(since)
  })
})
