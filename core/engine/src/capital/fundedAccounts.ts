/**
 * From the passed evaluation to the funded account and its end without a verdict (mechanics 9.6): a claim is made once,
 * by a wallet that waits for it, while the treasury can bear what funded accounts have won.
 */
import { profitPayout } from '@vest/formulas'
import { REFUSAL, type Address, type ErrorCode, usd6 } from '@vest/protocol'
import type {
  ActivateFunded,
  AllocateFunded,
  Answer,
  CapitalReviewView,
  CapitalTerms,
  CapitalTreasuryView,
  CloseFunded,
  DecideReview,
  DismissEvaluation,
} from '../api/index.ts'
import { valueOfAccount, withdrawableOf } from '../margin/index.ts'
import { type Account, accountAt, type Exchange, type Purchase } from '../state/index.ts'
import { finishCapital } from './finishCapital.ts'
import { claim, hideFailed, refused, walletRefusal } from './purchases.ts'
import { decide, queueClaim } from './reviews.ts'
import { openAccount, openingRefusal } from './simAccounts.ts'
import { evaluationStatus, fundedTerms, publishPurchase } from './walletViews.ts'

const DONE: Answer = { ok: true }
/** New claims wait while the treasury holds less than this of what it may have to pay, percent. */
const RESERVE_PERCENT = 120
/** Of one owner. */
const FUNDED_MAX = 1

const evaluated = (exchange: Exchange, wallet: Address): Purchase | undefined => {
  const purchase = exchange.sim.purchases.ofWallet.get(wallet)
  return purchase?.account === wallet ? purchase : undefined
}

export function dismissEvaluation(exchange: Exchange, { account }: DismissEvaluation): Answer {
  const known = accountAt(exchange, account)?.capital
  if (known === undefined) return refused(REFUSAL.ACCOUNT_NOT_FOUND)
  if (known.status === 'goal_failed_hidden') return DONE
  return hideFailed(exchange, account) ? DONE : refused(REFUSAL.INVALID_PARAMETER)
}

/** One wallet waits per pass: the same again is done, another is refused (1130). */
export function allocateFunded(exchange: Exchange, command: AllocateFunded): Answer {
  const { evaluation, account, networkType } = command
  const purchase = evaluated(exchange, evaluation)
  if (purchase === undefined) return refused(REFUSAL.ACCOUNT_NOT_FOUND)
  const { funded, ownerId, dispute } = purchase
  if (funded !== undefined)
    return funded.account === account && funded.phase === 'pre_funded'
      ? DONE
      : refused(REFUSAL.INVALID_PARAMETER)
  if (evaluationStatus(exchange, purchase) !== 'goal_passed') return refused(REFUSAL.INVALID_PARAMETER)
  if (dispute === 'OPEN') return refused(REFUSAL.ACTION_NOT_AVAILABLE)
  const code = walletRefusal(exchange, account, ownerId)
  if (code !== undefined) return refused(code)
  purchase.funded = { account, networkType, phase: 'pre_funded' }
  exchange.sim.purchases.ofWallet.set(account, purchase)
  publishPurchase(exchange, purchase, account)
  return DONE
}

/**
 * A repetition changes nothing. 1130: no passed evaluation, this wallet is not reserved, it is too early, or the owner has
 * the maximum of funded accounts; 5009: the treasury could not pay their profits. With signals it is done once a person
 * has looked at it.
 */
export function activateFunded(exchange: Exchange, command: ActivateFunded): Answer {
  const { evaluation, account, signals = [] } = command
  const purchase = evaluated(exchange, evaluation)
  if (purchase === undefined) return refused(REFUSAL.ACCOUNT_NOT_FOUND)
  const { funded } = purchase
  if (funded?.account !== account) return refused(REFUSAL.INVALID_PARAMETER)
  if (funded.phase === 'opened') return DONE
  const code = claimRefusal(exchange, purchase)
  if (code !== undefined) return refused(code)
  const review = exchange.sim.reviews.get(purchase.id)
  if (review === undefined && signals.length > 0) queueClaim(exchange, purchase, signals)
  else if (review === undefined || review.state === 'RELEASED') openFunded(exchange, purchase)
  return DONE
}

/** A released claim is opened at once; if it cannot be, its owner claims again later. */
export const decideReview = (exchange: Exchange, command: DecideReview): Answer =>
  decide(exchange, command, (_, purchase) => {
    if (claimRefusal(exchange, purchase) === undefined) openFunded(exchange, purchase)
  })

function openFunded(exchange: Exchange, purchase: Purchase): void {
  const { ownerId, plan } = purchase
  const funded = purchase.funded!
  const { account } = funded
  const passed = accountAt(exchange, purchase.account)!
  exchange.sim.reviews.delete(purchase.id)
  funded.phase = 'opened'
  finishCapital(exchange, passed, passed.capital!, 'funded_claimed')
  openAccount(exchange, {
    account,
    ownerId,
    networkType: funded.networkType,
    amountUsd6: plan.sizeUsd6,
    capital: fundedTerms(plan),
  })
}

function claimRefusal(exchange: Exchange, purchase: Purchase): ErrorCode | undefined {
  const { account, ownerId, plan, dispute, funded } = purchase
  if (dispute === 'OPEN') return REFUSAL.ACTION_NOT_AVAILABLE
  const { status, endedTimeMs } = accountAt(exchange, account)!.capital!
  if (status !== 'goal_passed' || funded!.phase !== 'pre_funded') return REFUSAL.INVALID_PARAMETER
  if (exchange.timeMs - endedTimeMs! < plan.reviewMs) return REFUSAL.INVALID_PARAMETER
  if (fundedOf(exchange, ownerId) >= FUNDED_MAX) return REFUSAL.INVALID_PARAMETER
  return treasuryView(exchange).state === 'OK'
    ? openingRefusal(exchange, funded!.account, ownerId, plan.sizeUsd6)
    : REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED
}

const fundedAccounts = (exchange: Exchange): readonly Account[] =>
  exchange.sim.capital.ids
    .map((id) => exchange.account(id))
    .filter(({ capital }) => capital!.status === 'funded_active')

const fundedOf = (exchange: Exchange, ownerId: Address): number =>
  fundedAccounts(exchange).filter((account) => account.ownerId === ownerId).length

/** What all of them could take out now, of what they have won. */
const owedToFunded = (exchange: Exchange): number =>
  fundedAccounts(exchange).reduce((sum, account) => {
    const { terms, sizeUsd6 } = account.capital!
    const won = usd6(Math.max(0, valueOfAccount(exchange, account).equity - sizeUsd6))
    const { profitSplitRatio } = terms as Extract<CapitalTerms, { readonly stage: 'FUNDED' }>
    return sum + profitPayout(won, profitSplitRatio)
  }, 0)

/** Payouts that wait count as what they will cost, until they are made or rejected. */
export function treasuryView(exchange: Exchange): CapitalTreasuryView {
  const { CAPITAL_TREASURY: balanceUsd6, TREASURY: incomeUsd6 } = exchange.money
  const owed = owedToFunded(exchange)
  const waiting = waitingShares(exchange)
  const all = owed + waiting
  const isLow = balanceUsd6 * 100 < all * RESERVE_PERCENT
  return {
    balanceUsd6,
    incomeUsd6,
    owedUsd6: usd6(owed),
    waitingUsd6: usd6(waiting),
    state: balanceUsd6 < all ? 'SHORT' : isLow ? 'LOW' : 'OK',
  }
}

const waitingShares = ({ sim }: Exchange): number =>
  [...sim.reviews.values()].reduce((sum, { payout }) => sum + (payout?.shareUsd6 ?? 0), 0)

export const reviewViews = (exchange: Exchange): readonly CapitalReviewView[] =>
  [...exchange.sim.reviews.values()].map(({ payout, ...review }) => ({
    ...review,
    decisions: [...review.decisions],
    ownerId: accountAt(exchange, review.account)!.ownerId,
    ...(payout === undefined ? {} : { sizeUsd6: payout.record.size, payoutUsd6: payout.shareUsd6 }),
  }))

/** Its owner closes what is flat and fully paid (5002); the operator whatever it is. */
export function closeFunded(exchange: Exchange, { account: wallet, by }: CloseFunded): Answer {
  const account = accountAt(exchange, wallet)
  const { capital } = account ?? {}
  if (account === undefined || capital === undefined) return refused(REFUSAL.ACCOUNT_NOT_FOUND)
  if (capital.status === 'claimed' && capital.reason === 'CLOSED') return DONE
  if (capital.status !== 'funded_active') return refused(REFUSAL.INVALID_PARAMETER)
  if (account.isFrozen && by === 'OWNER') return refused(REFUSAL.ACTION_NOT_AVAILABLE)
  if (by === 'OWNER' && isOwing(exchange, account)) return refused(REFUSAL.TRANSFER_MARGIN_CHECK_FAILED)
  claim(exchange, account, 'CLOSED')
  return DONE
}

const isOwing = (exchange: Exchange, account: Account): boolean =>
  account.positions.length > 0 ||
  account.openOrders > 0 ||
  [...exchange.sim.reviews.values()].some((review) => review.account === account.address) ||
  Math.min(account.collateral - account.capital!.sizeUsd6, withdrawableOf(exchange, account)) > 0
