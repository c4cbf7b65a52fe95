/**
 * Devnet's payment provider: ours, in the place of Stripe, with as much of its API as selling a plan needs. Its SDK drives
 * it unmodified. A person pays on its own page with a card that is none; what happened is told to the exchange by signed
 * messages, each again and again until it is taken. Each part in `provider/` changes its own rows of the books.
 */
import type { Fields } from './formFields.ts'
import type { Books, Charge, Dispute, Message, Refund, Session } from './paymentBooks.ts'
import { ApiRefusal, missing, refusal, type StandInAnswer } from './provider/apiAnswer.ts'
import { createApiReads } from './provider/apiReads.ts'
import { chargePaidBy, entryOf, find } from './provider/bookEntries.ts'
import { createCardPayments } from './provider/cardPayments.ts'
import { createCheckoutSessions, shownSession } from './provider/checkoutSessions.ts'
import { createDisputes } from './provider/disputes.ts'
import { createEventMessages } from './provider/eventMessages.ts'
import { createRefunds } from './provider/refunds.ts'
import { createWritesOnce } from './provider/writesOnce.ts'

export type { StandInAnswer } from './provider/apiAnswer.ts'

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

export function createPaymentStandIn(options: StandInOptions): PaymentStandIn {
  const { books, nowMs, onChange } = options
  const nowS = (): number => Math.floor(nowMs() / 1_000)
  const { tell, sign } = createEventMessages({ ...options, nowS })
  const sessions = createCheckoutSessions({ ...options, nowS, tell })
  const cards = createCardPayments({ books, nowS, tell })
  const refunds = createRefunds({ books, nowS, tell })
  const disputes = createDisputes({ books, nowS, tell })
  const read = createApiReads(books)
  const writes = createWritesOnce({ books, nowS, write, onChange })

  return {
    answer(method, path, fields, key) {
      try {
        sessions.expireDue()
        const parts = path
          .split('/')
          .filter((part) => part !== '')
          .slice(1)
        return method === 'POST'
          ? writes.answer(parts, fields, key)
          : { status: 200, body: read(parts, fields) }
      } catch (error) {
        if (!(error instanceof ApiRefusal)) throw error
        return refusal(error)
      }
    },
    session(id) {
      sessions.expireDue()
      return find(books.sessions, id)
    },
    priceName: ({ price }) => find(books.products, find(books.prices, price)!.product)!.name,
    pay(sessionId, card) {
      sessions.expireDue()
      const session = find(books.sessions, sessionId)
      if (session === undefined || session.status === 'expired') return undefined
      if (session.status === 'open') {
        cards.pay(session, card)
        onChange()
      }
      return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
    },
    decline(sessionId) {
      const session = find(books.sessions, sessionId)
      if (session?.status !== 'open') return
      cards.decline(session)
      onChange()
    },
    leave: (sessionId) => find(books.sessions, sessionId)?.cancel_url,
    openDispute: (sessionId) => changePaid(sessionId, disputes.open),
    closeDispute: (sessionId, outcome) => changePaid(sessionId, (charge) => disputes.close(charge, outcome)),
    failRefund: (sessionId) => changePaid(sessionId, refunds.failLast),
    failNext: writes.failNext,
    sign,
    expireDue: sessions.expireDue,
  }

  function write(path: readonly string[], fields: Fields): object {
    const [kind, second, third, fourth] = path
    if (kind === 'refunds' && second === undefined) return refunds.create(fields)
    if (kind !== 'checkout' || second !== 'sessions') throw missing('path', path.join('/'))
    if (third === undefined) return shownSession(sessions.create(fields))
    if (fourth !== 'expire') throw missing('path', path.join('/'))
    return shownSession(sessions.expire(entryOf(books.sessions, 'checkout.session', third)))
  }

  /** Undefined where the session is not paid, or there is nothing to change. */
  function changePaid<Made>(
    sessionId: string,
    change: (charge: Charge) => Made | undefined,
  ): Made | undefined {
    const charge = chargePaidBy(books, sessionId)
    const made = charge && change(charge)
    if (made !== undefined) onChange()
    return made
  }
}
