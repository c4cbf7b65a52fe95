/**
 * What one rule leaves for the next within a command. An exchange has one scratch and hands it on with itself, so
 * that planning allocates nothing; two sweeps never run at the same time. None of it is state: each part is valid
 * until the next rule begins it anew. Its arrays are larger than 64 bytes: smaller ones are in memory that the
 * collector moves.
 */
import { FillPlan } from './fillPlan.ts'
import { ID_WORDS } from './memory/words.ts'
import { MarginFigures } from './tables/marginFigures.ts'
import { Projections } from './tables/projections.ts'

/** Spare words, so that the array is larger than 64 bytes. */
const ID_SCRATCH_WORDS = 4 * ID_WORDS

export class Scratch {
  /** Of the sweep that was planned last. */
  readonly plan = new FillPlan()
  /** Positions as that plan would leave them, and the single one outside a plan. */
  readonly projections = new Projections()
  /** The last result: valid until the next margin status is asked for. */
  readonly marginStatus = new MarginFigures()
  /** Words of the id that is looked for, or that a new order receives. */
  readonly idWords = new Int32Array(ID_SCRATCH_WORDS)
}
