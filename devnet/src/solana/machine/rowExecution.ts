/** Executes a row of the log and keeps what became of it: what it does follows from what was executed before it. */
import { isInBlock } from '../svmErrors.ts'
import type { LoggedTransaction } from '../transactionLog.ts'
import { feeOf, transactionParts } from '../transactionParts.ts'
import { balancesOf } from './balances.ts'
import type { LandedTransaction, LandedTransactions } from './landedTransactions.ts'
import { lookUp } from './lookupTables.ts'
import type { VirtualMachine } from './virtualMachine.ts'

/** Undefined where it came into no block. */
export function executeRow(
  machine: Pick<VirtualMachine, 'account' | 'execute'>,
  landed: Pick<LandedTransactions, 'add'>,
  { raw, slot, timeMs }: LoggedTransaction,
): LandedTransaction | undefined {
  const parts = transactionParts(raw)
  const loaded = lookUp(machine, parts) ?? { writable: [], readonly: [] }
  const keys = [...parts.staticKeys, ...loaded.writable, ...loaded.readonly]
  const before = balancesOf(machine, keys)
  const execution = machine.execute(parts.transaction, { slot, timeMs })
  if (execution.fault !== undefined && !isInBlock(execution.fault)) return undefined
  const each: LandedTransaction = {
    ...execution,
    raw,
    parts,
    slot,
    timeMs,
    fee: feeOf(parts),
    loaded,
    keys,
    before,
    after: balancesOf(machine, keys),
  }
  landed.add(each)
  return each
}
