/** What deposits and withdrawals share: telling a record, and remembering a finished transfer for ever. */
import { type Address, type Usd6, timeMs } from '@vest/protocol'
import type { TransferRecord } from '../api/index.ts'
import { addOpen, emit, type Exchange, nextSystemId, removeOpen, type Transfer } from '../state/index.ts'

/** The token of what moves on no chain. */
export const NOWHERE: Address = '0x0000000000000000000000000000000000000000'

export function emitTransfer(exchange: Exchange, record: TransferRecord): void {
  emit(exchange, { kind: 'TransferUpdated', transfer: record })
}

/** From its first record on; also of one that a snapshot has kept. */
export function openTransfer(exchange: Exchange, transfer: Transfer): void {
  exchange.transfers.set(transfer.record.id, transfer)
  addOpen(exchange.openTransfers, transfer)
}

/** The record leaves the memory; what contradicts it later is still found. */
export function finishTransfer(exchange: Exchange, transfer: Transfer, isOrphaned: boolean): void {
  const { record } = transfer
  exchange.transfers.delete(record.id)
  removeOpen(exchange.openTransfers, transfer)
  rememberFinished(exchange, record, isOrphaned)
  emitTransfer(exchange, record)
}

export function rememberFinished(exchange: Exchange, record: TransferRecord, isOrphaned: boolean): void {
  const { type, status, account, size } = record
  exchange.finishedTransfers.set(record.id, { type, status, account, size, isOrphaned })
}

/** Money from the exchange itself, which has come to collateral already. */
export function emitInternalDeposit(exchange: Exchange, account: Address, size: Usd6): void {
  emitTransfer(exchange, {
    id: nextSystemId(exchange),
    account,
    type: 'INTERNAL_DEPOSIT',
    status: 'FILLED',
    nonce: 0,
    size,
    chainId: 0,
    token: NOWHERE,
    postTimeMs: timeMs(exchange.timeMs),
    execute: false,
  })
}
