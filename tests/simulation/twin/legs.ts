/**
 * 6, attached to LIMIT: the first fill of a parent makes its legs with that size, every further one grows what is
 * left of them; a leg that 4.8 forbids is never made. What one leg of a parent fills, its other one loses.
 */
import { hasRoomForDormant } from './room.ts'
import { ordersOf, remainingOf, removeOrder, type TwinOrder, type World } from './world/index.ts'

/** The parent as it is after a fill of so many lots. */
export function fillLegs(world: World, parent: TwinOrder, lots: bigint): void {
  if (parent.filled > lots) {
    for (const leg of world.orders) if (leg.parentId === parent.id) leg.size += lots
    return
  }
  const { accountId, marketId, initMarginRatio } = parent
  const legs = [
    { leg: parent.takeProfit, type: 'TAKE_PROFIT' as const },
    { leg: parent.stopLoss, type: 'STOP_LOSS' as const },
  ]
  for (const { leg, type } of legs) {
    if (leg === undefined) continue
    const order: TwinOrder = {
      id: leg.id,
      accountId,
      marketId,
      isBuy: !parent.isBuy,
      type,
      size: lots,
      price: leg.price,
      reduceOnly: true,
      initMarginRatio,
      filled: 0n,
      isTriggered: false,
      parentId: parent.id,
      signer: parent.signer,
    }
    if (isWithinPosition(world, order) && hasRoomForDormant(world, order)) world.orders.push(order)
  }
}

function isWithinPosition(world: World, order: TwinOrder): boolean {
  const held = world.accounts[order.accountId]!.positions.get(order.marketId)
  if (held === undefined || held.isLong === order.isBuy) return false
  const others = ordersOf(world, order.accountId, order.marketId).filter(({ type }) => type === order.type)
  return others.reduce((sum, one) => sum + remainingOf(one), order.size) <= held.size
}

/** OCO: the other leg of the same parent shrinks by what this one has filled; at nothing it is cancelled. */
export function shrinkSibling(world: World, leg: TwinOrder, lots: bigint): void {
  if (leg.parentId === undefined) return
  for (const other of [...world.orders]) {
    if (other.parentId !== leg.parentId || other.type === leg.type) continue
    if (other.size - lots <= other.filled) removeOrder(world, other.id)
    else world.orders.find(({ id }) => id === other.id)!.size -= lots
  }
}
