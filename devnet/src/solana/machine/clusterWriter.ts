/**
 * The one writer of a cluster. Of a transaction after the other each is judged, written down, executed and then told, so
 * that whatever was told is there again after any end of the process.
 */
import type { ClusterTime } from '../clusterTime.ts'
import type { LoggedTransaction, TransactionLog } from '../transactionLog.ts'
import { TransactionRefusedError } from '../transactionRefusedError.ts'
import type { LandedTransaction } from './landedTransactions.ts'
import type { TransactionJudge } from './transactionJudge.ts'

export interface ClusterWriterPorts {
  readonly judge: TransactionJudge['judge']
  readonly log: Pick<TransactionLog, 'append' | 'close'>
  readonly execute: (row: LoggedTransaction) => LandedTransaction | undefined
  readonly time: Pick<ClusterTime, 'slot'>
  readonly nowMs: () => number
}

export interface ClusterWriter {
  /** Resolves with its signature once it is executed and will never be forgotten. */
  send(raw: Uint8Array, options?: { readonly skipPreflight?: boolean }): Promise<string>
  onLanded(listener: (landed: LandedTransaction) => void): () => void
  /** Closes the log after everything that was sent. */
  stop(): Promise<void>
}

export function createClusterWriter({ judge, log, execute, time, nowMs }: ClusterWriterPorts): ClusterWriter {
  const listeners = new Set<(landed: LandedTransaction) => void>()
  let writing: Promise<unknown> = Promise.resolve()
  return {
    send(raw, { skipPreflight = false } = {}) {
      const mine = writing.then(() => sendNext(raw, skipPreflight))
      writing = mine.catch(() => undefined)
      return mine
    },
    onLanded(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async stop() {
      await writing
      await log.close()
    },
  }

  async function sendNext(raw: Uint8Array, skipPreflight: boolean): Promise<string> {
    const { signature } = judge(raw, { isTried: !skipPreflight })
    const row = { raw, slot: time.slot(), timeMs: nowMs() }
    await log.append(row)
    const landed = execute(row)
    if (landed === undefined)
      throw new TransactionRefusedError('Transaction was not executed', 'SanitizeFailure')
    for (const listener of listeners) listener(landed)
    return signature
  }
}
