/** What deposits and withdrawals share: telling a record, and remembering a finished transfer for ever. */
import type { TransferRecord } from './event.ts'
import { emit, type Exchange, type Transfer } from './state.ts'

export function tellTransfer(exchange: Exchange, record: TransferRecord): void {
  emit(exchange, { kind: 'TransferUpdated', transfer: record })
}

/** The record leaves the memory; what contradicts it later is still found. */
export function finishTransfer(exchange: Exchange, transfer: Transfer, isOrphaned: boolean): void {
  const { record } = transfer
  exchange.transfers.delete(record.id)
  rememberFinished(exchange, record, isOrphaned)
  tellTransfer(exchange, record)
}

export function rememberFinished(exchange: Exchange, record: TransferRecord, isOrphaned: boolean): void {
  const { type, status, account, size } = record
  exchange.finishedTransfers.set(record.id, { type, status, account, size, isOrphaned })
}
