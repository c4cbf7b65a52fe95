/**
 * The provider that takes the money for plans of the capital programme. Its products are the plans; the state of a
 * payment is read from it each time, so that nothing depends on which of its messages came first, twice or not at all.
 */
import type { Id, TimeMs } from '@vest/protocol'

export interface PaymentProduct {
  readonly name: string
  readonly priceId: string
  readonly priceCents: number
  readonly currency: string
  readonly metadata: Readonly<Record<string, string>>
}

export interface PaymentSession {
  readonly id: string
  /** The payment page; absent once it has expired. */
  readonly url?: string
  readonly status: 'OPEN' | 'COMPLETE' | 'EXPIRED'
  readonly expiresTimeMs: TimeMs
}

/** State of a purchase at the provider now. */
export interface PaymentState {
  readonly session: PaymentSession
  readonly isPaid: boolean
  /** When the buyer finished the checkout; absent before, and where the provider does not tell. */
  readonly finishedTimeMs?: TimeMs
  /** The charged amount; the seller compares it with the price of the plan. */
  readonly amountCents: number
  readonly currency: string
  readonly priceId: string | undefined
  readonly refund: 'NONE' | 'PARTIAL' | 'FULL'
  /** Who gave all of it back and why; absent where nothing says so, as on the provider's own pages. */
  readonly refundNote?: RefundNote
  /** An inquiry counts as NONE. */
  readonly dispute: 'NONE' | 'OPEN' | 'WON' | 'LOST'
}

export interface RefundNote {
  readonly by: string
  readonly why: string
}

export interface CheckoutWish {
  readonly purchaseId: Id
  readonly product: Pick<PaymentProduct, 'priceId'>
  readonly email: string
  readonly successUrl: string
  readonly cancelledUrl: string
  readonly expiresTimeMs: TimeMs
}

/** A message with a valid signature. */
export interface PaymentMessage {
  readonly eventId: string
  readonly type: string
  /** Absent: it does not concern a purchase here. */
  readonly purchaseId?: Id
  readonly sessionId?: string
  /** The session ended unpaid and can no longer be paid. */
  readonly isUnpaidEnd: boolean
  /** A refund that was made did not reach the buyer. */
  readonly isRefundFailure: boolean
}

export interface PaymentProvider {
  /** Origin of the page to which `checkout` returns the browser. */
  readonly pageOrigin: string
  products(): Promise<readonly PaymentProduct[]>
  /** One session per purchase, however often it is requested. */
  checkout(wish: CheckoutWish): Promise<PaymentSession>
  /** undefined: this purchase has no session. */
  stateOf(purchaseId: Id, sinceMs: TimeMs, sessionId?: string): Promise<PaymentState | undefined>
  /** Other purchases that were paid with the same card; the newest of them may still be missing. */
  withSameCard(purchaseId: Id, sinceMs: TimeMs): Promise<readonly Id[]>
  /** Ends the possibility to pay, unless it is paid already. */
  expire(sessionId: string): Promise<void>
  /** Refunds all of the money; done once, however often it is requested. The note is kept with it. */
  refund(purchaseId: Id, sinceMs: TimeMs, note: RefundNote): Promise<void>
  /** undefined: not signed by the provider, or not recently. */
  readMessage(body: Uint8Array, signature: string | undefined): Promise<PaymentMessage | undefined>
}
