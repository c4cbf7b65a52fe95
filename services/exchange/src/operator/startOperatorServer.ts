/**
 * The operator's port, apart from the public one and on the loopback unless told otherwise: is the process alive
 * (`/healthz`), should it get traffic (`/readyz`), what runs here (`/version`), how does it do (`/metrics`), and what
 * people are told about it (`/status`, which PUT sets), what waits in Vest Capital (`/capital`), and what moves between the vaults (`/rebalancing`).
 */
import fastify from 'fastify'
import type { AddressInfo } from 'node:net'
import { mountCapitalOperator, type CapitalOperator } from '../capital/capitalOperator.ts'
import { createKnownHosts } from '../access/knownHosts.ts'
import { mountRebalancing, type Rebalancer } from '../bridge/rebalancing/index.ts'
import type { Metrics } from './metrics.ts'
import type { Readiness } from './readiness.ts'
import { readNotice, type ServiceNotices } from './serviceNotice.ts'

export interface OperatorServerOptions {
  readonly host: string
  /** 0 = any free port. */
  readonly port: number
  readonly metrics: Pick<Metrics, 'contentType' | 'text'>
  readonly readiness: () => Readiness
  readonly build: BuildInfo
  readonly notices: ServiceNotices
  readonly nowMs: () => number
  /** Absent while the exchange starts. */
  readonly capital: () => CapitalOperator | undefined
  readonly rebalancing: () => Rebalancer | undefined
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

export async function startOperatorServer(options: OperatorServerOptions): Promise<OperatorServer> {
  const { metrics, build, notices } = options
  const app = fastify({ logger: false, forceCloseConnections: true })
  const { isKnown } = createKnownHosts(options.host)
  app.addHook('onRequest', async (request, reply) => {
    if (!isKnown(request.headers.host)) return reply.code(421).send({ error: 'unknown host' })
    return undefined
  })
  const startedMs = options.nowMs()
  app.get('/healthz', async () => ({ ok: true }))
  app.get('/readyz', async (_request, reply) => {
    const readiness = options.readiness()
    return reply.code(readiness.ready ? 200 : 503).send(readiness)
  })
  app.get('/version', async () => ({ ...build, node: process.version, startedTime: startedMs }))
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()))
  app.get('/status', async () => notices.current())
  // JSON alone: no page of a browser sends that here without asking first, and nothing answers its question.
  app.put('/status', async (request, reply) => {
    const notice = readNotice(request.body)
    if (typeof notice === 'string') return reply.code(422).send({ error: `Malformed: ${notice}` })
    notices.set(notice)
    return notice
  })
  mountCapitalOperator(app, options.capital)
  mountRebalancing(app, options.rebalancing)
  await app.listen({ host: options.host, port: options.port })
  return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() }
}
