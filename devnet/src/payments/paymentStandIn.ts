/**
 * Devnet's payment provider: ours, in the place of Stripe, with as much of its API as selling a plan needs. Its SDK drives
 * it unmodified. A person pays on its own page with a card that is none; what happened is told to the exchange by signed
 * messages, each again and again until it is taken.
 */
import { createHmac } from 'node:crypto'
import {
  API_VERSION,
  type Books,
  type Charge,
  type Dispute,
  type Intent,
  type Message,
  newId,
  type Refund,
  type Session,
} from './paymentBooks.ts'
import { type Fields, partIn, textIn, textsIn } from './formFields.ts'

export interface StandInAnswer {
  readonly status: number
  readonly body: object
  /** It was answered before, under the same key. */
  readonly isRepeated?: true
}

export interface StandInOptions {
  readonly books: Books
  readonly nowMs: () => number
  readonly webhookSecret: string
  /** The page of a session. */
  readonly pageUrl: (sessionId: string) => string
  /** Something has changed and should be kept. */
  readonly onChange: () => void
}

export interface PaymentStandIn {
  /** One call of the API; the key is that of idempotency. */
  answer(method: string, path: string, fields: Fields, key?: string): StandInAnswer
  session(id: string): Session | undefined
  priceName(session: Session): string
  /** Where the browser goes from the page. A card is a name; each buyer has one of their own. */
  pay(sessionId: string, card?: string): string | undefined
  /** A card that is declined: an intent with a failed charge, and the session stays open. */
  decline(sessionId: string): void
  leave(sessionId: string): string | undefined
  openDispute(sessionId: string): Dispute | undefined
  closeDispute(sessionId: string, outcome: 'won' | 'lost'): Dispute | undefined
  /** The buyer's bank does not take the last refund: the money comes back. */
  failRefund(sessionId: string): Refund | undefined
  /** The next call that writes is answered with this status, and under its key again and again. */
  failNext(status: number): void
  /** Body and signature of a message, signed now. */
  sign(message: Message): { readonly body: string; readonly signature: string }
  /** Sessions whose time is over are. */
  expireDue(): void
}

const DAY_S = 86_400
const SESSION_MIN_S = 1_800

class ApiRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly kind: string
  constructor(status: number, code: string, message: string, kind = 'invalid_request_error') {
    super(message)
    this.status = status
    this.code = code
    this.kind = kind
  }
}
/** As it is told: without what only the books need. */
const shownSession = (
  session: Session,
): Omit<Session, 'price' | 'payment_metadata' | 'payment_receipt_email'> => {
  const { price: _price, payment_metadata: _metadata, payment_receipt_email: _email, ...shown } = session
  return shown
}
const fingerprintOf = (card: string): string =>
  createHmac('sha256', 'card').update(card).digest('hex').slice(0, 16)
const missing = (what: string, id: string | undefined): ApiRefusal =>
  new ApiRefusal(404, 'resource_missing', `No such ${what}: '${id ?? ''}'`)

export function createPaymentStandIn(options: StandInOptions): PaymentStandIn {
  const { books, nowMs, webhookSecret, pageUrl, onChange } = options
  const nowS = (): number => Math.floor(nowMs() / 1_000)
  const find = <Item extends { readonly id: string }>(list: readonly Item[], id: string | undefined) =>
    list.find((one) => one.id === id)

  function tell(type: string, object: object): void {
    const message: Message = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: nowS(),
      livemode: false,
      type,
      data: { object: structuredClone(object) },
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
    }
    books.messages.push(message)
    books.undelivered.push({ message, tries: 0, nextMs: nowMs() })
  }

  function createSession(fields: Fields): Session {
    const [line] = Object.values(partIn(fields, 'line_items') ?? {})
    const priceId = typeof line === 'object' ? textIn(line, 'price') : undefined
    const price = find(books.prices, priceId)
    if (price === undefined) throw missing('price', priceId)
    const [success, cancel] = [textIn(fields, 'success_url'), textIn(fields, 'cancel_url')]
    if (success === undefined || cancel === undefined)
      throw new ApiRefusal(400, 'parameter_missing', 'Missing required param: success_url, cancel_url.')
    const expires = Number(textIn(fields, 'expires_at') ?? nowS() + DAY_S)
    if (!Number.isSafeInteger(expires) || expires < nowS() + SESSION_MIN_S || expires > nowS() + DAY_S)
      throw new ApiRefusal(
        400,
        'parameter_invalid',
        'expires_at must lie between 30 minutes and 24 hours ahead.',
      )
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

  function createRefund(fields: Fields): Refund {
    const intentId = textIn(fields, 'payment_intent')
    const charge = books.charges.find(
      ({ id, payment_intent, paid }) =>
        paid && (id === textIn(fields, 'charge') || payment_intent === intentId),
    )
    if (charge === undefined) throw missing('payment_intent', intentId)
    // Once it is won, the money is the seller's again, to be given back too.
    const isDisputed = books.disputes.some(
      (dispute) =>
        dispute.charge === charge.id && (dispute.status === 'needs_response' || dispute.status === 'lost'),
    )
    const left = charge.amount - charge.amount_refunded
    const amount = Number(textIn(fields, 'amount') ?? left)
    if (isDisputed) throw new ApiRefusal(400, 'charge_disputed', 'The charge is disputed.')
    if (left === 0) throw new ApiRefusal(400, 'charge_already_refunded', 'The charge was refunded before.')
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount > left)
      throw new ApiRefusal(400, 'amount_too_large', 'The amount is more than what is left.')
    const refund: Refund = {
      id: newId('re'),
      object: 'refund',
      status: 'succeeded',
      amount,
      charge: charge.id,
      currency: charge.currency,
      payment_intent: charge.payment_intent,
      metadata: textsIn(partIn(fields, 'metadata')),
      created: nowS(),
    }
    books.refunds.push(refund)
    charge.amount_refunded += amount
    charge.refunded = charge.amount_refunded === charge.amount
    tell('refund.created', refund)
    tell('charge.refunded', charge)
    return refund
  }

  const paidBy = (sessionId: string): Charge | undefined => {
    const session = find(books.sessions, sessionId)
    return books.charges.find(
      ({ payment_intent, paid }) => paid && payment_intent === session?.payment_intent,
    )
  }

  const list = (path: string, rows: readonly { readonly id: string }[], fields: Fields): object => {
    const after = textIn(fields, 'starting_after')
    const from = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1
    const limit = Number(textIn(fields, 'limit') ?? 10)
    return {
      object: 'list',
      url: `/v1/${path}`,
      has_more: rows.length > from + limit,
      data: rows.slice(from, from + limit),
    }
  }
  const since = <Item extends { readonly created: number }>(rows: readonly Item[], fields: Fields) => {
    const [from, to] = ['gte', 'lte'].map((end) => textIn(partIn(fields, 'created'), end))
    return rows
      .filter(({ created }) => created >= Number(from ?? 0) && created <= Number(to ?? Infinity))
      .toReversed()
  }
  const isExpanded = (fields: Fields, name: string): boolean =>
    Object.values(partIn(fields, 'expand') ?? {}).includes(name)
  const priceOf = (id: string, hasProduct = false) => {
    const price = find(books.prices, id)!
    return hasProduct ? { ...price, product: find(books.products, price.product) } : price
  }
  const one = <Item extends { readonly id: string }>(
    rows: readonly Item[],
    what: string,
    id: string,
  ): Item => {
    const found = find(rows, id)
    if (found === undefined) throw missing(what, id)
    return found
  }

  /** Of the query language as much as is asked here: the card, and that it was paid. */
  function searchCharges(query: string): object {
    const asked = /^payment_method_details\.card\.fingerprint:'(\w+)' AND status:'succeeded'$/.exec(
      query,
    )?.[1]
    if (asked === undefined)
      throw new ApiRefusal(400, 'parameter_invalid', 'We were unable to parse your query.')
    const data = books.charges.filter(
      ({ paid, payment_method_details: { card } }) => paid && card.fingerprint === asked,
    )
    return {
      object: 'search_result',
      url: '/v1/charges/search',
      has_more: false,
      data,
      next_page: null,
    }
  }

  function read(path: readonly string[], fields: Fields): object {
    const [kind, second, third, fourth] = path
    const name = path.join('/')
    if (kind === 'checkout' && second === 'sessions') {
      if (third === undefined) return list(name, since(books.sessions, fields).map(shownSession), fields)
      const session = one(books.sessions, 'checkout.session', third)
      if (fourth === undefined) return shownSession(session)
      if (fourth === 'line_items')
        return list(
          name,
          [
            {
              id: newId('li'),
              object: 'item',
              quantity: 1,
              currency: session.currency,
              amount_total: session.amount_total,
              price: priceOf(session.price),
            } as never,
          ],
          fields,
        )
      throw missing('path', name)
    }
    if (kind === 'prices') {
      if (second !== undefined) return priceOf(one(books.prices, 'price', second).id)
      const active = books.prices.filter(
        (price) => String(price.active) === (textIn(fields, 'active') ?? 'true'),
      )
      return list(
        name,
        active.map(({ id }) => priceOf(id, isExpanded(fields, 'data.product')) as never),
        fields,
      )
    }
    if (kind === 'payment_intents' && second !== undefined) {
      const intent: Intent = one(books.intents, 'payment_intent', second)
      return isExpanded(fields, 'latest_charge')
        ? { ...intent, latest_charge: find(books.charges, intent.latest_charge) }
        : intent
    }
    if (kind === 'charges' && second === 'search') return searchCharges(textIn(fields, 'query') ?? '')
    const rows = {
      products: books.products,
      charges: books.charges,
      refunds: books.refunds.filter(({ charge }) => charge === (textIn(fields, 'charge') ?? charge)),
      events: books.messages,
      disputes: books.disputes.filter(({ charge }) => charge === (textIn(fields, 'charge') ?? charge)),
    }[kind ?? '']
    if (rows === undefined) throw missing('path', name)
    return second === undefined
      ? list(name, rows, fields)
      : one<{ readonly id: string }>(rows, kind!.slice(0, -1), second)
  }

  function write(path: readonly string[], fields: Fields): object {
    const [kind, second, third, fourth] = path
    if (kind === 'refunds' && second === undefined) return createRefund(fields)
    if (kind !== 'checkout' || second !== 'sessions') throw missing('path', path.join('/'))
    if (third === undefined) return shownSession(createSession(fields))
    if (fourth !== 'expire') throw missing('path', path.join('/'))
    return shownSession(expire(one(books.sessions, 'checkout.session', third)))
  }

  const refusal = ({ status, code, message, kind }: ApiRefusal): StandInAnswer => ({
    status,
    body: { error: { type: kind, ...(code === '' ? {} : { code }), message } },
  })
  let nextFailure: number | undefined

  function answerOf(path: readonly string[], fields: Fields): StandInAnswer {
    if (nextFailure !== undefined) {
      const status = nextFailure
      nextFailure = undefined
      return refusal(new ApiRefusal(status, '', 'Something went wrong.', 'api_error'))
    }
    try {
      return { status: 200, body: structuredClone(write(path, fields)) }
    } catch (error) {
      // What is malformed was never begun: the key is free.
      if (!(error instanceof ApiRefusal) || error.code.startsWith('parameter_')) throw error
      return refusal(error)
    }
  }

  /** For a day the same key with the same request has the first answer, whatever it was; another request has none. */
  function writeOnce(path: readonly string[], fields: Fields, key: string | undefined): StandInAnswer {
    const asked = JSON.stringify([path, fields])
    const known = key === undefined || !Object.hasOwn(books.answers, key) ? undefined : books.answers[key]
    if (known !== undefined && nowS() - known.created < DAY_S) {
      if (known.asked !== asked)
        throw new ApiRefusal(
          400,
          '',
          'Keys for idempotent requests can only be used with the same parameters.',
          'idempotency_error',
        )
      return { status: known.status, body: known.body, isRepeated: true }
    }
    const made = answerOf(path, fields)
    if (key !== undefined) books.answers[key] = { asked, created: nowS(), ...made }
    onChange()
    return made
  }

  /** The intent of a session and a charge of it, new ones, that went through or not. */
  function charge(
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
    const made: Charge = {
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
      id: made.payment_intent,
      object: 'payment_intent',
      status: 'requires_payment_method',
      latest_charge: made.id,
      amount: session.amount_total,
      amount_received: 0,
      receipt_email: session.payment_receipt_email,
      ...own,
    }
    if (known === undefined) {
      books.intents.push(intent)
      tell('payment_intent.created', intent)
    }
    intent.latest_charge = made.id
    books.charges.push(made)
    session.payment_intent = intent.id
    return { intent, charge: made }
  }

  return {
    answer(method, path, fields, key) {
      try {
        expireDue()
        const parts = path
          .split('/')
          .filter((part) => part !== '')
          .slice(1)
        return method === 'POST' ? writeOnce(parts, fields, key) : { status: 200, body: read(parts, fields) }
      } catch (error) {
        if (!(error instanceof ApiRefusal)) throw error
        return refusal(error)
      }
    },
    session(id) {
      expireDue()
      return find(books.sessions, id)
    },
    priceName: ({ price }) => find(books.products, find(books.prices, price)!.product)!.name,
    pay(sessionId, card) {
      expireDue()
      const session = find(books.sessions, sessionId)
      if (session === undefined || session.status === 'expired') return undefined
      if (session.status === 'open') {
        const { intent, charge: made } = charge(session, true, card)
        Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
        Object.assign(session, { status: 'complete', payment_status: 'paid', url: null })
        tell('charge.succeeded', made)
        tell('payment_intent.succeeded', intent)
        tell('checkout.session.completed', shownSession(session))
        onChange()
      }
      return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
    },
    decline(sessionId) {
      const session = find(books.sessions, sessionId)
      if (session?.status !== 'open') return
      const { intent, charge: made } = charge(session, false)
      tell('charge.failed', made)
      tell('payment_intent.payment_failed', intent)
      onChange()
    },
    failRefund(sessionId) {
      const of = paidBy(sessionId)
      const refund = books.refunds.findLast(
        ({ charge: id, status }) => id === of?.id && status === 'succeeded',
      )
      if (of === undefined || refund === undefined) return undefined
      refund.status = 'failed'
      of.amount_refunded -= refund.amount
      of.refunded = false
      tell('refund.failed', refund)
      onChange()
      return refund
    },
    failNext(status) {
      nextFailure = status
    },
    leave: (sessionId) => find(books.sessions, sessionId)?.cancel_url,
    openDispute(sessionId) {
      const disputed = paidBy(sessionId)
      if (disputed === undefined || disputed.disputed) return undefined
      disputed.disputed = true
      const dispute: Dispute = {
        id: newId('dp'),
        object: 'dispute',
        status: 'needs_response',
        amount: disputed.amount,
        charge: disputed.id,
        payment_intent: disputed.payment_intent,
        reason: 'fraudulent',
        currency: disputed.currency,
        is_charge_refundable: false,
        evidence_details: { due_by: nowS() + 7 * DAY_S },
        created: nowS(),
        livemode: false,
      }
      books.disputes.push(dispute)
      tell('charge.dispute.created', dispute)
      tell('charge.dispute.funds_withdrawn', dispute)
      onChange()
      return dispute
    },
    closeDispute(sessionId, outcome) {
      const dispute = books.disputes.findLast(({ charge }) => charge === paidBy(sessionId)?.id)
      if (dispute === undefined || dispute.status === 'won' || dispute.status === 'lost') return undefined
      dispute.status = outcome
      if (outcome === 'won') tell('charge.dispute.funds_reinstated', dispute)
      tell('charge.dispute.closed', dispute)
      onChange()
      return dispute
    },
    sign(message) {
      const body = JSON.stringify(message)
      const t = nowS()
      const v1 = createHmac('sha256', webhookSecret).update(`${t}.${body}`).digest('hex')
      return { body, signature: `t=${t},v1=${v1}` }
    },
    expireDue,
  }
}
