/** No accepted price stops the process, however wrong it is and in however many markets at once. */
import { ticks, timeMs, usd6 } from '@vest/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openSim } from '../testing/simWorld.ts'
import { AAPL, BTC, createWorld, EUR, FIG, placeOrder, type Trader, type World } from '../testing/world.ts'

const USDC = 1_000_000
const SPECS = [AAPL, BTC, EUR, FIG, { ...AAPL, symbol: 'MSFT-USD-PERP' }, { ...BTC, symbol: 'ETH-PERP' }]
const START = [23_150, 1_000_000, 108_437, 52_310, 49_500, 35_000]
const PRICE_MAX = 1_000_000_000_000

interface Step {
  readonly what: 'order' | 'price' | 'prices' | 'back' | 'timer' | 'hour'
  readonly who: number
  readonly market: number
  /** Of an order: ten to this power in dollars. Of a price: ten to this power less four, times the last price. */
  readonly power: number
  readonly isBuy: boolean
  readonly percent: number | undefined
}
const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('order', 'order', 'order', 'price', 'prices', 'back', 'timer', 'hour'),
  who: fc.nat(5),
  market: fc.nat(SPECS.length - 1),
  power: fc.double({ min: 1, max: 8, noNaN: true }),
  isBuy: fc.boolean(),
  percent: fc.option(fc.integer({ min: 50, max: 150 }), { nil: undefined }),
})

/** Rich and poor traders, two of them in SIM, with a pool of `poolDollars`. */
function extremes(poolDollars: number) {
  const world = createWorld({ markets: SPECS, poolDollars, audit: false })
  for (const account of ['POOL_ISO', 'INSURANCE'] as const)
    world.run({ kind: 'SeedSystemAccount', account, amountUsd6: usd6(1_000_000 * USDC) })
  const traders = [10_000, 1_000_000, 30_000_000, 200_000_000].map((dollars) => world.trader(dollars))
  for (const dollars of [100_000, 100_000_000]) traders.push(openSim(world, traders[1]!, dollars))
  return { world, traders }
}

function say(world: World, prices: readonly (readonly [marketId: number, price: number])[]): void {
  const sourceTimeMs = timeMs(world.now() + 5_000)
  const told = prices.map(([marketId, price]) => {
    const within = Math.max(1, Math.min(PRICE_MAX, Math.round(price)))
    return { marketId, price: ticks(within), sourceTimeMs, conf: ticks(0), held: false }
  })
  world.run({ kind: 'UpdateIndexPrices', prices: told }, 5_000)
}

function take(world: World, traders: readonly Trader[], number: number, one: Step): void {
  const { market: marketId, power, percent } = one
  const indexOf = (id: number): number => world.exchange.markets[id]!.index!
  const spec = SPECS[marketId]!
  if (one.what === 'order') {
    const lot = indexOf(marketId) * world.exchange.markets[marketId]!.scale
    const size = Math.max(1, Math.floor((10 ** power * USDC) / lot))
    const limit = percent === undefined ? undefined : Math.ceil((indexOf(marketId) * percent) / 100)
    const order = limit === undefined ? { size } : { size, limitPrice: limit }
    const [trader, side] = [traders[one.who]!, one.isBuy ? 'buy' : 'sell'] as const
    world.run(placeOrder(world, 900_000 + number, { trader, spec, side, order }))
  } else if (one.what === 'price') say(world, [[marketId, indexOf(marketId) * 10 ** (power - 4)]])
  else if (one.what === 'prices')
    say(
      world,
      SPECS.map((_, id) => [id, indexOf(id) * 10 ** (power - 4)]),
    )
  else if (one.what === 'back') for (let n = 0; n < 3; n++) say(world, [...START.entries()])
  else if (one.what === 'timer') world.run({ kind: 'TickTimer' }, 1_000)
  else world.run({ kind: 'TickFunding', hourMs: timeMs(Math.floor(world.now() / 3_600_000) * 3_600_000) })
}

describe('index prices that are wrong by any factor, in any markets', () => {
  it.each([100_000, 3_000_000_000])('stop nothing, with a pool of %d dollars', (poolDollars) => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 40, maxLength: 160 }), (steps) => {
        const { world, traders } = extremes(poolDollars)
        say(world, [...START.entries()])
        steps.forEach((one, number) => take(world, traders, number, one))
        for (const trader of traders) expect(world.account(trader).equity).toSatisfy(Number.isSafeInteger)
      }),
      { numRuns: 25 },
    )
  })
})
