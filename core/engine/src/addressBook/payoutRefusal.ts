/**
 * Judges where a withdrawal goes. The account's own address on EVM chains is always on the list: its key is the one that
 * changes the list. A lock holds for it too, because a lock is there for the day on which that key is lost.
 */
import { CHAIN_SOLANA, type ErrorCode, REFUSAL } from '@vest/protocol'
import type { RequestWithdrawal } from '../api/index.ts'
import type { Account, Exchange } from '../state/index.ts'
import { isFor, isListOn, isLocked } from './bookState.ts'

/** Undefined, or why nothing may leave for this address now. */
export function payoutRefusal(
  { timeMs: nowMs }: Exchange,
  { address, addressBook: book }: Account,
  { recipient, chainId }: Pick<RequestWithdrawal, 'recipient' | 'chainId'>,
): ErrorCode | undefined {
  if (book === undefined) return undefined
  if (isLocked(book, nowMs)) return REFUSAL.WITHDRAWALS_LOCKED
  if (!isListOn(book, nowMs) || (recipient === address && chainId !== CHAIN_SOLANA)) return undefined
  const saved = book.addresses.filter((each) => isFor(each, recipient, chainId))
  if (saved.length === 0) return REFUSAL.RECIPIENT_NOT_SAVED
  return saved.some(({ usableFromMs }) => nowMs >= usableFromMs) ? undefined : REFUSAL.RECIPIENT_TOO_NEW
}
