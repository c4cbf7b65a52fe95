/** Deposits and withdrawals that are open, and withdrawals of the last day. */
import type { Address, Id, TimeMs, TransferStatus, TransferType, Usd6 } from '@vest/protocol'
import type { TransferRecord } from '../../api/index.ts'
import type { Booking } from './outflow.ts'

export interface RecentWithdrawal {
  readonly id: Id
  readonly timeMs: TimeMs
  readonly size: Usd6
}

/** A transfer with the fields that only the engine needs. */
export interface Transfer {
  record: TransferRecord
  /** Deposits: the money is on the account, or in SUSPENSE. */
  isCredited: boolean
  /** Deposits in SUSPENSE: the address that they may belong to. */
  suspendedFor: Address | undefined
  /** Withdrawals: the approval has been given. */
  isApproved: boolean
  networkFee: Usd6
  /** Withdrawals: the booked hours; absent = the small lane. */
  bookings: readonly Booking[] | undefined
}

/** What the exchange remembers of a finished transfer without limit: that it happened, and what would contradict it. */
export interface FinishedTransfer {
  readonly type: TransferType
  readonly status: TransferStatus
  readonly account: Address
  readonly size: Usd6
  readonly isOrphaned: boolean
}
