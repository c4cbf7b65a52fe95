/**
 * Claims and payouts that an operator reviews before money moves (mechanics 9.8), and payouts that wait for the treasury
 * (9.7). An operator holds, releases or rejects, and says why; nothing of it is a verdict on the account. Released payouts
 * are paid in the order in which they were asked for, from CAPITAL_TREASURY alone: the first that it cannot pay stops
 * those behind it.
 */
import { REFUSAL, timeMs, type Usd6 } from '@vest/protocol'
import type {
  Answer,
  CapitalSignal,
  DecideReview,
  FundCapitalTreasury,
  TransferRecord,
} from '../api/index.ts'
import { bringIn, repayFromInside } from '../ledger/index.ts'
import { isTrading, emitCapital } from '../sim/index.ts'
import {
  type Account,
  accountAt,
  type CapitalReview,
  credit,
  creditHouse,
  type Exchange,
  type Purchase,
} from '../state/index.ts'
import { rememberFinished, emitInternalDeposit, emitTransfer } from '../transfers/index.ts'
import { finishCapital } from './finishCapital.ts'
import { publishPurchase } from './walletViews.ts'

const DONE: Answer = { ok: true }
const NO: Answer = { ok: false, code: REFUSAL.INVALID_PARAMETER }
const TEXT_MAX = 200

/** Has to be opened as a claim is: given by the room of claims, which knows how. */
export type OpenClaim = (exchange: Exchange, purchase: Purchase) => void

const isText = (text: string): boolean => text.trim() !== '' && text.length <= TEXT_MAX

/** 1099: nothing waits under that id; 1130: neither a decision nor a reason. A released one is released once. */
export function decide(exchange: Exchange, command: DecideReview, openClaim: OpenClaim): Answer {
  const { id, decision, by, why } = command
  const review = exchange.sim.reviews.get(id)
  if (review === undefined) return { ok: false, code: REFUSAL.ACCOUNT_NOT_FOUND }
  if (!isText(by) || !isText(why) || !['HOLD', 'RELEASE', 'REJECT'].includes(decision)) return NO
  if (decision === 'RELEASE' && review.state === 'RELEASED') return DONE
  review.decisions.push({ decision, by, why, timeMs: timeMs(exchange.timeMs) })
  if (decision === 'REJECT') reject(exchange, review)
  else {
    review.state = decision === 'HOLD' ? 'HELD' : 'RELEASED'
    if (review.subject === 'PAYOUT') tellWaiting(exchange, review)
    else if (decision === 'RELEASE') openClaim(exchange, exchange.sim.purchases.byId.get(id)!)
  }
  payReleased(exchange)
  return DONE
}

/** 1130: no sum or no reason; 5002: more than the exchange has earned. */
export function fundCapitalTreasury(exchange: Exchange, command: FundCapitalTreasury): Answer {
  const { amountUsd6: amount, by, why } = command
  if (!Number.isSafeInteger(amount) || amount <= 0 || !isText(by) || !isText(why)) return NO
  if (exchange.money.TREASURY < amount) return { ok: false, code: REFUSAL.TRANSFER_MARGIN_CHECK_FAILED }
  credit(exchange, 'TREASURY', -amount)
  credit(exchange, 'CAPITAL_TREASURY', amount)
  payReleased(exchange)
  return DONE
}

/** The claim waits; its evaluation says so. */
export function queueClaim(
  exchange: Exchange,
  { id, account, funded }: Purchase,
  signals: readonly CapitalSignal[],
): void {
  exchange.sim.reviews.set(id, {
    id,
    subject: 'CLAIM',
    account,
    sinceMs: timeMs(exchange.timeMs),
    signals: [...signals],
    state: 'WAITING',
    decisions: [],
    payout: undefined,
  })
  const evaluation = accountAt(exchange, account)!
  evaluation.capital!.reason = 'IN_REVIEW'
  emitCapital(exchange, evaluation, evaluation.capital!)
  publishPurchase(exchange, exchange.sim.purchases.byId.get(id)!, funded!.account)
}

/** The sum has left the account: it is paid at once, or waits. */
export function queuePayout(
  exchange: Exchange,
  account: Account,
  payout: {
    readonly record: TransferRecord
    readonly shareUsd6: Usd6
    readonly signals: readonly CapitalSignal[]
  },
): void {
  const { record, shareUsd6, signals } = payout
  const review: CapitalReview = {
    id: record.id,
    subject: 'PAYOUT',
    account: account.address,
    sinceMs: timeMs(exchange.timeMs),
    signals: [...signals],
    state: signals.length === 0 ? 'RELEASED' : 'WAITING',
    decisions: [],
    payout: { record, shareUsd6 },
  }
  exchange.sim.reviews.set(record.id, review)
  if (review.state === 'RELEASED') payReleased(exchange)
  if (exchange.sim.reviews.has(record.id)) tellWaiting(exchange, review)
}

/** Pays what is released, the oldest first, while the treasury can; a disputed purchase waits for its end. */
export function payReleased(exchange: Exchange): void {
  for (const review of [...exchange.sim.reviews.values()]) {
    const { payout, state, account } = review
    if (payout === undefined || state !== 'RELEASED' || isDisputed(exchange, review)) continue
    if (exchange.money.CAPITAL_TREASURY < payout.shareUsd6) return
    const owner = accountAt(exchange, accountAt(exchange, account)!.ownerId)!
    exchange.sim.reviews.delete(review.id)
    credit(exchange, 'CAPITAL_TREASURY', -payout.shareUsd6)
    bringIn(owner, payout.shareUsd6)
    repayFromInside(exchange, owner, payout.shareUsd6)
    owner.exists = true
    emitInternalDeposit(exchange, owner.address, payout.shareUsd6)
    endPayout(exchange, review, 'FILLED')
  }
}

const isDisputed = (exchange: Exchange, { account }: CapitalReview): boolean =>
  exchange.sim.purchases.ofWallet.get(account)?.dispute === 'OPEN'

function endPayout(exchange: Exchange, review: CapitalReview, status: 'FILLED' | 'REJECTED'): void {
  const record: TransferRecord = { ...review.payout!.record, status }
  rememberFinished(exchange, record, false)
  emitTransfer(exchange, record)
  tellWaiting(exchange, review)
}

/** The reason of the account says whether a payout of it is looked at; one that waits for the treasury alone is not. */
function tellWaiting(exchange: Exchange, { account: wallet }: CapitalReview): void {
  const account = accountAt(exchange, wallet)!
  const capital = account.capital!
  if (!isTrading(capital) || capital.reason === 'DISPUTED') return
  const reason = waitingReason(exchange, account)
  if (capital.reason === reason) return
  capital.reason = reason
  emitCapital(exchange, account, capital)
}

/** What an account says of itself while it is neither disputed nor over. */
export function waitingReason(exchange: Exchange, { address }: Account): 'IN_REVIEW' | undefined {
  for (const { account, state, subject } of exchange.sim.reviews.values())
    if (account === address && (subject === 'CLAIM' || state !== 'RELEASED')) return 'IN_REVIEW'
  return undefined
}

/**
 * A rejected claim ends the evaluation without a verdict. The sum of a rejected payout goes back to an account that still
 * trades, the day's floor stays where the request has put it; an account that is over has nothing to go on with.
 */
function reject(exchange: Exchange, review: CapitalReview): void {
  const { id, payout, account: wallet } = review
  exchange.sim.reviews.delete(id)
  const account = accountAt(exchange, wallet)!
  if (payout === undefined) {
    const purchase = exchange.sim.purchases.byId.get(id)!
    purchase.funded!.phase = 'claimed'
    finishCapital(exchange, account, account.capital!, 'claimed', 'DECLINED')
    publishPurchase(exchange, purchase, purchase.funded!.account)
    return
  }
  if (isTrading(account.capital!)) {
    bringIn(account, payout.record.size)
    creditHouse(exchange, -payout.record.size)
    emitInternalDeposit(exchange, account.address, payout.record.size)
  }
  endPayout(exchange, review, 'REJECTED')
}

/** A lost dispute ends what waits: a claim is over, a payout is not made. */
export function endReviewsOf(exchange: Exchange, { id, funded }: Purchase): void {
  exchange.sim.reviews.delete(id)
  for (const review of [...exchange.sim.reviews.values()])
    if (review.account === funded?.account) reject(exchange, review)
}
