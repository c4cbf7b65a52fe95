/**
 * What an operator watches, in the exposition format of Prometheus. Counters are told by who does the work; gauges
 * ask when they are read. No label takes its values from strangers: routes are those of the table, codes those of
 * the error table.
 */
import type { EventEnvelope } from '@vest/engine'
import type { RequestLane } from '../rest/requestLanes.ts'
import { type AnsweredRequest, createRequestTallies } from './requestTallies.ts'
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'

export interface MetricSources {
  readonly isServing: () => boolean
  readonly nowMs: () => number
}

export interface Metrics {
  /** One answered request; `code` is what a refusal carries. */
  request(answered: AnsweredRequest, code?: number): void
  /** One request refused because its lane was full. */
  shed(lane: RequestLane): void
  onEvents(envelopes: readonly EventEnvelope[]): void
  /** Whom to ask how many sockets are open, and how many were closed because they read too slowly. */
  countSockets(sockets: { connectionCount(): number; evictedCount(): number }): void
  /** When the engine last told a durable command: epoch ms; absent before the first. */
  readonly lastCommandMs: number | undefined
  readonly contentType: string
  text(): Promise<string>
}

export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = createRequestTallies()
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
  gauge('vest_serving', '1 while the exchange serves, else 0.', () => (sources.isServing() ? 1 : 0))

  return {
    request(answered, code) {
      requests.note(answered)
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
    get lastCommandMs() {
      return lastCommandMs
    },
    contentType: registry.contentType,
    text: async () => `${await registry.metrics()}\n${requests.text()}`,
  }
}
