/**
 * How far a plan has come since its payment was finished ([2.14]), as the exchange says: a page that the browser was sent
 * to proves nothing. Pure.
 */
import type { CapitalWallet } from '../../entities/capital/index.ts'

export type PaymentStage =
  /** The exchange has not heard of the payment yet. */
  | 'confirming'
  | 'confirmed'
  /** Its account waits to be opened. */
  | 'ready'
  | 'opened'
  /** Given back, or run out before it was paid. */
  | 'over'

/** The evaluation that was bought last; two cannot be paid for at once. */
export const lastEvaluation = (wallets: readonly CapitalWallet[] | undefined): CapitalWallet | undefined =>
  wallets?.findLast(({ facts }) => !facts.isFunded)

/** Undefined: there is no purchase. */
export function paymentStageOf(wallet: CapitalWallet | undefined): PaymentStage | undefined {
  switch (wallet?.facts.status) {
    case undefined:
      return undefined
    case 'created':
      return 'confirming'
    case 'paid':
      return 'confirmed'
    case 'pre_eval':
      return 'ready'
    case 'not_eligible':
    case 'claimed':
      return 'over'
    default:
      return 'opened'
  }
}
