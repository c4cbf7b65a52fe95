/** The door of `invariants/`. */
export { assertCheapInvariants, ledgerDifferences } from './cheapInvariants.ts'
export { assertInvariants, assertTouched } from './invariants.ts'
