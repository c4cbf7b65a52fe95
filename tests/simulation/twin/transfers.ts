/** 10: deposits by chain log, once and only once; withdrawals from request to payment or refund. */
import { REFUSAL } from '@vest/protocol'
import type {
  AnnounceDeposit,
  CompleteWithdrawal,
  CreditDeposit,
  FinalizeDeposit,
  OrphanDeposit,
  RefundWithdrawal,
  RejectDeposit,
  RequestWithdrawal,
  VerifyWithdrawal,
} from '@vest/engine'
import { max, min } from './arithmetic.ts'
import { publishProofs } from './keys.ts'
import { coverShortfall, settleFunding } from './ledger.ts'
import { moveMoney, payBack } from './values.ts'
import { withdrawable } from './margin.ts'
import { fitsLane, hoursOf, isPayable, isQueued } from './vault/outflow.ts'
import { barredBy } from './vault/addressBook.ts'
import { isInWindow, isLateUnspent } from './signedWindow.ts'
import { noteNonce, type TwinAccount, type TwinTransfer, type World } from './world/index.ts'

const DOLLAR = 1_000_000n
const DAY_MS = 86_400_000
const accountAt = (world: World, address: string): TwinAccount | undefined =>
  world.accounts.find((one) => one.address === address)

/** Every answer here is a code, or undefined for `ok` with the id of the command. */
type Code = number | undefined

export function createTransfer(
  world: World,
  input: Pick<TwinTransfer, 'id' | 'type' | 'account' | 'size' | 'chainId' | 'signer'>,
): TwinTransfer {
  const transfer: TwinTransfer = {
    ...input,
    status: 'NEW',
    isOpen: true,
    isSoft: false,
    isSeen: false,
    isCredited: false,
    isSuspended: false,
    isOrphaned: false,
    isApproved: false,
    isSmall: false,
    isForKeeper: false,
    proof: '0x',
    validatorSignature: undefined,
    eligibleTimeMs: undefined,
    networkFee: 0n,
    timeMs: world.nowMs,
  }
  world.registry.transfers.delete(input.id)
  world.registry.transfers.set(input.id, transfer)
  return transfer
}

const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 1_000_000

export function announceDeposit(world: World, command: AnnounceDeposit): Code {
  const { id, account, chainId, amountUsd6 } = command
  const known = world.registry.transfers.get(id)
  if (known !== undefined)
    return known.account === account && Number(known.size) === amountUsd6
      ? undefined
      : REFUSAL.TRANSFER_DUPLICATE
  if (!isAmount(amountUsd6)) return REFUSAL.INVALID_PARAMETER
  const size = BigInt(amountUsd6)
  const holder = accountAt(world, account)
  if (holder === undefined) return REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND
  if (holder.isSim) return REFUSAL.ACTION_NOT_AVAILABLE
  createTransfer(world, { id, type: 'DEPOSIT', account, size, chainId })
  return undefined
}

export function rejectDeposit(world: World, { id }: RejectDeposit): Code {
  const transfer = world.registry.transfers.get(id)
  if (transfer === undefined) return REFUSAL.TRANSFER_DUPLICATE
  if (!transfer.isOpen) return transfer.status === 'REJECTED' ? undefined : REFUSAL.TRANSFER_DUPLICATE
  if (transfer.type !== 'DEPOSIT' || transfer.isSeen) return REFUSAL.TRANSFER_DUPLICATE
  transfer.status = 'REJECTED'
  transfer.isOpen = false
  return undefined
}

export function creditDeposit(world: World, command: CreditDeposit): Code {
  const { id, chainId } = command
  if (!isAmount(command.amountUsd6)) return REFUSAL.INVALID_PARAMETER
  const size = BigInt(command.amountUsd6)
  const { transfers, depositLogs } = world.registry
  const log = `${chainId} ${command.txHash} ${command.logIndex}`
  const knownId = depositLogs.get(log)
  if (knownId !== undefined && knownId !== id) return REFUSAL.TRANSFER_DUPLICATE
  const owner = command.account ?? command.from
  const known = transfers.get(id)
  if (known !== undefined && (known.account !== owner || known.size !== size))
    return REFUSAL.TRANSFER_DUPLICATE
  if (known !== undefined && !known.isOpen && !known.isOrphaned && known.status !== 'REJECTED')
    return undefined
  if (known?.isOpen === true && known.isSeen)
    return command.finality === 'FINAL'
      ? finalizeDeposit(world, { kind: 'FinalizeDeposit', id, blockHash: command.blockHash })
      : undefined
  depositLogs.set(log, id)
  const transfer =
    known?.isOpen === true
      ? known
      : createTransfer(world, { id, type: 'DEPOSIT', account: owner, size, chainId })
  transfer.isSeen = true
  transfer.isSoft = command.finality === 'SOFT'
  if ((!transfer.isSoft || fitsSoftCaps(world, transfer)) && fitsVault(world, size))
    creditTransfer(world, transfer)
  return undefined
}

/** Four billion in all. */
export const fitsVault = (world: World, size: bigint): boolean =>
  world.money.VAULT + size <= 4_000_000_000n * DOLLAR

/** 25 000 USDC per account and 250 000 per chain may be softly credited at a time. */
function fitsSoftCaps(world: World, transfer: TwinTransfer): boolean {
  const soft = [...world.registry.transfers.values()].filter(
    (one) => one.isOpen && one.isSoft && one.isCredited,
  )
  const sum = (list: TwinTransfer[]): bigint => list.reduce((total, one) => total + one.size, transfer.size)
  return (
    sum(soft.filter((one) => one.account === transfer.account)) <= 25_000n * DOLLAR &&
    sum(soft.filter((one) => one.chainId === transfer.chainId)) <= 250_000n * DOLLAR
  )
}

function creditTransfer(world: World, transfer: TwinTransfer): void {
  world.money.VAULT += transfer.size
  world.money.SUSPENSE += transfer.size
  transfer.isCredited = true
  transfer.isSuspended = true
  releaseSuspense(world, transfer.account)
}

/** What waits under an address belongs to its account once there is one. */
export function releaseSuspense(world: World, address: string): void {
  const account = accountAt(world, address)
  if (account === undefined || account.isSim) return
  const waiting = [...world.registry.transfers.values()].filter(
    (one) => one.isSuspended && one.account === address,
  )
  for (const transfer of waiting) {
    world.money.SUSPENSE -= transfer.size
    moveMoney(account, transfer.size)
    payBack(world, account, transfer.size)
    account.exists = true
    transfer.isSuspended = false
    transfer.status = 'FILLED'
    if (transfer.isSoft) account.softCredit += transfer.size
    else transfer.isOpen = false
  }
}

export function finalizeDeposit(world: World, { id }: FinalizeDeposit): Code {
  const transfer = world.registry.transfers.get(id)
  if (transfer === undefined) return REFUSAL.TRANSFER_DUPLICATE
  if (!transfer.isOpen) return transfer.status === 'FILLED' ? undefined : REFUSAL.TRANSFER_DUPLICATE
  if (transfer.type !== 'DEPOSIT' || !transfer.isSeen) return REFUSAL.TRANSFER_DUPLICATE
  const wasSoft = transfer.isSoft
  transfer.isSoft = false
  if (!transfer.isCredited) {
    if (fitsVault(world, transfer.size)) creditTransfer(world, transfer)
  } else if (!transfer.isSuspended) {
    if (wasSoft) accountAt(world, transfer.account)!.softCredit -= transfer.size
    transfer.isOpen = false
  }
  return undefined
}

export function orphanDeposit(world: World, { id }: OrphanDeposit): Code {
  const transfer = world.registry.transfers.get(id)
  if (transfer === undefined) return REFUSAL.TRANSFER_DUPLICATE
  if (!transfer.isOpen) return transfer.isOrphaned ? undefined : REFUSAL.TRANSFER_DUPLICATE
  if (transfer.type !== 'DEPOSIT' || !transfer.isSoft) return REFUSAL.TRANSFER_DUPLICATE
  if (transfer.isSuspended) world.money.SUSPENSE -= transfer.size
  if (transfer.isCredited) world.money.VAULT -= transfer.size
  if (transfer.isCredited && !transfer.isSuspended) {
    const account = accountAt(world, transfer.account)!
    moveMoney(account, -transfer.size)
    account.softCredit -= transfer.size
    for (const [, position] of [...account.positions].sort(([a], [b]) => a - b)) {
      const margin = max(0n, min(-account.collateral, position.isolatedMargin))
      position.isolatedMargin -= margin
      account.collateral += margin
    }
    const before = account.collateral
    coverShortfall(world, account)
    account.advanced = (account.advanced ?? 0n) + max(0n, account.collateral - before)
  }
  Object.assign(transfer, {
    status: 'REJECTED',
    isOpen: false,
    isSoft: false,
    isCredited: false,
    isSuspended: false,
    isOrphaned: true,
  })
  return undefined
}

/** Σ of the withdrawals of a span that were taken and not given back; of one owner or of all. */
export function withdrawnSince(world: World, spanMs: number, address?: string): bigint {
  let sum = 0n
  for (const one of world.registry.transfers.values())
    if (
      one.type === 'WITHDRAW' &&
      one.status !== 'REJECTED' &&
      world.nowMs - one.timeMs <= spanMs &&
      (address ?? one.account) === one.account
    )
      sum += one.size
  return sum
}

export function requestWithdrawal(
  world: World,
  command: RequestWithdrawal,
): { readonly code?: number; readonly refusal?: number } {
  const { id, signer, nonce, chainId } = command
  const { transfers, nonces } = world.registry
  if (transfers.has(id) || nonces.has(`${signer} ${nonce}`)) return { code: REFUSAL.TRANSFER_DUPLICATE }
  // A request has its window like an order.
  if (!isInWindow(world, command)) {
    if (!isLateUnspent(world, command)) noteNonce(world, `${signer} ${nonce}`, command.orderTimeMs)
    return { code: REFUSAL.ORDER_EXPIRED }
  }
  noteNonce(world, `${signer} ${nonce}`, command.orderTimeMs)
  const size = BigInt(command.sizeUsd6)
  const account = accountAt(world, command.account)
  const refusal =
    account === undefined ? REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND : refusalOf(world, account, command, size)
  // Whether what is left would be enough is asked before anything is taken.
  const isQuick =
    command.isTrustedRecipient &&
    withdrawnSince(world, DAY_MS, command.account) + size < BigInt(world.parameters.quickWithdrawalUsd6)
  const fromMs = isQuick ? world.nowMs : world.nowMs + world.parameters.withdrawalDelayMs
  const isSmall = refusal === undefined && fitsLane(world, account!, size)
  const hours =
    refusal === undefined && !isSmall ? hoursOf(world, { id, owner: account!.address, size, fromMs }) : []
  const transfer = createTransfer(world, {
    id,
    type: 'WITHDRAW',
    account: command.account,
    size,
    chainId,
    signer,
  })
  if (account === undefined || refusal !== undefined || hours === undefined || !isPayable(world, size)) {
    transfer.status = 'REJECTED'
    transfer.isOpen = false
    transfers.delete(id)
    return { refusal: refusal ?? REFUSAL.TRANSFER_WITHDRAW_CAP_EXCEEDED }
  }
  for (const marketId of account.positions.keys()) settleFunding(account, world.markets[marketId]!)
  moveMoney(account, -size)
  world.money.PENDING_WITHDRAWALS += size
  transfer.isForKeeper = command.execute
  transfer.proof = command.signatureProof
  transfer.networkFee = command.execute ? BigInt(command.networkFeeUsd6) : 0n
  transfer.isSmall = isSmall
  const { outflow } = world.registry
  if (isSmall) outflow.small.push({ owner: account.address, day: Math.floor(outflow.hour / 24), size })
  outflow.booked.push(...hours)
  const startMs = (hours.at(-1)?.hour ?? 0) * 3_600_000
  const dueMs = Math.max(fromMs, startMs)
  if (dueMs > world.nowMs) transfer.eligibleTimeMs = dueMs
  else if (isSmall || !isQueued(world)) approve(world, transfer)
  return {}
}

function refusalOf(
  world: World,
  account: TwinAccount,
  command: RequestWithdrawal,
  size: bigint,
): number | undefined {
  if (account.isSim) return REFUSAL.ACTION_NOT_AVAILABLE
  if (!account.exists) return REFUSAL.TRANSFER_ACCOUNT_NOT_FOUND
  if (size < DOLLAR) return REFUSAL.INVALID_PARAMETER
  if (command.chainId === 0 && command.recipient.startsWith('0x')) return REFUSAL.INVALID_PARAMETER
  if (command.execute && size <= BigInt(command.networkFeeUsd6)) return REFUSAL.INVALID_PARAMETER
  const barred = barredBy(world, account, command)
  if (barred !== undefined) return barred
  if (withdrawable(world, account) < size) return REFUSAL.TRANSFER_MARGIN_CHECK_FAILED
  return undefined
}

/** What the keeper carries to the chain is public from its approval on. */
function approve(world: World, transfer: TwinTransfer): void {
  if (transfer.isApproved) return
  transfer.isApproved = true
  if (!transfer.isSmall) world.registry.outflow.released.push({ timeMs: world.nowMs, size: transfer.size })
  if (transfer.isForKeeper) publishProofs(world, transfer.account, transfer.signer!, transfer.proof)
}

export function approveEligible(world: World): void {
  for (const one of world.registry.transfers.values())
    if (one.isOpen && one.type === 'WITHDRAW' && world.nowMs >= (one.eligibleTimeMs ?? 0))
      if (one.isSmall || !isQueued(world)) approve(world, one)
}

export function verifyWithdrawal(world: World, { id, validatorSignature }: VerifyWithdrawal): Code {
  const transfer = world.registry.transfers.get(id)
  if (transfer?.isOpen !== true || transfer.type !== 'WITHDRAW') return REFUSAL.TRANSFER_DUPLICATE
  if (!transfer.isApproved) return REFUSAL.TRANSFER_EXECUTION_FAILED
  if (transfer.validatorSignature !== undefined)
    return transfer.validatorSignature === validatorSignature ? undefined : REFUSAL.TRANSFER_DUPLICATE
  transfer.validatorSignature = validatorSignature
  transfer.status = 'VERIFIED'
  publishProofs(world, transfer.account, transfer.signer!, transfer.proof)
  return undefined
}

export function completeWithdrawal(world: World, { id, feeUsd6 }: CompleteWithdrawal): Code {
  const transfer = world.registry.transfers.get(id)
  if (transfer?.type !== 'WITHDRAW') return REFUSAL.TRANSFER_DUPLICATE
  if (!transfer.isOpen) return transfer.status === 'FILLED' ? undefined : REFUSAL.TRANSFER_DUPLICATE
  world.money.PENDING_WITHDRAWALS -= transfer.size
  const fee = feeUsd6 === undefined ? transfer.networkFee : BigInt(feeUsd6)
  world.money.TREASURY += fee
  world.money.VAULT -= transfer.size - fee
  transfer.status = 'FILLED'
  transfer.isOpen = false
  return undefined
}

export function refundWithdrawal(world: World, { id }: RefundWithdrawal): Code {
  const transfer = world.registry.transfers.get(id)
  if (transfer?.type !== 'WITHDRAW') return REFUSAL.TRANSFER_DUPLICATE
  if (!transfer.isOpen) return transfer.status === 'REJECTED' ? undefined : REFUSAL.TRANSFER_DUPLICATE
  payWithdrawalBack(world, transfer)
  return undefined
}

export function payWithdrawalBack(world: World, transfer: TwinTransfer): void {
  const { id } = transfer
  const account = accountAt(world, transfer.account)!
  moveMoney(account, transfer.size)
  payBack(world, account, transfer.size)
  world.money.PENDING_WITHDRAWALS -= transfer.size
  coverShortfall(world, account)
  transfer.status = 'REJECTED'
  transfer.isOpen = false
  const { outflow } = world.registry
  outflow.booked = outflow.booked.filter((one) => one.id !== id || one.hour <= outflow.hour)
}
