/** How many orders an account may have open, counted when asked. */
import { ordersOf, type World } from './world.ts'

export const hasRoom = (world: World, order: { accountId: number; marketId: number }): boolean =>
  world.orders.filter(({ accountId }) => accountId === order.accountId).length < 200 &&
  ordersOf(world, order.accountId, order.marketId).length < 100

export const hasRoomForDormant = (
  world: World,
  order: { accountId: number; marketId: number; type: string },
): boolean =>
  hasRoom(world, order) &&
  ordersOf(world, order.accountId, order.marketId).filter(({ type }) => type === order.type).length < 20
