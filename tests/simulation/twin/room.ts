/** How many orders an account may have open, counted when asked. */
import { ordersOf, type World } from './world/index.ts'

export const hasRoom = (world: World, order: { accountId: number; marketId: number }): boolean =>
  world.orders.filter(({ accountId }) => accountId === order.accountId).length <
    world.parameters.openOrdersMax &&
  ordersOf(world, order.accountId, order.marketId).length < world.parameters.openOrdersPerMarketMax

export const hasRoomForDormant = (
  world: World,
  order: { accountId: number; marketId: number; type: string },
): boolean =>
  hasRoom(world, order) &&
  ordersOf(world, order.accountId, order.marketId).filter(({ type }) => type === order.type).length <
    world.parameters.triggerRowsMax
