/** What a claim is looked at for before it is opened: signs of abuse, those of a card that paid for other owners among them. */
import type { CapitalSignal } from '@vest/engine'
import type { Address, Id } from '@vest/protocol'
import type { PaymentProvider } from '@vest/runtime'
import type { Edge } from '../../edge.ts'
import type { Logger } from '../../logger.ts'
import { signalsOf } from '../accountSignals.ts'

export interface ClaimSignalsPorts {
  readonly edge: Pick<
    Edge,
    'capitalCluster' | 'engine' | 'isCapitalReviewed' | 'projector' | 'store' | 'view'
  >
  readonly payments: Pick<PaymentProvider, 'withSameCard'>
  readonly logger: Pick<Logger, 'error'>
}

/** Of the evaluation that was passed, by the purchase that led to it. */
export type ClaimSignals = (
  evaluation: Address,
  ownerId: Address,
  purchaseId: Id,
) => Promise<readonly CapitalSignal[]>

export function createClaimSignals({ edge, payments, logger }: ClaimSignalsPorts): ClaimSignals {
  const { engine } = edge

  /**
   * Other owners whose card paid for this purchase. A provider that does not answer keeps no claim from being opened: none
   * is found then, and the log says so.
   */
  async function onSameCard(id: Id, ownerId: Address): Promise<readonly Address[]> {
    const { beganTimeMs } = (await engine.query('purchase', { id }))!
    try {
      const owners = new Set<Address>()
      for (const other of await payments.withSameCard(id, beganTimeMs)) {
        const purchase = await engine.query('purchase', { id: other })
        if (purchase !== undefined && purchase.ownerId !== ownerId) owners.add(purchase.ownerId)
      }
      return [...owners]
    } catch (error) {
      logger.error(
        { err: error, id },
        'the card of a plan was not compared: the payment provider did not answer',
      )
    }
    return []
  }

  return async (evaluation, ownerId, purchaseId) => {
    const cardOwners = edge.isCapitalReviewed ? await onSameCard(purchaseId, ownerId) : []
    return signalsOf(edge, evaluation, ownerId, cardOwners)
  }
}
