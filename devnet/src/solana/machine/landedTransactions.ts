/** The transactions that stand in a block: by signature, in order, and by each account that they name. */
import type { Address } from '@solana/kit'
import type { Execution } from '../execution.ts'
import type { TransactionParts } from '../transactionParts.ts'
import type { Balances } from './balances.ts'
import type { LoadedAddresses } from './lookupTables.ts'

export interface LandedTransaction extends Execution {
  readonly raw: Uint8Array
  readonly parts: TransactionParts
  readonly slot: number
  readonly timeMs: number
  readonly fee: bigint
  readonly loaded: LoadedAddresses
  /** Those of the message, then those of lookup tables. */
  readonly keys: readonly Address[]
  readonly before: Balances
  readonly after: Balances
}

export interface LandedTransactions {
  add(landed: LandedTransaction): void
  transaction(signature: string): LandedTransaction | undefined
  /** Oldest first. */
  transactions(): readonly LandedTransaction[]
  transactionsOf(at: string): readonly LandedTransaction[]
}

export function createLandedTransactions(): LandedTransactions {
  const bySignature = new Map<string, LandedTransaction>()
  const inOrder: LandedTransaction[] = []
  const byAddress = new Map<string, LandedTransaction[]>()
  return {
    add(landed) {
      bySignature.set(landed.parts.signature, landed)
      inOrder.push(landed)
      for (const key of new Set(landed.keys)) {
        const before = byAddress.get(key)
        if (before === undefined) byAddress.set(key, [landed])
        else before.push(landed)
      }
    },
    transaction: (signature) => bySignature.get(signature),
    transactions: () => inOrder,
    transactionsOf: (at) => byAddress.get(at) ?? [],
  }
}
