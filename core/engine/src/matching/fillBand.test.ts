/**
 * Nothing fills farther from the mark than the fill band: neither a taker at its own limit, nor a resting order that
 * the mark has left behind, nor a quote of the pool.
 */
import { REFUSAL, usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { leverage } from '../testing/liquidations.ts'
import {
  AAPL,
  createWorld,
  eventsOf,
  FIG,
  lastOrder,
  outcome,
  placeOrder,
  type OrderInput,
  type Trader,
  type World,
} from '../testing/world.ts'

/** No quotes: users only. T5, so 15 percent around the mark. */
const ALONE = { ...FIG, risk: { ...FIG.risk, inventoryLimitUsd6: usd6(0) } }
const MARK = 50_000
const [LOWEST, HIGHEST] = [42_500, 57_500]

function alone() {
  const world = createWorld({ markets: [ALONE] })
  const traders = [0, 1, 2, 3].map(() => world.trader(1_000_000)) as [Trader, Trader, Trader, Trader]
  world.prices({ FIG: MARK })
  for (const one of traders) leverage(world, one, ALONE, 1)
  return { world, traders }
}
type Place = (trader: Trader, side: 'buy' | 'sell', price: number, more?: Partial<OrderInput>) => string
const placing =
  (world: World, spec = ALONE): Place =>
  (trader, side, limitPrice, more = {}) =>
    outcome(world.order(trader, spec, side, { size: 1_000, limitPrice, ...more }))

describe('E1: a taker', () => {
  it.each([
    ['buy', HIGHEST],
    ['sell', LOWEST],
  ] as const)('that would %s beyond its edge stops there as at its limit', (side, edge) => {
    const { world, traders } = alone()
    const [maker, far, taker] = traders
    const place = placing(world)
    const [other, beyond] = side === 'buy' ? (['sell', edge + 1] as const) : (['buy', edge - 1] as const)
    const reach = side === 'buy' ? beyond + 1_000 : beyond - 1_000
    expect(place(maker, other, edge)).toBe('NEW')
    expect(place(far, other, beyond)).toBe('NEW')
    for (const more of [{ orderType: 'MARKET' }, { timeInForce: 'FOK' }] as const)
      expect(place(taker, side, reach, { ...more, size: 2_000 })).toBe('REJECTED PRICE_CHECK_FAILED')
    const part = world.order(taker, ALONE, side, { size: 2_000, limitPrice: reach, timeInForce: 'IOC' })
    expect([outcome(part), part.filledSize, part.avgFilledPrice]).toEqual([
      'CANCELLED PRICE_CHECK_FAILED',
      1_000,
      edge,
    ])
  })

  it.each([
    ['buy', HIGHEST],
    ['sell', LOWEST],
  ] as const)(
    '%s: its rest does not come to rest through its edge, and a tick nearer it does',
    (side, edge) => {
      const { world, traders } = alone()
      const [maker, taker] = traders
      const place = placing(world)
      const beyond = side === 'buy' ? edge + 1 : edge - 1
      place(maker, side === 'buy' ? 'sell' : 'buy', MARK)
      const part = world.order(taker, ALONE, side, { size: 2_000, limitPrice: beyond })
      expect([outcome(part), part.filledSize]).toEqual(['CANCELLED PRICE_CHECK_FAILED', 1_000])
      expect(place(taker, side, beyond)).toBe('CANCELLED PRICE_CHECK_FAILED')
      expect(place(taker, side, beyond, { timeInForce: 'POST_ONLY' })).toBe('CANCELLED PRICE_CHECK_FAILED')
      expect(place(taker, side, edge)).toBe('NEW')
      // On its favourable side it may rest anywhere, as before.
      expect(place(taker, side, side === 'buy' ? 20_000 : 90_000)).toBe('NEW')
    },
  )

  it('the band is one and a half times as wide after hours', () => {
    const { world, traders } = alone()
    const place = placing(world)
    world.run({ kind: 'ChangeSession', marketId: 0, session: 'EXTENDED' })
    expect(place(traders[0], 'buy', 61_250)).toBe('NEW')
    expect(place(traders[0], 'buy', 61_251)).toBe('CANCELLED PRICE_CHECK_FAILED')
  })
})

describe('E1: a resting order that the mark has left', () => {
  /** An ask of two at 43,000, which was within the band; then the mark is at 60,000. */
  function left() {
    const made = alone()
    const [maker, second] = made.traders
    const ask = made.world.order(maker, ALONE, 'sell', { size: 1_000, limitPrice: 43_000 })
    made.world.order(second, ALONE, 'sell', { size: 1_000, limitPrice: 60_000 })
    made.world.prices({ FIG: 60_000 }, 1_000)
    expect(made.world.exchange.markets[0]!.mark).toBe(60_000)
    return { ...made, ask }
  }

  it('is cancelled when a sweep reaches it, and the sweep continues', () => {
    const { world, traders, ask } = left()
    const order = { size: 1_000, limitPrice: 61_000, timeInForce: 'IOC' } as const
    const { events } = world.run(
      placeOrder(world, 9_999, { trader: traders[2], spec: ALONE, side: 'buy', order }),
    )
    expect(outcome(lastOrder(events, ask.id))).toBe('CANCELLED PRICE_CHECK_FAILED')
    expect(eventsOf(events, 'TradeExecuted').map(({ price }) => price)).toEqual([60_000])
  })

  it('prevents no other order from resting', () => {
    const { world, traders } = left()
    const bid = { size: 1_000, limitPrice: 55_000, timeInForce: 'POST_ONLY' } as const
    expect(outcome(world.order(traders[2], ALONE, 'buy', bid))).toBe('NEW')
    expect(world.exchange.markets[0]!.asks.levels.map(({ price }) => price)).toEqual([60_000])
    // What it would take, it still fills.
    expect(outcome(world.order(traders[2], ALONE, 'buy', { ...bid, limitPrice: 60_000 }))).toBe(
      'CANCELLED POST_ONLY_WOULD_TAKE',
    )
  })

  it('stays if the order that reached it is refused', () => {
    const { world, traders } = left()
    const order = { size: 3_000, limitPrice: 61_000, timeInForce: 'FOK' } as const
    expect(outcome(world.order(traders[2], ALONE, 'buy', order))).toBe('REJECTED CAPACITY_EXCEEDED')
    expect(world.exchange.markets[0]!.asks.levels).toHaveLength(2)
  })

  it('is not accepted as the price of an amendment', () => {
    const { world, traders } = left()
    const ask = world.order(traders[3], ALONE, 'sell', { size: 1_000, limitPrice: 70_000 })
    const amend = {
      kind: 'AmendOrder',
      id: ask.id,
      account: traders[3].address,
      signer: traders[3].address,
      nonce: 77_777,
      orderTimeMs: world.exchange.timeMs,
      recvWindowMs: 5_000,
      size: ask.size,
      limitPrice: 50_000 as typeof ask.limitPrice,
    } as const
    expect(world.run(amend).answer).toEqual({ ok: false, code: REFUSAL.PRICE_CHECK_FAILED })
  })
})

describe('E1: the pool', () => {
  it('offers nothing outside the band', () => {
    // A band narrower than the spread of the pool.
    const narrow = { ...AAPL, risk: { ...AAPL.risk, fillBandBps: 10, halfSpreadMinPpm: 2_000 } }
    const world = createWorld({ markets: [narrow] })
    const trader = world.trader(1_000_000)
    world.prices({ AAPL: 23_150 })
    const place = placing(world, narrow)
    expect(place(trader, 'buy', 23_170, { timeInForce: 'IOC' })).toBe('CANCELLED PRICE_CHECK_FAILED')
    expect(place(trader, 'buy', 23_170)).toBe('NEW')
    // With a wider band its quotes are offers: the index-cross pass applies at once.
    world.order(trader, narrow, 'buy', { size: 1_000, limitPrice: 23_173 })
    world.prices({ AAPL: 23_100 }, 1_000)
    expect(world.account(trader).positions).toEqual([])
    world.run({ kind: 'ChangeParameters', market: { marketId: 0, change: { fillBandBps: 500 } } })
    expect(world.account(trader).positions[0]?.size).toBe(2_000)
  })
})

describe('E1: a thief with a key of the victim that may trade', () => {
  it('empties no account in one fill', () => {
    const world = createWorld({ markets: [FIG] })
    world.prices({ FIG: MARK })
    const [thief, victim] = [world.trader(10_000), world.trader(10_000)]
    const size = 1_700
    const bait = world.order(thief, FIG, 'sell', { size, limitPrice: 9 * MARK + 45_000 })
    expect(outcome(bait)).toBe('NEW')
    const before = world.account(victim).equity
    for (const more of [{ timeInForce: 'IOC' }, { timeInForce: 'FOK' }, { orderType: 'MARKET' }] as const) {
      // From the pool it gets the quotes within the band, from the bait nothing.
      const taken = world.order(victim, FIG, 'buy', { size, limitPrice: 10 * MARK - 1, ...more })
      expect(taken.avgFilledPrice ?? 0).toBeLessThanOrEqual(HIGHEST)
    }
    expect(world.account(thief).positions).toEqual([])
    expect(world.account(victim).equity).toBeGreaterThan(before * 0.9)
  })
})
