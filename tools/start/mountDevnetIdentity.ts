/** Puts devnet's mailbox, OpenID provider and status page on the exchange's server, as far as they stand in for real ones. */
import { PAGE_HEADERS, type Mailbox, type OpenIdProvider, type StatusPage } from '@vest/devnet'
import type { ExchangeOptions } from '@vest/exchange'
import { SERVICE_STATUSES, type ServiceStatus } from '@vest/protocol'

type App = Parameters<NonNullable<ExchangeOptions['extraRoutes']>>[0]

export const MAILBOX_PATH = '/devnet/mail'
export const PROVIDER_PATH = '/devnet/google'
export const STATUS_SUMMARY_PATH = '/devnet/identity/summary.json'

export interface DevnetIdentityParts {
  readonly mailbox: Mailbox | undefined
  readonly provider: OpenIdProvider | undefined
  readonly statusPage: StatusPage | undefined
}

export function mountDevnetIdentity(app: App, { mailbox, provider, statusPage }: DevnetIdentityParts): void {
  if (mailbox !== undefined) {
    app.get(MAILBOX_PATH, (_request, reply) => reply.headers(PAGE_HEADERS).send(mailbox.page()))
    app.get(`${MAILBOX_PATH}.json`, (request, reply) => {
      const { to } = request.query as { readonly to?: unknown }
      // For programs and journeys; a page elsewhere reads no codes.
      void reply.removeHeader('access-control-allow-origin').header('cache-control', 'no-store')
      return reply.send({ mails: mailbox.mails(typeof to === 'string' ? to : undefined) })
    })
  }
  if (provider !== undefined)
    app.route({
      method: ['GET', 'POST'],
      url: `${PROVIDER_PATH}/*`,
      exposeHeadRoute: false,
      // Before the body is read: the provider reads its own.
      onRequest: (request, reply) => {
        void reply.hijack()
        provider.handle(request.raw, reply.raw).catch(() => {
          if (!reply.raw.headersSent) reply.raw.writeHead(400)
          reply.raw.end()
        })
      },
      handler: () => undefined,
    })
  if (statusPage !== undefined) {
    app.get(STATUS_SUMMARY_PATH, (_request, reply) =>
      reply.header('cache-control', 'no-store').send(statusPage.summary()),
    )
    app.post('/devnet/identity/status', (request, reply) => {
      const { status } = (request.body ?? {}) as { readonly status?: unknown }
      if (!SERVICE_STATUSES.includes(status as ServiceStatus))
        return reply
          .code(422)
          .send({ code: 1130, msg: 'Malformed: status', detail: { code: 1130, msg: 'Malformed: status' } })
      statusPage.set(status as ServiceStatus)
      return reply.send({})
    })
  }
}
