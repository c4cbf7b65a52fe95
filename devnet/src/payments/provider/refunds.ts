/** Money that goes back to a buyer, whole or in parts; what the buyer's bank does not take comes back. */
import { newId, type Books, type Charge, type Refund } from '../paymentBooks.ts'
import { partIn, textIn, textsIn, type Fields } from '../formFields.ts'
import { ApiRefusal, missing } from './apiAnswer.ts'
import type { EventMessages } from './eventMessages.ts'

export interface RefundsPorts {
  readonly books: Pick<Books, 'charges' | 'disputes' | 'refunds'>
  readonly nowS: () => number
  readonly tell: EventMessages['tell']
}

export interface Refunds {
  /** Of what is left of a charge, unless it is disputed. */
  create(fields: Fields): Refund
  /** The last one of a charge that stands; undefined where there is none. */
  failLast(charge: Charge): Refund | undefined
}

export function createRefunds({ books, nowS, tell }: RefundsPorts): Refunds {
  return {
    create(fields) {
      const charge = chargeIn(fields)
      const amount = amountIn(fields, charge)
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
    },
    failLast(charge) {
      const refund = books.refunds.findLast(
        ({ charge: id, status }) => id === charge.id && status === 'succeeded',
      )
      if (refund === undefined) return undefined
      refund.status = 'failed'
      charge.amount_refunded -= refund.amount
      charge.refunded = false
      tell('refund.failed', refund)
      return refund
    },
  }

  function chargeIn(fields: Fields): Charge {
    const intentId = textIn(fields, 'payment_intent')
    const charge = books.charges.find(
      ({ id, payment_intent, paid }) =>
        paid && (id === textIn(fields, 'charge') || payment_intent === intentId),
    )
    if (charge === undefined) throw missing('payment_intent', intentId)
    return charge
  }

  function amountIn(fields: Fields, charge: Charge): number {
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
    return amount
  }
}
