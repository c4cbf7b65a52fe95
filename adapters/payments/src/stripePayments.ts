/**
 * Plans are sold through Stripe Checkout. A purchase has one session, made under an idempotency key of its own, and
 * carries its number in the session and in the payment. A message of the provider says only which purchase to look at:
 * what stands is read from the objects themselves, so that its messages may come late, twice, in any order or never.
 */
import type { PaymentProvider } from '@vest/runtime'
import { Stripe } from 'stripe'
import { createCheckout } from './stripe/checkout.ts'
import { createPaymentStates } from './stripe/paymentStates.ts'
import { createSessionFinder } from './stripe/sessionFinder.ts'
import { soldProducts } from './stripe/soldProducts.ts'
import { idOf, PURCHASE } from './stripe/stripeFields.ts'
import { createWebhookMessages } from './stripe/webhookMessages.ts'

export interface StripeOptions {
  readonly secretKey: string
  /** Of the endpoint; while they are exchanged the former one stands beside the new one. */
  readonly webhookSecrets: readonly string[]
  /** Absent: Stripe itself. */
  readonly apiUrl?: string
  readonly nowMs: () => number
}

const TIMEOUT_MS = 10_000
const RETRIES = 3
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
  const { sessionOf } = createSessionFinder(stripe)

  return {
    pageOrigin: apiUrl === undefined ? STRIPE_PAGES : new URL(apiUrl).origin,
    products: () => soldProducts(stripe),
    checkout: createCheckout({ stripe, sessionOf, nowMs }),
    ...createPaymentStates({ stripe, sessionOf, isLive }),
    ...createWebhookMessages({ stripe, webhookSecrets, isLive, nowMs }),

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
