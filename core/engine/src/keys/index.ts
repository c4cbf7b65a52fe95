/** The door of `keys/`. */
export { costAgainstMark, isBeyondLossBound, isLossBounded, lostOf, recordLoss } from './lossBound.ts'
export { forgetOld, isNonceUsed, noncesOf, useNonce } from './nonces.ts'
export { isIdKnown, takeId } from './orderIds.ts'
export { isSpent, spendProof, spendProofsOf } from './revokedApprovals.ts'
export { isUnspent, spendNonce, spendNonceOf } from './signedCommand.ts'
export { isInWindow } from './signedWindow.ts'
