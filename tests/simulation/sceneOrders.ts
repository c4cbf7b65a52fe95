/** What several kinds of corners bend: orders beside the index, prices in relation to it, an unknown account. */
import type { Command, PlaceOrder, UpdateIndexPrices } from '@vest/engine'
import {
  lots,
  ticks,
  timeMs,
  type Address,
  type Hex,
  type Id,
  type Lots,
  type Ticks,
  type Usd6,
} from '@vest/protocol'
import type { Scene } from './scene.ts'
import type { Prng } from './prng.ts'

export const STRANGER = `0x${'5a'.repeat(20)}` as Address
export const hash = (id: Id): Hex => id as unknown as Hex
export const badAmount = (prng: Prng): Usd6 => prng.pick([0, -1, 1.5, 2 ** 60]) as Usd6

export function createSceneOrders(prng: Prng, scene: Scene) {
  /** An account's bid (or what the change makes of it) that rests below the index. */
  const resting = (marketId: number, times: number, change: Partial<PlaceOrder>): PlaceOrder => {
    const { initMarginRatio: _, ...order } = again(scene.order())
    return {
      ...order,
      symbol: scene.specs[marketId]!.symbol,
      isBuy: true,
      orderType: 'LIMIT',
      timeInForce: 'GTC',
      reduceOnly: false,
      orderTimeMs: timeMs(scene.nowMs()),
      size: lotsWorth(marketId, 50_000_000),
      limitPrice: tickAt(marketId, times),
      ...change,
    }
  }
  const tickAt = (marketId: number, times: number): Ticks =>
    ticks(Math.max(1, Math.round(scene.index[marketId]! * times)))
  const lotsWorth = (marketId: number, valueUsd6: number): Lots => {
    const { priceDecimals, sizeDecimals } = scene.specs[marketId]!
    const lotValue = scene.index[marketId]! * 10 ** (6 - priceDecimals - sizeDecimals)
    return lots(Math.max(1, Math.floor(valueUsd6 / lotValue)))
  }
  /** A price of one market, relative to its latest. */
  const priceOf = (marketId: number, times: number, held = false): UpdateIndexPrices => ({
    kind: 'UpdateIndexPrices',
    prices: [
      {
        marketId,
        price: ticks(Math.round(scene.index[marketId]! * times)),
        sourceTimeMs: timeMs(scene.nowMs()),
        conf: ticks(0),
        held,
      },
    ],
  })
  const again = (order: PlaceOrder): PlaceOrder => ({
    ...order,
    id: scene.freshId(),
    nonce: scene.freshNonce(),
  })
  const cancelOf = ({
    id,
    account,
    signer,
    recvWindowMs,
  }: PlaceOrder): Command & { kind: 'CancelOrder' } => ({
    kind: 'CancelOrder',
    id,
    account,
    signer,
    nonce: scene.freshNonce(),
    orderTimeMs: timeMs(scene.nowMs()),
    recvWindowMs,
  })
  /** A reduce-only order of an account that holds a position. */
  function ofHolder(
    change: (held: { isLong: boolean; size: number }) => Partial<PlaceOrder>,
  ): readonly Command[] {
    const held = [...scene.positions]
    if (held.length === 0) return [{ ...scene.order(), limitPrice: ticks(100) }]
    const [key, position] = prng.pick(held)
    const [account, symbol] = key.split(' ') as [Address, string]
    const market = scene.specs.findIndex((spec) => spec.symbol === symbol)
    const limitPrice = ticks(scene.index[market]!)
    return [{ ...scene.order(), account, symbol, limitPrice, reduceOnly: true, ...change(position) }]
  }
  return { resting, again, tickAt, lotsWorth, priceOf, cancelOf, ofHolder }
}
export type SceneOrders = ReturnType<typeof createSceneOrders>
