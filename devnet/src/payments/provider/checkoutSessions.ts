/** Sessions from their beginning to an end without a payment. */
import { newId, type Books, type Session } from '../paymentBooks.ts'
import { partIn, textIn, textsIn, type Fields } from '../formFields.ts'
import { ApiRefusal, missing } from './apiAnswer.ts'
import { find } from './bookEntries.ts'
import type { EventMessages } from './eventMessages.ts'

export interface CheckoutSessionsPorts {
  readonly books: Pick<Books, 'prices' | 'sessions'>
  readonly nowS: () => number
  readonly pageUrl: (sessionId: string) => string
  readonly tell: EventMessages['tell']
  readonly onChange: () => void
}

export interface CheckoutSessions {
  create(fields: Fields): Session
  /** Refused where it is not open. */
  expire(session: Session): Session
  /** Sessions whose time is over are. */
  expireDue(): void
}

const EXPIRES_MIN_S = 1_800
const EXPIRES_MAX_S = 86_400

/** As it is told: without what only the books need. */
export const shownSession = (
  session: Session,
): Omit<Session, 'price' | 'payment_metadata' | 'payment_receipt_email'> => {
  const { price: _price, payment_metadata: _metadata, payment_receipt_email: _email, ...shown } = session
  return shown
}

export function createCheckoutSessions(ports: CheckoutSessionsPorts): CheckoutSessions {
  const { books, nowS, pageUrl, tell, onChange } = ports
  return { create, expire, expireDue }

  function create(fields: Fields): Session {
    const [line] = Object.values(partIn(fields, 'line_items') ?? {})
    const priceId = typeof line === 'object' ? textIn(line, 'price') : undefined
    const price = find(books.prices, priceId)
    if (price === undefined) throw missing('price', priceId)
    const [success, cancel] = [textIn(fields, 'success_url'), textIn(fields, 'cancel_url')]
    if (success === undefined || cancel === undefined)
      throw new ApiRefusal(400, 'parameter_missing', 'Missing required param: success_url, cancel_url.')
    const expires = expiresIn(fields)
    const id = newId('cs')
    const payment = partIn(fields, 'payment_intent_data')
    const session: Session = {
      id,
      object: 'checkout.session',
      url: pageUrl(id),
      status: 'open',
      payment_status: 'unpaid',
      amount_total: price.unit_amount,
      currency: price.currency,
      price: price.id,
      client_reference_id: textIn(fields, 'client_reference_id') ?? null,
      customer_details: { email: textIn(fields, 'customer_email') ?? null },
      metadata: textsIn(partIn(fields, 'metadata')),
      payment_metadata: textsIn(partIn(payment, 'metadata')),
      payment_receipt_email: textIn(payment, 'receipt_email') ?? null,
      payment_intent: null,
      created: nowS(),
      expires_at: expires,
      livemode: false,
      mode: 'payment',
      success_url: success,
      cancel_url: cancel,
    }
    books.sessions.push(session)
    return session
  }

  function expiresIn(fields: Fields): number {
    const expires = Number(textIn(fields, 'expires_at') ?? nowS() + EXPIRES_MAX_S)
    if (
      !Number.isSafeInteger(expires) ||
      expires < nowS() + EXPIRES_MIN_S ||
      expires > nowS() + EXPIRES_MAX_S
    )
      throw new ApiRefusal(
        400,
        'parameter_invalid',
        'expires_at must lie between 30 minutes and 24 hours ahead.',
      )
    return expires
  }

  function expire(session: Session): Session {
    if (session.status !== 'open')
      throw new ApiRefusal(400, 'resource_invalid', 'Only open sessions can be expired.')
    session.status = 'expired'
    session.url = null
    tell('checkout.session.expired', shownSession(session))
    return session
  }

  function expireDue(): void {
    for (const session of books.sessions)
      if (session.status === 'open' && session.expires_at <= nowS()) {
        expire(session)
        onChange()
      }
  }
}
