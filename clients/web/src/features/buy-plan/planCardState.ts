/**
 * What the button of a plan says ([4.19], [5.13]): a plan is bought by a person with e-mail or Google, one at a time; the
 * one that is held is told apart from those that wait until it has ended. Pure.
 */
import type { CapitalStatus } from '@vest/protocol'

export type PlanCardState =
  /** No person is signed in. */
  | { readonly kind: 'logIn' }
  /** Signed in by a wallet alone ([5.13]). */
  | { readonly kind: 'addLogin' }
  | { readonly kind: 'buy' }
  /** On the way to the payment. */
  | { readonly kind: 'opening' }
  /** Another plan is on its way to the payment, or is held. */
  | { readonly kind: 'unavailable' }
  /** Paid, and its account not opened yet. */
  | { readonly kind: 'open'; readonly account: string }
  | { readonly kind: 'purchased' }
  /** Held, with a funded account on screen. */
  | { readonly kind: 'switchToEval'; readonly account: string }

export interface PlanHolding {
  readonly account: string
  readonly status: CapitalStatus
  readonly priceId: string | undefined
}

export interface PlanFacts {
  readonly status: 'visitor' | 'wallet' | 'login'
  /** Of all wallets of the person in the programme. */
  readonly holdings: readonly PlanHolding[]
  /** A funded account is on screen. */
  readonly isFunded: boolean
  /** Of the plan whose payment is being opened. */
  readonly openingId: string | undefined
  /** A practice evaluation trades: there is one at a time. */
  readonly isPractising?: boolean
}

const PAID: ReadonlySet<CapitalStatus> = new Set(['paid', 'pre_eval'])
const HELD: ReadonlySet<CapitalStatus> = new Set(['paid', 'pre_eval', 'active', 'goal_passed'])

/** The plan that keeps others from being bought; what was begun and not paid does not. */
export const heldPlan = (holdings: readonly PlanHolding[]): PlanHolding | undefined =>
  holdings.findLast(({ status }) => HELD.has(status))

export function planCardState(
  priceId: string,
  { status, holdings, isFunded, openingId }: PlanFacts,
): PlanCardState {
  if (status === 'visitor') return { kind: 'logIn' }
  if (status === 'wallet') return { kind: 'addLogin' }
  const held = heldPlan(holdings)
  if (held === undefined) {
    if (openingId === undefined) return { kind: 'buy' }
    return { kind: openingId === priceId ? 'opening' : 'unavailable' }
  }
  if (held.priceId !== priceId) return { kind: 'unavailable' }
  const { account } = held
  if (PAID.has(held.status)) return { kind: 'open', account }
  return isFunded ? { kind: 'switchToEval', account } : { kind: 'purchased' }
}
