/** The door of `book/`. */
export { fillLegs, fillLegsOfParents, shrinkSibling } from './attachedLegs.ts'
export {
  cancelDelayed,
  delayOrder,
  findWaiting,
  findWaitingById,
  isOverdue,
  recordClosing,
  takeDelayed,
  waitingOf,
  waitingOrders,
} from './delayedTakers.ts'
export { makeLiquidation, markDeleveraged } from './liquidationOrders.ts'
export { hasRoom, hasRoomForTrigger, lacksRoom } from './openOrderLimits.ts'
export {
  cancelOrder,
  discardDetached,
  emitOrder,
  endDetached,
  endOrder,
  forgetUnrested,
  leaveTriggers,
  type Detached,
  detachOrder,
  marginToRest,
  newOrder,
  recordFilledParent,
  recordRestingFill,
  NOTHING_DETACHED,
  reattachOrder,
  recycleOrders,
  restInPlaceOf,
  restOrder,
  stockOrders,
} from './openOrders.ts'
export { attachExtras } from './orderExtras.ts'
export { orderRecord } from './orderRecord.ts'
export { reduceOnlyRefusal } from './reduceOnly.ts'
export { reservationDelta } from './reservedMargin.ts'
