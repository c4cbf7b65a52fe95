/**
 * Accounts that a transaction of version 0 names by their place in a table on the chain. A table that is not there, not
 * a table, or shorter than a place that is named leaves the transaction unreadable: an account that is guessed is a
 * wrong recipient.
 */
import { base58 } from '@scure/base'
import type { CompiledMessage } from './compiledTransaction.ts'
import { LOOKUP_TABLE_PROGRAM } from './programs.ts'

/** An account as the chain tells it. */
export interface SolanaAccountFacts {
  /** The program that owns it. */
  readonly program: string
  readonly lamports: bigint
  readonly data: Uint8Array
}

/** Undefined: there is no such account. */
export type AccountLookup = (address: string) => SolanaAccountFacts | undefined

const HEADER_BYTES = 56
const KEY_BYTES = 32
const TABLE = 1
const NEVER_DEACTIVATED = 0xffff_ffff_ffff_ffffn

/** All accounts of the message in their order; undefined where one cannot be known. */
export function messageAccounts(
  { staticKeys, lookups }: CompiledMessage,
  account: AccountLookup,
): readonly string[] | undefined {
  const tables = lookups.map(({ table }) => tableAddresses(account(table)))
  const pick = (of: 'writableIndexes' | 'readonlyIndexes') =>
    lookups.flatMap((lookup, at) => lookup[of].map((index) => tables[at]?.[index]))
  const looked = [...pick('writableIndexes'), ...pick('readonlyIndexes')]
  return looked.every((address) => address !== undefined) ? [...staticKeys, ...looked] : undefined
}

function tableAddresses(facts: SolanaAccountFacts | undefined): readonly string[] | undefined {
  if (facts?.program !== LOOKUP_TABLE_PROGRAM) return undefined
  const { data } = facts
  if (data.length < HEADER_BYTES || (data.length - HEADER_BYTES) % KEY_BYTES !== 0) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  // One that is being closed may be another by the time the transaction arrives.
  if (view.getUint32(0, true) !== TABLE || view.getBigUint64(4, true) !== NEVER_DEACTIVATED) return undefined
  return Array.from({ length: (data.length - HEADER_BYTES) / KEY_BYTES }, (_, at) =>
    base58.encode(data.subarray(HEADER_BYTES + at * KEY_BYTES, HEADER_BYTES + (at + 1) * KEY_BYTES)),
  )
}
