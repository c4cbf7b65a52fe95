/** The features that are active, as one flag each. */
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
