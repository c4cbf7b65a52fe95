/**
 * What deposits, registrations and the timer ask of the open transfers, without a walk through those of everybody: money
 * for an address without an account waits in SUSPENSE for ever, and anybody can send so much thousands of times.
 * All of it follows from `exchange.transfers`; nothing here is state.
 */
import type { Transfer } from './transfers.ts'
import type { Address } from '@vest/protocol'

/** Open deposits of one address. */
interface OpenDeposits {
  /** In the order of their first record, as among those of all. */
  readonly transfers: Set<Transfer>
  /** Σ of those in SUSPENSE, and Σ of those that are credited before their block is final. */
  suspended: number
  soft: number
}

export class OpenTransfers {
  readonly deposits = new Map<Address, OpenDeposits>()
  /** Σ of what is credited before its block is final, by chain. */
  readonly softOnChain = new Map<number, number>()
  /** Withdrawals, in the order of their first record. */
  readonly unapproved = new Set<Transfer>()
  /** No withdrawal is due before. */
  nextEligibleMs = -Infinity
}

/** A transfer that is new, or was read. */
export function addOpen(open: OpenTransfers, transfer: Transfer): void {
  // One that waits for the breaker alone is looked at by the next tick.
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

/** A transfer that ends; what it added to the sums was taken off before. */
export function removeOpen(open: OpenTransfers, transfer: Transfer): void {
  const { account, type } = transfer.record
  if (type !== 'DEPOSIT') return void open.unapproved.delete(transfer)
  const { transfers } = open.deposits.get(account)!
  transfers.delete(transfer)
  if (transfers.size === 0) open.deposits.delete(account)
}

/** `amount` < 0: the transfer is in SUSPENSE no more. */
export function addSuspended({ deposits }: OpenTransfers, { record }: Transfer, amount: number): void {
  deposits.get(record.account)!.suspended += amount
}

/** `amount` < 0: the credit is final, or taken back. */
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
