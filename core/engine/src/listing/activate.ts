/** The command that activates a feature, once and permanently. */
import { REFUSAL } from '@vest/protocol'
import { type Activate, type Answer, FEATURES } from '../api/index.ts'
import { type Exchange, logEvent } from '../state/index.ts'

/** Unknown features are refused (1130); an active one stays active. `known`: for tests of future features. */
export function activate(
  exchange: Exchange,
  { feature }: Activate,
  known: readonly string[] = FEATURES,
): Answer {
  if (!known.includes(feature)) return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  if (exchange.activations.includes(feature)) return { ok: true }
  exchange.activations.push(feature)
  logEvent(exchange.work.log, { kind: 'FeatureActivated', feature })
  return { ok: true }
}
