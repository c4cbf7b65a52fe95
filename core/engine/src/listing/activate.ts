/** The command that switches a feature on, once and for good. */
import { type Activate, type Answer, FEATURES } from '../api/index.ts'
import { type Exchange, logEvent } from '../state/index.ts'

/** Unknown features are refused (1130); one that is active already stays so. `known`: for tests of features to come. */
export function activate(
  exchange: Exchange,
  { feature }: Activate,
  known: readonly string[] = FEATURES,
): Answer {
  if (!known.includes(feature)) return { ok: false, code: 1130 }
  if (exchange.activations.includes(feature)) return { ok: true }
  exchange.activations.push(feature)
  logEvent(exchange.work.log, { kind: 'FeatureActivated', feature })
  return { ok: true }
}
