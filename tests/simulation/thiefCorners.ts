/**
 * Thieves with a key that may trade: they rest an order far from the mark in a thin market and take it with the victim's
 * key, or stand in others' way where the fill band lets nothing fill.
 */
import type { Command, CreateApiKey, PlaceOrder } from '@vest/engine'
import { type Address, type TimeInForce, usd6 } from '@vest/protocol'
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
  /**
   * A program's own key is stolen: the thief trades the victim's account against a second one inside the band, again and
   * again, by every type of order.
   */
  function stolenKey(): readonly Command[] {
    const marketId = thinMarket()
    const victim = resting(marketId, 0.97, {})
    const { account, orderTimeMs, recvWindowMs } = victim
    const signer = `0x5e${scene.freshNonce().toString(16).padStart(38, '0')}` as Address
    const bound = prng.pick([0, 100_000, 2_000_000, 100_000_000])
    const key: CreateApiKey = {
      kind: 'CreateApiKey',
      account,
      signer,
      label: 'stolen',
      scopes: ['read', 'trade'],
      ipAllowList: [],
      apiKeyHash: `0x${scene.freshNonce().toString(16).padStart(64, '0')}`,
      hasOwnSigner: true,
      ...(prng.chance(0.9) ? { maxDailyLossUsd6: usd6(bound) } : {}),
    }
    const isBuy = prng.chance(0.5)
    const away = (share: number): number => (isBuy ? 1 + share : 1 - share)
    const size = lotsWorth(marketId, prng.pick([5_000_000, 50_000_000, 1_000_000_000]))
    const mine = (times: number, change: Partial<PlaceOrder> = {}): PlaceOrder =>
      resting(marketId, times, { account, signer, isBuy, size, ...change })
    const bait = (): PlaceOrder =>
      resting(marketId, away(prng.pick([0.02, 0.04, 0.09])), { isBuy: !isBuy, size })
    const prints = Array.from({ length: prng.int(1, 3) }, () => [
      bait(),
      mine(
        away(0.1),
        prng.pick([{ timeInForce: 'IOC' }, { orderType: 'MARKET' }, {}, { timeInForce: 'FOK' }]),
      ),
    ])
    const waits = mine(away(-0.01), { size: lotsWorth(marketId, 5_000_000) })
    const amend = (order: PlaceOrder): Command => ({
      kind: 'AmendOrder',
      id: order.id,
      account,
      signer,
      nonce: scene.freshNonce(),
      orderTimeMs,
      recvWindowMs,
      size: order.size,
      limitPrice: tickAt(marketId, away(0.03)),
    })
    const type = isBuy ? 'STOP_LOSS' : 'TAKE_PROFIT'
    return [
      reopened(marketId),
      victim,
      key,
      ...(prng.chance(0.3)
        ? [
            { ...key, maxDailyLossUsd6: usd6(9_000_000_000) },
            { ...key, signer: account },
          ]
        : []),
      ...(prng.chance(0.2) ? [{ ...key, maxDailyLossUsd6: usd6(-1), signer: scene.freshAccount() }] : []),
      waits,
      mine(away(0.02), { timeInForce: 'POST_ONLY' }),
      ...prints.flat(),
      amend(waits),
      amend(victim),
      mine(away(0.05), { reduceOnly: true, timeInForce: 'IOC' }),
      mine(1, { orderType: type, reduceOnly: true }),
      priceOf(marketId, away(prng.pick([-0.004, 0.004]))),
      bait(),
      mine(away(0.1), { timeInForce: 'IOC' }),
    ]
  }
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
    () => stolenKey(),
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
