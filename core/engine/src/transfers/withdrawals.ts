/**
 * Withdrawals: checked, taken from the collateral at once, held as pending until the chain says that they were paid
 * or can never be. Quick ones leave in the first hour with room, the others in the first after the delay.
 */
import {
  CHAIN_SOLANA,
  type ErrorCode,
  TRANSFER_MIN_USD6,
  WITHDRAW_WINDOW_MS,
  assert,
  usd6,
  REFUSAL,
} from '@vest/protocol'
import type {
  Answer,
  CompleteWithdrawal,
  RefundWithdrawal,
  RequestWithdrawal,
  TransferRecord,
  VerifyWithdrawal,
} from '../api/index.ts'
import { payoutRefusal } from '../addressBook/index.ts'
import { settleAllFunding } from '../funding/index.ts'
import { isInWindow, isNonceUsed, isUnspent, noncesOf, spendProofsOf, useNonce } from '../keys/index.ts'
import { bringIn, coverShortfall, repayFromInside, takeOut } from '../ledger/index.ts'
import { withdrawableOf } from '../margin/index.ts'
import { type Account, accountAt, credit, emit, type Exchange, type Transfer } from '../state/index.ts'
import { recordRelease, queuedUntilMs } from './breaker.ts'
import { book, giveBack, placeOf, type Placing } from './outflow.ts'
import { finishTransfer, openTransfer, emitTransfer } from './transferRecords.ts'
import { forgetOld, forgetWithdrawal, recordWithdrawal } from './withdrawn24h.ts'

export function requestWithdrawal(exchange: Exchange, command: RequestWithdrawal): Answer {
  const { id, signer, nonce } = command
  if (exchange.transfers.has(id) || exchange.finishedTransfers.has(id))
    return { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  const account = accountAt(exchange, command.account)
  const nonces = noncesOf(exchange, signer)
  if (isNonceUsed(exchange, nonces.index, nonce)) return { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  // Who asks after the end of its window, and finds no record, signs another one: this one must not follow.
  const isTimely = isInWindow(exchange, command.orderTimeMs, command.recvWindowMs)
  if (!isTimely) {
    if (!isUnspent(exchange, command.orderTimeMs))
      useNonce(exchange, nonces.index, nonce, command.orderTimeMs)
    return { ok: false, code: REFUSAL.ORDER_EXPIRED }
  }
  useNonce(exchange, nonces.index, nonce, command.orderTimeMs)
  const code =
    account === undefined ? REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND : refusal(exchange, account, command)
  const asked = { size: command.sizeUsd6, isTrustedRecipient: command.isTrustedRecipient }
  const place = account !== undefined && code === undefined ? placeOf(exchange, account, asked) : undefined
  const record = withdrawalRecord(exchange, command)
  if (place !== undefined) take(exchange, account!, command, record, place)
  else
    emitTransfer(exchange, {
      ...record,
      status: 'REJECTED',
      code: code ?? REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED,
    })
  return { ok: true, id }
}

function refusal(exchange: Exchange, account: Account, command: RequestWithdrawal): ErrorCode | undefined {
  const { sizeUsd6: size } = command
  if (!account.exists) return REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND
  if (account.isSim) return REFUSAL.ACTION_NOT_AVAILABLE
  if (!Number.isSafeInteger(size) || size < TRANSFER_MIN_USD6) return REFUSAL.INVALID_PARAMETER
  if (command.chainId === CHAIN_SOLANA && command.recipient.startsWith('0x')) return REFUSAL.INVALID_PARAMETER
  if (command.execute && size <= command.networkFeeUsd6) return REFUSAL.INVALID_PARAMETER
  const barred = payoutRefusal(exchange, account, command)
  if (barred !== undefined) return barred
  if (withdrawableOf(exchange, account) < size) return REFUSAL.TRANSFER_MARGIN_CHECK_FAILED
  return undefined
}

function take(
  exchange: Exchange,
  account: Account,
  command: RequestWithdrawal,
  record: TransferRecord,
  { eligibleTimeMs, bookings }: Placing,
): void {
  const { id, sizeUsd6: size } = command
  settleAllFunding(exchange, account)
  takeOut(account, size)
  credit(exchange, 'PENDING_WITHDRAWALS', size)
  recordWithdrawal(exchange, account, { id, timeMs: exchange.timeMs, size })
  book(exchange, account.id, bookings, size)
  if (command.signer === account.address && !account.trustedRecipients.includes(command.recipient))
    account.trustedRecipients.push(command.recipient)
  const shown: TransferRecord = eligibleTimeMs === undefined ? record : { ...record, eligibleTimeMs }
  const isNow =
    eligibleTimeMs === undefined && (bookings === undefined || queuedUntilMs(exchange) === undefined)
  const transfer: Transfer = {
    record: shown,
    isCredited: false,
    suspendedFor: undefined,
    isApproved: isNow,
    networkFee: command.execute ? command.networkFeeUsd6 : usd6(0),
    bookings,
  }
  openTransfer(exchange, transfer)
  emitTransfer(exchange, shown)
  if (isNow) release(exchange, transfer)
}

/** From here on the keeper may send it, and what it carries stands in the call data of the chain. No rule verifies that. */
function release(exchange: Exchange, { record, bookings }: Transfer): void {
  if (bookings !== undefined) recordRelease(exchange, record.size)
  if (record.execute && record.signer !== undefined)
    spendProofsOf(exchange, accountAt(exchange, record.account)!, record)
  emit(exchange, { kind: 'WithdrawalApproved', transfer: record })
}

/** By the timer: withdrawals whose time has come, and the memory of those older than a day. */
export function approveEligible(exchange: Exchange): void {
  if (exchange.timeMs >= exchange.openTransfers.nextEligibleMs) approveDue(exchange)
  forgetOld(exchange, (id) => {
    const { account } = exchange.transfers.get(id)?.record ?? exchange.finishedTransfers.get(id)!
    return accountAt(exchange, account)!
  })
}

/** In the order of the requests; the breaker may stop any but the small ones. */
function approveDue(exchange: Exchange): void {
  const { openTransfers: open } = exchange
  open.nextEligibleMs = Infinity
  for (const transfer of open.unapproved) {
    const { eligibleTimeMs = exchange.timeMs } = transfer.record
    const queuedMs = transfer.bookings === undefined ? undefined : queuedUntilMs(exchange)
    const dueMs = Math.max(eligibleTimeMs, queuedMs ?? eligibleTimeMs)
    if (exchange.timeMs < dueMs) {
      open.nextEligibleMs = Math.min(open.nextEligibleMs, dueMs)
      continue
    }
    transfer.isApproved = true
    open.unapproved.delete(transfer)
    release(exchange, transfer)
  }
}

/** Not before the approval (5013); the same signature again changes nothing, another one is 5010. */
export function verifyWithdrawal(exchange: Exchange, command: VerifyWithdrawal): Answer {
  const transfer = exchange.transfers.get(command.id)
  if (transfer === undefined || transfer.record.type !== 'WITHDRAW')
    return { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  if (!transfer.isApproved) return { ok: false, code: REFUSAL.TRANSFER_EXECUTION_FAILED }
  const { record } = transfer
  if (record.validatorSignature !== undefined)
    return record.validatorSignature === command.validatorSignature
      ? { ok: true, id: record.id }
      : { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  transfer.record = { ...record, status: 'VERIFIED', validatorSignature: command.validatorSignature }
  if (record.signer !== undefined) spendProofsOf(exchange, accountAt(exchange, record.account)!, record)
  emitTransfer(exchange, transfer.record)
  return { ok: true, id: record.id }
}

/** Paid on chain, finally: the pending money leaves the vault, a network fee stays as revenue. */
export function completeWithdrawal(exchange: Exchange, command: CompleteWithdrawal): Answer {
  const transfer = exchange.transfers.get(command.id)
  if (transfer === undefined || transfer.record.type !== 'WITHDRAW')
    return repeated(exchange, command.id, 'FILLED')
  const { size } = transfer.record
  // The chain is right, from whichever address it was executed: what left the vault is the size less what it kept back.
  const fee = command.feeUsd6 ?? transfer.networkFee
  assert(fee >= 0 && fee <= size, `the vault kept back ${fee} of ${size}`)
  credit(exchange, 'PENDING_WITHDRAWALS', -size)
  credit(exchange, 'TREASURY', fee)
  credit(exchange, 'VAULT', fee - size)
  transfer.record = { ...transfer.record, status: 'FILLED', txHash: command.txHash }
  finishTransfer(exchange, transfer, false)
  return { ok: true, id: command.id }
}

/** Can never be paid any more: the money goes back, and so does every hour that it was booked into and has not begun. */
export function refundWithdrawal(exchange: Exchange, command: RefundWithdrawal): Answer {
  const transfer = exchange.transfers.get(command.id)
  if (transfer === undefined || transfer.record.type !== 'WITHDRAW')
    return repeated(exchange, command.id, 'REJECTED')
  refund(exchange, transfer, REFUSAL.TRANSFER_EXECUTION_FAILED)
  return { ok: true, id: command.id }
}

/** What the account has asked for and no validator may have seen yet: the money goes back, as after a refund. */
export function giveBackUnreleased(exchange: Exchange, { address }: Account): void {
  for (const transfer of exchange.openTransfers.unapproved) {
    const { account, type } = transfer.record
    if (account === address && type === 'WITHDRAW') refund(exchange, transfer, REFUSAL.WITHDRAWALS_LOCKED)
  }
}

function refund(exchange: Exchange, transfer: Transfer, code: ErrorCode): void {
  const { id, size, postTimeMs, account: address } = transfer.record
  const account = accountAt(exchange, address)!
  bringIn(account, size)
  repayFromInside(exchange, account, size)
  credit(exchange, 'PENDING_WITHDRAWALS', -size)
  if (exchange.timeMs - postTimeMs <= WITHDRAW_WINDOW_MS) forgetWithdrawal(exchange, account, id)
  giveBack(exchange, account.id, transfer)
  coverShortfall(exchange, account)
  transfer.record = { ...transfer.record, status: 'REJECTED', code }
  finishTransfer(exchange, transfer, false)
}

function repeated(exchange: Exchange, id: RefundWithdrawal['id'], status: 'FILLED' | 'REJECTED'): Answer {
  const finished = exchange.finishedTransfers.get(id)
  return finished?.type === 'WITHDRAW' && finished.status === status
    ? { ok: true, id }
    : { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
}

function withdrawalRecord(exchange: Exchange, command: RequestWithdrawal): TransferRecord {
  const {
    id,
    account,
    nonce,
    chainId,
    token,
    recipient,
    execute,
    requestArgs,
    signer,
    signature,
    signatureProof,
  } = command
  return {
    id,
    account,
    type: 'WITHDRAW',
    status: 'NEW',
    nonce,
    size: command.sizeUsd6,
    chainId,
    token,
    recipient,
    postTimeMs: exchange.timeMs,
    execute,
    requestArgs,
    signer,
    signature,
    signatureProof,
  }
}
