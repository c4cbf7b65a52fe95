import { usd6 } from '@vest/protocol'
import { describe, expect, it } from 'vitest'
import { tick } from '../testing/lpCommands.ts'
import { AAPL, BTC, createWorld, type World } from '../testing/world.ts'

const INDEX = 1_000_000
/** The maximum distance of a mark. */
const HIGHEST = 1_005_000
/** The maximum distance of a limit, and the full size of the impact value. */
const FAR = { size: 20_000, limitPrice: 1_050_000, timeInForce: 'POST_ONLY' } as const

/** BTC at 100,000.0. */
function priced(spec = BTC) {
  const world = createWorld({ markets: [AAPL, spec] })
  world.prices({ AAPL: 23_150, BTC: INDEX })
  return { world, spec, market: world.exchange.markets[1]! }
}

/** No quotes for so long that an order may rest at any price. */
function beginOutage(world: World): void {
  for (let second = 0; second < 16; second += 1) world.run({ kind: 'TickTimer' }, 1_000)
}

describe('the price of trading a fixed value', () => {
  it('is not the limit of an order that the pool fills first', () => {
    const { world, spec, market } = priced()
    const { impactBid: quoted } = market
    beginOutage(world)
    const bidder = world.trader(1_000_000)
    expect(world.order(bidder, spec, 'buy', FAR).status).toBe('NEW')
    world.prices({ BTC: INDEX }, 1_000)
    expect(market.impactBid).toBe(quoted)
    // It was filled at the pool's price, a little above the index.
    expect(world.account(bidder).positions[0]!.entryPrice).toBeLessThan(INDEX + 500)
    tick(world)
    expect(market.premiumMilliTicks).toBe(0)
  })

  it('is within the possible marks, also when the pool has nothing left to sell', () => {
    const limit = { ...BTC, risk: { ...BTC.risk, inventoryLimitUsd6: usd6(1_000_000_000_000) } }
    const { world, spec, market } = priced(limit)
    const [whale, friend, short] = [0, 1, 2].map(() => world.trader(200_000))
    world.order(whale!, spec, 'buy', { size: 1_100_000, limitPrice: 1_050_000, timeInForce: 'IOC' })
    world.order(friend!, spec, 'buy', { size: 1_000_000, limitPrice: 1_004_000, timeInForce: 'POST_ONLY' })
    world.order(short!, spec, 'sell', { size: 1_000_000, limitPrice: 1_004_000, timeInForce: 'IOC' })
    expect(market.pool).toMatchObject({ isLong: false, size: market.ladder!.limit })
    // It would end with a debt: a seller finds no counterparty.
    expect(world.order(short!, spec, 'buy', { ...FAR, reduceOnly: true }).status).toBe('NEW')
    world.prices({ BTC: INDEX }, 500)
    expect(market.impactBid).toBe(HIGHEST)
  })

  it('does not count orders that cannot be taken', () => {
    const { world, spec, market } = priced()
    const maker = world.trader(100_000)
    const quote = { size: 25_000, timeInForce: 'POST_ONLY' } as const
    world.order(maker, spec, 'buy', { ...quote, limitPrice: 999_900 })
    world.order(maker, spec, 'sell', { ...quote, limitPrice: 1_000_100 })
    world.run({ kind: 'SetMarketMode', marketId: 1, mode: 'CANCEL_ONLY' })
    world.prices({ BTC: 980_000 }, 1_000)
    const { impactBid, impactAsk } = market
    expect([impactBid, impactAsk]).toEqual([undefined, undefined])
    tick(world)
    world.prices({ BTC: 980_000 }, 1_000)
    expect(market.mark).toBe(980_000)
    // The market reopens, and with it the price.
    world.run({ kind: 'SetMarketMode', marketId: 1, mode: 'OPEN' })
    world.prices({ BTC: INDEX }, 1_000)
    expect([market.impactBid, market.impactAsk].every((price) => price !== undefined)).toBe(true)
  })
})
