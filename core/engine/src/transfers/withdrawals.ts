/**
 * Withdrawals: checked, taken from the collateral at once, held as pending until the chain says that they were paid
 * or can never be. Small ones to trusted recipients may be signed immediately, the others after twelve hours.
 */
import type {
  Answer,
  CompleteWithdrawal,
  RefundWithdrawal,
  RequestWithdrawal,
  TransferRecord,
  VerifyWithdrawal,
} from '../api/index.ts'
import { settleAllFunding } from '../funding/index.ts'
import { isInWindow, isNonceUsed, isUnspent, noncesOf, spendProofsOf, useNonce } from '../keys/index.ts'
import { bringIn, coverShortfall, repayFromInside, takeOut } from '../ledger/index.ts'
import { withdrawableOf } from '../margin/index.ts'
import {
  type Account,
  accountAt,
  credit,
  emit,
  type Exchange,
  type RecentWithdrawal,
  type Transfer,
} from '../state/index.ts'
import { finishTransfer, openTransfer, tellTransfer } from './transferRecords.ts'
import { sumSince, withdrawn24h } from './withdrawn24h.ts'
import {
  CHAIN_SOLANA,
  type ErrorCode,
  type Id,
  TRANSFER_MIN_USD6,
  WITHDRAW_WINDOW_MS,
  assert,
  mulDivFloor,
  timeMs,
  usd6,
} from '@vest/protocol'

const HOUR_MS = 3_600_000

const OWNER_CAP_USD6 = 1_000_000_000_000

const HOUR_CAP_USD6 = 250_000_000_000

const HOUR_CAP_PERCENT = 10

const DAY_CAP_USD6 = 1_000_000_000_000

const DAY_CAP_PERCENT = 30

export function requestWithdrawal(exchange: Exchange, command: RequestWithdrawal): Answer {
  const { id, signer, nonce } = command
  if (exchange.transfers.has(id) || exchange.finishedTransfers.has(id)) return { ok: false, code: 5010 }
  const account = accountAt(exchange, command.account)
  const nonces = noncesOf(exchange, signer)
  if (isNonceUsed(exchange, nonces.index, nonce)) return { ok: false, code: 5010 }
  // Who asks after the end of its window, and finds no record, signs another one: this one must not follow.
  const isTimely = isInWindow(exchange, command.orderTimeMs, command.recvWindowMs)
  if (!isTimely) {
    if (!isUnspent(exchange, command.orderTimeMs))
      useNonce(exchange, nonces.index, nonce, command.orderTimeMs)
    return { ok: false, code: 1132 }
  }
  useNonce(exchange, nonces.index, nonce, command.orderTimeMs)
  const code = account === undefined ? 5011 : refusal(exchange, account, command)
  const record = withdrawalRecord(exchange, command)
  if (account === undefined || code !== undefined) {
    tellTransfer(exchange, { ...record, status: 'REJECTED', code: code ?? 5011 })
  } else take(exchange, account, command, record)
  return { ok: true, id }
}

function refusal(exchange: Exchange, account: Account, command: RequestWithdrawal): ErrorCode | undefined {
  const { sizeUsd6: size } = command
  if (!account.exists) return 5011
  if (account.isSim) return 1149
  if (!Number.isSafeInteger(size) || size < TRANSFER_MIN_USD6) return 1130
  if (command.chainId === CHAIN_SOLANA && command.recipient.startsWith('0x')) return 1130
  if (command.execute && size <= command.networkFeeUsd6) return 1130
  if (withdrawableOf(exchange, account) < size) return 5002
  if (!fitsCaps(exchange, account, size)) return 5009
  return undefined
}

/** Per owner and day; out of the whole vault per hour and per day. */
function fitsCaps(exchange: Exchange, account: Account, size: number): boolean {
  const vault = exchange.money.VAULT
  const { recentWithdrawals } = exchange
  if (sumSince(exchange, account.withdrawals, WITHDRAW_WINDOW_MS) + size > OWNER_CAP_USD6) return false
  const hour = sumSince(exchange, recentWithdrawals, HOUR_MS) + size
  const day = sumSince(exchange, recentWithdrawals, WITHDRAW_WINDOW_MS) + size
  return (
    hour <= Math.max(HOUR_CAP_USD6, share(vault, HOUR_CAP_PERCENT)) &&
    day <= Math.max(DAY_CAP_USD6, share(vault, DAY_CAP_PERCENT))
  )
}

const share = (vault: number, percent: number): number => mulDivFloor(vault, percent, 100)

function take(
  exchange: Exchange,
  account: Account,
  command: RequestWithdrawal,
  record: TransferRecord,
): void {
  const { sizeUsd6: size } = command
  settleAllFunding(exchange, account)
  const { quickWithdrawalUsd6, withdrawalDelayMs } = exchange.parameters
  const isQuick = command.isTrustedRecipient && withdrawn24h(exchange, account) + size < quickWithdrawalUsd6
  takeOut(account, size)
  credit(exchange, 'PENDING_WITHDRAWALS', size)
  const recent = { id: command.id, timeMs: exchange.timeMs, size }
  account.withdrawals.push(recent)
  exchange.recentWithdrawals.push(recent)
  if (command.signer === account.address && !account.trustedRecipients.includes(command.recipient))
    account.trustedRecipients.push(command.recipient)
  const shown: TransferRecord = isQuick
    ? record
    : { ...record, eligibleTimeMs: timeMs(exchange.timeMs + withdrawalDelayMs) }
  const transfer: Transfer = {
    record: shown,
    isCredited: false,
    suspendedFor: undefined,
    isApproved: false,
    networkFee: command.execute ? command.networkFeeUsd6 : usd6(0),
  }
  openTransfer(exchange, transfer)
  tellTransfer(exchange, shown)
  if (isQuick) approve(exchange, transfer)
}

function approve(exchange: Exchange, transfer: Transfer): void {
  const { record } = transfer
  transfer.isApproved = true
  exchange.openTransfers.unapproved.delete(transfer)
  // From here on the keeper may send it, and what it carries stands in the call data of the chain. Nobody verifies that.
  if (record.execute && record.signer !== undefined)
    spendProofsOf(exchange, accountAt(exchange, record.account)!, record)
  emit(exchange, { kind: 'WithdrawalApproved', transfer: record })
}

/** By the timer: withdrawals whose twelve hours are over, and the memory of those older than a day. */
export function approveEligible(exchange: Exchange): void {
  if (exchange.timeMs >= exchange.openTransfers.nextEligibleMs) approveDue(exchange)
  forgetOld(exchange, exchange.recentWithdrawals)
}

function approveDue(exchange: Exchange): void {
  const { openTransfers: open } = exchange
  open.nextEligibleMs = Infinity
  for (const transfer of open.unapproved) {
    const { eligibleTimeMs = Infinity } = transfer.record
    if (exchange.timeMs >= eligibleTimeMs) approve(exchange, transfer)
    else open.nextEligibleMs = Math.min(open.nextEligibleMs, eligibleTimeMs)
  }
}

/** Each is the first of its account as well, which its transfer names: nobody else is looked at. */
function forgetOld(exchange: Exchange, list: RecentWithdrawal[]): void {
  let oldCount = 0
  while (oldCount < list.length && exchange.timeMs - list[oldCount]!.timeMs > WITHDRAW_WINDOW_MS)
    oldCount += 1
  for (const { id } of list.splice(0, oldCount)) {
    const { account } = exchange.transfers.get(id)?.record ?? exchange.finishedTransfers.get(id)!
    forgetWithdrawal(accountAt(exchange, account)!.withdrawals, id)
  }
}

function forgetWithdrawal(list: RecentWithdrawal[], id: Id): void {
  const at = list.findIndex((withdrawal) => withdrawal.id === id)
  if (at >= 0) list.splice(at, 1)
}

/** Not before the approval (5013); the same signature again changes nothing, another one is 5010. */
export function verifyWithdrawal(exchange: Exchange, command: VerifyWithdrawal): Answer {
  const transfer = exchange.transfers.get(command.id)
  if (transfer === undefined || transfer.record.type !== 'WITHDRAW') return { ok: false, code: 5010 }
  if (!transfer.isApproved) return { ok: false, code: 5013 }
  const { record } = transfer
  if (record.validatorSignature !== undefined)
    return record.validatorSignature === command.validatorSignature
      ? { ok: true, id: record.id }
      : { ok: false, code: 5010 }
  transfer.record = { ...record, status: 'VERIFIED', validatorSignature: command.validatorSignature }
  if (record.signer !== undefined) spendProofsOf(exchange, accountAt(exchange, record.account)!, record)
  tellTransfer(exchange, transfer.record)
  return { ok: true, id: record.id }
}

/** Paid on chain, finally: the pending money leaves the vault, a network fee stays as revenue. */
export function completeWithdrawal(exchange: Exchange, command: CompleteWithdrawal): Answer {
  const transfer = exchange.transfers.get(command.id)
  if (transfer === undefined || transfer.record.type !== 'WITHDRAW')
    return repeated(exchange, command.id, 'FILLED')
  const { size } = transfer.record
  // The chain is right: whoever executed it, what left the vault is the size less what it kept back.
  const fee = command.feeUsd6 ?? transfer.networkFee
  assert(fee >= 0 && fee <= size, `the vault kept back ${fee} of ${size}`)
  credit(exchange, 'PENDING_WITHDRAWALS', -size)
  credit(exchange, 'TREASURY', fee)
  credit(exchange, 'VAULT', fee - size)
  transfer.record = { ...transfer.record, status: 'FILLED', txHash: command.txHash }
  finishTransfer(exchange, transfer, false)
  return { ok: true, id: command.id }
}

/** Can never be paid any more: the money goes back, and it does not count against the limits. */
export function refundWithdrawal(exchange: Exchange, command: RefundWithdrawal): Answer {
  const transfer = exchange.transfers.get(command.id)
  if (transfer === undefined || transfer.record.type !== 'WITHDRAW')
    return repeated(exchange, command.id, 'REJECTED')
  const account = accountAt(exchange, transfer.record.account)!
  bringIn(account, transfer.record.size)
  repayFromInside(exchange, account, transfer.record.size)
  credit(exchange, 'PENDING_WITHDRAWALS', -transfer.record.size)
  forgetWithdrawal(account.withdrawals, command.id)
  forgetWithdrawal(exchange.recentWithdrawals, command.id)
  coverShortfall(exchange, account)
  transfer.record = { ...transfer.record, status: 'REJECTED', code: 5013 }
  finishTransfer(exchange, transfer, false)
  return { ok: true, id: command.id }
}

function repeated(exchange: Exchange, id: RefundWithdrawal['id'], status: 'FILLED' | 'REJECTED'): Answer {
  const finished = exchange.finishedTransfers.get(id)
  return finished?.type === 'WITHDRAW' && finished.status === status
    ? { ok: true, id }
    : { ok: false, code: 5010 }
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
