/**
 * The number of this run of the tests, which it tells at its beginning: what is too much for one run is spread over many
 * by it. A test whose repetition follows it meets all of it in some runs, and as a whole in `npm run test:long`.
 */
export const RUN_SEED = Number(process.env['VEST_SEED'] ?? 1)

/** Which of so many shares it is this run's turn to take. */
export const shareOf = (shares: number): number => RUN_SEED % shares

/**
 * The members whose turn it is in this run: each `shares`-th, beginning at the seed's share, so that any `shares` seeds in a
 * row take all. With VEST_EVERY_CROSSING=1 all of them.
 */
export const inTurn = <T>(members: readonly T[], shares: number): readonly T[] =>
  process.env['VEST_EVERY_CROSSING'] === '1'
    ? members
    : members.filter((_, at) => at % shares === shareOf(shares))
