/** The door of `liquidation/`. */
export { deleveragePool, limitBackstopLoss } from './autoDeleverage.ts'
export { liquidateAccounts, liquidateEndangered } from './liquidate.ts'
export { forgetHowFar, isFar } from './safeRanges.ts'
