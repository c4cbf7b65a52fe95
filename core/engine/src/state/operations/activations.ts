/**
 * Behaviours that a journalled command switches on. A change of a rule for commands that exist already must not
 * change what an old journal means: the new rule stands behind `exchange.features.name` and begins with the
 * command `Activate` of that name. The list is typed, so that no rule can ask for a feature that nobody can activate.
 */
import { FEATURES } from '../../api/index.ts'
import type { Exchange } from '../exchange.ts'

/** After the list has changed, or was read. */
export function noteActivations({ activations, features, work }: Exchange): void {
  for (const feature of FEATURES) features[feature] = activations.includes(feature)
  work.dueMs = -Infinity
}
