/** What a benchmark measured, against whom. */

export interface BenchResult {
  readonly peer: string
  /** How many times the peer's speed we have: above 1 is faster. */
  readonly ratio: number
}
