/**
 * Behaviours that a journalled command switches on. A change of a rule for commands that exist already must not
 * change what an old journal means: the new rule stands behind `exchange.features.name` and begins with the
 * command `Activate` of that name. The list is typed, so that no rule can ask for a feature that nobody can activate.
 */
import type { Activate } from './command.ts'
import type { Answer } from './event.ts'
import { logEvent } from './eventLog.ts'
import type { Exchange } from './state.ts'

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

/** Asked for by name: a search through the list of activations would make V8 read everything anew in hot paths. */
export class ActiveFeatures implements Record<Feature, boolean> {
  spentProofs = false
  noncesOfSignedTime = false
  secondReading = false
  lateUnspent = false
  thirdReading = false
  fourthReading = false
  fifthReading = false
  boundedNonces = false
}

/** After the list has changed, or was read. */
export function noteActivations({ activations, features, work }: Exchange): void {
  for (const feature of FEATURES) features[feature] = activations.includes(feature)
  work.dueMs = -Infinity
}

/** Unknown features are refused (1130); one that is active already stays so. `known`: for tests of features to come. */
export function activate(
  exchange: Exchange,
  { feature }: Activate,
  known: readonly string[] = FEATURES,
): Answer {
  if (!known.includes(feature)) return { ok: false, code: 1130 }
  if (exchange.activations.includes(feature)) return { ok: true }
  exchange.activations.push(feature)
  noteActivations(exchange)
  logEvent(exchange.work.log, { kind: 'FeatureActivated', feature })
  return { ok: true }
}
