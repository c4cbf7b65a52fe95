/**
 * What devnet's payment provider knows: products, sessions, payments, refunds, disputes, in the shapes of Stripe's API,
 * so that its unmodified SDK reads them. No money is behind any of it. Plain data: kept in one file between two starts.
 */
import { randomBytes } from 'node:crypto'

export type Metadata = Record<string, string>

export interface Product {
  readonly id: string
  readonly object: 'product'
  readonly name: string
  readonly active: boolean
  readonly metadata: Metadata
  readonly default_price: string
  readonly livemode: false
}
export interface Price {
  readonly id: string
  readonly object: 'price'
  readonly active: boolean
  readonly unit_amount: number
  readonly currency: string
  readonly type: 'one_time'
  readonly product: string
  readonly livemode: false
}
export interface Session {
  readonly id: string
  readonly object: 'checkout.session'
  url: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  readonly amount_total: number
  readonly currency: string
  readonly client_reference_id: string | null
  readonly customer_details: { readonly email: string | null }
  readonly metadata: Metadata
  readonly payment_metadata: Metadata
  readonly payment_receipt_email: string | null
  payment_intent: string | null
  readonly created: number
  readonly expires_at: number
  readonly livemode: false
  readonly mode: 'payment'
  readonly success_url: string
  readonly cancel_url: string
  readonly price: string
}
export interface Intent {
  readonly id: string
  readonly object: 'payment_intent'
  status: 'requires_payment_method' | 'succeeded'
  readonly amount: number
  amount_received: number
  readonly currency: string
  latest_charge: string
  /** Nothing is sent. */
  readonly receipt_email: string | null
  readonly metadata: Metadata
  readonly created: number
  readonly livemode: false
}
export interface Charge {
  readonly id: string
  readonly object: 'charge'
  readonly status: 'succeeded' | 'failed'
  readonly paid: boolean
  readonly captured: boolean
  readonly failure_code: 'card_declined' | null
  readonly payment_method_details: {
    readonly type: 'card'
    /** The same for the same card, in whichever session. */
    readonly card: { readonly brand: 'visa'; readonly last4: string; readonly fingerprint: string }
  }
  readonly amount: number
  amount_refunded: number
  refunded: boolean
  disputed: boolean
  readonly currency: string
  readonly payment_intent: string
  readonly metadata: Metadata
  readonly created: number
  readonly livemode: false
}
export interface Refund {
  readonly id: string
  readonly object: 'refund'
  status: 'succeeded' | 'failed'
  readonly amount: number
  readonly currency: string
  readonly charge: string
  readonly payment_intent: string
  readonly metadata: Metadata
  readonly created: number
}
export interface Dispute {
  readonly id: string
  readonly object: 'dispute'
  status: 'warning_needs_response' | 'needs_response' | 'won' | 'lost'
  readonly amount: number
  readonly charge: string
  readonly payment_intent: string
  readonly currency: string
  readonly reason: string
  readonly is_charge_refundable: false
  readonly evidence_details: { readonly due_by: number }
  readonly created: number
  readonly livemode: false
}
export interface Message {
  readonly id: string
  readonly object: 'event'
  readonly api_version: string
  readonly created: number
  readonly livemode: false
  readonly type: string
  readonly data: { readonly object: object }
  readonly pending_webhooks: number
  readonly request: { readonly id: null; readonly idempotency_key: null }
}

/** A message that was not acknowledged yet. */
export interface Undelivered {
  readonly message: Message
  tries: number
  nextMs: number
}

export interface Books {
  products: Product[]
  prices: Price[]
  sessions: Session[]
  intents: Intent[]
  charges: Charge[]
  refunds: Refund[]
  disputes: Dispute[]
  messages: Message[]
  undelivered: Undelivered[]
  /** Of idempotency: what was asked first under a key, and what was answered, a refusal too. */
  answers: Record<
    string,
    { readonly asked: string; readonly created: number; readonly status: number; readonly body: object }
  >
}

export const API_VERSION = '2026-10-28.endive'

export const newId = (prefix: string): string => `${prefix}_devnet_${randomBytes(12).toString('hex')}`

const PLANS: readonly (readonly [name: string, size: string, cents: number])[] = [
  ['Silver', '5000', 6_000],
  ['Gold', '10000', 11_000],
  ['Platinum', '25000', 27_500],
]

/** The three plans that are sold by default. */
export function createBooks(): Books {
  const products: Product[] = []
  const prices: Price[] = []
  for (const [name, account_size, unit_amount] of PLANS) {
    const [id, price] = [`prod_${name.toLowerCase()}`, `price_${name.toLowerCase()}`]
    const metadata = {
      account_size,
      step_1_goal: '10',
      max_daily_loss: '4',
      max_drawdown: '6',
      max_leverage: '5',
      max_profit_split: '90',
    }
    products.push({
      id,
      object: 'product',
      name,
      active: true,
      metadata,
      default_price: price,
      livemode: false,
    })
    prices.push({
      id: price,
      object: 'price',
      active: true,
      unit_amount,
      currency: 'usd',
      type: 'one_time',
      product: id,
      livemode: false,
    })
  }
  return {
    products,
    prices,
    sessions: [],
    intents: [],
    charges: [],
    refunds: [],
    disputes: [],
    messages: [],
    undelivered: [],
    answers: {},
  }
}
