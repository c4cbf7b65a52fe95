/**
 * The whole memory of the exchange: what a snapshot must hold, and beside it what can be derived again. It is
 * mutated in place by `apply` alone. Collections are arrays, linked lists or maps that are never iterated in an
 * order the journal did not give, so a state rebuilt from its text goes on exactly like one that never stopped.
 */
import type { Usd6 } from '@vest/protocol'

export type SleeveName = 'POOL' | 'POOL_ISO'

/** What the quotes of one pool depend on, taken with every index record. */
export interface Sleeve {
  nav: Usd6
  /** Σ |inventory| · index over its markets. */
  grossValue: Usd6
  /** Signed Σ inventory · index by asset class. */
  readonly classValue: { stock: number; crypto: number; forex: number }
  /** The largest room, both sides together, that a ladder of this sleeve could offer. */
  largestRoom: Usd6
}

export type Solvency = 'SOUND' | 'STRESSED' | 'INSOLVENT'
