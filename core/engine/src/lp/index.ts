/** The door of `lp/`. */
export { recordPayment, paidOfDay } from './dailyPayouts.ts'
export { placeLpOrder, youngShares } from './lpOrders.ts'
export { cancelLpOrder, poolValued, tickLpPool } from './scheduledWithdrawals.ts'
export { accrueShareTime, mintOperatorShares, yieldBase } from './shares.ts'
