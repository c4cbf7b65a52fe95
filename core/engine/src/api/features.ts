/**
 * Behaviours that a journalled command switches on. A change of a rule for commands that exist already must not
 * change what an old journal means: the new rule stands behind `exchange.features.name` and begins with the
 * command `Activate` of that name. The list is typed, so that no rule can ask for a feature that nobody can activate.
 */

/**
 * Every feature that this version knows; names are never used twice. `secondReading`: all rules that a review of the first
 * ones set right (decision 0035). `lateUnspent`: what comes too late uses no nonce up (0036). `thirdReading`: what a cross
 * account, a record of prices and the SIM domain were still forgiven (0037). `fourthReading`: what combinations of rules
 * still let through (0039). `fifthReading`: what gains and losses over time, and lives of orders, still let through (0040).
 * `boundedNonces`: what a key that counts in leaps leaves in memory, and an account that registers again and again (0041).
 */
export const FEATURES = [
  'spentProofs',
  'noncesOfSignedTime',
  'secondReading',
  'lateUnspent',
  'thirdReading',
  'fourthReading',
  'fifthReading',
  'boundedNonces',
] as const satisfies readonly string[]

export type Feature = (typeof FEATURES)[number]
