/**
 * Behaviours that a journalled command switches on. A change of a rule for commands that exist already must not
 * change what an old journal means: the new rule stands behind `exchange.features.name` and begins with the
 * command `Activate` of that name. The list is typed, so that no rule can ask for a feature that nobody can activate.
 */
import type { Feature } from '../../api/index.ts'

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
