import { describe, expect, it } from 'vitest'
import { REFUSAL, timeMs } from '@vest/protocol'
import { FillPlan } from '../state/fillPlan.ts'
import { BTC, createWorld, outcome, type World } from '../testing/world.ts'

const INDEX = 1_000_000
const { askedAfterMakers } = new FillPlan()

/** Three hundred bids of ten dollars each. */
function wideBook(): World {
  const world = createWorld({ markets: [BTC], audit: false })
  world.prices({ BTC: INDEX })
  for (let number = 0; number < 3; number += 1) {
    const maker = world.trader(1_000)
    for (let i = 0; i < 100; i += 1)
      world.order(maker, BTC, 'buy', { size: 10, limitPrice: 999_960 - i, timeInForce: 'POST_ONLY' })
  }
  return world
}

describe('an order that its account cannot afford', () => {
  it.each(['GTC', 'FOK', 'IOC', 'MARKET'] as const)(
    '%s is refused before the book is planned to its end',
    (kind) => {
      const world = wideBook()
      const poor = world.trader(2)
      const form = { size: 3_000, limitPrice: 997_000 }
      const order = world.order(
        poor,
        BTC,
        'sell',
        kind === 'MARKET' ? { ...form, orderType: kind } : { ...form, timeInForce: kind },
      )
      expect(outcome(order)).toBe('REJECTED MARGIN_CHECK_FAILED')
      expect(world.exchange.scratch.plan.fillCount).toBe(askedAfterMakers)
    },
  )

  it('is refused as an amendment too, and the order stays unchanged', () => {
    const world = wideBook()
    const poor = world.trader(20)
    const { id } = world.order(poor, BTC, 'sell', { size: 10, limitPrice: 1_000_040 })
    const { answer } = world.run({
      kind: 'AmendOrder',
      id,
      account: poor.address,
      signer: poor.address,
      nonce: 1_000_000,
      orderTimeMs: timeMs(world.now()),
      recvWindowMs: 5_000,
      size: 3_000 as never,
      limitPrice: 997_000 as never,
    })
    expect(answer).toEqual({ ok: false, code: REFUSAL.MARGIN_CHECK_FAILED })
    expect(world.exchange.scratch.plan.fillCount).toBe(askedAfterMakers)
    expect(world.exchange.orders.count).toBe(301)
  })

  it('an affordable order is planned and filled completely, and checked only as often as its makers double', () => {
    const world = wideBook()
    const rich = world.trader(1_000)
    const order = world.order(rich, BTC, 'sell', { size: 2_990, limitPrice: 997_000, timeInForce: 'FOK' })
    expect(outcome(order)).toBe('FILLED')
    expect(world.exchange.scratch.plan.fillCount).toBeGreaterThan(4 * askedAfterMakers)
  })
})

describe('a price better than the mark', () => {
  it('makes an order affordable that is not affordable at the mark', () => {
    const world = createWorld({ markets: [BTC] })
    world.exchange.scratch.plan.askedAfterMakers = 1
    world.prices({ BTC: INDEX })
    const [whale, maker, buyer] = [500_000, 100_000, 1_000].map((dollars) => world.trader(dollars))
    // The pool has nearly reached its limit, and sells below the index.
    const size = Math.floor(world.exchange.markets[0]!.ladder!.limit * 0.95)
    world.order(whale!, BTC, 'sell', { size, limitPrice: 990_000, timeInForce: 'IOC' })
    world.prices({ BTC: INDEX }, 1_000)
    expect(world.exchange.markets[0]!.mark).toBe(INDEX)
    const ask = { size: 10_000, limitPrice: 997_150, timeInForce: 'POST_ONLY' } as const
    for (let i = 0; i < 2; i += 1) expect(world.order(maker!, BTC, 'sell', ask).status).toBe('NEW')
    // Ten times the thousand dollars, and two per cent more.
    const order = world.order(buyer!, BTC, 'buy', { size: 10_200, limitPrice: 997_150, timeInForce: 'FOK' })
    expect(outcome(order)).toBe('FILLED')
  })
})
