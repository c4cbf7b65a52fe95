/** What of a charge was given back, and what its buyer asks back by a dispute. */
import type { PaymentState } from '@vest/runtime'
import type { Stripe } from 'stripe'
import { PAGE } from './stripeFields.ts'

/** Of several the gravest counts. */
const STAGES = ['LOST', 'OPEN', 'WON'] as const

export async function disputeOf(
  stripe: Pick<Stripe, 'disputes'>,
  charge: Stripe.Charge | undefined,
): Promise<PaymentState['dispute']> {
  if (charge?.disputed !== true) return 'NONE'
  const { data } = await stripe.disputes.list({ charge: charge.id, limit: PAGE })
  const stages = data.map(({ status }) => stageOf(status))
  return STAGES.find((stage) => stages.includes(stage)) ?? 'NONE'
}

/** Inquiries (`warning_`) and what the provider prevented take no money. */
function stageOf(status: string): PaymentState['dispute'] {
  if (status === 'won') return 'WON'
  if (status === 'lost') return 'LOST'
  return status.startsWith('warning_') || status === 'prevented' ? 'NONE' : 'OPEN'
}

export async function refundOf(
  stripe: Pick<Stripe, 'refunds'>,
  charge: Stripe.Charge | undefined,
): Promise<Pick<PaymentState, 'refund' | 'refundNote'>> {
  if (charge === undefined || charge.amount_refunded === 0) return { refund: 'NONE' }
  const { data } = await stripe.refunds.list({ charge: charge.id, limit: PAGE })
  const given = data.filter(({ status }) => status !== 'failed' && status !== 'canceled')
  if (given.length === 0) return { refund: 'NONE' }
  if (given.reduce((sum, { amount }) => sum + amount, 0) < charge.amount) return { refund: 'PARTIAL' }
  const noted = given.find(({ metadata }) => metadata?.by !== undefined && metadata.why !== undefined)
  const { by, why } = noted?.metadata ?? {}
  return {
    refund: 'FULL',
    ...(by === undefined || why === undefined ? {} : { refundNote: { by, why } }),
  }
}
