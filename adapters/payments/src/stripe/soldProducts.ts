/** The products that are for sale at one price, the cheapest first. */
import type { PaymentProduct } from '@vest/runtime'
import type { Stripe } from 'stripe'
import { PAGE } from './stripeFields.ts'

export async function soldProducts(stripe: Pick<Stripe, 'prices'>): Promise<readonly PaymentProduct[]> {
  const products: PaymentProduct[] = []
  for await (const price of stripe.prices.list({ active: true, limit: PAGE, expand: ['data.product'] })) {
    const product = productOf(price)
    if (product !== undefined) products.push(product)
  }
  return products.sort((a, b) => a.priceCents - b.priceCents)
}

function productOf({ id, unit_amount, currency, product, type }: Stripe.Price): PaymentProduct | undefined {
  if (typeof product === 'string' || product.deleted === true || !product.active) return undefined
  if (unit_amount === null || type !== 'one_time') return undefined
  const { name, metadata } = product
  return { name, priceId: id, priceCents: unit_amount, currency, metadata }
}
