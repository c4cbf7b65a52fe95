/**
 * Devnet's Solana cluster: the real virtual machine with the real programs, one writer, and a memory of its own. A
 * transaction is judged, written down, executed and then told, in this order, so that whatever was told is there again
 * after any end of the process. Signatures in the log are the guard against replays: the machine itself forgets.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openClusterFacts, type ClusterFacts } from './clusterFacts.ts'
import { createClusterTime, type ClusterTime } from './clusterTime.ts'
import { createClusterWriter, type ClusterWriter } from './machine/clusterWriter.ts'
import { createLandedTransactions, type LandedTransactions } from './machine/landedTransactions.ts'
import { lookUp, type LoadedAddresses } from './machine/lookupTables.ts'
import { executeRow } from './machine/rowExecution.ts'
import { createTransactionJudge, type TransactionJudge } from './machine/transactionJudge.ts'
import { createVirtualMachine, type VirtualMachine } from './machine/virtualMachine.ts'
import { openTransactionLog } from './transactionLog.ts'
import type { TransactionParts } from './transactionParts.ts'

export type { LandedTransaction } from './machine/landedTransactions.ts'

export interface Cluster
  extends
    Pick<VirtualMachine, 'account' | 'programAccounts' | 'rentExempt'>,
    Pick<LandedTransactions, 'transaction' | 'transactions' | 'transactionsOf'>,
    Pick<TransactionJudge, 'simulate'>,
    ClusterWriter {
  readonly facts: ClusterFacts
  readonly time: ClusterTime
  /** Undefined where the table is missing, or shorter than what is asked of it. */
  lookUp(parts: Pick<TransactionParts, 'lookups'>): LoadedAddresses | undefined
}

export async function openCluster(options: {
  readonly dataDir: string
  readonly nowMs: () => number
}): Promise<Cluster> {
  const { dataDir, nowMs } = options
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const facts = await openClusterFacts(join(dataDir, 'cluster.json'), nowMs())
  const log = await openTransactionLog(join(dataDir, 'transactions.jsonl'))
  const machine = createVirtualMachine(facts)
  const landed = createLandedTransactions()
  for (const row of log.rows) executeRow(machine, landed, row)
  const time = createClusterTime({
    ...facts,
    slotMin: log.rows.at(-1)?.slot ?? 0,
    nowMs,
  })
  const { judge, simulate } = createTransactionJudge({ machine, landed, time, nowMs })
  const { send, onLanded, stop } = createClusterWriter({
    judge,
    log,
    execute: (row) => executeRow(machine, landed, row),
    time,
    nowMs,
  })
  return {
    facts,
    time,
    send,
    simulate,
    account: machine.account,
    programAccounts: machine.programAccounts,
    rentExempt: machine.rentExempt,
    lookUp: (parts) => lookUp(machine, parts),
    transaction: landed.transaction,
    transactions: landed.transactions,
    transactionsOf: landed.transactionsOf,
    onLanded,
    stop,
  }
}
