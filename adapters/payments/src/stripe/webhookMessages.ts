/**
 * Messages of the provider: believed while their signature is good and young, and then only as far as to say which purchase
 * to look at.
 */
import type { PaymentMessage, PaymentProvider } from '@vest/runtime'
import { Stripe } from 'stripe'
import { idOf, purchaseOf } from './stripeFields.ts'

export interface WebhookMessagesPorts {
  readonly stripe: Pick<Stripe, 'webhooks' | 'paymentIntents'>
  /** Of the endpoint; while they are exchanged the former one stands beside the new one. */
  readonly webhookSecrets: readonly string[]
  /** The mode of the key: messages of the other one are none. */
  readonly isLive: boolean
  readonly nowMs: () => number
}

/** A message that is signed for a time so far ahead is refused; how old one may be the SDK says. */
const AHEAD_MAX_S = 60
const AGE_MAX_S = 300

export function createWebhookMessages(ports: WebhookMessagesPorts): Pick<PaymentProvider, 'readMessage'> {
  const { stripe, webhookSecrets, isLive, nowMs } = ports
  return {
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

  function verified(body: Buffer, signature: string): Stripe.Event | undefined {
    for (const secret of webhookSecrets)
      try {
        return stripe.webhooks.constructEvent(body, signature, secret, AGE_MAX_S, undefined, nowMs())
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error
      }
    return undefined
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
}
