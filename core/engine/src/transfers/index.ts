/** The door of `transfers/`. */
export {
  announceDeposit,
  creditDeposit,
  finalizeDeposit,
  orphanDeposit,
  rejectDeposit,
  releaseSuspense,
} from './deposits.ts'
export { changeAddressBook } from './changeAddressBook.ts'
export { queuedUntilMs } from './breaker.ts'
export { creditDust, releaseDust } from './dust.ts'
export { beginHour, nextHourMs, placeOf, type Placing } from './outflow.ts'
export {
  NOWHERE,
  openTransfer,
  rememberFinished,
  emitInternalDeposit,
  emitTransfer,
} from './transferRecords.ts'
export {
  approveEligible,
  completeWithdrawal,
  refundWithdrawal,
  requestWithdrawal,
  verifyWithdrawal,
} from './withdrawals.ts'
export { withdrawn24h } from './withdrawn24h.ts'
