/**
 * Who holds the LP pool: shares by account and the operator's own, what waits to be paid out, and the memory that caps
 * and yield need. The hot paths never look here.
 */
import type { LpOrderRecord } from '../../api/index.ts'
import type { Id, TimeMs, Usd6 } from '@vest/protocol'

/** Shares that cannot yet be withdrawn at once. */
export interface YoungShares {
  shares: number
  readonly mintedMs: TimeMs
}

export interface LpHolding {
  /** All of them, young and scheduled ones included, 6 decimals. */
  shares: number
  /** Of these, in scheduled withdrawals. */
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
  /** What is still locked in it. */
  shares: number
}

export interface DailyPrice {
  readonly day: number
  readonly price: Usd6
}

export interface LpPool {
  totalShares: number
  /** Never withdrawn: nobody can push the price of a share by being the only holder. */
  operatorShares: number
  /** By account id. */
  readonly holdings: Map<number, LpHolding>
  /** First come, first served. */
  readonly queue: QueuedWithdrawal[]
  /** The hour in which the cap stopped the queue; it is tried again in the next. */
  blockedHour: number | undefined
  readonly paidAtOnce: PaymentsOfDay
  readonly paidScheduled: PaymentsOfDay
  /** One per day, at most 31, oldest first. */
  readonly dailyPrices: DailyPrice[]
  /** Of every order ever carried out. */
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
  /** Oldest first; those that are older than a day stay until the hour is over. */
  readonly list: PaidOut[] = []
  /** How many at its beginning are known to be older, and the sum of all behind them. */
  oldCount = 0
  sum = 0
}
