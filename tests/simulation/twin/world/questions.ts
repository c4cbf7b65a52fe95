/** What rules ask of the world and change in its lists of orders; each answer is a scan. */
import type { OrderType } from '@vest/protocol'
import type { TwinOrder } from './accounts.ts'
import type { World } from './createWorld.ts'
import type { TwinMarket } from './markets.ts'
import type { TwinDelayed } from './registry.ts'

/** It is kept from now on, or from the time that it was signed for, whichever comes later. */
export function noteNonce(world: World, key: string, signedMs: number): void {
  world.registry.nonces.set(key, Math.max(world.nowMs, signedMs))
}

/** By its symbol or by one that it had before. */
export const marketBySymbol = (world: World, symbol: string): TwinMarket | undefined =>
  world.markets.find(({ spec, formerSymbols }) => spec.symbol === symbol || formerSymbols.includes(symbol))

export const remainingOf = (order: TwinOrder): bigint => order.size - order.filled

export const isDormant = (order: { type: OrderType }): boolean =>
  order.type === 'STOP_LOSS' || order.type === 'TAKE_PROFIT'

/** Open interest: users alone, the pools are the difference. */
export function openInterest(world: World, marketId: number, isLong: boolean): bigint {
  let sum = 0n
  for (const account of world.accounts) {
    const position = account.positions.get(marketId)
    if (position?.isLong === isLong) sum += position.size
  }
  return sum
}

/** Resting orders of one side, best price first, at one price the older first. */
export function bookSide(world: World, marketId: number, isBid: boolean): TwinOrder[] {
  const side = world.orders.filter(
    (order) => order.marketId === marketId && order.isBuy === isBid && !isDormant(order),
  )
  return side.sort((a, b) => Number(isBid ? b.price - a.price : a.price - b.price))
}

/** Takes those that are meant out of the ones that wait in this domain; their ids. */
export function dropDelayed(world: World, isMeant: (one: TwinDelayed) => boolean): string[] {
  const { registry } = world
  const dropped = registry.delayed.filter((one) => one.isSim === world.isSim && isMeant(one))
  registry.delayed = registry.delayed.filter((one) => !dropped.includes(one))
  return dropped.map(({ command }) => command.id)
}

export const removeOrder = (world: World, id: string): void => {
  world.orders = world.orders.filter((order) => order.id !== id)
}

/** Puts an order among the others by age: before the first that is one of the younger ones. */
export function standBefore(world: World, order: TwinOrder, younger: readonly string[]): void {
  const at = world.orders.findIndex(({ id }) => younger.includes(id))
  world.orders.splice(at < 0 ? world.orders.length : at, 0, order)
}

/** Live orders of one account in one market, oldest first. */
export const ordersOf = (world: World, accountId: number, marketId: number): TwinOrder[] =>
  world.orders.filter((order) => order.accountId === accountId && order.marketId === marketId)
