/**
 * Deposits below a dollar. Anyone can send a hundred thousand of them, so the exchange keeps one sum per
 * address and chain, and per chain only the position of the last counted log.
 */
import type { Address } from '@vest/protocol'
import type { TransferRecord } from '../../api/index.ts'

/** The last counted log of a chain. Every earlier log was counted before it. */
export interface ChainMark {
  readonly blockNumber: number
  readonly logIndex: number
}

export class Dust {
  readonly marks = new Map<number, ChainMark>()
  /** By chain and address: a deposit record with status NEW whose amount grows. */
  readonly sums = new Map<string, TransferRecord>()
}

export const dustKey = (chainId: number, address: Address): string => `${chainId}:${address}`
