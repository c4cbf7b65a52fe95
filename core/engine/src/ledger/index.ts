/** The door of `ledger/`. */
export { bringIn, takeOut } from './collateral.ts'
export { chargedFee, distributeFee, isReferralEarning, isSameOwner } from './fees.ts'
export { coverShortfall, payShortfall, repayAdvance, repayFromInside } from './shortfall.ts'
export { fitsVault } from './vaultLimit.ts'
export { recordCounterparties, WASH_MS, withholdPoints } from './washTrades.ts'
