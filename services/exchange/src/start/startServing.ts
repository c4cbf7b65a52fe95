/** Opens the exchange to its callers: the API and the pages, the sockets beside them, and at last the port. */
import type { FastifyInstance } from 'fastify'
import { listen } from '../access/listen.ts'
import type { Sale } from '../capital/openSale.ts'
import type { Edge, IdentityRole } from '../edge.ts'
import { createRestServer } from '../rest/createRestServer.ts'
import type { PageReaches } from '../rest/securityHeaders.ts'
import type { Publisher } from '../socket/publisher.ts'
import { startSocketServer } from '../socket/startSocketServer.ts'
import type { ExchangeOptions } from './exchangeOptions.ts'
import type { OperatorSide } from './operatorSide.ts'
import type { ServiceState } from './serviceState.ts'
import type { Stops } from './stops.ts'

/** How long a stop waits for requests that have begun. */
const STOP_GRACE_MS = 2_000

export interface ServingPorts {
  readonly edge: Edge
  readonly publisher: Publisher
  readonly sale: Pick<Sale, 'mount'> | undefined
  readonly operator: Pick<OperatorSide, 'metrics' | 'readiness'>
  readonly state: Pick<ServiceState, 'isEnding'>
  readonly stops: Pick<Stops, 'add'>
}

export interface Serving {
  readonly app: FastifyInstance
  readonly port: number
}

export async function startServing(
  options: ExchangeOptions,
  { edge, publisher, sale, operator, state, stops }: ServingPorts,
): Promise<Serving> {
  const { metrics, readiness } = operator
  const app = await createRestServer({
    edge,
    logger: options.logger,
    ...(options.staticDir === undefined ? {} : { staticDir: options.staticDir }),
    reaches: reachesOf(options.identity?.info, options.frameOrigins),
    analyticsPath: options.analyticsPath,
    async extraRoutes(routes) {
      sale?.mount(routes)
      await options.extraRoutes?.(routes)
    },
    isStopping: state.isEnding,
    readiness,
    metrics,
    isShortWayOn: options.isShortWayOn ?? true,
  })
  stops.add(() => closeServer(app))
  const sockets = startSocketServer({
    server: app.server,
    view: edge.view,
    listenKeys: edge.listenKeys,
    clock: edge.clock,
    publisher,
    access: edge.access,
    ...(options.extraSockets === undefined ? {} : { extraSockets: options.extraSockets }),
  })
  metrics.countSockets(sockets)
  stops.add(() => sockets.stop())
  const { port, close } = await listen(app, options)
  stops.add(close)
  return { app, port }
}

/** What the page may embed and ask beyond its own origin. */
function reachesOf(info: IdentityRole['info'] | undefined, frames: readonly string[] = []): PageReaches {
  const { walletOrigin, statusUrl } = info ?? {}
  return {
    frames: [...(walletOrigin ? [walletOrigin] : []), ...frames],
    calls: statusUrl?.startsWith('http') ? [new URL(statusUrl).origin] : [],
  }
}

/** Requests under way are answered; a connection that says nothing (browsers open some in advance) is not waited for. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const impatience = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS)
  try {
    await app.close()
  } finally {
    clearTimeout(impatience)
  }
}
