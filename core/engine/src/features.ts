/**
 * Behaviours that a journalled command switches on. A change of a rule for commands that exist already must not
 * change what an old journal means: the new rule stands behind `isActive(exchange, 'name')` and begins with the
 * command `Activate` of that name. The list is typed, so that no rule can ask for a feature that nobody can activate.
 */
import type { Activate } from './command.ts'
import type { Answer } from './event.ts'
import { emit, type Exchange } from './state.ts'

/**
 * Every feature that this version knows; names are never used twice. `secondReading`: all rules that a review of the first
 * ones set right (decision 0035).
 */
export const FEATURES = [
  'spentProofs',
  'noncesOfSignedTime',
  'secondReading',
] as const satisfies readonly string[]

export type Feature = (typeof FEATURES)[number]

export const isActive = (exchange: Exchange, feature: Feature): boolean =>
  exchange.activations.includes(feature)

/** What hot paths ask for stands beside the list: a search through it would make V8 read everything anew. */
export function noteActivations(exchange: Exchange): void {
  exchange.isReadAgain = isActive(exchange, 'secondReading')
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
  emit(exchange, { kind: 'FeatureActivated', feature })
  return { ok: true }
}
