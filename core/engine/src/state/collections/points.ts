/** Points of the running week and of closed weeks, by account. */

export interface PointsEstimate {
  readonly week: number | undefined
  readonly untilMs: number
  /** By account id; accounts that are absent get none. */
  readonly parts: ReadonlyMap<number, PointsOf>
  /** Total points of the accounts, ascending. */
  readonly ranking: Float64Array
}

/** Points with 6 decimals, by source. */
export interface PointsOf {
  readonly trading: number
  readonly lp: number
  readonly referral: number
}

export interface PointsRow extends PointsOf {
  readonly accountId: number
}

export interface Points {
  /** The week of the current weights; absent before the first account. */
  week: number | undefined
  /** Sum over all ended weeks, by account id. */
  readonly totals: Map<number, PointsOf>
  /** The last week in which any account got points. */
  lastWeek: number | undefined
  lastRows: readonly PointsRow[]
  /** Derived: the totals, ascending, and the estimate for the current week. Absent until the first query. */
  ranking: Float64Array | undefined
  estimate: PointsEstimate | undefined
}

export const createPoints = (): Points => ({
  week: undefined,
  totals: new Map(),
  lastWeek: undefined,
  lastRows: [],
  ranking: undefined,
  estimate: undefined,
})
