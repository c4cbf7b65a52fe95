import { describe, expect, it } from 'vitest'
import { REFUSAL, usd6 } from '@vest/protocol'
import { query } from '../queries/query.ts'
import { launchMarkets } from '../listing/launchMarkets.ts'
import { eventsOf } from '../testing/world.ts'
import { AAPL, createNamedWorld, USDC, type NamedWorld, type OrderTerms } from '../testing/namedWorld.ts'

function world(collateral = 10_000): NamedWorld {
  const made = createNamedWorld()
  for (const name of ['a', 'b']) made.account(name, collateral)
  made.price(AAPL.symbol, 23_150)
  return made
}
function holding(size = 100_000): NamedWorld {
  const made = world()
  expect(made.order('a', { isBuy: true, size }).status).toBe('FILLED')
  return made
}
/** A pool that takes nearly nothing, or nothing. */
function thin(collateral = 100_000, limitUsdc = 10_000): NamedWorld {
  const made = createNamedWorld({
    markets: [{ ...AAPL, risk: { ...AAPL.risk, inventoryLimitUsd6: usd6(limitUsdc * USDC) } }],
  })
  made.account('a', collateral)
  for (const name of ['b', 'c']) made.account(name, 100_000)
  made.price(AAPL.symbol, 23_150)
  return made
}
/** The same, and `a` has bought so much from `b`. */
function thinHolding(size: number, collateral?: number, limitUsdc?: number): NamedWorld {
  const made = thin(collateral, limitUsdc)
  made.order('b', { isBuy: false, size, price: 23_155 })
  made.order('a', { isBuy: true, size, price: 23_155, timeInForce: 'IOC' })
  return made
}
const stop: OrderTerms = { isBuy: false, size: 100_000, price: 22_900, type: 'STOP_LOSS', reduceOnly: true }
const move = (made: NamedWorld, price: number, afterMs = 1_000): void => {
  made.wait(afterMs)
  made.price(AAPL.symbol, price)
}

describe('[4.8] when a trigger is looked at', () => {
  it('one that is true already fires on the next index price, not when it is placed', () => {
    const made = holding()
    const order = made.order('a', { ...stop, price: 23_500 })
    expect(order).toMatchObject({ status: 'NEW', filledSize: 0 })
    made.run({ kind: 'TickTimer' })
    expect(made.record(order.id).status).toBe('NEW')
    move(made, 23_150)
    expect(made.record(order.id).status).toBe('FILLED')
  })

  it.each([
    ['long', false, 'TAKE_PROFIT', 23_400, 23_390, 23_410],
    ['long', false, 'STOP_LOSS', 22_900, 22_910, 22_890],
    ['short', true, 'TAKE_PROFIT', 22_900, 22_910, 22_890],
    ['short', true, 'STOP_LOSS', 23_400, 23_390, 23_410],
  ] as const)(
    'of a %s (closed by a buy: %s) a %s at %d waits at %d and fires at %d',
    (_, isBuy, type, price, waits, fires) => {
      const made = world()
      made.order('a', { isBuy: !isBuy, size: 100_000 })
      const order = made.order('a', { ...stop, isBuy, type, price })
      move(made, waits)
      expect(made.record(order.id).status).toBe('NEW')
      move(made, fires)
      expect(made.record(order.id).status).toBe('FILLED')
    },
  )

  it('S2: REDUCE_ONLY does not hold it back', () => {
    const made = holding()
    const order = made.order('a', stop)
    made.run({ kind: 'SetMarketMode', marketId: 0, mode: 'REDUCE_ONLY' })
    move(made, 22_800)
    expect(made.record(order.id).status).toBe('FILLED')
  })

  it('not in HALT, nor in the ten seconds after the first mark of a reopened market', () => {
    const made = holding()
    const order = made.order('a', stop)
    made.run({ kind: 'SetMarketMode', marketId: 0, mode: 'HALT' })
    move(made, 22_800)
    made.run({ kind: 'SetMarketMode', marketId: 0, mode: 'OPEN' })
    for (let i = 0; i < 3; i += 1) move(made, 22_800)
    expect(made.exchange.markets[0]!.mode).toBe('OPEN')
    move(made, 22_800, 9_000)
    expect(made.record(order.id)).toMatchObject({ status: 'NEW', filledSize: 0 })
    move(made, 22_800, 1_000)
    expect(made.record(order.id).status).toBe('FILLED')
  })

  it('not on a price that is hard stale when it comes', () => {
    const made = holding()
    const order = made.order('a', stop)
    // An order that would take it: the pool quotes nothing on such a price.
    made.order('b', { isBuy: true, size: 100_000, price: 22_790 })
    const sourceTimeMs = made.exchange.timeMs
    made.wait(31_000)
    const price = { marketId: 0, price: 22_800, sourceTimeMs, conf: 0, held: false }
    made.run({ kind: 'UpdateIndexPrices', prices: [price as never] })
    expect(made.exchange.markets[0]!.freshness).toBe('HARD')
    expect(made.record(order.id).status).toBe('NEW')
    made.price(AAPL.symbol, 22_800)
    expect(made.record(order.id).status).toBe('FILLED')
  })
})

describe('what a trigger does', () => {
  it('it is clamped to what is held, and the flat position cancels what is left of it', () => {
    const made = holding()
    const order = made.order('a', stop)
    made.order('a', { isBuy: false, size: 60_000, reduceOnly: true })
    expect(made.record(order.id)).toMatchObject({ status: 'NEW', size: 100_000 })
    move(made, 22_800)
    expect(made.record(order.id)).toMatchObject({ status: 'CANCELLED', filledSize: 40_000 })
    expect(made.view('a').positions).toEqual([])
    // Its fill is told, and its end once.
    const told = eventsOf(made.events(), 'OrderUpdated').filter((event) => event.order.id === order.id)
    expect(told.map((event) => event.order.status)).toEqual(['PARTIALLY_FILLED', 'CANCELLED'])
  })

  it('the older one takes first, whatever the prices', () => {
    const made = holding()
    const older = made.order('a', { ...stop, size: 60_000, price: 22_850 })
    const younger = made.order('a', { ...stop, size: 40_000, price: 22_900 })
    made.order('a', { isBuy: false, size: 30_000, reduceOnly: true })
    move(made, 22_800)
    expect([older, younger].map(({ id }) => made.record(id).filledSize)).toEqual([60_000, 10_000])
  })

  it('of two that are reached at once the second has gone with the position that the first closed', () => {
    const made = holding()
    const older = made.order('a', { ...stop, size: 60_000, price: 22_850 })
    const younger = made.order('a', { ...stop, size: 40_000, price: 22_900 })
    made.order('a', { isBuy: false, size: 50_000, reduceOnly: true })
    move(made, 22_800)
    expect(made.record(older.id)).toMatchObject({ status: 'CANCELLED', filledSize: 50_000 })
    expect(made.record(younger.id)).toMatchObject({ status: 'CANCELLED', filledSize: 0 })
  })

  it('tries again with no more than it has left, though more is held', () => {
    const made = thinHolding(2_000_000)
    const order = made.order('a', { ...stop, size: 1_200_000 })
    made.order('c', { isBuy: true, size: 500_000, price: 22_700 })
    move(made, 22_800)
    const part = made.record(order.id)
    expect(part.status).toBe('PARTIALLY_FILLED')
    const heldBefore = made.view('a').positions[0]!.size
    expect(heldBefore).toBe(2_000_000 - part.filledSize)
    // No order takes more of it: it is unchanged, and nothing is told.
    move(made, 22_800)
    expect(made.events().filter((event) => event.kind === 'OrderUpdated')).toEqual([])
    made.order('c', { isBuy: true, size: 2_000_000, price: 22_700 })
    move(made, 22_800)
    expect(made.record(order.id)).toMatchObject({ status: 'FILLED', filledSize: 1_200_000 })
    expect(made.view('a').positions[0]!.size).toBe(800_000)
  })

  it('says once that it has fired and found no counterparty', () => {
    const made = thinHolding(500_000, 100_000, 0)
    const order = made.order('a', { ...stop, size: 500_000 })
    expect(order.isTriggered).toBeUndefined()
    const told = () =>
      made
        .events()
        .flatMap((event) =>
          event.kind === 'OrderUpdated' && event.order.id === order.id ? [event.order] : [],
        )
    move(made, 22_800)
    expect(told()).toMatchObject([{ status: 'NEW', filledSize: 0, isTriggered: true }])
    expect(query(made.exchange, 'order', { id: order.id })).toMatchObject({
      status: 'NEW',
      isTriggered: true,
    })
    move(made, 22_800)
    expect(told()).toEqual([])
    // The next that is heard of it is a fill, of a part and then of the whole.
    for (const [size, status] of [
      [200_000, 'PARTIALLY_FILLED'],
      [300_000, 'FILLED'],
    ] as const) {
      made.order('c', { isBuy: true, size, price: 22_500 })
      move(made, 23_000)
      expect(told()).toMatchObject([{ status, isTriggered: true }])
    }
  })

  it('says so too where its account would owe', () => {
    const made = thinHolding(500_000, 1_200, 0)
    const order = made.order('a', { ...stop, size: 500_000 })
    made.order('c', { isBuy: true, size: 500_000, price: 20_600 })
    move(made, 22_800)
    expect(made.record(order.id)).toMatchObject({ status: 'NEW', filledSize: 0, isTriggered: true })
  })

  it('takes no price at which the account would end with less than nothing', () => {
    const made = thinHolding(500_000, 1_200, 0)
    const order = made.order('a', { ...stop, size: 500_000 })
    // Within a tenth of the mark, and more below the entry than the account has.
    made.order('c', { isBuy: true, size: 500_000, price: 20_600 })
    move(made, 22_800)
    expect(made.record(order.id)).toMatchObject({ status: 'NEW', filledSize: 0 })
    expect(made.view('a').positions[0]!.size).toBe(500_000)
    made.order('c', { isBuy: true, size: 500_000, price: 22_000 })
    move(made, 22_800)
    expect(made.record(order.id)).toMatchObject({ status: 'FILLED', avgFilledPrice: 22_000 })
  })

  it('sells what it can bear to, and no bid too low keeps it from that', () => {
    const made = thinHolding(500_000, 1_200, 0)
    const order = made.order('a', { ...stop, size: 500_000 })
    // One dollar below the mark for ten shares, 22 for the rest: more than the 770 that the account is worth then.
    made.order('c', { isBuy: true, size: 100_000, price: 22_200 })
    made.order('c', { isBuy: true, size: 400_000, price: 20_100 })
    move(made, 22_300)
    const sold = 100_000
    expect(made.record(order.id)).toMatchObject({ filledSize: sold })
    expect(made.view('a').positions[0]!.size).toBe(500_000 - sold)
    // Once it can bear the rest it sells that too.
    made.order('c', { isBuy: true, size: 500_000, price: 22_000 })
    move(made, 22_300)
    expect(made.record(order.id)).toMatchObject({ status: 'FILLED', lastFilledPrice: 22_000 })
  })

  it('it sells no lower than the fill band reaches below the mark, stays triggered and tries again with what it has left', () => {
    // Two bids: one just within eight percent of the mark, one beyond.
    const made = thinHolding(2_000_000)
    const order = made.order('a', { ...stop, size: 2_000_000 })
    made.order('c', { isBuy: true, size: 500_000, price: 21_000 })
    made.order('c', { isBuy: true, size: 500_000, price: 20_900 })
    move(made, 22_800)
    const mark = made.exchange.markets[0]!.mark!
    expect([21_000 >= mark * 0.92, 20_900 < mark * 0.92]).toEqual([true, true])
    const part = made.record(order.id)
    expect(part).toMatchObject({ status: 'PARTIALLY_FILLED', lastFilledPrice: 21_000 })
    expect(part.filledSize).toBeLessThan(2_000_000)
    // The mark is above the trigger again: what was reached once is retried all the same.
    made.order('c', { isBuy: true, size: 1_000_000, price: 22_500 })
    move(made, 23_100)
    expect(made.record(order.id).filledSize).toBeGreaterThanOrEqual(part.filledSize + 1_000_000)
  })

  it('S4: a stop that the price has reached comes before the liquidation of the account', () => {
    const made = world(1_200)
    expect(made.order('a', { isBuy: true, size: 500_000 }).status).toBe('FILLED')
    const order = made.order('a', { ...stop, size: 500_000, price: 22_700 })
    // Below maintenance, but something is left.
    move(made, 20_950)
    expect(made.record(order.id)).toMatchObject({ orderType: 'STOP_LOSS', status: 'FILLED' })
    expect(made.view('a').positions).toEqual([])
  })

  it('without equity the account goes straight to liquidation', () => {
    const made = world(1_200)
    made.order('a', { isBuy: true, size: 500_000 })
    const order = made.order('a', { ...stop, size: 500_000, price: 22_700 })
    move(made, 20_000)
    expect(made.record(order.id)).toMatchObject({
      status: 'CANCELLED',
      code: REFUSAL.DELETED_BY_LIQ,
      filledSize: 0,
    })
  })

  it('though an order would pay more than the mark: it is not the stop that sells', () => {
    const made = thinHolding(500_000, 1_200, 0)
    const order = made.order('a', { ...stop, size: 500_000 })
    made.order('c', { isBuy: true, size: 500_000, price: 20_800 })
    move(made, 20_700)
    expect(made.record(order.id)).toMatchObject({
      status: 'CANCELLED',
      code: REFUSAL.DELETED_BY_LIQ,
      filledSize: 0,
    })
    expect(made.view('a').positions).toEqual([])
  })

  it('nor does it with exactly nothing left at the mark', () => {
    const made = thinHolding(500_000, 1_200, 0)
    const order = made.order('a', { ...stop, size: 500_000 })
    made.order('c', { isBuy: true, size: 500_000, price: 22_700 })
    const [account] = made.exchange.accounts
    const rest = account!.collateral + 22_600 * 500_000 - made.view('a').positions[0]!.cost
    account!.collateral = usd6(account!.collateral - rest)
    made.exchange.money.VAULT = usd6(made.exchange.money.VAULT - rest)
    move(made, 22_600)
    expect(made.record(order.id)).toMatchObject({
      status: 'CANCELLED',
      code: REFUSAL.DELETED_BY_LIQ,
      filledSize: 0,
    })
    expect(made.view('a').positions).toEqual([])
  })

  it('it closes a little where the margin would not do for what stays', () => {
    const made = world(1_200)
    made.run({ kind: 'SetLeverage', account: made.addressOf('a'), symbol: AAPL.symbol, leverage: 10 })
    made.order('a', { isBuy: true, size: 500_000 })
    const order = made.order('a', { ...stop, size: 1_000 })
    move(made, 22_800)
    const { equity, initMargin, maintMargin } = made.view('a')
    expect([equity < initMargin, equity > maintMargin]).toEqual([true, true])
    expect(made.record(order.id)).toMatchObject({ status: 'FILLED', filledSize: 1_000 })
  })

  it('in an isolated market it is the equity of the position that counts', () => {
    const spec = launchMarkets().find(({ isolated }) => isolated)!
    const made = createNamedWorld({ markets: [spec] })
    made.run({ kind: 'SeedSystemAccount', account: 'POOL_ISO', amountUsd6: usd6(1e12) })
    made.account('a', 100_000)
    const price = (value: number): void => {
      made.wait(1_000)
      made.price(spec.symbol, value)
    }
    price(10_000)
    made.run({ kind: 'SetLeverage', account: made.addressOf('a'), symbol: spec.symbol, leverage: 5 })
    expect(made.order('a', { isBuy: true, size: 10_000, symbol: spec.symbol }).status).toBe('FILLED')
    const order = made.order('a', { ...stop, size: 10_000, price: 9_900, symbol: spec.symbol })
    price(7_500)
    expect(made.record(order.id)).toMatchObject({
      status: 'CANCELLED',
      code: REFUSAL.DELETED_BY_LIQ,
      filledSize: 0,
    })
    expect(made.view('a').collateral).toBeGreaterThan(0)
  })
})
