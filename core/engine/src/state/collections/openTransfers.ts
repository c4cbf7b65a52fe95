/**
 * Indexes and sums that deposits, registrations and the timer need of the open transfers, without a scan of
 * all of them: money for an address without an account waits in SUSPENSE without limit, and anyone can send
 * thousands of such deposits. Everything here is derived from `exchange.transfers`; none of it is state.
 */
import type { Address } from '@vest/protocol'
import type { Transfer } from './transfers.ts'

/** Open deposits of one address. */
interface OpenDeposits {
  /** In the order of their first record. */
  readonly transfers: Set<Transfer>
  /** Σ of deposits in SUSPENSE, and Σ of deposits credited before their block is final. */
  suspended: number
  soft: number
}

export class OpenTransfers {
  readonly deposits = new Map<Address, OpenDeposits>()
  /** Σ credited before the block is final, by chain. */
  readonly softOnChain = new Map<number, number>()
  /** Withdrawals, in the order of their first record. */
  readonly unapproved = new Set<Transfer>()
  /** No withdrawal is due before this time. */
  nextEligibleMs = -Infinity
}

/** Adds a transfer that is new or was read from a snapshot. */
export function addOpen(open: OpenTransfers, transfer: Transfer): void {
  // The next tick checks a withdrawal that waits for the breaker alone.
  const { account, type, eligibleTimeMs = 0 } = transfer.record
  if (type !== 'DEPOSIT') {
    if (transfer.isApproved) return
    open.unapproved.add(transfer)
    open.nextEligibleMs = Math.min(open.nextEligibleMs, eligibleTimeMs)
    return
  }
  const known = open.deposits.get(account)
  if (known !== undefined) known.transfers.add(transfer)
  else open.deposits.set(account, { transfers: new Set([transfer]), suspended: 0, soft: 0 })
  if (transfer.suspendedFor !== undefined) addSuspended(open, transfer, transfer.record.size)
  if (isSoftCredit(transfer)) addSoft(open, transfer, transfer.record.size)
}

/** Removes a transfer that has ended; the caller has already taken its amount off the sums. */
export function removeOpen(open: OpenTransfers, transfer: Transfer): void {
  const { account, type } = transfer.record
  if (type !== 'DEPOSIT') return void open.unapproved.delete(transfer)
  const { transfers } = open.deposits.get(account)!
  transfers.delete(transfer)
  if (transfers.size === 0) open.deposits.delete(account)
}

/** `amount` < 0: the transfer leaves SUSPENSE. */
export function addSuspended({ deposits }: OpenTransfers, { record }: Transfer, amount: number): void {
  deposits.get(record.account)!.suspended += amount
}

/** `amount` < 0: the credit is final, or reversed. */
export function addSoft(
  { deposits, softOnChain }: OpenTransfers,
  { record }: Transfer,
  amount: number,
): void {
  deposits.get(record.account)!.soft += amount
  const sum = (softOnChain.get(record.chainId) ?? 0) + amount
  if (sum === 0) softOnChain.delete(record.chainId)
  else softOnChain.set(record.chainId, sum)
}

export const isSoftCredit = ({ record, isCredited }: Transfer): boolean =>
  isCredited && record.isSoft === true
