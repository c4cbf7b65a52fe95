/** The calls of the LP pool, in the order of the reference. */
// Written by `node tools/program.mjs reference`, but for the order of the list.
import { cancelLpOrderCall } from './cancelLpOrder.ts'
import { lpOrdersCall } from './lpOrders.ts'
import { placeLpOrderCall } from './placeLpOrder.ts'
import { poolCall } from './pool.ts'
import { poolHistoryCall } from './poolHistory.ts'

export * from './cancelLpOrder.ts'
export * from './lpOrders.ts'
export * from './placeLpOrder.ts'
export * from './pool.ts'
export * from './poolHistory.ts'

export const POOL_CALLS = {
  placeLpOrder: placeLpOrderCall,
  cancelLpOrder: cancelLpOrderCall,
  lpOrders: lpOrdersCall,
  pool: poolCall,
  poolHistory: poolHistoryCall,
} as const
