/** Should the exchange get traffic? One judgement for the public port and for the operator's. */
import { COMMAND_QUIET_MS_MAX } from '../limits.ts'
import type { Metrics } from './metrics.ts'

/** Each check is ok, or says what is not. */
export interface Readiness {
  readonly ready: boolean
  readonly checks: { readonly exchange: string; readonly journal: string }
}

export interface ReadinessSources {
  readonly metrics: Pick<Metrics, 'lastCommandMs'>
  readonly isServing: () => boolean
  readonly nowMs: () => number
}

export function readinessOf({ isServing, metrics, nowMs }: ReadinessSources): Readiness {
  const exchange = isServing() ? 'ok' : 'not serving'
  const journal = journalOf(metrics.lastCommandMs, nowMs())
  return { ready: exchange === 'ok' && journal === 'ok', checks: { exchange, journal } }
}

/** The engine ticks every second, and what it tells is durable. */
function journalOf(lastCommandMs: number | undefined, nowMs: number): string {
  if (lastCommandMs === undefined) return 'nothing written yet'
  const quietMs = nowMs - lastCommandMs
  return quietMs > COMMAND_QUIET_MS_MAX ? `nothing written for ${Math.round(quietMs / 1_000)} s` : 'ok'
}
