/** The door of `liquidation/`. */
export { deleveragePool, limitBackstopLoss } from './autoDeleverage.ts'
export { liquidateAccounts, liquidateEndangered } from './liquidate.ts'
export { forgetSafeRanges, isSafe } from './safeRanges.ts'
