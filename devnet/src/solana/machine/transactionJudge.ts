/** What can be said of a transaction before it is executed: that it never will be, and what would become of it. */
import type { ClusterTime } from '../clusterTime.ts'
import type { Execution } from '../execution.ts'
import { isInBlock, type TransactionFault } from '../svmErrors.ts'
import { transactionParts, TRANSACTION_BYTES_MAX, type TransactionParts } from '../transactionParts.ts'
import { TransactionRefusedError } from '../transactionRefusedError.ts'
import type { LandedTransactions } from './landedTransactions.ts'
import type { Trial, VirtualMachine } from './virtualMachine.ts'

export interface TransactionJudgePorts {
  readonly machine: Pick<VirtualMachine, 'attempt'>
  readonly landed: Pick<LandedTransactions, 'transaction'>
  readonly time: Pick<ClusterTime, 'slot' | 'slotOf'>
  readonly nowMs: () => number
}

export interface TransactionJudge {
  /** Throws where it never will be executed; `isTried`: also where it will fail. */
  judge(raw: Uint8Array, options: { readonly isTried: boolean }): TransactionParts
  simulate(
    raw: Uint8Array,
    options: { readonly sigVerify: boolean; readonly replaceBlockhash: boolean },
  ): Trial
}

export function createTransactionJudge({
  machine,
  landed,
  time,
  nowMs,
}: TransactionJudgePorts): TransactionJudge {
  const attempt = ({ transaction }: TransactionParts, sigVerify: boolean): Trial =>
    machine.attempt(transaction, { slot: time.slot(), timeMs: nowMs() }, sigVerify)
  return {
    judge(raw, { isTried }) {
      const parts = readTransaction(raw)
      if (time.slotOf(parts.blockhash) === undefined)
        throw new TransactionRefusedError(
          'Transaction simulation failed: Blockhash not found',
          'BlockhashNotFound',
        )
      if (landed.transaction(parts.signature) !== undefined)
        throw new TransactionRefusedError(
          'Transaction simulation failed: This transaction has already been processed',
          'AlreadyProcessed',
        )
      const execution = attempt(parts, true)
      const { fault } = execution
      if (fault !== undefined && (isTried || !isInBlock(fault)))
        throw new TransactionRefusedError(
          `Transaction simulation failed: ${faultText(fault)}`,
          fault,
          execution,
        )
      return parts
    },
    simulate(raw, { sigVerify, replaceBlockhash }) {
      const parts = readTransaction(raw)
      if (!replaceBlockhash && time.slotOf(parts.blockhash) === undefined)
        return { ...NOTHING, fault: 'BlockhashNotFound', accountsAfter: new Map() }
      return attempt(parts, sigVerify)
    },
  }
}

const NOTHING: Execution = { fault: undefined, logs: [], units: 0n, inner: [], returnData: undefined }

function readTransaction(raw: Uint8Array): TransactionParts {
  if (raw.length > TRANSACTION_BYTES_MAX)
    throw new TransactionRefusedError(
      `decoded solana_sdk::transaction::versioned::VersionedTransaction too large: ${raw.length} bytes (max: ${TRANSACTION_BYTES_MAX} bytes)`,
      undefined,
    )
  try {
    return transactionParts(raw)
  } catch (error) {
    throw new TransactionRefusedError(
      `failed to deserialize solana_sdk::transaction::versioned::VersionedTransaction: ${(error as Error).message}`,
      undefined,
    )
  }
}

/** As the real RPC words the commonest; the rest by their name. */
function faultText(fault: TransactionFault): string {
  if (fault === 'AccountNotFound') return 'Attempt to debit an account but found no record of a prior credit.'
  if (fault === 'InsufficientFundsForFee') return 'Insufficient funds for fee'
  if (typeof fault === 'string') return fault.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase()
  const ofInstruction = fault['InstructionError']
  if (!Array.isArray(ofInstruction)) return JSON.stringify(fault)
  const [index, error] = ofInstruction as [number, unknown]
  const custom = (error as { Custom?: number }).Custom
  return `Error processing Instruction ${index}: ${
    custom === undefined ? JSON.stringify(error) : `custom program error: 0x${custom.toString(16)}`
  }`
}
