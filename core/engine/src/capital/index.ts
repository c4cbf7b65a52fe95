/** The door of `capital/`. */
export { beginDueDay, tickCapital } from './evaluateAccounts.ts'
export {
  activateFunded,
  allocateFunded,
  closeFunded,
  decideReview,
  dismissEvaluation,
  reviewViews,
  treasuryView,
} from './fundedAccounts.ts'
export { allocateEvaluation, beginPurchase, recordPayment, openEvaluation } from './purchases.ts'
export {
  capitalAccountView,
  capitalOfOwner,
  evaluationStatus,
  purchaseView,
  purchaseViews,
  tradingCapital,
} from './walletViews.ts'
export { fundCapitalTreasury } from './reviews.ts'
export { closeSimPositions, openSimAccount, setSimAccountStatus } from './simAccounts.ts'
export { followReal } from './syncSimMarkets.ts'
export { withdrawProfit } from './withdrawProfit.ts'
