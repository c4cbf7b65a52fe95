/**
 * Engine and twin through nothing but fees: few traders who trade with each other to and fro within the half minute of a
 * wash trade and beyond it, who refer each other and turn out to be one, in weeks that end in the midst of it.
 */
import { describe, expect, it } from 'vitest'
import { apply, createExchange } from '@vest/engine'
import { usd6 } from '@vest/protocol'
import { nextMonday, refer, tick, USDC } from '../../../core/engine/src/testing/lpCommands.ts'
import { AAPL, BTC, createWorld, FIG, type World } from '../../../core/engine/src/testing/world.ts'
import { createPrng } from '../prng.ts'
import { engineDigest } from './engineDigest.ts'
import { createTwin } from './twin.ts'

const PRICES = { AAPL: 23_150, BTC: 1_000_000, FIG: 52_310 }
const TRADERS = 5
const STEPS = 360

type Side = 'buy' | 'sell'
const opposite = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

/** The engine's life; the twin hears its commands afterwards. */
function liveAlone(seed: number): World {
  const prng = createPrng(seed)
  const world = createWorld({ markets: [AAPL, BTC, FIG], audit: false })
  world.run({ kind: 'SeedSystemAccount', account: 'POOL_ISO', amountUsd6: usd6(1_000_000 * USDC) })
  world.prices(PRICES)
  tick(world)
  const traders = Array.from({ length: TRADERS }, () => world.trader(1_000_000))
  refer(world, traders[0]!, traders[1]!, 'FIRST00')
  refer(world, traders[1]!, traders[2]!, 'SECOND0')
  refer(world, traders[3]!, traders[4]!, 'THIRD00')
  /** Three prices that agree: after days without any it takes that many. */
  const reopen = (): void => {
    for (let n = 0; n < 3; n += 1) world.prices(PRICES, 1_000)
  }
  /** Two stay together for a while, and on one side. */
  let [one, other, side] = [traders[0]!, traders[1]!, 'buy' as Side]
  const turn = (): void => void (side = opposite(side))
  const trade = (): void => {
    const size = prng.pick([1, 5_000, 10_000])
    const offer = { size: prng.pick([1, 2]) * size, limitPrice: PRICES.AAPL }
    world.order(other, AAPL, opposite(side), offer)
    world.order(one, AAPL, side, { size, limitPrice: PRICES.AAPL, timeInForce: 'IOC' })
  }
  for (let step = 0; step < STEPS; step += 1) {
    const roll = prng.next()
    if (prng.chance(0.2)) [one, other] = [prng.pick(traders), prng.pick(traders)]
    if (prng.chance(0.4)) turn()
    if (roll < 0.8) {
      world.prices(PRICES, prng.pick([0, 1_000, 14_000, 15_000, 29_000, 30_000, 31_000]))
      trade()
    } else if (roll < 0.88)
      world.order(prng.pick(traders), prng.pick([BTC, FIG]), prng.pick(['buy', 'sell']), { size: 20_000 })
    else if (roll < 0.94)
      world.run({
        kind: 'SetAccountCluster',
        account: prng.pick(traders).address,
        // Most of these clusters hold one account.
        cluster: prng.pick([1, 1, 10, 11, 12, 13, 14, 15]),
      })
    else {
      // The week ends while what was opened a moment before is still to be closed.
      const weekMs = 7 * 86_400_000
      tick(world, weekMs - ((world.now() - 345_600_000) % weekMs) - 5_000)
      reopen()
      trade()
      nextMonday(world)
      world.prices(PRICES, 1_000)
      world.order(one, BTC, 'buy', { size: 20_000 })
      turn()
      trade()
    }
  }
  return world
}

describe('engine and twin through fees of users', () => {
  it.each([2, 3, 6])('weigh, accrue and pay the same after every command of seed %i', (seed) => {
    const { log } = liveAlone(seed)
    const [state, twin] = [createExchange(), createTwin()]
    for (const sequenced of log) {
      const { answer } = apply(state, sequenced)
      expect(answer).toEqual(twin.apply(sequenced).answer)
      expect(engineDigest(state), `${sequenced.seq} ${sequenced.command.kind}`).toBe(twin.digest())
    }
    expect(state.points.totals.size).toBe(TRADERS)
    expect(state.referrals.paid.size).toBeGreaterThan(0)
  })
})
