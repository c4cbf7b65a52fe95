/** What operators look at: metrics, readiness, what they said of the service, and the port at which they ask. */
import { createMetrics, type Metrics, type MetricSources } from '../operator/metrics.ts'
import { readinessOf, type Readiness } from '../operator/readiness.ts'
import { openServiceNotices, type ServiceNotices } from '../operator/serviceNotice.ts'
import { startOperatorServer } from '../operator/startOperatorServer.ts'
import type { ExchangeOptions } from './exchangeOptions.ts'

export interface OperatorSide {
  readonly metrics: Metrics
  readonly readiness: () => Readiness
  readonly notices: ServiceNotices
  /** Absent where there is no port for operators. */
  readonly port: number | undefined
  stop(): Promise<void>
}

export interface OperatorSidePorts
  extends
    Pick<MetricSources, 'isServing' | 'nowMs'>,
    Pick<Parameters<typeof startOperatorServer>[0], 'capital' | 'rebalancing'> {}

export async function startOperatorSide(
  options: Pick<ExchangeOptions, 'engine' | 'logger' | 'dataDir' | 'operator'>,
  { isServing, nowMs, capital, rebalancing }: OperatorSidePorts,
): Promise<OperatorSide> {
  const { engine, logger, dataDir } = options
  const metrics = createMetrics({
    isServing,
    nowMs,
    ledger: () => engine.query('ledger', {}),
    capital: async () => ({
      treasury: await engine.query('capitalTreasury', {}),
      reviews: await engine.query('capitalReviews', {}),
    }),
    dataDir,
  })
  engine.onEvents((envelopes) => metrics.onEvents(envelopes))
  engine.onGroup((figures) => metrics.onGroup(figures))
  const readiness = (): Readiness => readinessOf({ isServing, metrics, nowMs })
  const notices = openServiceNotices(dataDir, (file) =>
    logger.warn({ file }, 'what was said about the service cannot be read: it counts as up'),
  )
  const server =
    options.operator &&
    (await startOperatorServer({
      ...options.operator,
      metrics,
      readiness,
      notices,
      nowMs,
      capital,
      rebalancing,
    }))
  return { metrics, readiness, notices, port: server?.port, stop: async () => server?.stop() }
}
