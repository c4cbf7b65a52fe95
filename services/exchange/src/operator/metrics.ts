/**
 * What an operator watches, in the exposition format of Prometheus. Counters are told by who does the work; gauges
 * ask when they are read. No label takes its values from strangers: routes are those of the table, codes those of
 * the error table.
 */
import type { EventEnvelope } from '@vest/engine'
import type { RequestLane } from '../rest/requestLanes.ts'
import type { SignatureVerifier } from '../verify/signatureJob.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface MetricSources {
  readonly isServing: () => boolean
  readonly nowMs: () => number
}

export interface Metrics {
  /** One answered request; `route` is the path of the table, `code` what a refusal carries. */
  request(told: {
    readonly method: string
    readonly route: string
    readonly status: number
    readonly seconds: number
    readonly code?: number
  }): void
  /** One request refused because its lane was full. */
  shed(lane: RequestLane): void
  onEvents(envelopes: readonly EventEnvelope[]): void
  /** Whom to ask how many sockets are open, and how many were closed because they read too slowly. */
  countSockets(sockets: { connectionCount(): number; evictedCount(): number }): void
  /** Whom to ask how signatures were judged. */
  countSignatures(verifier: Pick<SignatureVerifier, 'work' | 'oneByOne'>): void
  /** When the engine last told a durable command: epoch ms; absent before the first. */
  readonly lastCommandMs: number | undefined
  readonly contentType: string
  text(): Promise<string>
}

/** Half a millisecond to five seconds. */
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'vest_http_requests_total',
    help: 'Answered requests of the API.',
    labelNames: ['method', 'route', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'vest_http_request_seconds',
    help: 'From the headers of a request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  })
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
  const commands = new Counter({
    name: 'vest_core_commands_total',
    help: 'Commands that are durable and applied, since this process began.',
    registers,
  })
  const trades = new Counter({
    name: 'vest_core_trades_total',
    help: 'Trades, since this process began.',
    registers,
  })
  const seq = new Gauge({
    name: 'vest_core_seq',
    help: 'Sequence number of the last command that is durable and applied.',
    registers,
  })
  let lastCommandMs: number | undefined
  const gauge = (name: string, help: string, value: () => number): void =>
    void new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge(
    'vest_core_quiet_seconds',
    'Since the engine last told a durable command; it ticks every second.',
    () => (lastCommandMs === undefined ? 0 : Math.max(0, sources.nowMs() - lastCommandMs) / 1_000),
  )
  let sockets: Parameters<Metrics['countSockets']>[0] | undefined
  gauge('vest_sockets', 'Open sockets.', () => sockets?.connectionCount() ?? 0)
  gauge(
    'vest_sockets_evicted',
    'Sockets closed because they read too slowly.',
    () => sockets?.evictedCount() ?? 0,
  )
  let verifier: Parameters<Metrics['countSignatures']>[0] | undefined
  gauge(
    'vest_signatures_in_batches',
    '1 where signatures that wait together are checked as one, 0 where not.',
    () => (verifier === undefined || verifier.oneByOne !== undefined ? 0 : 1),
  )
  gauge(
    'vest_signatures_together',
    'Signatures proven as part of a batch.',
    () => verifier?.work.together ?? 0,
  )
  gauge('vest_signatures_alone', 'Signatures recovered one by one.', () => verifier?.work.alone ?? 0)
  gauge(
    'vest_signatures_failed_batches',
    'Batches that were not genuine as one, so that each of their signatures was recovered alone.',
    () => verifier?.work.failedBatches ?? 0,
  )
  gauge('vest_serving', '1 while the exchange serves, else 0.', () => (sources.isServing() ? 1 : 0))

  return {
    request({ method, route, status, seconds: taken, code }) {
      requests.inc({ method, route, status })
      seconds.observe({ method, route }, taken)
      if (code !== undefined) refusals.inc({ code })
    },
    shed: (lane) => shed.inc({ lane }),
    onEvents(envelopes) {
      const last = envelopes.at(-1)
      if (last === undefined) return
      commands.inc(envelopes.length)
      let traded = 0
      for (const { events } of envelopes)
        for (const { kind } of events) if (kind === 'TradeExecuted') traded += 1
      if (traded > 0) trades.inc(traded)
      seq.set(last.seq)
      lastCommandMs = sources.nowMs()
    },
    countSockets: (counted) => void (sockets = counted),
    countSignatures: (counted) => void (verifier = counted),
    get lastCommandMs() {
      return lastCommandMs
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}
