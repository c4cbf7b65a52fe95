/** Candidates for deleveraging as ranked by the running command. Derived: not part of the state. */
import type { Lots, Usd6 } from '@vest/protocol'
import type { Market } from './market.ts'

/** Position of a user on the opposite side. */
export interface Holding {
  readonly isLong: boolean
  readonly size: Lots
  readonly cost: Usd6
}

/** The same with the equity that secures it. */
export interface OppositeHolding extends Holding {
  readonly equity: number
}

export interface Opposite {
  readonly accountId: number
  readonly market: Market
  readonly holding: Holding
  readonly score: bigint
}

export interface RankedOpposites {
  readonly market: Market
  readonly isLong: boolean
  /** The first to be deleveraged is last. */
  readonly list: Opposite[]
  readonly byAccount: Map<number, Opposite>
}
