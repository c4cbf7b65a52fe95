/** Points of the running week and of weeks that are closed, by account. */

export interface PointsEstimate {
  readonly week: number | undefined
  readonly untilMs: number
  /** By account id; nobody else gets any. */
  readonly parts: ReadonlyMap<number, PointsOf>
  /** Their totals, smallest first. */
  readonly ranking: Float64Array
}

/** Points with 6 decimals, by what they were given for. */
export interface PointsOf {
  readonly trading: number
  readonly lp: number
  readonly referral: number
}

export interface PointsRow extends PointsOf {
  readonly accountId: number
}

export interface Points {
  /** To which the present weights belong; absent before the first account. */
  week: number | undefined
  /** Of all weeks that have ended, by account id. */
  readonly totals: Map<number, PointsOf>
  /** Of the last week in which anybody got any. */
  lastWeek: number | undefined
  lastRows: readonly PointsRow[]
  /** Derived: the totals, smallest first, and what the present week would give. Absent until somebody asks. */
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
