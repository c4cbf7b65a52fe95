/** What became of a transaction in the virtual machine. */
import type { Address } from '@solana/kit'
import type { TransactionFault } from './svmErrors.ts'
import type { CompiledInstruction } from './transactionParts.ts'

export interface Execution {
  readonly fault: TransactionFault | undefined
  readonly logs: readonly string[]
  readonly units: bigint
  readonly inner: readonly {
    readonly index: number
    readonly instructions: readonly (CompiledInstruction & { readonly stackHeight: number })[]
  }[]
  readonly returnData: { readonly programId: Address; readonly data: Uint8Array } | undefined
}
