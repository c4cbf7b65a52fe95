/** Candidates for deleveraging as the running command has ranked them. Derived: no part of the state. */
import type { Market } from './market.ts'
import type { Lots, Usd6 } from '@vest/protocol'

/** What a user holds on the opposite side. */
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
  /** Whoever goes first stands last. */
  readonly list: Opposite[]
  readonly byAccount: Map<number, Opposite>
}
