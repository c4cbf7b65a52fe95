/**
 * Plans are sold through Stripe Checkout. A purchase has one session, made under an idempotency key of its own, and
 * carries its number in the session and in the payment. A message of the provider says only which purchase to look at:
 * what stands is read from the objects themselves, so that its messages may come late, twice, in any order or never.
 */
import { assert, timeMs, type Id, type TimeMs } from '@vest/protocol'
import type {
  CheckoutWish,
  PaymentMessage,
  PaymentProduct,
  PaymentProvider,
  PaymentSession,
  PaymentState,
} from '@vest/runtime'
import { Stripe } from 'stripe'

export interface StripeOptions {
  readonly secretKey: string
  /** Of the endpoint; while they are exchanged the former one stands beside the new one. */
  readonly webhookSecrets: readonly string[]
  /** Absent: Stripe itself. */
  readonly apiUrl?: string
  readonly nowMs: () => number
}

/** A message that is signed for a time so far ahead is refused; how old one may be the SDK says. */
const AHEAD_MAX_S = 60
const AGE_MAX_S = 300
const TIMEOUT_MS = 10_000
const RETRIES = 3
const PAGE = 100
/** So many sessions are remembered; the others are looked for page by page. */
const REMEMBERED_MAX = 50_000
/** Clocks differ: sessions are looked for from so long before the purchase began. */
const SLACK_S = 300
/** No session of a purchase is made later than this. */
const DAY_S = 86_400
/** The name under which a purchase stands in the provider's objects. */
const PURCHASE = 'purchase'
const STRIPE_PAGES = 'https://checkout.stripe.com'

export function createStripePayments(options: StripeOptions): PaymentProvider {
  const { secretKey, webhookSecrets, apiUrl, nowMs } = options
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(apiUrl === undefined ? {} : placeOf(apiUrl)),
  })
  const isLive = secretKey.startsWith('sk_live_') || secretKey.startsWith('rk_live_')

  /**
   * The numbers of sessions that lists have passed, by purchase. The look of each hour at all open purchases so reads the
   * pages once. A number is no answer: the session behind it is read anew.
   */
  const sessionIds = new Map<string, string>()
  function rememberSession({ client_reference_id: purchase, id }: Stripe.Checkout.Session): void {
    // Newest first: of several the newest counts.
    if (purchase === null || sessionIds.has(purchase)) return
    if (sessionIds.size === REMEMBERED_MAX) sessionIds.delete(sessionIds.keys().next().value!)
    sessionIds.set(purchase, id)
  }

  async function sessionOf(
    purchaseId: Id,
    sinceMs: TimeMs,
    sessionId = sessionIds.get(purchaseId),
  ): Promise<Stripe.Checkout.Session | undefined> {
    if (sessionId !== undefined) {
      const session = await stripe.checkout.sessions.retrieve(sessionId)
      if (session.client_reference_id === purchaseId) return session
    }
    const sinceS = Math.floor(sinceMs / 1_000)
    // Both ends: a purchase of months ago must not cost a page for every sale since.
    const created = { gte: sinceS - SLACK_S, lte: sinceS + DAY_S }
    for await (const session of stripe.checkout.sessions.list({ created, limit: PAGE })) {
      rememberSession(session)
      if (session.client_reference_id === purchaseId) return session
    }
    return undefined
  }

  async function intentOf(session: Stripe.Checkout.Session): Promise<Stripe.PaymentIntent | undefined> {
    const id = idOf(session.payment_intent)
    return id === undefined ? undefined : stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  }

  async function disputeOf(charge: Stripe.Charge | undefined): Promise<PaymentState['dispute']> {
    if (charge?.disputed !== true) return 'NONE'
    const { data } = await stripe.disputes.list({ charge: charge.id, limit: PAGE })
    const stages = data.map(({ status }) => stageOf(status))
    return STAGES.find((stage) => stages.includes(stage)) ?? 'NONE'
  }

  async function refundOf(
    charge: Stripe.Charge | undefined,
  ): Promise<Pick<PaymentState, 'refund' | 'refundNote'>> {
    if (charge === undefined || charge.amount_refunded === 0) return { refund: 'NONE' }
    const { data } = await stripe.refunds.list({ charge: charge.id, limit: PAGE })
    const standing = data.filter(({ status }) => status !== 'failed' && status !== 'canceled')
    if (standing.length === 0) return { refund: 'NONE' }
    if (standing.reduce((sum, { amount }) => sum + amount, 0) < charge.amount) return { refund: 'PARTIAL' }
    const noted = standing.find(({ metadata }) => metadata?.by !== undefined && metadata.why !== undefined)
    const { by, why } = noted?.metadata ?? {}
    return {
      refund: 'FULL',
      ...(by === undefined || why === undefined ? {} : { refundNote: { by, why } }),
    }
  }

  async function create(wish: CheckoutWish, idempotencyKey: string): Promise<Stripe.Checkout.Session> {
    const { purchaseId, product, email, successUrl, cancelledUrl, expiresTimeMs } = wish
    const named = { [PURCHASE]: purchaseId }
    return stripe.checkout.sessions.create(
      {
        mode: 'payment',
        allowed_payment_method_types: ['card'],
        // What is paid is compared with what was sold, to the cent and in the currency of the price.
        adaptive_pricing: { enabled: false },
        line_items: [{ price: product.priceId, quantity: 1 }],
        customer_email: email,
        client_reference_id: purchaseId,
        metadata: named,
        payment_intent_data: { metadata: named, receipt_email: email },
        success_url: successUrl,
        cancel_url: cancelledUrl,
        expires_at: Math.floor(expiresTimeMs / 1_000),
      },
      { idempotencyKey },
    )
  }

  async function purchaseIn(event: Stripe.Event): Promise<Pick<PaymentMessage, 'purchaseId' | 'sessionId'>> {
    const object = event.data.object as {
      readonly object?: string
      readonly id?: string
      readonly metadata?: Record<string, string> | null
      readonly payment_intent?: string | { readonly id: string } | null
    }
    const named = purchaseOf(object.metadata)
    if (object.object === 'checkout.session')
      return named === undefined ? {} : { purchaseId: named, sessionId: object.id! }
    if (named !== undefined) return { purchaseId: named }
    const intent = idOf(object.payment_intent)
    if (intent === undefined) return {}
    const purchaseId = purchaseOf((await stripe.paymentIntents.retrieve(intent)).metadata)
    return purchaseId === undefined ? {} : { purchaseId }
  }

  function verified(body: Buffer, signature: string): Stripe.Event | undefined {
    for (const secret of webhookSecrets)
      try {
        return stripe.webhooks.constructEvent(body, signature, secret, AGE_MAX_S, undefined, nowMs())
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
      }
    return undefined
  }

  return {
    pageOrigin: apiUrl === undefined ? STRIPE_PAGES : new URL(apiUrl).origin,

    async products() {
      const products: PaymentProduct[] = []
      for await (const price of stripe.prices.list({ active: true, limit: PAGE, expand: ['data.product'] })) {
        const product = productOf(price)
        if (product !== undefined) products.push(product)
      }
      return products.sort((a, b) => a.priceCents - b.priceCents)
    },

    async checkout(wish: CheckoutWish) {
      const key = `checkout:${wish.purchaseId}`
      const session = await create(wish, key).catch(async (error: unknown) => {
        // A key repeats its first answer for a day, a failure too, and a failure that is over must not last so long.
        if (!isRepeated(error)) throw error
        const made = await sessionOf(wish.purchaseId, timeMs(nowMs() - DAY_S * 1_000))
        return made ?? create(wish, `${key}:${nowMs()}`)
      })
      // The answer of a key is that of its first use: what has become of the session since, it says itself.
      return sessionText(await stripe.checkout.sessions.retrieve(session.id))
    },

    async stateOf(purchaseId, sinceMs, sessionId) {
      const session = await sessionOf(purchaseId, sinceMs, sessionId)
      if (session === undefined) return undefined
      assert(session.livemode === isLive, 'a session is of the mode of the key that reads it')
      const [intent, lines] = await Promise.all([
        intentOf(session),
        stripe.checkout.sessions.listLineItems(session.id, { limit: 1 }),
      ])
      const charge = chargeOf(intent)
      return {
        session: sessionText(session),
        isPaid: session.payment_status === 'paid' && intent?.status === 'succeeded',
        // A session does not tell when it was finished: its last charge was made at that moment, whatever came before it.
        ...(session.status === 'complete' && charge !== undefined
          ? { finishedTimeMs: timeMs(charge.created * 1_000) }
          : {}),
        amountCents: session.amount_total ?? 0,
        currency: session.currency ?? '',
        priceId: lines.data[0]?.price?.id,
        ...(await refundOf(charge)),
        dispute: await disputeOf(charge),
      }
    },

    async withSameCard(purchaseId, sinceMs) {
      const session = await sessionOf(purchaseId, sinceMs)
      const charge = chargeOf(session === undefined ? undefined : await intentOf(session))
      const fingerprint = charge?.payment_method_details?.card?.fingerprint
      if (fingerprint === undefined || fingerprint === null) return []
      const query = `payment_method_details.card.fingerprint:'${fingerprint}' AND status:'succeeded'`
      const { data } = await stripe.charges.search({ query, limit: PAGE })
      const named = data.flatMap(({ metadata }) => purchaseOf(metadata) ?? [])
      return named.filter((id) => id !== purchaseId)
    },

    async expire(sessionId) {
      try {
        await stripe.checkout.sessions.expire(sessionId)
      } catch (error) {
        // The session was paid or ran out in the meantime. The caller reads its state next.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      }
    },

    async refund(purchaseId, sinceMs, { by, why }) {
      const session = await sessionOf(purchaseId, sinceMs)
      const intent = idOf(session?.payment_intent)
      if (intent === undefined) return
      try {
        // No key of its own: all that is left is given back, so a second refund finds nothing, while a key would repeat
        // a refusal (a dispute, an empty balance) for a day after its reason is gone.
        await stripe.refunds.create({
          payment_intent: intent,
          metadata: { [PURCHASE]: purchaseId, by, why },
        })
      } catch (error) {
        const { code } = error as { readonly code?: string }
        if (code !== 'charge_already_refunded' && code !== 'charge_disputed') throw error
      }
    },

    async readMessage(body, signature) {
      if (signature === undefined) return undefined
      const signedS = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
      if (!(signedS * 1_000 <= nowMs() + AHEAD_MAX_S * 1_000)) return undefined
      const event = verified(Buffer.from(body), signature)
      if (event === undefined || event.livemode !== isLive) return undefined
      return {
        eventId: event.id,
        type: event.type,
        isUnpaidEnd: event.type === 'checkout.session.expired',
        isRefundFailure: event.type === 'refund.failed',
        ...(await purchaseIn(event)),
      }
    },
  }
}

function placeOf(apiUrl: string) {
  const { protocol, hostname, port } = new URL(apiUrl)
  return {
    host: hostname,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
    protocol: protocol === 'https:' ? ('https' as const) : ('http' as const),
  }
}

/** The provider did not work on the request: it repeated what it had answered to the first one under the key. */
const isRepeated = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'

const idOf = (field: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof field === 'string' ? field : (field?.id ?? undefined)

const chargeOf = (intent: Stripe.PaymentIntent | undefined): Stripe.Charge | undefined =>
  typeof intent?.latest_charge === 'object' ? (intent.latest_charge ?? undefined) : undefined

function purchaseOf(metadata: Record<string, string> | null | undefined): Id | undefined {
  const named = metadata?.[PURCHASE]
  return named !== undefined && /^0x[0-9a-f]{64}$/.test(named) ? (named as Id) : undefined
}

function productOf({ id, unit_amount, currency, product, type }: Stripe.Price): PaymentProduct | undefined {
  if (typeof product === 'string' || product.deleted === true || !product.active) return undefined
  if (unit_amount === null || type !== 'one_time') return undefined
  const { name, metadata } = product
  return { name, priceId: id, priceCents: unit_amount, currency, metadata }
}

const sessionText = ({ id, url, status, expires_at }: Stripe.Checkout.Session): PaymentSession => ({
  id,
  ...(url === null ? {} : { url }),
  status: status === 'open' ? 'OPEN' : status === 'complete' ? 'COMPLETE' : 'EXPIRED',
  expiresTimeMs: timeMs(expires_at * 1_000),
})

/** Of several the gravest counts. */
const STAGES = ['LOST', 'OPEN', 'WON'] as const

/** Inquiries (`warning_`) and what the provider prevented take no money. */
function stageOf(status: string): PaymentState['dispute'] {
  if (status === 'won') return 'WON'
  if (status === 'lost') return 'LOST'
  return status.startsWith('warning_') || status === 'prevented' ? 'NONE' : 'OPEN'
}
