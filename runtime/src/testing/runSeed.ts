/**
 * The seed of this run of the tests, printed at its start: repetition that is too long for one run is spread over many
 * by it. A test that follows it covers its cases over several runs, and all of them in `npm run test:long`.
 */
export const RUN_SEED = Number(process.env['VEST_SEED'] ?? 1)

/** The share, of this many, that this run takes. */
export const shareOf = (shares: number): number => RUN_SEED % shares

/**
 * The members that this run takes: each `shares`-th, beginning at the seed's share, so that any `shares` consecutive
 * seeds take all. With VEST_EVERY_CROSSING=1 all of them.
 */
export const inTurn = <T>(members: readonly T[], shares: number): readonly T[] =>
  process.env['VEST_EVERY_CROSSING'] === '1'
    ? members
    : members.filter((_, at) => at % shares === shareOf(shares))
