/**
 * Orders of LPs: a deposit from the trading collateral for shares, an immediate withdrawal for a fee, and a scheduled
 * withdrawal in two days without one. Entry is priced at the larger of NAV at mark and at index, exit at the smaller,
 * so no account gains by choosing the moment between the two.
 */
import { burntShares, immediateFee, mintedShares, navShare, shareValue, valueOf } from '@vest/formulas'
import { type ErrorCode, TRANSFER_MIN_USD6, type Usd6, timeMs, usd6, REFUSAL } from '@vest/protocol'
import type { Answer, LpOrderRecord, PlaceLpOrder } from '../api/index.ts'
import { settleAllFunding } from '../funding/index.ts'
import { isInWindow, isNonceUsed, noncesOf, useNonce } from '../keys/index.ts'
import { bringIn, repayFromInside, takeOut } from '../ledger/index.ts'
import { withdrawableOf } from '../margin/index.ts'
import { appraisePool, poolPositions } from '../pool/index.ts'
import {
  type Account,
  accountAt,
  credit,
  DAY_MS,
  emit,
  type Exchange,
  isHardStale,
  type LpHolding,
} from '../state/index.ts'
import { forgetOldPayments, recordPayment, paidOfDay } from './dailyPayouts.ts'
import { changeShares, isLpOrderType } from './shares.ts'

/** A position of more than this share of NAV needs a fresh price. */
const STALE_SHARE_PERCENT = 1

/** Per account. */
const WAITING_MAX = 20

export function placeLpOrder(exchange: Exchange, command: PlaceLpOrder): Answer {
  const { id, signer, nonce } = command
  const { lp } = exchange
  if (lp.ids.has(id)) return { ok: false, code: REFUSAL.LP_DUPLICATE }
  const nonces = noncesOf(exchange, signer)
  if (isNonceUsed(exchange, nonces.index, nonce)) return { ok: false, code: REFUSAL.LP_DUPLICATE }
  const account = accountAt(exchange, command.account)
  if (account !== undefined && account.isSim) return { ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE }
  useNonce(exchange, nonces.index, nonce, command.orderTimeMs)
  const record = recordOf(exchange, command)
  const code =
    account === undefined
      ? REFUSAL.LP_ACCOUNT_NOT_FOUND
      : (refusal(exchange, account, command) ?? execute(exchange, account, record))
  // For a refused order the nonce suffices: ids of refused orders would fill the memory free of charge.
  if (code === undefined) lp.ids.add(id)
  if (code !== undefined) emitLpOrder(exchange, { ...record, status: 'REJECTED', code })
  return { ok: true, id }
}

/** Checks of every LP order, in this order; the first failure wins. */
function refusal(exchange: Exchange, account: Account, command: PlaceLpOrder): ErrorCode | undefined {
  const { sizeUsd6: size, orderType } = command
  if (!account.exists) return REFUSAL.LP_ACCOUNT_NOT_FOUND
  if (!isLpOrderType(orderType) || !Number.isSafeInteger(size) || size < 1) return REFUSAL.INVALID_PARAMETER
  if (orderType === 'DEPOSIT' && size < TRANSFER_MIN_USD6) return REFUSAL.INVALID_PARAMETER
  if (!isInWindow(exchange, command.orderTimeMs, command.recvWindowMs)) return REFUSAL.LP_ORDER_STALE
  const nav = appraisePool(exchange)
  if (exchange.solvency === 'INSOLVENT' || nav.low <= 0) return REFUSAL.LP_DURING_INSOLVENCY
  if (isPoolStale(exchange, nav.low)) return REFUSAL.LP_PRICE_STALE
  return undefined
}

/**
 * Returns whether a market lacks a fresh price in which the pool, the backstop's part included, holds more than 1 % of
 * its value. A stale price is not fresh, nor is one that is held while the sources report another: an account that
 * sees those would buy shares at the value before a jump, or leave at it.
 */
export function isPoolStale(exchange: Exchange, navLow: number): boolean {
  const most = navShare(navLow, STALE_SHARE_PERCENT)
  return exchange.markets.some((market) => {
    const { index, scale } = market
    if (index === undefined || !(market.isHeld || isHardStale(exchange, market))) return false
    const values = poolPositions(market).map(({ size }) => valueOf(index, size, scale))
    return values.reduce((sum, value) => sum + value, 0) > most
  })
}

/** Executes the order; a code = nothing was done. */
function execute(exchange: Exchange, account: Account, record: LpOrderRecord): ErrorCode | undefined {
  switch (record.orderType) {
    case 'DEPOSIT':
      return deposit(exchange, account, record)
    case 'IMMEDIATE_WITHDRAW':
      return withdrawAtOnce(exchange, account, record)
    case 'SCHEDULE_WITHDRAW':
      return scheduleWithdrawal(exchange, account, record)
  }
}

function deposit(exchange: Exchange, account: Account, record: LpOrderRecord): ErrorCode | undefined {
  const { size } = record
  if (account.collateral < size) return REFUSAL.LP_INSUFFICIENT_BALANCE
  if (withdrawableOf(exchange, account) < size) return REFUSAL.LP_MARGIN_CHECK_FAILED
  const nav = appraisePool(exchange)
  if (nav.high + size > exchange.parameters.lpNavCapUsd6) return REFUSAL.LP_WITHDRAW_CAP_EXCEEDED
  const shares = mintedShares(size, exchange.lp.totalShares, nav.high)
  if (shares === undefined || shares === 0) return REFUSAL.LP_EXECUTION_FAILED
  settleAllFunding(exchange, account)
  takeOut(account, size)
  credit(exchange, 'POOL', size)
  changeShares(exchange, account.id, shares, size)
  emitLpOrder(exchange, { ...record, status: 'FILLED', shares })
  emitAccount(exchange, account)
  return undefined
}

function withdrawAtOnce(exchange: Exchange, account: Account, record: LpOrderRecord): ErrorCode | undefined {
  const { lp, parameters } = exchange
  const { size } = record
  const holding = lp.holdings.get(account.id)
  if (holding === undefined || holding.shares === 0) return REFUSAL.LP_WITHDRAW_WITHOUT_SHARES
  const nav = appraisePool(exchange)
  const shares = burntShares(size, lp.totalShares, nav.low)
  const free = holding.shares - holding.scheduled
  if (shares === undefined || shares > free) return REFUSAL.LP_WITHDRAW_EXCEEDS_BALANCE
  if (isDust(exchange, size, free, nav.low)) return REFUSAL.INVALID_PARAMETER
  if (shares > free - youngShares(exchange, holding)) return REFUSAL.LP_WITHDRAW_CAP_EXCEEDED
  const mostOfDay = navShare(nav.low, parameters.lpImmediateCapPercent)
  if (paidOfDay(lp.paidAtOnce, exchange.timeMs) + size > mostOfDay) return REFUSAL.LP_WITHDRAW_CAP_EXCEEDED
  const fees = immediateFee(size, parameters.lpImmediateFeeBps)
  const paid = usd6(size - fees)
  if (2 * (nav.low - paid) < 3 * nav.initMargin) return REFUSAL.LP_WITHDRAW_CAP_EXCEEDED
  recordPayment(lp.paidAtOnce, { timeMs: timeMs(exchange.timeMs), size })
  payOut(exchange, account, shares, paid)
  emitLpOrder(exchange, { ...record, status: 'FILLED', shares, fees })
  return undefined
}

function scheduleWithdrawal(
  exchange: Exchange,
  account: Account,
  record: LpOrderRecord,
): ErrorCode | undefined {
  const { lp } = exchange
  const { size } = record
  const holding = lp.holdings.get(account.id)
  if (holding === undefined || holding.shares === 0) return REFUSAL.LP_WITHDRAW_WITHOUT_SHARES
  const { low } = appraisePool(exchange)
  const shares = burntShares(size, lp.totalShares, low)
  const free = holding.shares - holding.scheduled
  if (shares === undefined || shares > free) return REFUSAL.LP_WITHDRAW_EXCEEDS_BALANCE
  if (isDust(exchange, size, free, low)) return REFUSAL.INVALID_PARAMETER
  if (hasManyWaiting(exchange, account)) return REFUSAL.LP_WITHDRAW_CAP_EXCEEDED
  holding.scheduled += shares
  const executeTimeMs = timeMs(exchange.timeMs + exchange.parameters.lpScheduleMs)
  const queued: LpOrderRecord = { ...record, status: 'NEW', shares, executeTimeMs }
  lp.queue.push({ record: queued, accountId: account.id, shares })
  emitLpOrder(exchange, queued)
  return undefined
}

/** A withdrawal of less than a dollar is allowed only if it is the whole rest: the value of the unscheduled shares. */
const isDust = ({ lp }: Exchange, size: number, free: number, navLow: number): boolean =>
  size < TRANSFER_MIN_USD6 && size < shareValue(free, lp.totalShares, navLow)

/** Returns whether the account has the maximum number of withdrawals in the queue. */
function hasManyWaiting({ lp }: Exchange, { id }: Account): boolean {
  let waiting = 0
  for (const { accountId } of lp.queue) if (accountId === id) waiting += 1
  return waiting >= WAITING_MAX
}

/** Shares that are still locked. */
export function youngShares(exchange: Exchange, { young }: LpHolding): number {
  let sum = 0
  for (const { shares, mintedMs } of young)
    if (exchange.timeMs - mintedMs < exchange.parameters.lpLockMs) sum += shares
  return sum
}

/** Burns shares of an account for money of the pool. */
export function payOut(exchange: Exchange, account: Account, shares: number, paid: Usd6): void {
  changeShares(exchange, account.id, -shares, -paid)
  credit(exchange, 'POOL', -paid)
  bringIn(account, paid)
  repayFromInside(exchange, account, paid)
  emitAccount(exchange, account)
}

const emitAccount = (exchange: Exchange, { address }: Account): void =>
  emit(exchange, { kind: 'AccountChanged', account: address })

export const emitLpOrder = (exchange: Exchange, order: LpOrderRecord): void =>
  emit(exchange, { kind: 'LpOrderUpdated', order })

function recordOf(exchange: Exchange, command: PlaceLpOrder): LpOrderRecord {
  const { id, account, signer, nonce, orderType, sizeUsd6, sizeText } = command
  return {
    id,
    account,
    signer,
    nonce,
    orderType,
    size: sizeUsd6,
    sizeText,
    status: 'NEW',
    fees: usd6(0),
    postTimeMs: timeMs(exchange.timeMs),
  }
}

/** Called by the timer once an hour: removes what caps and lock no longer need. */
export function forgetOldLp(exchange: Exchange): void {
  const { lp, timeMs: now } = exchange
  const old = now - DAY_MS
  for (const payments of [lp.paidAtOnce, lp.paidScheduled]) forgetOldPayments(payments, now)
  for (const { young } of lp.holdings.values()) {
    let oldCount = 0
    while (oldCount < young.length && young[oldCount]!.mintedMs <= old) oldCount += 1
    young.splice(0, oldCount)
  }
}
