/** Addresses that a transaction names by their place in a table on the chain. */
import type { Address } from '@solana/kit'
import { tableAddresses, type TransactionParts } from '../transactionParts.ts'
import type { VirtualMachine } from './virtualMachine.ts'

export interface LoadedAddresses {
  readonly writable: readonly Address[]
  readonly readonly: readonly Address[]
}

/** Undefined where the table is missing, or shorter than what is asked of it. */
export function lookUp(
  { account }: Pick<VirtualMachine, 'account'>,
  { lookups }: Pick<TransactionParts, 'lookups'>,
): LoadedAddresses | undefined {
  let writable: readonly Address[] = []
  let readonly: readonly Address[] = []
  for (const { accountKey, writableIndexes, readonlyIndexes } of lookups) {
    const data = account(accountKey)?.data ?? new Uint8Array()
    const written = tableAddresses(data, writableIndexes)
    const read = tableAddresses(data, readonlyIndexes)
    if (written === undefined || read === undefined) return undefined
    writable = [...writable, ...written]
    readonly = [...readonly, ...read]
  }
  return { writable, readonly }
}
