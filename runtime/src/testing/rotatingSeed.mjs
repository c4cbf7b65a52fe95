/**
 * The seed of a run. Repetition that is too long for one run is spread over many: each takes the share and the random
 * numbers of its seed. `VEST_SEED` repeats a run; without it the seed is random. It is in the environment, where tests
 * and their processes find it.
 */
const SPAN = 1_000_000_000
const { VEST_SEED: given } = process.env

if (given !== undefined && !/^\d{1,9}$/.test(given)) {
  process.stderr.write(`VEST_SEED needs a whole number below ${SPAN}, not "${given}".\n`)
  process.exit(1)
}

export const seed = given === undefined ? Math.floor(Math.random() * SPAN) : Number(given)
process.env.VEST_SEED = String(seed)

/** False = the seed was given, by hand or by the command that printed it. */
export const isNewSeed = given === undefined

/** How to repeat the run. */
export const seedLine = (command) => `seed ${seed}; repeat with: VEST_SEED=${seed} ${command}\n`
