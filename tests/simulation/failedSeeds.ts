/**
 * Seeds that have failed once, each with what it found: a line here is a permanent test (`failedSeeds.test.ts`),
 * audited after every command unless it says otherwise. A run that fails prints the line to add. When the workload
 * changes its lives change as well: what a seed has found gets a test of its own beside the rule that was wrong.
 */

export type FailedSeed =
  | {
      readonly kind: 'life'
      readonly seed: number
      readonly ops: number
      /** `often`: where an audit after every command would take minutes. */
      readonly audits?: 'often'
      /** Its twin was beside it. */
      readonly twin?: true
      readonly found: string
    }
  | { readonly kind: 'crashes'; readonly seed: number; readonly found: string }

/** The line that makes a failed run permanent. */
export const lineOf = (failed: FailedSeed): string =>
  `  { ${Object.entries(failed)
    .map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? `'${value.replaceAll("'", '’')}'` : value}`,
    )
    .join(', ')} },`

export const FAILED_SEEDS: readonly FailedSeed[] = [
  // Then: a parameter that went back to its launch value stayed in the text of a restored state (`changeParameters.test.ts`).
  { kind: 'life', seed: 208, ops: 10_000, found: 'I4: snapshot and tail has another hash' },
  // Then: an order that waited was filled at its own price by the command that amended it, which the auditor did not know.
  {
    kind: 'life',
    seed: 21,
    ops: 10_000,
    found: 'I7 at seq 6173 (AmendOrder): fill of an order beyond its amended price',
  },
  // Then: the delay of takers had just ended, those that had waited filled first, and the auditor judged a reduce-only
  // order by the position in front of them.
  {
    kind: 'life',
    seed: 20,
    ops: 70_000,
    audits: 'often',
    found: 'I8 at seq 67965 (PlaceOrder): reduce-only 0x…e87b grew or flipped the position',
  },
  // Then: a restored SIM account was looked at among those of REAL and so liquidated in front of some of them
  // (`simBesideReal.test.ts`).
  { kind: 'life', seed: 1018, ops: 10_000, found: 'I4: snapshot and tail has another hash' },
  // Then: an order that had waited was filled in front of its own repetition, and the fill passed for the repetition's.
  {
    kind: 'life',
    seed: 5010,
    ops: 3_000,
    audits: 'often',
    twin: true,
    found:
      'the twin differs at seq 2892 (PlaceOrder): the engine has a verdict FILLED beside 3015, the twin none',
  },
  // Then: beyond a limit of some lots the twin listed no more than a million cells of the pool.
  {
    kind: 'life',
    seed: 5066,
    ops: 8_000,
    audits: 'often',
    twin: true,
    found: 'the twin differs at seq 7699 (SeedSystemAccount): the engine has more of a price in its depth',
  },
  // Then: on a new day the yield was counted from a price older than the last of 30 days ago, until the timer ran
  // (`lpOrders.test.ts`).
  {
    kind: 'life',
    seed: 191333361040,
    ops: 10_000,
    audits: 'often',
    twin: true,
    found: 'the twin differs at seq 8140 (TickFunding): the engine has lp … yield=-12498, the twin -14581',
  },
  // Then: the twin forgot a sum of dust once it was released, and did not know it as a deposit that is done
  // (`twin/releasedDust.test.ts`).
  {
    kind: 'life',
    seed: 502862270060,
    ops: 10_000,
    audits: 'often',
    twin: true,
    found: 'the twin differs at seq 8528 (FinalizeDeposit): the engine has ok, the twin 5010',
  },
]
