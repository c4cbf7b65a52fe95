/** What a feature that is switched on derives at once. */
import { FEATURES } from '../../api/index.ts'
import type { Exchange } from '../exchange.ts'

/** After the list has changed, or was read. */
export function noteActivations({ activations, features, work }: Exchange): void {
  for (const feature of FEATURES) features[feature] = activations.includes(feature)
  work.dueMs = -Infinity
}
