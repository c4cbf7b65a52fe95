/** The door of `capital/`. */
export { beginDueDay, tickCapital } from './evaluateAccounts.ts'
export { closeSimPositions, openSimAccount, setSimAccountStatus } from './simAccounts.ts'
export { followReal } from './syncSimMarkets.ts'
export { withdrawProfit } from './withdrawProfit.ts'
