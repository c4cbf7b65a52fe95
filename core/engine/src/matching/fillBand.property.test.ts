/** No history has a trade beyond the fill band: neither with a stolen key, nor in a liquidation. */
import { REFUSAL, usd6 } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MarketSpec } from '../api/marketSpec.ts'
import { leverage } from '../testing/liquidations.ts'
import { createWorld, eventsOf, FIG } from '../testing/world.ts'

const MARK = 50_000
const TRADERS = 4
/** A thin market, and one without quotes. */
const thin = (dollars: number): MarketSpec => ({
  ...FIG,
  isolated: false,
  initMarginRatio: 500 as MarketSpec['initMarginRatio'],
  maintMarginRatio: 250 as MarketSpec['maintMarginRatio'],
  risk: { ...FIG.risk, inventoryLimitUsd6: usd6(dollars * 1_000_000), skewMaxPpm: 100_000 },
})

const order = fc.record({
  what: fc.constant('order' as const),
  who: fc.nat(TRADERS - 1),
  isBuy: fc.boolean(),
  /** Distance from the mark, in thousandths: the far prices that a thief would use, and the ends of the band. */
  away: fc.oneof(
    fc.integer({ min: -200, max: 200 }),
    fc.constantFrom(-151, -150, -149, 149, 150, 151, 224, 225, 226, 8_000),
  ),
  timeInForce: fc.constantFrom('GTC', 'IOC', 'FOK', 'POST_ONLY'),
  isMarket: fc.nat(4).map((roll) => roll === 0),
  size: fc.integer({ min: 1, max: 20_000 }),
})
const price = fc.record({ what: fc.constant('price' as const), away: fc.integer({ min: -250, max: 250 }) })
const session = fc.record({
  what: fc.constant('session' as const),
  session: fc.constantFrom('REGULAR', 'EXTENDED', 'OVERNIGHT'),
})
const life = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: order },
    { weight: 3, arbitrary: price },
    { weight: 1, arbitrary: session },
  ),
  { minLength: 20, maxLength: 120, size: 'max' },
)

describe('E1', () => {
  it.each([0, 60_000])('no trade is farther from the mark than the band reaches (pool of %d)', (dollars) => {
    let trades = 0
    let stopped = 0
    fc.assert(
      fc.property(life, (steps) => {
        const spec = thin(dollars)
        const world = createWorld({ markets: [spec], audit: false })
        const traders = Array.from({ length: TRADERS }, (_, at) => world.trader(at === 0 ? 1_000 : 20_000))
        world.prices({ FIG: MARK })
        for (const one of traders) leverage(world, one, spec, 20)
        const market = world.exchange.markets[0]!
        const check = (events: Parameters<typeof eventsOf>[0]): void => {
          const bps = market.session === 'REGULAR' ? 1_500 : 2_250
          for (const { price: at } of eventsOf(events, 'TradeExecuted')) {
            trades += 1
            expect(Math.abs(at - market.mark!) * 10_000).toBeLessThanOrEqual(market.mark! * bps)
          }
          for (const { order: told } of eventsOf(events, 'OrderUpdated'))
            if (told.code === REFUSAL.PRICE_CHECK_FAILED) stopped += 1
        }
        let seen = world.log.length
        for (const step of steps) {
          const at = (away: number): number =>
            Math.max(1, Math.round((market.mark! * (1_000 + away)) / 1_000))
          if (step.what === 'price') check(world.prices({ FIG: at(step.away) }, 1_000).events)
          else if (step.what === 'session')
            check(world.run({ kind: 'ChangeSession', marketId: 0, session: step.session }).events)
          else {
            seen += 1
            const command = {
              kind: 'PlaceOrder',
              id: `0x${(0xbad_000 + seen).toString(16).padStart(64, '0')}`,
              account: traders[step.who]!.address,
              signer: traders[step.who]!.address,
              nonce: 1_000_000 + seen,
              orderTimeMs: world.now(),
              recvWindowMs: 5_000,
              symbol: spec.symbol,
              isBuy: step.isBuy,
              size: step.size,
              orderType: step.isMarket ? 'MARKET' : 'LIMIT',
              limitPrice: at(step.away),
              reduceOnly: false,
              timeInForce: step.timeInForce,
            }
            check(world.run(command as Parameters<typeof world.run>[0]).events)
          }
        }
      }),
      { numRuns: 60 },
    )
    // The run has had both: fills, and orders stopped by the band.
    expect(Math.min(trades, stopped)).toBeGreaterThan(100)
  })
})
