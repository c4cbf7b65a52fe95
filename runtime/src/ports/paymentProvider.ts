/**
 * Who takes the money for plans of the capital programme. Its products are the plans; what it says of a payment is read
 * anew from it each time, so that nothing depends on which of its messages came first, twice or not at all.
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
  /** The page on which to pay; absent once it is no more. */
  readonly url?: string
  readonly status: 'OPEN' | 'COMPLETE' | 'EXPIRED'
  readonly expiresTimeMs: TimeMs
}

/** What stands of a purchase at the provider now. */
export interface PaymentStanding {
  readonly session: PaymentSession
  readonly isPaid: boolean
  /** What was charged for; the seller compares it with what he sold. */
  readonly amountCents: number
  readonly currency: string
  readonly priceId: string | undefined
  readonly refund: 'NONE' | 'PARTIAL' | 'FULL'
  /** An inquiry is none. */
  readonly dispute: 'NONE' | 'OPEN' | 'WON' | 'LOST'
}

export interface CheckoutWish {
  readonly purchaseId: Id
  readonly product: Pick<PaymentProduct, 'priceId'>
  readonly email: string
  readonly successUrl: string
  readonly cancelledUrl: string
  readonly expiresTimeMs: TimeMs
}

/** A message whose signature is good. */
export interface PaymentMessage {
  readonly eventId: string
  readonly type: string
  /** Absent: it is about nothing that was sold here. */
  readonly purchaseId?: Id
  readonly sessionId?: string
  /** Nobody paid, and nobody can any more. */
  readonly isUnpaidEnd: boolean
}

export interface PaymentProvider {
  /** Where a browser is sent from `checkout`. */
  readonly pageOrigin: string
  products(): Promise<readonly PaymentProduct[]>
  /** Of one purchase one session, however often it is asked for. */
  checkout(wish: CheckoutWish): Promise<PaymentSession>
  /** undefined: there is no session of this purchase. */
  standing(purchaseId: Id, sinceMs: TimeMs, sessionId?: string): Promise<PaymentStanding | undefined>
  /** Nobody can pay it any more, unless somebody has. */
  expire(sessionId: string): Promise<void>
  /** All of the money goes back; done once, however often it is asked for. */
  refund(purchaseId: Id, sinceMs: TimeMs): Promise<void>
  /** undefined: not signed by the provider, or not now. */
  readMessage(body: Uint8Array, signature: string | undefined): Promise<PaymentMessage | undefined>
}
