/**
 * Thieves with a key that may trade: they rest an order far from the mark in a thin market and take it with the victim's
 * key, or stand in others' way where the fill band lets nothing fill.
 */
import type { Command, PlaceOrder } from '@vest/engine'
import type { TimeInForce } from '@vest/protocol'
import type { Prng } from './prng.ts'
import type { Scene } from './scene.ts'
import type { SceneOrders } from './sceneOrders.ts'

type Corner = () => readonly Command[]

/** Of the price: what check 15 lets rest, beyond the widest band, around each edge, near. */
const FAR = [9.9, 3, 1.5, 1.23, 1.16, 1.15, 1.14, 1.1, 1.05, 1.02]
const TAKING: readonly TimeInForce[] = ['IOC', 'FOK', 'GTC']

export function createThiefCorners(
  prng: Prng,
  scene: Scene,
  { resting, tickAt, lotsWorth, priceOf }: SceneOrders,
): readonly Corner[] {
  /** The thinnest first. */
  const thinMarket = (): number => {
    const thin = scene.specs.flatMap(({ tier }, at) => (['T4', 'T5'].includes(tier) ? [at] : []))
    return thin.length > 0 && prng.chance(0.7) ? prng.pick(thin) : prng.int(0, scene.specs.length - 1)
  }
  const reopened = (marketId: number): Command => priceOf(marketId, 1)
  return [
    () => {
      const marketId = thinMarket()
      const times = prng.pick(FAR)
      const victimBuys = prng.chance(0.5)
      const price = tickAt(marketId, victimBuys ? times : 1 / times)
      const size = lotsWorth(marketId, prng.pick([50_000_000, 1_000_000_000, 20_000_000_000]))
      const bait = resting(marketId, 1, { isBuy: !victimBuys, limitPrice: price, size })
      const taken = (change: Partial<PlaceOrder>): PlaceOrder =>
        resting(marketId, 1, { isBuy: victimBuys, limitPrice: price, size, ...change })
      return [
        reopened(marketId),
        bait,
        taken({ timeInForce: prng.pick(TAKING) }),
        taken({ orderType: 'MARKET' }),
        taken({ timeInForce: 'POST_ONLY' }),
      ]
    },
    () => {
      // In a band narrower than the pool's spread an order that the mark has left is not the pool's to fill.
      const marketId = thinMarket()
      const isBuy = prng.chance(0.5)
      const away = (times: number): number => (isBuy ? times : 2 - times)
      const band = (fillBandBps: number): Command => ({
        kind: 'ChangeParameters',
        market: { marketId, change: { fillBandBps } },
      })
      const { fillBandBps } = scene.specs[marketId]!.risk
      const inTheWay = resting(marketId, away(1.0004), { isBuy: !isBuy })
      return [
        reopened(marketId),
        band(10),
        inTheWay,
        priceOf(marketId, away(1.004)),
        resting(marketId, away(1.0041), {
          isBuy,
          timeInForce: prng.pick(['POST_ONLY', 'IOC', 'FOK', 'GTC'] as const),
        }),
        resting(marketId, away(1.02), { isBuy }),
        reopened(marketId),
        band(fillBandBps),
      ]
    },
  ]
}
