/**
 * Brings what the payment provider knows into the journal. Whatever led here, a message or the hour, the purchase is
 * looked at anew and the engine is told what stands; what it was told before changes nothing. So a message may be lost,
 * come twice, late or out of order, and the process may die between any two steps: the next look goes on from the journal.
 */
import type { Command, PaymentFact, PurchaseView } from '@vest/engine'
import type { Id } from '@vest/protocol'
import type { Clock, EngineClient, PaymentMessage, PaymentProvider, PaymentState } from '@vest/runtime'
import type { Logger } from '../logger.ts'

export interface PaymentDeskParts {
  readonly engine: Pick<EngineClient, 'submit' | 'query'>
  readonly payments: PaymentProvider
  readonly logger: Logger
  readonly clock: Clock
}

/** A purchase may be paid for so long. */
export const CHECKOUT_MS = 23 * 3_600_000

export type Taken = 'DONE' | 'FORGED' | 'UNKNOWN'

export interface PaymentDesk {
  /** Resolves once the journal holds what the message is about; FORGED: it is not the provider's. */
  take(body: Uint8Array, signature: string | undefined): Promise<Taken>
  /** Looks at one purchase; false: the engine does not know it. */
  settle(id: Id, sessionId?: string): Promise<boolean>
  /** Looks at all that may still change without a message. */
  reconcile(): Promise<void>
}

/** A purchase about which the provider may still say something. */
const isOpen = ({ status, dispute }: PurchaseView): boolean =>
  ['created', 'paid', 'pre_eval', 'active', 'goal_passed'].includes(status) || dispute === 'OPEN'

export function createPaymentDesk({ engine, payments, logger, clock }: PaymentDeskParts): PaymentDesk {
  /** Of one purchase one look at a time: the later one sees what the earlier one has told. */
  const underWay = new Map<Id, Promise<unknown>>()

  function settle(id: Id, sessionId?: string): Promise<boolean> {
    const before = underWay.get(id) ?? Promise.resolve()
    const look = before.catch(() => undefined).then(() => lookAt(id, sessionId))
    underWay.set(id, look)
    const forget = (): void => void (underWay.get(id) === look && underWay.delete(id))
    look.then(forget, forget)
    return look
  }

  async function lookAt(id: Id, sessionId?: string): Promise<boolean> {
    const purchase = await engine.query('purchase', { id })
    if (purchase === undefined) return false
    const state = await payments.stateOf(id, purchase.beganTimeMs, sessionId)
    if (state === undefined) {
      // The process died before there was a session, and the buyer did not come back for it.
      const isOver = clock.nowMs() > purchase.beganTimeMs + CHECKOUT_MS
      if (purchase.status === 'created' && isOver) await tell(id, 'EXPIRED')
      return true
    }
    if (purchase.status === 'created') await begin(purchase, state)
    if (state.isPaid) await follow(id, state)
    return true
  }

  async function begin({ id, plan }: PurchaseView, state: PaymentState): Promise<void> {
    if (!state.isPaid) {
      if (state.session.status === 'EXPIRED') await tell(id, 'EXPIRED')
      return
    }
    const isAsSold =
      state.amountCents === plan.priceCents &&
      state.currency === plan.currency &&
      state.priceId === plan.priceId
    if (isAsSold) await tell(id, 'PAID')
    else logger.error({ id, state }, 'a plan was paid with another sum than it was sold for')
  }

  /** In the order in which things can follow on each other, whatever was heard first. */
  async function follow(id: Id, { refund, refundNote, dispute }: PaymentState): Promise<void> {
    const { status, dispute: known } = (await engine.query('purchase', { id }))!
    if (status === 'created') return
    if (dispute !== 'NONE' && known === undefined) await tell(id, 'DISPUTED')
    if (dispute === 'WON') await tell(id, 'DISPUTE_WON')
    if (dispute === 'LOST') await tell(id, 'DISPUTE_LOST')
    if (refund === 'FULL') await submit({ kind: 'NotePayment', id, fact: 'REFUNDED', ...refundNote })
    if (refund === 'PARTIAL') logger.warn({ id }, 'a plan was refunded in part: the operator decides')
    const now = (await engine.query('purchase', { id }))!
    if (now.status === 'paid' && now.dispute !== 'OPEN') await submit({ kind: 'AllocateEvaluation', id })
  }

  async function tell(id: Id, fact: PaymentFact): Promise<void> {
    await submit({ kind: 'NotePayment', id, fact })
  }

  async function submit(command: Extract<Command, { readonly id: Id }>): Promise<void> {
    const { answer } = await engine.submit(command)
    if (!answer.ok)
      logger.warn({ command, code: answer.code }, 'what the payment provider says changes nothing any more')
  }

  return {
    async take(body, signature) {
      const message: PaymentMessage | undefined = await payments.readMessage(body, signature)
      if (message === undefined) return 'FORGED'
      if (message.purchaseId === undefined) return 'DONE'
      if (message.isRefundFailure)
        logger.error({ message }, 'a refund did not reach its buyer: give the money back on another way')
      if (await settle(message.purchaseId, message.sessionId)) return 'DONE'
      // Of one that ran out nothing is left.
      if (message.isUnpaidEnd) return 'DONE'
      logger.error({ message }, 'the payment provider speaks of a purchase that is unknown here')
      return 'UNKNOWN'
    },
    settle,
    async reconcile() {
      for (const purchase of await engine.query('purchases', {}))
        if (isOpen(purchase))
          await settle(purchase.id).catch((error: unknown) =>
            logger.warn({ err: error, id: purchase.id }, 'a payment was not looked at'),
          )
    },
  }
}
