/** Shares of the pool, referrals and points, as the twin keeps them. */

/** Everything that ever happened to the shares of the pool; the operator is account −1. */
export interface TwinLp {
  readonly changes: {
    readonly accountId: number
    readonly shares: bigint
    readonly money: bigint
    readonly atMs: number
  }[]
  readonly queue: {
    readonly id: string
    readonly accountId: number
    shares: bigint
    readonly executeMs: number
  }[]
  readonly payments: { readonly isScheduled: boolean; readonly size: bigint; readonly atMs: number }[]
  /** By day. */
  readonly prices: Map<number, bigint>
  readonly ids: Set<string>
  blockedHour: number | undefined
}

export interface TwinReferrals {
  readonly codes: Map<string, number>
  readonly referrers: Map<number, number>
  readonly clusters: Map<number, number>
  readonly paid: Map<number, bigint>
  accrued: Map<number, bigint>
}

export interface TwinPoints {
  week: number | undefined
  /** When the last week ended. */
  sinceMs: number
  readonly totals: Map<number, { trading: bigint; lp: bigint; referral: bigint }>
}
