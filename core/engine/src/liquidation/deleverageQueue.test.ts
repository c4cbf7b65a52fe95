import { REFUSAL } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { createWorld, eventsOf, FIG } from '../testing/world.ts'

const ENTRY = 52_310
const LOTS = 1_000

/** `pairs` longs against as many shorts, in a market without a backstop, whose price falls below all entries. */
function fall(pairs: number) {
  const world = createWorld({ markets: [FIG], audit: false })
  const traders = Array.from({ length: 2 * pairs }, () => world.trader(100))
  world.prices({ FIG: ENTRY })
  traders.slice(0, pairs).forEach((short, at) => {
    world.order(short, FIG, 'sell', { size: LOTS, limitPrice: ENTRY, timeInForce: 'POST_ONLY' })
    world.order(traders[pairs + at]!, FIG, 'buy', { size: LOTS, limitPrice: ENTRY, timeInForce: 'IOC' })
  })
  const [market] = world.exchange.markets
  expect([market!.longOi, market!.shortOi]).toEqual([pairs * LOTS, pairs * LOTS])
  let { mark } = market!
  let looks = 0
  Object.defineProperty(market!, 'mark', {
    get: () => (looks++, mark),
    set: (value: typeof mark) => {
      mark = value
    },
  })
  const { events } = world.prices({ FIG: 34_000 }, 1_000)
  expect([market!.longOi, market!.shortOi]).toEqual([0, 0])
  const closed = eventsOf(events, 'OrderUpdated').filter(
    ({ order }) => order.isBuy && order.code === REFUSAL.DELETED_BY_LIQ,
  )
  expect(new Set(closed.map(({ order }) => order.account)).size).toBe(pairs)
  return looks
}

describe('candidates for liquidations without a buyer', () => {
  it('are checked once, and again after taking part in one: twice as many holders are twice the work', () => {
    expect(fall(40)).toBeLessThan(2.5 * fall(20))
  })
})
