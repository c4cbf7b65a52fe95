/**
 * Holders of the LP pool: shares by account, the operator's shares, scheduled withdrawals, and the payment
 * history that caps and yield need. The hot paths never read it.
 */
import type { Id, TimeMs, Usd6 } from '@vest/protocol'
import type { LpOrderRecord } from '../../api/index.ts'

/** Shares that are too new for an immediate withdrawal. */
export interface YoungShares {
  shares: number
  readonly mintedMs: TimeMs
}

export interface LpHolding {
  /** All shares of the account, young and scheduled ones included, 6 decimals. */
  shares: number
  /** The part of `shares` in scheduled withdrawals. */
  scheduled: number
  readonly young: YoungShares[]
  /** Σ deposited − Σ received since the account last held no share. */
  netDeposits: Usd6
  /** Σ shares · milliseconds of this week up to `sinceMs`. */
  shareMs: bigint
  sinceMs: number
}

/** A scheduled withdrawal in its queue. */
export interface QueuedWithdrawal {
  record: LpOrderRecord
  readonly accountId: number
  /** Shares that are still locked in it. */
  shares: number
}

export interface DailyPrice {
  readonly day: number
  readonly price: Usd6
}

export interface LpPool {
  totalShares: number
  /** Never withdrawn, so that no account can become the only holder and move the share price. */
  operatorShares: number
  /** By account id. */
  readonly holdings: Map<number, LpHolding>
  /** First come, first served. */
  readonly queue: QueuedWithdrawal[]
  /** The hour in which the cap stopped the queue; the next hour tries again. */
  blockedHour: number | undefined
  readonly paidAtOnce: PaymentsOfDay
  readonly paidScheduled: PaymentsOfDay
  /** One per day, at most 31, oldest first. */
  readonly dailyPrices: DailyPrice[]
  /** Ids of every LP order ever executed. */
  readonly ids: Set<Id>
}

export const createLpPool = (): LpPool => ({
  totalShares: 0,
  operatorShares: 0,
  holdings: new Map(),
  queue: [],
  blockedHour: undefined,
  paidAtOnce: new PaymentsOfDay(),
  paidScheduled: new PaymentsOfDay(),
  dailyPrices: [],
  ids: new Set(),
})

export interface PaidOut {
  readonly timeMs: TimeMs
  readonly size: Usd6
}

export class PaymentsOfDay {
  /** Oldest first; entries older than a day stay until the hour ends. */
  readonly list: PaidOut[] = []
  /** Number of expired entries at the start of the list, and the sum of all later ones. */
  oldCount = 0
  sum = 0
}
