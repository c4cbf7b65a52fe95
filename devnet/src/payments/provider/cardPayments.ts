/** Cards at the page of a session: one goes through and completes it, one is declined and leaves it open. */
import { createHmac } from 'node:crypto'
import { newId, type Books, type Charge, type Intent, type Session } from '../paymentBooks.ts'
import { find } from './bookEntries.ts'
import { shownSession } from './checkoutSessions.ts'
import type { EventMessages } from './eventMessages.ts'

export interface CardPaymentsPorts {
  readonly books: Pick<Books, 'intents' | 'charges'>
  readonly nowS: () => number
  readonly tell: EventMessages['tell']
}

export interface CardPayments {
  /** Of an open session. A card is a name; each buyer has one of their own. */
  pay(session: Session, card?: string): void
  /** Of an open session: an intent with a failed charge. */
  decline(session: Session): void
}

export function createCardPayments({ books, nowS, tell }: CardPaymentsPorts): CardPayments {
  return {
    pay(session, card) {
      const { intent, charge } = addCharge(session, true, card)
      Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
      Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
      tell('charge.succeeded', charge)
      tell('payment_intent.succeeded', intent)
      tell('checkout.session.completed', shownSession(session))
    },
    decline(session) {
      const { intent, charge } = addCharge(session, false)
      tell('charge.failed', charge)
      tell('payment_intent.payment_failed', intent)
    },
  }

  /** A new charge of a session, that went through or not; the first brings the intent with it. */
  function addCharge(
    session: Session,
    isPaid: boolean,
    card = session.customer_details.email ?? session.id,
  ): { readonly intent: Intent; readonly charge: Charge } {
    const own = {
      currency: session.currency,
      metadata: session.payment_metadata,
      created: nowS(),
      livemode: false as const,
    }
    const known = find(books.intents, session.payment_intent ?? undefined)
    const charge: Charge = {
      id: newId('ch'),
      object: 'charge',
      amount: session.amount_total,
      amount_refunded: 0,
      status: isPaid ? 'succeeded' : 'failed',
      paid: isPaid,
      captured: isPaid,
      failure_code: isPaid ? null : 'card_declined',
      refunded: false,
      disputed: false,
      payment_method_details: {
        type: 'card',
        card: { brand: 'visa', last4: '4242', fingerprint: fingerprintOf(card) },
      },
      payment_intent: known?.id ?? newId('pi'),
      ...own,
    }
    const intent: Intent = known ?? {
      id: charge.payment_intent,
      object: 'payment_intent',
      status: 'requires_payment_method',
      latest_charge: charge.id,
      amount: session.amount_total,
      amount_received: 0,
      receipt_email: session.payment_receipt_email,
      ...own,
    }
    if (known === undefined) {
      books.intents.push(intent)
      tell('payment_intent.created', intent)
    }
    intent.latest_charge = charge.id
    books.charges.push(charge)
    session.payment_intent = intent.id
    return { intent, charge }
  }
}

const fingerprintOf = (card: string): string =>
  createHmac('sha256', 'card').update(card).digest('hex').slice(0, 16)
