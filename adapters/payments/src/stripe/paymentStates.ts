/** What stands of a purchase, read from the provider's objects themselves, whatever its messages have said. */
import { assert, timeMs } from '@vest/protocol'
import type { PaymentProvider } from '@vest/runtime'
import type { Stripe } from 'stripe'
import { paymentSession } from './checkout.ts'
import { disputeOf, refundOf } from './moneyBack.ts'
import type { SessionFinder } from './sessionFinder.ts'
import { chargeOf, idOf, PAGE, purchaseOf } from './stripeFields.ts'

export interface PaymentStatesPorts {
  readonly stripe: Pick<Stripe, 'checkout' | 'paymentIntents' | 'charges' | 'refunds' | 'disputes'>
  readonly sessionOf: SessionFinder['sessionOf']
  /** The mode of the key. */
  readonly isLive: boolean
}

export function createPaymentStates({
  stripe,
  sessionOf,
  isLive,
}: PaymentStatesPorts): Pick<PaymentProvider, 'stateOf' | 'withSameCard'> {
  return {
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
        session: paymentSession(session),
        isPaid: session.payment_status === 'paid' && intent?.status === 'succeeded',
        // A session does not tell when it was finished: its last charge was made at that moment, whatever came before it.
        ...(session.status === 'complete' && charge !== undefined
          ? { finishedTimeMs: timeMs(charge.created * 1_000) }
          : {}),
        amountCents: session.amount_total ?? 0,
        currency: session.currency ?? '',
        priceId: lines.data[0]?.price?.id,
        ...(await refundOf(stripe, charge)),
        dispute: await disputeOf(stripe, charge),
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
  }

  async function intentOf(session: Stripe.Checkout.Session): Promise<Stripe.PaymentIntent | undefined> {
    const id = idOf(session.payment_intent)
    return id === undefined ? undefined : stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  }
}
