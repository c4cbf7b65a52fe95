/**
 * The number of this run of the tests, which it tells at its beginning: what is too much for one run is spread over many
 * by it. A test whose repetition follows it meets all of it in some runs, and as a whole in `npm run test:long`.
 */
export const RUN_SEED = Number(process.env['VEST_SEED'] ?? 1)

/** Which of so many shares it is this run's turn to take. */
export const shareOf = (shares: number): number => RUN_SEED % shares
