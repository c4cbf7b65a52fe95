/** How requests ended: every answer is tallied, refusals are counted by code, and those that no lane had room for. */
import { Counter, type Registry } from 'prom-client'
import type { RequestLane } from '../../rest/requestLanes.ts'
import type { AnsweredRequest, RequestTallies } from '../requestTallies.ts'

export interface RequestMetrics {
  /** One answered request; `code` is what a refusal carries. */
  request(answered: AnsweredRequest, code?: number): void
  /** One request refused because its lane was full. */
  shed(lane: RequestLane): void
}

export function createRequestMetrics(
  registry: Registry,
  tallies: Pick<RequestTallies, 'note'>,
): RequestMetrics {
  const registers = [registry]
  const refusals = new Counter({
    name: 'vest_refusals_total',
    help: 'Refused requests by code of the error table.',
    labelNames: ['code'],
    registers,
  })
  const shed = new Counter({
    name: 'vest_shed_total',
    help: 'Requests refused with 1003 because too many of their lane were under way.',
    labelNames: ['lane'],
    registers,
  })

  return {
    request(answered, code) {
      tallies.note(answered)
      if (code !== undefined) refusals.inc({ code })
    },
    shed: (lane) => shed.inc({ lane }),
  }
}
