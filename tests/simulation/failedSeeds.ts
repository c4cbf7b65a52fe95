/**
 * Seeds that have failed once, each with what it found: a line here is a permanent test (`failedSeeds.test.ts`),
 * audited after every command. A run that fails prints the line to add.
 */
export type FailedSeed =
  | { readonly kind: 'life'; readonly seed: number; readonly ops: number; readonly found: string }
  | { readonly kind: 'crashes'; readonly seed: number; readonly found: string }

/** The line that makes a failed run permanent. */
export const lineOf = (failed: FailedSeed): string =>
  `  { ${Object.entries(failed)
    .map(
      ([name, value]) => `${name}: ${typeof value === 'string' ? `'${value.replaceAll("'", '’')}'` : value}`,
    )
    .join(', ')} },`

export const FAILED_SEEDS: readonly FailedSeed[] = []
