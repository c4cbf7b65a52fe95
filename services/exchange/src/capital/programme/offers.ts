/** What is for sale: the products of the payment provider that are plans, asked for at most once a minute. */
import type { CapitalPlan } from '@vest/engine'
import type { Clock, PaymentProduct } from '@vest/runtime'
import type { Logger } from '../../logger.ts'
import { planOf } from '../planOf.ts'
import type { AskedPayments } from './askedPayments.ts'

/** Products change seldom, and many look at them. */
const PRODUCTS_KEPT_MS = 60_000

export interface Offer {
  readonly product: PaymentProduct
  readonly plan: CapitalPlan
}

export interface Offers {
  all(): Promise<readonly Offer[]>
  /** Undefined: it is not for sale. */
  ofPrice(priceId: string): Promise<Offer | undefined>
}

export interface OffersPorts {
  readonly clock: Clock
  readonly payments: Pick<AskedPayments, 'products'>
  readonly logger: Pick<Logger, 'warn'>
}

export function createOffers({ clock, payments, logger }: OffersPorts): Offers {
  let kept: { readonly offers: readonly Offer[]; readonly untilMs: number } | undefined

  async function all(): Promise<readonly Offer[]> {
    const nowMs = clock.nowMs()
    if (kept !== undefined && nowMs < kept.untilMs) return kept.offers
    const products = await payments.products()
    const offers = products.flatMap((product) => {
      const plan = planOf(product)
      if (plan === undefined) logger.warn({ product }, 'a product of the payment provider is no plan')
      return plan === undefined ? [] : [{ product, plan }]
    })
    kept = { offers, untilMs: nowMs + PRODUCTS_KEPT_MS }
    return offers
  }

  return {
    all,
    ofPrice: async (priceId) => (await all()).find(({ plan }) => plan.priceId === priceId),
  }
}
