/**
 * Engine and twin through gifts: three in one hand fill the room of the pool, and one of them reduces far from the market
 * against another, as far as that is allowed.
 */
import { expect, it } from 'vitest'
import { apply, createExchange } from '@vest/engine'
import { leverage, seed } from '../../../core/engine/src/testing/liquidations.ts'
import { AAPL, createWorld, FIG, outcome, type World } from '../../../core/engine/src/testing/world.ts'
import { engineDigest } from './engineDigest.ts'
import { createTwin } from './twin.ts'

/** In ticks from the market, just inside the fill band, and what becomes of each gift. */
const GIFTS = [
  ['AAPL', AAPL, 1_500, ['FILLED', 'FILLED', 'REJECTED MARGIN_CHECK_FAILED', 'FILLED']],
  // Its margin carries a gift of all that is held.
  [
    'FIG',
    FIG,
    2_900,
    ['FILLED', 'FILLED', 'REJECTED REDUCE_ONLY_EXCEEDS_SIZE', 'REJECTED REDUCE_ONLY_EXCEEDS_SIZE'],
  ],
] as const

/** The engine's life, and what became of each gift; the twin hears its commands afterwards. */
function liveAlone(spec: typeof AAPL, distance: number): { world: World; gifts: string[] } {
  const world = createWorld({ markets: [spec], poolDollars: 10_000_000 })
  seed(world, 'POOL_ISO', 1_000_000)
  const [holder, friend, third] = [30_000, 500_000, 500_000].map((dollars) => world.trader(dollars))
  for (const one of [holder!, friend!, third!]) leverage(world, one, spec, spec.isolated ? 5 : 20)
  const [name, price] = [spec.base, 20_000]
  world.prices({ [name]: price })
  const { limit } = world.exchange.markets[0]!.ladder!
  const size = Math.floor(limit / 2)
  world.order(holder!, spec, 'buy', { size, limitPrice: price + 1_500, timeInForce: 'IOC' })
  world.order(third!, spec, 'sell', { size: size + limit, limitPrice: price - 1_500, timeInForce: 'IOC' })
  const [held] = world.account(holder!).positions
  const own = spec.isolated ? held!.isolatedMargin + held!.unrealizedPnl : world.account(holder!).equity
  const gifts = [0.45, 0.3, 0.15, 0.05].map((part) => {
    const lots = Math.floor((own * part) / distance)
    world.order(friend!, spec, 'buy', { size: lots, limitPrice: price - distance })
    const gift = { size: lots, limitPrice: price - distance, reduceOnly: true, timeInForce: 'IOC' } as const
    return outcome(world.order(holder!, spec, 'sell', gift))
  })
  world.prices({ [name]: price }, 1_000)
  world.prices({ [name]: price - 20 }, 1_000)
  return { world, gifts }
}

it.each(GIFTS)('they say the same of gifts in %s after every command', (_, spec, distance, expected) => {
  const { world, gifts } = liveAlone(spec, distance)
  expect(gifts).toEqual(expected)
  const [state, twin] = [createExchange(), createTwin()]
  for (const sequenced of world.log) {
    const { answer } = apply(state, sequenced)
    expect(answer).toEqual(twin.apply(sequenced).answer)
    expect(engineDigest(state), `${sequenced.seq} ${sequenced.command.kind}`).toBe(twin.digest())
  }
})
