/** One fill per price: the events of a swept order per fill, and their sums. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EngineEvent } from '../api/index.ts'
import { AAPL, createWorld, eventsOf, lastOrder, placeOrder } from '../testing/world.ts'

const ofOrder = (events: readonly EngineEvent[], id: string) => ({
  fills: eventsOf(events, 'FillBooked').filter(({ orderId }) => orderId === id),
  told: eventsOf(events, 'OrderUpdated').flatMap(({ order }) => (order.id === id ? [order] : [])),
})

/** A maker's two orders, then the ladder of the pool from 231.59 on. */
function swept(size: number, limitPrice = 24_000) {
  const world = createWorld({ markets: [AAPL], poolDollars: 10_000_000 })
  const [maker, taker] = [world.trader(100_000), world.trader(1_000_000)]
  world.prices({ AAPL: 23_150 })
  const resting = [23_155, 23_156].map((limitPrice) =>
    world.order(maker, AAPL, 'sell', { size: 10_000, limitPrice }),
  )
  const command = placeOrder(world, 9_999, {
    trader: taker,
    spec: AAPL,
    side: 'buy',
    order: { size, limitPrice, timeInForce: 'IOC' },
  })
  const { events } = world.run(command)
  if (command.kind !== 'PlaceOrder') throw new Error('not an order')
  return { world, events, id: command.id, resting }
}

describe('an order over several prices', () => {
  it('has a fill per maker and per price of the ladder, each of them a trade', () => {
    const { events, id, resting } = swept(2_000_000)
    const { fills } = ofOrder(events, id)
    const trades = eventsOf(events, 'TradeExecuted')
    expect(fills.length).toBeGreaterThan(3)
    expect(fills.slice(0, 2).map(({ price, size }) => [price, size])).toEqual([
      [23_155, 10_000],
      [23_156, 10_000],
    ])
    expect(fills.map(({ tradeId, price, size, value }) => [tradeId, price, size, value])).toEqual(
      trades.map(({ tradeId, price, size, value }) => [tradeId, price, size, value]),
    )
    expect(new Set(fills.map(({ price }) => price)).size).toBe(fills.length)
    for (const { price, size, value } of fills) expect(value).toBe(price * size)
    for (const [at, { id: makerId }] of resting.entries())
      expect(ofOrder(events, makerId).fills).toMatchObject([{ tradeId: trades[at]!.tradeId, isMaker: true }])
  })

  it('is published after each of them: the last part of that fill, everything else accumulated', () => {
    const { events, id } = swept(2_000_000)
    const { fills, told } = ofOrder(events, id)
    expect(told).toHaveLength(fills.length)
    let [size, value, fees] = [0, 0, 0]
    for (const [at, fill] of fills.entries()) {
      size += fill.size
      value += fill.value
      fees += fill.fee
      expect(told[at]).toMatchObject({
        status: at === fills.length - 1 ? 'FILLED' : 'PARTIALLY_FILLED',
        lastFilledSize: fill.size,
        lastFilledPrice: fill.price,
        filledSize: size,
        filledValue: value,
        fees,
      })
    }
    expect(fees).toBe(Math.ceil((value * 10) / 100_000))
  })

  it('publishes its fills before its end', () => {
    const { events, id } = swept(10_000_000, 23_163)
    const { fills, told } = ofOrder(events, id)
    expect(told.map(({ status }) => status)).toEqual([...fills.map(() => 'PARTIALLY_FILLED'), 'CANCELLED'])
    expect(fills.length).toBeGreaterThan(2)
    expect(lastOrder(events, id).filledSize).toBe(fills.reduce((sum, { size }) => sum + size, 0))
  })

  it('merges cells of the ladder at one price', () => {
    // At a dollar, a cell of the ladder moves the price by less than a tick.
    const world = createWorld({ markets: [AAPL], poolDollars: 10_000_000 })
    const taker = world.trader(1_000_000)
    world.prices({ AAPL: 100 })
    const command = placeOrder(world, 9_999, {
      trader: taker,
      spec: AAPL,
      side: 'buy',
      order: { size: 2_000_000_000, limitPrice: 105, timeInForce: 'IOC' },
    })
    const fills = eventsOf(world.run(command).events, 'FillBooked')
    expect(fills.length).toBeGreaterThan(0)
    expect(new Set(fills.map(({ price }) => price)).size).toBe(fills.length)
    // One order cannot take more than 1,000,000 dollars; the cells are smaller than a tick.
    expect(fills[0]!.size).toBeGreaterThan(world.exchange.markets[0]!.ladder!.cell)
  })

  it('divides its fee by value, whatever the sizes, so that every part is within a micro-dollar of its share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20_001, max: 40_000_000 }), (size) => {
        const { events, id } = swept(size)
        const { fills, told } = ofOrder(events, id)
        const { fees, filledValue } = told.at(-1)!
        expect(fills.reduce((sum, { fee }) => sum + fee, 0)).toBe(fees)
        for (const { fee, value } of fills) {
          const share = (fees * value) / filledValue
          expect(Math.abs(fee - share)).toBeLessThanOrEqual(1)
        }
      }),
      { numRuns: 30 },
    )
  })
})
