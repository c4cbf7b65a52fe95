/**
 * The operator's port, apart from the public one and on the loopback unless told otherwise: is the process alive
 * (`/healthz`), should it get traffic (`/readyz`), what runs here (`/version`), how does it do (`/metrics`).
 */
import fastify from 'fastify'
import type { AddressInfo } from 'node:net'
import { COMMAND_QUIET_MS_MAX } from '../limits.ts'
import type { Metrics } from './metrics.ts'

/** What readiness is judged by. */
export interface ReadinessSources {
  readonly metrics: Pick<Metrics, 'lastCommandMs'>
  readonly isServing: () => boolean
  readonly nowMs: () => number
}

export interface OperatorServerOptions extends ReadinessSources {
  readonly host: string
  /** 0 = any free port. */
  readonly port: number
  readonly metrics: Metrics
  readonly build: BuildInfo
}

export interface BuildInfo {
  readonly version: string
  /** Absent outside a checkout. */
  readonly commit?: string
}

export interface OperatorServer {
  readonly port: number
  stop(): Promise<void>
}

/** Each is ok, or a sentence that says what is not. */
export interface Readiness {
  readonly ready: boolean
  readonly checks: { readonly exchange: string; readonly journal: string }
}

export function readinessOf({ isServing, metrics, nowMs }: ReadinessSources): Readiness {
  const { lastCommandMs } = metrics
  const quietMs = lastCommandMs === undefined ? undefined : nowMs() - lastCommandMs
  const exchange = isServing() ? 'ok' : 'not serving'
  const journal =
    quietMs === undefined
      ? 'nothing written yet'
      : quietMs > COMMAND_QUIET_MS_MAX
        ? `nothing written for ${Math.round(quietMs / 1_000)} s`
        : 'ok'
  return { ready: exchange === 'ok' && journal === 'ok', checks: { exchange, journal } }
}

export async function startOperatorServer(options: OperatorServerOptions): Promise<OperatorServer> {
  const { metrics, build } = options
  const app = fastify({ logger: false, forceCloseConnections: true })
  const startedMs = options.nowMs()
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const readiness = readinessOf(options)
    return reply.code(readiness.ready ? 200 : 503).send(readiness)
  })
  app.get('/version', async () => ({ ...build, node: process.version, startedTime: startedMs }))
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
  await app.listen({ host: options.host, port: options.port })
  return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() }
}
