/**
 * Deposits: money that a chain log brings in, exactly once. A soft credit is tradable but not withdrawable until its
 * block is final, and is taken back to the micro-dollar if the block disappears. A deposit without an
 * account waits in SUSPENSE under its address. Below one dollar: `dust.ts`.
 */
import {
  type Address,
  type Id,
  TRANSFER_MIN_USD6,
  type TransferStatus,
  type Usd6,
  usd6,
  REFUSAL,
} from '@vest/protocol'
import type {
  AnnounceDeposit,
  Answer,
  CreditDeposit,
  FinalizeDeposit,
  OrphanDeposit,
  RejectDeposit,
  TransferRecord,
} from '../api/index.ts'
import { bringIn, coverShortfall, fitsVault, repayAdvance, takeOut } from '../ledger/index.ts'
import {
  type Account,
  accountAt,
  addSoft,
  addSuspended,
  credit,
  type Exchange,
  isSoftCredit,
  scheduleMarginCheck,
  emitPosition,
  type Transfer,
} from '../state/index.ts'
import { finishTransfer, openTransfer, emitTransfer } from './transferRecords.ts'

const SOFT_PER_ACCOUNT_USD6 = 25_000_000_000
const SOFT_PER_CHAIN_USD6 = 250_000_000_000

export function announceDeposit(exchange: Exchange, command: AnnounceDeposit): Answer {
  const { id, account, amountUsd6, chainId, token } = command
  const known = exchange.transfers.get(id)?.record ?? exchange.finishedTransfers.get(id)
  if (known !== undefined)
    return known.account === account && known.size === amountUsd6
      ? { ok: true, id }
      : { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  if (!isAmount(amountUsd6)) return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  const holder = accountAt(exchange, account)
  if (holder === undefined) return { ok: false, code: REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND }
  if (holder.isSim) return { ok: false, code: REFUSAL.ACTION_NOT_AVAILABLE }
  const record = depositRecord(exchange, { id, account, size: amountUsd6, chainId, token, status: 'NEW' })
  openTransfer(exchange, createTransfer(record))
  emitTransfer(exchange, record)
  return { ok: true, id }
}

export function rejectDeposit(exchange: Exchange, command: RejectDeposit): Answer {
  const transfer = exchange.transfers.get(command.id)
  if (transfer === undefined) {
    const finished = exchange.finishedTransfers.get(command.id)
    return finished?.status === 'REJECTED'
      ? { ok: true, id: command.id }
      : { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  }
  if (transfer.record.type !== 'DEPOSIT' || transfer.isCredited || transfer.record.txHash !== undefined)
    return { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  transfer.record = { ...transfer.record, status: 'REJECTED', code: REFUSAL.TRANSFER_EXECUTION_FAILED }
  finishTransfer(exchange, transfer, false)
  return { ok: true, id: command.id }
}

/** Keyed by its id and by its log: the same again changes nothing, a contradiction is 5010. */
export function creditDeposit(exchange: Exchange, command: CreditDeposit): Answer {
  const { id, amountUsd6 } = command
  if (!isAmount(amountUsd6)) return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  const log = `${command.chainId}:${command.txHash}:${command.logIndex}`
  const known = exchange.depositLogs.get(log)
  if (known !== undefined && known !== id) return { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  const owner = command.account ?? command.from

  const finished = exchange.finishedTransfers.get(id)
  // Money that comes after its announcement was rejected is there all the same, and is credited.
  const isGivenUp =
    finished !== undefined &&
    (finished.isOrphaned || (finished.type === 'DEPOSIT' && finished.status === 'REJECTED'))
  if (finished !== undefined && !isGivenUp)
    return isSame(finished, owner, amountUsd6)
      ? { ok: true, id }
      : { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  const open = exchange.transfers.get(id)
  if (open !== undefined && (open.isCredited || open.record.txHash !== undefined))
    return repeatCredit(exchange, open, command)
  if (open !== undefined && !isSame(open.record, owner, amountUsd6))
    return { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  // A log that was orphaned and has come back in another block is credited anew.
  if (finished !== undefined && !isSame(finished, owner, amountUsd6))
    return { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }

  exchange.finishedTransfers.delete(id)
  exchange.depositLogs.set(log, id)
  const transfer =
    open ??
    createTransfer(
      depositRecord(exchange, {
        id,
        account: owner,
        size: amountUsd6,
        chainId: command.chainId,
        token: command.token,
        status: 'NEW',
      }),
    )
  transfer.record = {
    ...transfer.record,
    txHash: command.txHash,
    logIndex: command.logIndex,
    blockHash: command.blockHash,
    isSoft: command.finality === 'SOFT',
  }
  if (open === undefined) openTransfer(exchange, transfer)
  const waits = command.finality === 'SOFT' && !fitsSoftCaps(exchange, transfer.record)
  if (waits || !fitsVault(exchange, amountUsd6)) emitTransfer(exchange, transfer.record)
  else creditTransfer(exchange, transfer)
  return { ok: true, id }
}

/** The watcher says again what it said before, perhaps with a better finality or after a change of block. */
function repeatCredit(exchange: Exchange, open: Transfer, command: CreditDeposit): Answer {
  const { id } = command
  if (!isSame(open.record, command.account ?? command.from, command.amountUsd6))
    return { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  if (command.finality === 'FINAL')
    return finalizeDeposit(exchange, { kind: 'FinalizeDeposit', id, blockHash: command.blockHash })
  if (open.record.blockHash !== command.blockHash) {
    open.record = { ...open.record, blockHash: command.blockHash }
    emitTransfer(exchange, open.record)
  }
  return { ok: true, id }
}

/** The block is final: a soft credit becomes withdrawable, a credit that waited is made now. */
export function finalizeDeposit(exchange: Exchange, command: FinalizeDeposit): Answer {
  const { id } = command
  const transfer = exchange.transfers.get(id)
  if (transfer === undefined) {
    const finished = exchange.finishedTransfers.get(id)
    return finished?.status === 'FILLED' ? { ok: true, id } : { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  }
  if (transfer.record.type !== 'DEPOSIT' || transfer.record.txHash === undefined)
    return { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  const { isSoft, blockHash } = transfer.record
  const wasSoft = isSoft === true
  if (isSoftCredit(transfer)) addSoft(exchange.openTransfers, transfer, -transfer.record.size)
  transfer.record = { ...transfer.record, isSoft: false, blockHash: command.blockHash }
  if (!transfer.isCredited) {
    if (fitsVault(exchange, transfer.record.size)) creditTransfer(exchange, transfer)
    else emitTransfer(exchange, transfer.record)
    return { ok: true, id }
  }
  if (transfer.suspendedFor !== undefined) {
    if (wasSoft || blockHash !== command.blockHash) emitTransfer(exchange, transfer.record)
    return { ok: true, id }
  }
  const account = accountAt(exchange, transfer.record.account)!
  if (wasSoft) account.softCredit = usd6(account.softCredit - transfer.record.size)
  finishTransfer(exchange, transfer, false)
  return { ok: true, id }
}

/** The block is gone: what was credited is taken back, even below zero; a shortfall without positions is insured. */
export function orphanDeposit(exchange: Exchange, command: OrphanDeposit): Answer {
  const { id } = command
  const transfer = exchange.transfers.get(id)
  if (transfer === undefined)
    return exchange.finishedTransfers.get(id)?.isOrphaned === true
      ? { ok: true, id }
      : { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  const { record } = transfer
  if (record.type !== 'DEPOSIT' || record.isSoft !== true)
    return { ok: false, code: REFUSAL.TRANSFER_DUPLICATE }
  if (transfer.isCredited) addSoft(exchange.openTransfers, transfer, -record.size)
  if (transfer.suspendedFor !== undefined) {
    addSuspended(exchange.openTransfers, transfer, -record.size)
    credit(exchange, 'SUSPENSE', -record.size)
    credit(exchange, 'VAULT', -record.size)
  } else if (transfer.isCredited) {
    const account = accountAt(exchange, record.account)!
    takeOut(account, record.size)
    account.softCredit = usd6(account.softCredit - record.size)
    credit(exchange, 'VAULT', -record.size)
    bringMarginHome(exchange, account)
    const owing = -account.collateral
    coverShortfall(exchange, account)
    const isPaid = account.collateral === 0 && owing > 0
    if (isPaid) account.advanced = usd6(account.advanced + owing)
  }
  transfer.record = { ...record, status: 'REJECTED', code: REFUSAL.TRANSFER_EXECUTION_FAILED, isSoft: false }
  transfer.isCredited = false
  transfer.suspendedFor = undefined
  finishTransfer(exchange, transfer, true)
  return { ok: true, id }
}

/**
 * Money that never came may have become the margin of isolated positions, which a shortfall does not look at: it is taken
 * back from there first, in the order of the markets, and the next price finds who stands on too little.
 */
function bringMarginHome(exchange: Exchange, account: Account): void {
  for (const position of account.positions) {
    const margin = Math.min(-account.collateral, position.isolatedMargin)
    if (margin <= 0) continue
    position.isolatedMargin = usd6(position.isolatedMargin - margin)
    account.collateral = usd6(account.collateral + margin)
    scheduleMarginCheck(exchange.accountRows, account.id)
    emitPosition(exchange, account, position)
  }
}

/** Gives the money to its account, or to SUSPENSE when there is none. */
function creditTransfer(exchange: Exchange, transfer: Transfer): void {
  const { record } = transfer
  credit(exchange, 'VAULT', record.size)
  credit(exchange, 'SUSPENSE', record.size)
  transfer.isCredited = true
  transfer.suspendedFor = record.account
  addSuspended(exchange.openTransfers, transfer, record.size)
  if (isSoftCredit(transfer)) addSoft(exchange.openTransfers, transfer, record.size)
  const account = accountAt(exchange, record.account)
  if (account !== undefined) releaseSuspense(exchange, account)
  // It has left the wallet of its owner, who must find it somewhere.
  if (transfer.suspendedFor !== undefined) emitTransfer(exchange, record)
}

/** Credits everything that waits under an address; never to virtual money. */
export function releaseSuspense(exchange: Exchange, account: Account): void {
  const held = exchange.openTransfers.deposits.get(account.address)
  if (held === undefined || held.suspended === 0 || account.isSim) return
  for (const transfer of [...held.transfers]) {
    if (transfer.suspendedFor === undefined) continue
    const { size, isSoft } = transfer.record
    addSuspended(exchange.openTransfers, transfer, -size)
    credit(exchange, 'SUSPENSE', -size)
    bringIn(account, size)
    repayAdvance(exchange, account, size)
    account.exists = true
    transfer.suspendedFor = undefined
    transfer.record = { ...withoutCode(transfer.record), status: 'FILLED' }
    if (isSoft === true) {
      account.softCredit = usd6(account.softCredit + size)
      emitTransfer(exchange, transfer.record)
    } else finishTransfer(exchange, transfer, false)
  }
}

function withoutCode(record: TransferRecord): TransferRecord {
  const { code: _, ...rest } = record
  return rest
}

/** Soft credits are capped per account and per chain; more waits for finality. The record's own is not made yet. */
function fitsSoftCaps(exchange: Exchange, record: TransferRecord): boolean {
  const { deposits, softOnChain } = exchange.openTransfers
  const onAccount = (deposits.get(record.account)?.soft ?? 0) + record.size
  const onChain = (softOnChain.get(record.chainId) ?? 0) + record.size
  return onAccount <= SOFT_PER_ACCOUNT_USD6 && onChain <= SOFT_PER_CHAIN_USD6
}

const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= TRANSFER_MIN_USD6

const isSame = (held: { account: Address; size: Usd6 }, account: Address, size: Usd6): boolean =>
  held.account === account && held.size === size

function depositRecord(
  exchange: Exchange,
  input: { id: Id; account: Address; size: Usd6; chainId: number; token: Address; status: TransferStatus },
): TransferRecord {
  return { ...input, type: 'DEPOSIT', nonce: 0, postTimeMs: exchange.timeMs, execute: false }
}

const createTransfer = (record: TransferRecord): Transfer => ({
  record,
  isCredited: false,
  suspendedFor: undefined,
  isApproved: false,
  networkFee: usd6(0),
  bookings: undefined,
})
