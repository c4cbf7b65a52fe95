/** A transaction that was not executed, and why. */
import type { Execution } from './execution.ts'
import type { TransactionFault } from './svmErrors.ts'

export class TransactionRefusedError extends Error {
  override readonly name = 'TransactionRefusedError'
  constructor(
    message: string,
    /** Undefined where the bytes are no transaction. */
    readonly fault: TransactionFault | undefined,
    readonly execution?: Execution,
  ) {
    super(message)
  }
}
