/**
 * Deposits below a dollar (mechanics E6). Counted when their block is final and once, by the place of the last log of
 * their chain; an address has one sum per chain, a deposit that stays NEW and grows, and is released as that one
 * deposit. Neither memory nor the cost of a release grows with how many there were.
 */
import { TRANSFER_MIN_USD6, usd6, REFUSAL } from '@vest/protocol'
import type { Answer, CreditDust, TransferRecord } from '../api/index.ts'
import { bringIn, repayAdvance } from '../ledger/index.ts'
import { type Account, accountAt, credit, dustKey, type Exchange } from '../state/index.ts'
import { rememberFinished, emitTransfer } from './transferRecords.ts'

/** What the vault may hold in all is not asked: a billion of them would not be felt there. */
export function creditDust(exchange: Exchange, command: CreditDust): Answer {
  const { id, chainId, blockNumber, logIndex, amountUsd6 } = command
  const isAmount = Number.isSafeInteger(amountUsd6) && amountUsd6 > 0 && amountUsd6 < TRANSFER_MIN_USD6
  if (!isAmount || !isPlace(blockNumber) || !isPlace(logIndex))
    return { ok: false, code: REFUSAL.INVALID_PARAMETER }
  const { marks, sums } = exchange.dust
  const mark = marks.get(chainId)
  if (mark !== undefined && !isAfter(command, mark)) return { ok: true, id }
  marks.set(chainId, { blockNumber, logIndex })
  const key = dustKey(chainId, command.account)
  const before = sums.get(key) ?? firstRecord(exchange, command)
  const { txHash, blockHash } = command
  const record = { ...before, size: usd6(before.size + amountUsd6), txHash, logIndex, blockHash }
  credit(exchange, 'VAULT', amountUsd6)
  credit(exchange, 'SUSPENSE', amountUsd6)
  sums.set(key, record)
  const account = accountAt(exchange, command.account)
  if (account === undefined || !releaseSum(exchange, account, key)) emitTransfer(exchange, record)
  return { ok: true, id }
}

const isPlace = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

const isAfter = (log: CreditDust, mark: { blockNumber: number; logIndex: number }): boolean =>
  log.blockNumber > mark.blockNumber || (log.blockNumber === mark.blockNumber && log.logIndex > mark.logIndex)

function firstRecord(exchange: Exchange, { id, account, chainId, token }: CreditDust): TransferRecord {
  return {
    id,
    account,
    type: 'DEPOSIT',
    status: 'NEW',
    nonce: 0,
    size: usd6(0),
    chainId,
    token,
    postTimeMs: exchange.timeMs,
    execute: false,
    isSoft: false,
  }
}

/** The address has an account now: what waits under it on a chain is credited, once it is a dollar. */
export function releaseDust(exchange: Exchange, account: Account): void {
  for (const chainId of exchange.dust.marks.keys())
    releaseSum(exchange, account, dustKey(chainId, account.address))
}

/** Never to virtual money. */
function releaseSum(exchange: Exchange, account: Account, key: string): boolean {
  const { sums } = exchange.dust
  const record = sums.get(key)
  if (record === undefined || record.size < TRANSFER_MIN_USD6 || account.isSim) return false
  sums.delete(key)
  credit(exchange, 'SUSPENSE', -record.size)
  bringIn(account, record.size)
  repayAdvance(exchange, account, record.size)
  account.exists = true
  const filled: TransferRecord = { ...record, status: 'FILLED' }
  rememberFinished(exchange, filled, false)
  emitTransfer(exchange, filled)
  return true
}
