/**
 * What an operator watches, in the exposition format of Prometheus. Counters are told by who does the work; gauges
 * ask when they are read. No label takes its values from strangers: routes are those of the table, codes those of
 * the error table.
 */
import { collectDefaultMetrics, Registry } from 'prom-client'
import { askedGauge } from './metrics/askedGauge.ts'
import { createBooksMetrics, type BooksSources } from './metrics/booksMetrics.ts'
import { createCoreMetrics, type CoreMetrics } from './metrics/coreMetrics.ts'
import { createRequestMetrics, type RequestMetrics } from './metrics/requestMetrics.ts'
import { createSignatureMetrics, type SignatureMetrics } from './metrics/signatureMetrics.ts'
import { createSocketMetrics, type SocketMetrics } from './metrics/socketMetrics.ts'
import { createWithdrawalMetrics, type WithdrawalMetrics } from './metrics/withdrawalMetrics.ts'
import { createRequestTallies } from './requestTallies.ts'

export interface MetricSources extends BooksSources {
  readonly isServing: () => boolean
  readonly nowMs: () => number
}

export interface Metrics
  extends RequestMetrics, CoreMetrics, WithdrawalMetrics, SocketMetrics, SignatureMetrics {
  readonly contentType: string
  text(): Promise<string>
}

/** Each part tells its own metrics; they are read in the order in which the parts are made. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const tallies = createRequestTallies()
  const requests = createRequestMetrics(registry, tallies)
  const core = createCoreMetrics(registry, sources.nowMs)
  const books = createBooksMetrics(registry, sources)
  const withdrawals = createWithdrawalMetrics(registry)
  const sockets = createSocketMetrics(registry)
  const signatures = createSignatureMetrics(registry)
  askedGauge(registry, 'vest_serving', '1 while the exchange serves, else 0.', () =>
    sources.isServing() ? 1 : 0,
  )

  return {
    ...requests,
    onEvents: core.onEvents,
    onGroup: core.onGroup,
    get lastCommandMs() {
      return core.lastCommandMs
    },
    ...withdrawals,
    ...sockets,
    ...signatures,
    contentType: registry.contentType,
    async text() {
      await books.ask()
      return `${await registry.metrics()}
${tallies.text()}`
    },
  }
}
