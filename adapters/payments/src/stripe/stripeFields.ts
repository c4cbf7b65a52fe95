/** Fields of the provider's objects: what they name by its id, or hold whole, and the purchase that they are about. */
import type { Id } from '@vest/protocol'
import type { Stripe } from 'stripe'

/** The most that the provider puts on one page. A charge has fewer refunds and disputes, and a card fewer purchases. */
export const PAGE = 100

/** The name under which a purchase stands in the provider's objects. */
export const PURCHASE = 'purchase'

export function purchaseOf(metadata: Record<string, string> | null | undefined): Id | undefined {
  const named = metadata?.[PURCHASE]
  return named !== undefined && /^0x[0-9a-f]{64}$/.test(named) ? (named as Id) : undefined
}

export const idOf = (field: string | { readonly id: string } | null | undefined): string | undefined =>
  typeof field === 'string' ? field : (field?.id ?? undefined)

export const chargeOf = (intent: Stripe.PaymentIntent | undefined): Stripe.Charge | undefined =>
  typeof intent?.latest_charge === 'object' ? (intent.latest_charge ?? undefined) : undefined
