/**
 * From the checkout to the open evaluation, and what the payment provider says of the money afterwards (mechanics 9.6,
 * E10). Statuses change along the edges of that table alone; whatever else is asked is 1130, or 1149 while a dispute is
 * open, and changes nothing. What was said before and has been done is done.
 */
import { REFUSAL, type Address, type ErrorCode, timeMs } from '@vest/protocol'
import type {
  AllocateEvaluation,
  Answer,
  BeginPurchase,
  CapitalPlan,
  CapitalReason,
  NotePayment,
  OpenEvaluation,
} from '../api/index.ts'
import { areTermsSound, isTrading } from '../sim/index.ts'
import { type Account, accountAt, emit, type Exchange, type Purchase } from '../state/index.ts'
import { finishCapital, recordPassing } from './finishCapital.ts'
import { endReviewsOf, waitingReason } from './reviews.ts'
import { closeAll, openAccount, openingRefusal } from './simAccounts.ts'
import { evaluationStatus, evaluationTerms, fundedTerms, publishPurchase } from './walletViews.ts'

const DONE: Answer = { ok: true }
export const refused = (code: ErrorCode): Answer => ({ ok: false, code })

/** A plan is held while one of these stands: another is not sold to its owner. */
const HELD: ReadonlySet<string> = new Set(['created', 'paid', 'pre_eval', 'active', 'goal_passed'])

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

const isPlanSound = (plan: CapitalPlan): boolean =>
  Number.isSafeInteger(plan.sizeUsd6) &&
  plan.sizeUsd6 > 0 &&
  isCount(plan.priceCents) &&
  isCount(plan.reviewMs) &&
  areTermsSound(evaluationTerms(plan), plan.sizeUsd6) &&
  areTermsSound(fundedTerms(plan), plan.sizeUsd6)

/** The same again is done; another under its id, or while a plan is held, is not (1130). */
export function beginPurchase(exchange: Exchange, command: BeginPurchase): Answer {
  const { id, ownerId, account, networkType, plan } = command
  const { purchases } = exchange.sim
  const known = purchases.byId.get(id)
  if (known !== undefined)
    return known.ownerId === ownerId && known.account === account ? DONE : refused(REFUSAL.INVALID_PARAMETER)
  if (!isPlanSound(plan)) return refused(REFUSAL.INVALID_PARAMETER)
  if (purchases.of(ownerId).some((one) => HELD.has(evaluationStatus(exchange, one))))
    return refused(REFUSAL.INVALID_PARAMETER)
  const code = walletRefusal(exchange, account, ownerId)
  if (code !== undefined) return refused(code)
  const purchase: Purchase = {
    id,
    ownerId,
    account,
    networkType,
    plan,
    beganTimeMs: timeMs(exchange.timeMs),
    phase: 'created',
    reason: undefined,
    dispute: undefined,
    refund: undefined,
    funded: undefined,
  }
  purchases.add(purchase)
  publishPurchase(exchange, purchase, account)
  return DONE
}

/** A wallet is taken once, and its owner is not itself a wallet of the programme. */
export function walletRefusal(exchange: Exchange, wallet: Address, ownerId: Address): ErrorCode | undefined {
  const { ofWallet, ofOwner } = exchange.sim.purchases
  if (ofWallet.has(wallet) || ofWallet.has(ownerId) || ofOwner.has(wallet))
    return REFUSAL.ACTION_NOT_AVAILABLE
  return openingRefusal(exchange, wallet, ownerId)
}

export function recordPayment(exchange: Exchange, command: NotePayment): Answer {
  const { id, fact } = command
  const purchase = exchange.sim.purchases.byId.get(id)
  if (purchase === undefined) return refused(REFUSAL.ACCOUNT_NOT_FOUND)
  switch (fact) {
    case 'PAID':
      return pay(exchange, purchase)
    case 'EXPIRED':
      return expire(exchange, purchase)
    case 'REFUNDED':
      return refund(exchange, purchase, command)
    case 'DISPUTED':
      return dispute(exchange, purchase)
    case 'DISPUTE_WON':
      return winDispute(exchange, purchase)
    case 'DISPUTE_LOST':
      return loseDispute(exchange, purchase)
  }
}

/** What failed before is out of sight once a new plan is bought. */
function pay(exchange: Exchange, purchase: Purchase): Answer {
  if (purchase.phase === 'not_eligible') return refused(REFUSAL.INVALID_PARAMETER)
  if (purchase.phase !== 'created') return DONE
  moveTo(exchange, purchase, 'paid')
  for (const { account } of exchange.sim.purchases.of(purchase.ownerId)) hideFailed(exchange, account)
  return DONE
}

export function hideFailed(exchange: Exchange, wallet: Address): boolean {
  const account = accountAt(exchange, wallet)
  const status = account?.capital?.status
  if (status !== 'goal_failed_max_drawdown' && status !== 'goal_failed_max_daily_loss') return false
  finishCapital(exchange, account!, account!.capital!, 'goal_failed_hidden')
  return true
}

/** The payment did not come: removes the purchase. */
function expire(exchange: Exchange, purchase: Purchase): Answer {
  if (purchase.phase !== 'created') return refused(REFUSAL.INVALID_PARAMETER)
  moveTo(exchange, purchase, 'not_eligible', 'EXPIRED')
  exchange.sim.purchases.drop(purchase)
  return DONE
}

/** All of the money went back: an evaluation that has begun ends without a verdict. */
function refund(exchange: Exchange, purchase: Purchase, { by, why }: NotePayment): Answer {
  if (purchase.phase === 'not_eligible')
    return purchase.reason === 'REFUNDED' ? DONE : refused(REFUSAL.INVALID_PARAMETER)
  const note =
    by === undefined || why === undefined ? undefined : { by, why, timeMs: timeMs(exchange.timeMs) }
  if (purchase.phase !== 'opened') {
    purchase.refund = note
    return endEarly(exchange, purchase, 'REFUNDED')
  }
  const account = accountAt(exchange, purchase.account)!
  const { status, reason } = account.capital!
  if (status === 'claimed' && reason === 'REFUNDED') return DONE
  if (status !== 'active') return refused(REFUSAL.INVALID_PARAMETER)
  purchase.refund = note
  claim(exchange, account, 'REFUNDED')
  return DONE
}

function endEarly(exchange: Exchange, purchase: Purchase, reason: CapitalReason): Answer {
  moveTo(exchange, purchase, 'not_eligible', reason)
  return DONE
}

function moveTo(
  exchange: Exchange,
  purchase: Purchase,
  phase: Purchase['phase'],
  reason?: CapitalReason,
): void {
  purchase.phase = phase
  purchase.reason = reason
  publishPurchase(exchange, purchase, purchase.account)
}

/** Everything is closed as after a breach, without a verdict. */
export function claim(exchange: Exchange, account: Account, reason: CapitalReason): void {
  closeAll(exchange, account, 0)
  finishCapital(exchange, account, account.capital!, 'claimed', reason)
}

/** Until the decision an account can neither trade nor be paid: its positions are closed, and it is not judged. */
function dispute(exchange: Exchange, purchase: Purchase): Answer {
  if (purchase.phase === 'created' || purchase.phase === 'not_eligible')
    return refused(REFUSAL.INVALID_PARAMETER)
  if (purchase.dispute !== undefined)
    return purchase.dispute === 'OPEN' ? DONE : refused(REFUSAL.INVALID_PARAMETER)
  purchase.dispute = 'OPEN'
  for (const wallet of concerned(exchange, purchase)) {
    const account = accountAt(exchange, wallet)
    if (account?.capital !== undefined) freeze(exchange, account)
    publishPurchase(exchange, purchase, wallet)
  }
  return DONE
}

function freeze(exchange: Exchange, account: Account): void {
  const capital = account.capital!
  capital.reason = 'DISPUTED'
  if (!isTrading(capital)) return
  recordPassing(exchange, account.id, capital, false)
  closeAll(exchange, account, 0)
  if (account.isFrozen) return
  account.isFrozen = true
  emit(exchange, { kind: 'SimAccountStatusChanged', account: account.address, status: 'FROZEN' })
}

function winDispute(exchange: Exchange, purchase: Purchase): Answer {
  if (purchase.dispute !== 'OPEN')
    return purchase.dispute === 'WON' ? DONE : refused(REFUSAL.INVALID_PARAMETER)
  purchase.dispute = 'WON'
  for (const wallet of concerned(exchange, purchase)) {
    const account = accountAt(exchange, wallet)
    if (account?.capital !== undefined) thaw(exchange, account)
    publishPurchase(exchange, purchase, wallet)
  }
  return DONE
}

function thaw(exchange: Exchange, account: Account): void {
  const capital = account.capital!
  capital.reason = waitingReason(exchange, account)
  if (!isTrading(capital)) return
  account.isFrozen = false
  emit(exchange, { kind: 'SimAccountStatusChanged', account: account.address, status: 'ACTIVE' })
}

/** What was paid out stays paid: the treasury has written it off with the payout. */
function loseDispute(exchange: Exchange, purchase: Purchase): Answer {
  if (purchase.dispute !== 'OPEN')
    return purchase.dispute === 'LOST' ? DONE : refused(REFUSAL.INVALID_PARAMETER)
  purchase.dispute = 'LOST'
  if (purchase.phase === 'not_eligible') return DONE
  if (purchase.phase !== 'opened') return endEarly(exchange, purchase, 'DISPUTE_LOST')
  for (const wallet of concerned(exchange, purchase)) {
    const account = accountAt(exchange, wallet)
    if (account?.capital !== undefined) claim(exchange, account, 'DISPUTE_LOST')
    else {
      purchase.funded!.phase = 'claimed'
      publishPurchase(exchange, purchase, wallet)
    }
  }
  endReviewsOf(exchange, purchase)
  return DONE
}

/** Wallets of the purchase that a dispute concerns: a failed or converted one has nothing to lose. */
function concerned(exchange: Exchange, { account, phase, funded }: Purchase): readonly Address[] {
  if (phase === 'not_eligible') return []
  if (phase !== 'opened') return [account]
  const wallets = funded === undefined ? [account] : [account, funded.account]
  return wallets.filter((wallet) => {
    const capital = accountAt(exchange, wallet)?.capital
    return capital === undefined
      ? funded?.phase === 'pre_funded'
      : isTrading(capital) || capital.status === 'goal_passed'
  })
}

export function allocateEvaluation(exchange: Exchange, { id }: AllocateEvaluation): Answer {
  const purchase = exchange.sim.purchases.byId.get(id)
  if (purchase === undefined) return refused(REFUSAL.ACCOUNT_NOT_FOUND)
  if (purchase.phase === 'pre_eval' || purchase.phase === 'opened') return DONE
  if (purchase.phase !== 'paid') return refused(REFUSAL.INVALID_PARAMETER)
  moveTo(exchange, purchase, 'pre_eval')
  return DONE
}

/** 1099: no wallet of the programme; 1130: not paid for and allocated, or over; 1149: disputed, or it has become another's. */
export function openEvaluation(exchange: Exchange, { account: wallet }: OpenEvaluation): Answer {
  const purchase = exchange.sim.purchases.ofWallet.get(wallet)
  if (purchase === undefined || purchase.account !== wallet) return refused(REFUSAL.ACCOUNT_NOT_FOUND)
  if (purchase.phase === 'opened')
    return evaluationStatus(exchange, purchase) === 'active' ? DONE : refused(REFUSAL.INVALID_PARAMETER)
  if (purchase.phase !== 'pre_eval') return refused(REFUSAL.INVALID_PARAMETER)
  if (purchase.dispute === 'OPEN') return refused(REFUSAL.ACTION_NOT_AVAILABLE)
  const { ownerId, networkType, plan } = purchase
  const opening = { account: wallet, ownerId, networkType, amountUsd6: plan.sizeUsd6 }
  const code = openingRefusal(exchange, wallet, ownerId, plan.sizeUsd6)
  if (code !== undefined) return refused(code)
  purchase.phase = 'opened'
  openAccount(exchange, { ...opening, capital: evaluationTerms(plan) })
  return DONE
}
