/** Joins the edge to what runs beside it: it hears the engine, is asked by others, and stops with the exchange. */
import type { Edge } from '../edge.ts'
import { holdsNothing } from '../identity/holdsNothing.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../operator/metrics.ts'
import type { Stops } from './stops.ts'

export type JoinedEdge = Pick<
  Edge,
  | 'engine'
  | 'chains'
  | 'verifier'
  | 'listenKeys'
  | 'view'
  | 'notices'
  | 'keyUses'
  | 'reserveDesk'
  | 'statusRecord'
  | 'fundingRates'
  | 'identity'
>

export function joinEdge(
  edge: JoinedEdge,
  {
    metrics,
    logger,
    stops,
  }: {
    readonly metrics: Pick<Metrics, 'countSignatures'>
    readonly logger: Pick<Logger, 'warn'>
    readonly stops: Pick<Stops, 'add'>
  },
): void {
  stops.add(
    () => edge.verifier.stop(),
    () => edge.listenKeys.stop(),
    () => edge.view.close(),
    () => edge.notices.stop(),
    () => edge.keyUses.stop(),
    () => edge.reserveDesk.stop(),
    () => edge.statusRecord.stop(),
  )
  metrics.countSignatures(edge.verifier)
  const { oneByOne } = edge.verifier
  if (oneByOne !== undefined) logger.warn({ reason: oneByOne }, 'signatures are recovered one by one')
  edge.engine.onEvents((envelopes) => edge.fundingRates.onEvents(envelopes))
  edge.identity?.port.askHoldings?.(holdsNothing(edge))
}
