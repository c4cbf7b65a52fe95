/** A sleeve of the pool: its inventory limits, value and solvency state. */
import type { Usd6 } from '@vest/protocol'

export type SleeveName = 'POOL' | 'POOL_ISO'

/** The inputs to the quotes of one pool, updated with every index record. */
export interface Sleeve {
  nav: Usd6
  /** Σ |inventory| · index over its markets. */
  grossValue: Usd6
  /** Signed Σ inventory · index by asset class. */
  readonly classValue: { stock: number; crypto: number; forex: number }
  /** The largest capacity, both sides together, that a ladder of this sleeve could offer. */
  largestRoom: Usd6
}

export type Solvency = 'SOUND' | 'STRESSED' | 'INSOLVENT'
