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

/** Burned on one chain and not made on the other yet: it lies in no vault. */
export const lotUnderWay = z.object({
  fromChainId: z.int(),
  toChainId: z.int(),
  size: decimalText,
  since: timeMs,
})

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
  underWay: z.array(lotUnderWay),
  signer: address,
  signature: hex,
})
export type ReservesStatement = z.infer<typeof reservesStatement>
