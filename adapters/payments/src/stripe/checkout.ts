/** The payment of a purchase begins: one session, made under an idempotency key of its own, however often it is asked for. */
import { timeMs } from '@vest/protocol'
import type { CheckoutWish, PaymentSession } from '@vest/runtime'
import { Stripe } from 'stripe'
import { SESSION_MADE_WITHIN_S, type SessionFinder } from './sessionFinder.ts'
import { PURCHASE } from './stripeFields.ts'

export interface CheckoutPorts {
  readonly stripe: Pick<Stripe, 'checkout'>
  readonly sessionOf: SessionFinder['sessionOf']
  readonly nowMs: () => number
}

export function createCheckout({
  stripe,
  sessionOf,
  nowMs,
}: CheckoutPorts): (wish: CheckoutWish) => Promise<PaymentSession> {
  const { sessions } = stripe.checkout
  return async (wish) => {
    const key = `checkout:${wish.purchaseId}`
    const session = await sessions
      .create(termsOf(wish), { idempotencyKey: key })
      .catch(async (error: unknown) => {
        // A key repeats its first answer for a day, a failure too, and a failure that is over must not last so long.
        if (!isRepeated(error)) throw error
        const made = await sessionOf(wish.purchaseId, timeMs(nowMs() - SESSION_MADE_WITHIN_S * 1_000))
        return made ?? sessions.create(termsOf(wish), { idempotencyKey: `${key}:${nowMs()}` })
      })
    // The answer of a key is that of its first use: what has become of the session since, it says itself.
    return paymentSession(await sessions.retrieve(session.id))
  }
}

function termsOf(wish: CheckoutWish): Stripe.Checkout.SessionCreateParams {
  const { purchaseId, product, email, successUrl, cancelledUrl, expiresTimeMs } = wish
  const named = { [PURCHASE]: purchaseId }
  return {
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
  }
}

/** The provider did not work on the request: it repeated what it had answered to the first one under the key. */
const isRepeated = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'

export const paymentSession = ({ id, url, status, expires_at }: Stripe.Checkout.Session): PaymentSession => ({
  id,
  ...(url === null ? {} : { url }),
  status: status === 'open' ? 'OPEN' : status === 'complete' ? 'COMPLETE' : 'EXPIRED',
  expiresTimeMs: timeMs(expires_at * 1_000),
})
