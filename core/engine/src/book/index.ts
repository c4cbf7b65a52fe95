/** The door of `book/`. */
export { fillLegs, fillLegsOfParents, shrinkSibling } from './attachedLegs.ts'
export {
  cancelDelayed,
  delayOrder,
  findWaiting,
  findWaitingById,
  isOverdue,
  noteClosing,
  takeDelayed,
  waitingOf,
  waitingOrders,
} from './delayedTakers.ts'
export { makeLiquidation, noteDeleveraged } from './liquidationOrders.ts'
export { hasRoom, hasRoomForTrigger, lacksRoom } from './openOrderLimits.ts'
export {
  cancelOrder,
  dropLifted,
  emitOrder,
  endLifted,
  endOrder,
  forgetUnrested,
  leaveTriggers,
  type Lifted,
  liftOrder,
  marginToRest,
  newOrder,
  noteFilledParent,
  noteRestingFill,
  NOTHING_LIFTED,
  putOrderBack,
  recycleOrders,
  restInPlaceOf,
  restOrder,
  stockOrders,
} from './openOrders.ts'
export { attachExtras } from './orderExtras.ts'
export { orderRecord } from './orderRecord.ts'
export { reduceOnlyRefusal } from './reduceOnly.ts'
export { reservationDelta } from './reservedMargin.ts'
