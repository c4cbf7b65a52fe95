/**
 * Who takes the money for plans: Stripe where the environment names its key, else devnet's own provider behind the same
 * SDK, whose page and scenarios stand on the exchange's server.
 */
import { REFUSAL } from '@vest/protocol'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPayments, type RunningPayments } from '@vest/devnet'
import { PAYMENT_MESSAGES_PATH, type ExchangeOptions, type Logger } from '@vest/exchange'
import { createStripePayments } from '@vest/payments'
import type { Clock } from '@vest/runtime'
import { verdictSigner } from './verdictKey.ts'
import { StartError, type StartOptions } from './options.ts'
import { appOrigins } from './startIdentity.ts'

type App = Parameters<NonNullable<ExchangeOptions['extraRoutes']>>[0]

export interface PlanPayments {
  readonly sale: NonNullable<ExchangeOptions['capital']>
  mount(app: App): void
  stop(): Promise<void>
}

interface PlanPaymentsStart {
  readonly options: Pick<StartOptions, 'dataDir' | 'port'>
  readonly env: NodeJS.ProcessEnv
  readonly logger: Logger
  readonly clock: Clock
}

export async function startPlanPayments({
  options,
  env,
  logger,
  clock,
}: PlanPaymentsStart): Promise<PlanPayments> {
  const here = `http://localhost:${options.port}`
  const appOrigin = appOrigins(env, options.port)[0]!
  const settings = readPaymentSettings(env)
  const nowMs = (): number => clock.nowMs()
  const verdicts = verdictSigner(env, join(options.dataDir, 'capital', 'key'))
  if (settings !== undefined)
    return {
      sale: { payments: createStripePayments({ ...settings, nowMs }), appOrigin, verdicts },
      mount: () => undefined,
      stop: async () => undefined,
    }
  const { secretKey, webhookSecret } = openSecrets(join(options.dataDir, 'payments.key'))
  const provider = await startPayments({
    secretKey,
    webhookSecret,
    nowMs,
    path: join(options.dataDir, 'payments.json'),
    webhookUrl: `${here}${PAYMENT_MESSAGES_PATH}`,
    pageUrl: (sessionId) => `${here}${CHECKOUT_PATH}/${sessionId}`,
    onTrouble: (what, error) => logger.warn({ err: error }, what),
  })
  return {
    sale: {
      payments: createStripePayments({
        secretKey,
        webhookSecrets: [webhookSecret],
        apiUrl: provider.apiUrl,
        nowMs,
      }),
      appOrigin,
      verdicts,
    },
    mount: (app) => mountProvider(app, provider),
    stop: () => provider.stop(),
  }
}

const CHECKOUT_PATH = '/devnet/checkout'

function mountProvider(app: App, { page, standIn, kept }: RunningPayments): void {
  app.route({
    method: ['GET', 'POST'],
    url: `${CHECKOUT_PATH}/*`,
    exposeHeadRoute: false,
    // Before the body is read: it is a form.
    onRequest: (request, reply) => {
      void reply.hijack()
      page.handle(request.raw, reply.raw).catch(() => {
        if (!reply.raw.headersSent) reply.raw.writeHead(400)
        reply.raw.end()
      })
    },
    handler: () => undefined,
  })
  const sessionOf = (body: unknown): string =>
    String((body as { readonly sessionId?: unknown } | null)?.sessionId)
  const refused = (msg: string) => ({
    code: REFUSAL.INVALID_PARAMETER,
    msg,
    detail: { code: REFUSAL.INVALID_PARAMETER, msg },
  })
  app.post('/devnet/payments/dispute', async (request, reply) => {
    const { outcome } = (request.body ?? {}) as { readonly outcome?: unknown }
    const id = sessionOf(request.body)
    const dispute =
      outcome === 'won' || outcome === 'lost' ? standIn.closeDispute(id, outcome) : standIn.openDispute(id)
    await kept()
    return dispute === undefined
      ? reply.code(422).send(refused('There is nothing to dispute'))
      : reply.send({ id: dispute.id, status: dispute.status })
  })
  app.post('/devnet/payments/refund', async (request, reply) => {
    const intent = standIn.session(sessionOf(request.body))?.payment_intent
    if (!intent) return reply.code(422).send(refused('There is nothing to refund'))
    const { status, body } = standIn.answer('POST', '/v1/refunds', { payment_intent: intent })
    await kept()
    return status === 200
      ? reply.send(body)
      : reply.code(422).send(refused('It was refunded or disputed before'))
  })
}

export interface PaymentSettings {
  readonly secretKey: string
  readonly webhookSecrets: readonly string[]
  readonly apiUrl?: string
}

/** What the environment names; each mistake one sentence, none with a secret in it. */
export function readPaymentSettings(env: NodeJS.ProcessEnv): PaymentSettings | undefined {
  const text = (name: string): string | undefined => (env[name] === '' ? undefined : env[name]?.trim())
  const [secretKey, secrets, apiUrl] = [
    text('VEST_STRIPE_SECRET_KEY'),
    text('VEST_STRIPE_WEBHOOK_SECRET'),
    text('VEST_STRIPE_API_URL'),
  ]
  if (secretKey === undefined && secrets === undefined) return undefined
  if (secretKey === undefined || secrets === undefined)
    throw new StartError('VEST_STRIPE_SECRET_KEY and VEST_STRIPE_WEBHOOK_SECRET are needed together.')
  if (!/^[sr]k_(?:test|live)_\S+$/.test(secretKey))
    throw new StartError('VEST_STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_.')
  if (apiUrl !== undefined && !URL.canParse(apiUrl))
    throw new StartError('VEST_STRIPE_API_URL must be an address such as https://api.example.')
  const webhookSecrets = secrets.split(',').map((each) => each.trim())
  return { secretKey, webhookSecrets, ...(apiUrl === undefined ? {} : { apiUrl }) }
}

/** Made at the first start. */
function openSecrets(path: string): { readonly secretKey: string; readonly webhookSecret: string } {
  if (!existsSync(path)) {
    const secret = (): string => randomBytes(24).toString('hex')
    writeFileSync(path, `sk_test_${secret()}\nwhsec_${secret()}\n`, { mode: 0o600 })
  }
  const [secretKey, webhookSecret] = readFileSync(path, 'utf8').split('\n')
  if (!secretKey || !webhookSecret)
    throw new StartError(`${path} is damaged. Remove it, and another is made.`)
  return { secretKey, webhookSecret }
}
