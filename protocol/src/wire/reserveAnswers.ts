/** Proof of reserves: what the exchange owes, what its vaults hold, and each account's own place in it. */
import { z } from 'zod'
import { address, decimalText, timeMs, hex } from './valueForms.ts'

/** One vault at one final block. */
export const vaultReserves = z.object({
  chainId: z.int(),
  vault: address,
  blockNumber: z.int(),
  /** What should lie there by the logs up to that block. */
  expected: decimalText,
  found: decimalText,
})
export type VaultReserves = z.infer<typeof vaultReserves>

export const reservesStatement = z.object({
  /** The number of the command after which it was taken. */
  seq: z.int(),
  time: timeMs,
  root: hex,
  leaves: z.int(),
  /** The sum of the tree: what all accounts are owed, and none less than nothing. */
  liabilities: decimalText,
  /** What accounts whose losses go beyond their collateral lack together; not part of the tree. */
  lacking: decimalText,
  chains: z.array(vaultReserves),
  signer: address,
  signature: hex,
})
export type ReservesStatement = z.infer<typeof reservesStatement>

export const reservesResponse = z.object({
  /** Null until the first one was taken. */
  statement: reservesStatement.nullable(),
  nextTime: timeMs,
  /** The vaults now, at their newest final blocks. */
  chains: z.array(vaultReserves),
})
export type ReservesResponse = z.infer<typeof reservesResponse>

export const sumNode = z.object({ hash: hex, sum: decimalText })
export const reservesProofResponse = z.object({
  statement: reservesStatement.nullable(),
  /** Null for an account that came after the statement, and for one that holds no real money. */
  proof: z
    .object({
      account: address,
      owed: decimalText,
      salt: hex,
      index: z.int(),
      /** The siblings from the leaf up. */
      path: z.array(sumNode),
    })
    .nullable(),
})
export type ReservesProofResponse = z.infer<typeof reservesProofResponse>
