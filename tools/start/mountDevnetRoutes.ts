/** Puts devnet's routes on the exchange's server. */
import type { DevnetRoute } from '@vest/devnet'
import type { ExchangeOptions } from '@vest/exchange'

type App = Parameters<NonNullable<ExchangeOptions['extraRoutes']>>[0]

export function mountDevnetRoutes(app: App, routes: readonly DevnetRoute[]): void {
  for (const route of routes)
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const answer = await route.handle(request.body, request.params as Record<string, string>)
        for (const [name, value] of Object.entries(answer.headers ?? {})) void reply.header(name, value)
        return reply.code(answer.status).header('cache-control', 'no-store').send(answer.body)
      },
    })
}
