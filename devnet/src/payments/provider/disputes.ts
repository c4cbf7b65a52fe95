/** Charges that a buyer disputes: one dispute of each, open until it is won or lost. */
import { newId, type Books, type Charge, type Dispute } from '../paymentBooks.ts'
import type { EventMessages } from './eventMessages.ts'

export interface DisputesPorts {
  readonly books: Pick<Books, 'disputes'>
  readonly nowS: () => number
  readonly tell: EventMessages['tell']
}

export interface Disputes {
  /** Undefined where the charge was disputed before. */
  open(charge: Charge): Dispute | undefined
  /** Undefined where none is open. */
  close(charge: Charge, outcome: 'won' | 'lost'): Dispute | undefined
}

const EVIDENCE_DUE_S = 7 * 86_400

export function createDisputes({ books, nowS, tell }: DisputesPorts): Disputes {
  return {
    open(charge) {
      if (charge.disputed) return undefined
      charge.disputed = true
      const dispute: Dispute = {
        id: newId('dp'),
        object: 'dispute',
        status: 'needs_response',
        amount: charge.amount,
        charge: charge.id,
        payment_intent: charge.payment_intent,
        reason: 'fraudulent',
        currency: charge.currency,
        is_charge_refundable: false,
        evidence_details: { due_by: nowS() + EVIDENCE_DUE_S },
        created: nowS(),
        livemode: false,
      }
      books.disputes.push(dispute)
      tell('charge.dispute.created', dispute)
      tell('charge.dispute.funds_withdrawn', dispute)
      return dispute
    },
    close(charge, outcome) {
      const dispute = books.disputes.findLast((one) => one.charge === charge.id)
      if (dispute === undefined || dispute.status === 'won' || dispute.status === 'lost') return undefined
      dispute.status = outcome
      if (outcome === 'won') tell('charge.dispute.funds_reinstated', dispute)
      tell('charge.dispute.closed', dispute)
      return dispute
    },
  }
}
