/** The calls of orders, in the order of the reference. */
// Written by `node tools/program.mjs reference`, but for the order of the list.
import { amendOrderCall } from './amendOrder.ts'
import { cancelAllOrdersCall } from './cancelAllOrders.ts'
import { cancelOrderCall } from './cancelOrder.ts'
import { closeAllPositionsCall } from './closeAllPositions.ts'
import { closedPositionsCall } from './closedPositions.ts'
import { fillsCall } from './fills.ts'
import { fundingPaymentsCall } from './fundingPayments.ts'
import { ordersCall } from './orders.ts'
import { placeOrderCall } from './placeOrder.ts'
import { replaceOrderCall } from './replaceOrder.ts'
import { setCancelTimerCall } from './setCancelTimer.ts'

export * from './amendOrder.ts'
export * from './cancelAllOrders.ts'
export * from './cancelOrder.ts'
export * from './closeAllPositions.ts'
export * from './closedPositions.ts'
export * from './fills.ts'
export * from './fundingPayments.ts'
export * from './orders.ts'
export * from './placeOrder.ts'
export * from './replaceOrder.ts'
export * from './setCancelTimer.ts'

export const ORDER_CALLS = {
  placeOrder: placeOrderCall,
  cancelOrder: cancelOrderCall,
  replaceOrder: replaceOrderCall,
  amendOrder: amendOrderCall,
  cancelAllOrders: cancelAllOrdersCall,
  setCancelTimer: setCancelTimerCall,
  closeAllPositions: closeAllPositionsCall,
  orders: ordersCall,
  fills: fillsCall,
  fundingPayments: fundingPaymentsCall,
  closedPositions: closedPositionsCall,
} as const
